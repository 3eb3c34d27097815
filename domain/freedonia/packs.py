"""The rules record: options and a pack, looked at once."""

from dataclasses import dataclass
from typing import Final

import msgspec

from domain.freedonia.cards.content import Ambition, Card, Content, Deck, Order, read
from domain.freedonia.cards.lint import problems
from domain.freedonia.meta import LEADER, OPPOSITION, other
from domain.freedonia.options import Options
from domain.kernel.pack import Pack

CLOCK_S: Final = 60.0
MOST_INCOME: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What a match is played by. `decks` has the deck of each seat."""

    options: Options
    content: Content
    decks: dict[str, Deck]
    ambition: str

    @property
    def cards(self) -> dict[str, Card]:
        """Every card by its id."""
        return self.content.cards

    @property
    def goals(self) -> dict[str, int]:
        """The wedges that each goal asks for, by venue."""
        return self.content.ambitions[self.ambition].goals

    @property
    def own_ambition(self) -> bool:
        """Whether the ambition belongs to the deck (FRE-SETUP-01)."""
        return self.decks[LEADER] is self.content.decks[self.content.ambitions[self.ambition].own_deck]

    @property
    def decoys(self) -> bool:
        """Whether the Opposition has decoys (FRE-DECOY-01, FRE-DIFF-01)."""
        return self.options.decoys and self.options.difficulty != "story"

    @property
    def limit_s(self) -> float | None:
        """The time for a decision in seconds (FRE-CLOCK-01)."""
        return CLOCK_S if self.options.difficulty == "crisis" else None

    def order(self, seat: str) -> Order:
        """The order that belongs to a seat's deck (FRE-ORDER-04)."""
        return self.content.orders[self.decks[seat].order]

    def places(self, seat: str) -> int:
        """How many cards a seat may lay in one venue in a year (FRE-LAY-02)."""
        return 1 if seat == OPPOSITION and self.options.difficulty == "story" else 2

    def income(self, seat: str, year: int) -> int:
        """What a seat's $FIAT is set to as a year begins (FRE-YEAR-01, FRE-DIFF-01, FRE-DIFF-03)."""
        amount = min(year, MOST_INCOME)
        if seat == LEADER and self.own_ambition and self.options.difficulty in {"story", "normal"}:
            amount += 2
        if seat == LEADER and self.options.difficulty == "story":
            amount += 2
        return amount

    def face(self, card: str) -> str | None:
        """What is seen of a card that lies face down (FRE-LAY-06, FRE-RUL-02)."""
        return self.cards[card].face if self.options.backs == "faction" else None


def rules(options: Options, pack: Pack) -> Rules:
    """The rules of a match. ValidationError when the pack is malformed, no good, or lacks what was chosen."""
    content = read(pack)
    if found := problems(content) or lacking(options, content):
        raise msgspec.ValidationError("; ".join(found))
    return built(options, content)


def lacking(options: Options, content: Content) -> list[str]:
    """What was chosen of another pack: options may name what any of them has."""
    decks = [id_ for id_, deck in content.decks.items() if deck.seat == LEADER]
    chosen = ((options.deck, decks), (options.ambition, [None, *content.ambitions]))
    return [f"this pack has no {name}" for name, names in chosen if name not in names]


def built(options: Options, content: Content) -> Rules:
    """The rules for content that was looked at already."""
    deck = content.decks[options.deck]
    enemy = next(each for each in content.decks.values() if each.seat == other(deck.seat))
    ambition = options.ambition or _own(content.ambitions, options.deck)
    return Rules(options, content, {LEADER: deck, OPPOSITION: enemy}, ambition)


def _own(ambitions: dict[str, Ambition], deck: str) -> str:
    return next(id_ for id_, ambition in ambitions.items() if ambition.own_deck == deck)
