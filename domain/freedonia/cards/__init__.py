"""The packs that ship with the game, and the names in them that options may choose from."""

from typing import Final

from domain.freedonia.cards.content import read
from domain.freedonia.meta import LEADER
from domain.kernel.pack import shipped

PACKS: Final = (shipped("domain.freedonia", "cards/house.json"),)
CONTENTS: Final = tuple(read(pack) for pack in PACKS)
LEADER_DECKS: Final = tuple(
    dict.fromkeys(id_ for content in CONTENTS for id_, deck in content.decks.items() if deck.seat == LEADER)
)
AMBITIONS: Final = tuple(dict.fromkeys(id_ for content in CONTENTS for id_ in content.ambitions))


def back(face: str) -> str:
    """What the back of a hidden card tells: its seat, whether it is a Record card, and its picture (FRE-LAY-06)."""
    content = next(content for content in CONTENTS if face in content.cards)
    card = content.cards[face]
    kind = "record" if face in content.record[card.seat] else "deck"
    return f"{card.seat} {kind} {card.face}"
