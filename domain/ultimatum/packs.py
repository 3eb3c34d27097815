"""The packs that ship with the game, and the rules record built from options and a pack."""

from dataclasses import dataclass
from typing import Final

import msgspec

from domain.kernel.pack import Pack, shipped
from domain.ultimatum.cards.effects import BossCard, Content, DistrictCard
from domain.ultimatum.options import Options

PACKS: Final = (shipped("domain.ultimatum", "cards/house.json"),)


@dataclass(frozen=True, slots=True)
class Rules:
    """Options and content, indexed once: `bordering` has the neighbours of each district."""

    options: Options
    content: Content
    cards: dict[str, DistrictCard]
    bosses: dict[str, BossCard]
    bordering: dict[str, frozenset[str]]

    @property
    def limit(self) -> int:
        """Tokens of both seats that a district holds by plain placement (ULT-PLACE-03)."""
        return self.content.limit

    @property
    def cells(self) -> int:
        """Cells of the time counter (ULT-PLAY-03)."""
        return self.content.counter

    def specials(self) -> list[str]:
        """The special Bosses, in the pack's order."""
        return [name for name, boss in self.bosses.items() if boss.kind == "special"]


def rules(options: Options, pack: Pack) -> Rules:
    """The rules of a match. ValidationError when the pack is not of this game's form."""
    content = msgspec.json.decode(pack.text, type=Content)
    pairs = content.adjacency
    bordering = {
        district: frozenset({b for a, b in pairs if a == district} | {a for a, b in pairs if b == district})
        for district in content.districts
    }
    return Rules(options, content, content.cards, content.bosses, bordering)


def back(face: str) -> str:
    """What the back of a card shows: its district (ULT-SECRET-02); all Boss cards look alike."""
    letters = {"N": "networks", "H": "hub", "G": "guild", "S": "squat", "B": "bazaar"}
    return letters[face[0]] if face[1:].isdigit() else "boss"
