"""What every pack must be (constraints on content; the balance is simulated apart)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from domain.freedonia.cards.content import (
    AimAnger,
    Bastion,
    Brings,
    Card,
    Content,
    Deck,
    FarReaching,
    GainFiat,
    PeekLay,
    SuspendElection,
    ability,
)
from domain.freedonia.meta import DIFFICULTIES, LEADER, OPPOSITION, SEATS, VENUES, other

SIZES: Final = {LEADER: range(18, 25), OPPOSITION: range(20, 29)}
HEAVY: Final = 5
RECORD: Final = 6
MOST: Final = 50


def problems(content: Content) -> list[str]:
    """What is wrong with a pack, in words; empty when it is good."""
    checks = (_ambitions, _orders, _cards, _decks, _record, _faces)
    frame = [*_frame(content), *_start(content)]
    return frame or [found for check in checks for found in check(content)]  # which look for what the frame holds


def _frame(content: Content) -> Iterator[str]:
    if content.venues != VENUES or (content.token.wedges, content.token.per_count) != (5, 10):
        yield "the venues are five, their counts ten tokens of five wedges"
    if not 4 <= content.die.faces <= 12:
        yield "the die has 4 to 12 faces"
    if sum(deck.seat == OPPOSITION for deck in content.decks.values()) != 1:
        yield "the Opposition has one deck"
    if set(content.record) != set(SEATS):
        yield "each seat has a Record"


def _start(content: Content) -> Iterator[str]:
    parliament = content.start.parliament
    if set(parliament) != set(DIFFICULTIES):
        yield "Parliament has a start for each difficulty"
        return
    if (parliament["story"], parliament["crisis"]) != (18, 9):
        yield "Parliament starts at 18 on Story and at 9 on Crisis (FRE-DIFF-01, FRE-DIFF-04)"
    falling = [parliament[each] for each in DIFFICULTIES]
    if falling != sorted(falling, reverse=True):
        yield "Parliament starts lower where it is harder"
    if not all(1 <= count < MOST for count in content.start.counts("normal").values()):
        yield "counts start at 1 to 49"


def _ambitions(content: Content) -> Iterator[str]:
    highest = content.start.counts("story")
    for id_, ambition in content.ambitions.items():
        if not 1 <= len(ambition.goals) <= len(VENUES):
            yield f"{id_}: one to five goals"
        if not all(highest[venue] < goal <= MOST for venue, goal in ambition.goals.items()):
            yield f"{id_}: a goal lies above every start"
    own = sorted(ambition.own_deck for ambition in content.ambitions.values())
    if own != sorted(id_ for id_, deck in content.decks.items() if deck.seat == LEADER):
        yield "each Leader deck is the own deck of one ambition"


def _orders(content: Content) -> Iterator[str]:
    for id_, order in content.orders.items():
        if isinstance(order.effect, GainFiat | PeekLay) and order.timing != "at_once":
            yield f"{id_}: an order that pays or shows works at once"


def _cards(content: Content) -> Iterator[str]:
    for id_, card in content.cards.items():
        if card.when_lands is None:
            yield f"{id_}: a card has a box"
            continue
        wedges = card.when_lands.wedges
        if not (1 <= card.cost <= 6 and card.clout >= 1 and 0 <= card.risk <= content.die.faces // 3):
            yield f"{id_}: cost 1 to 6, clout at least 1, risk at most a third of the die"
        if not (1 <= wedges <= 5 and 1 <= len(set(card.homes)) == len(card.homes) <= 3):
            yield f"{id_}: one to five wedges, one to three homes"
        if (ability(card, FarReaching) is not None) != (wedges == 5):
            yield f"{id_}: five wedges and Far-reaching go together"
        if ability(card, FarReaching) and (card.clout > 1 or len(card.abilities) > 1):
            yield f"{id_}: a Far-reaching card has clout 1 and no other ability"
        if ability(card, Bastion) and card.clout < 2:
            yield f"{id_}: a Bastion has clout 2 or more"
        yield from _marks(content, id_, card)


def _marks(content: Content, id_: str, card: Card) -> Iterator[str]:
    if card.seat == LEADER and (card.category not in content.categories or card.face is not None):
        yield f"{id_}: a Leader card has a category and no face"
    if card.seat == OPPOSITION and (card.face not in content.faces or card.category is not None):
        yield f"{id_}: an Opposition card has a face and no category"
    powers = ability(card, SuspendElection) or ability(card, AimAnger)
    if card.seat == OPPOSITION and powers:
        yield f"{id_}: rare powers are the Leader's"
    brings = ability(card, Brings)
    if brings and brings.card not in content.record[other(card.seat)]:
        yield f"{id_}: it brings a Record card of the other seat"


def _decks(content: Content) -> Iterator[str]:
    for id_, deck in content.decks.items():
        size = sum(deck.cards.values())
        if unknown := [card for card in deck.cards if card not in content.cards]:
            yield f"{id_}: no such card as {unknown[0]}"
            continue
        if size not in SIZES[deck.seat]:
            yield f"{id_}: {SIZES[deck.seat][0]} to {SIZES[deck.seat][-1]} cards"
        if deck.order not in content.orders:
            yield f"{id_}: no such order as {deck.order}"
        cards = {card: content.cards[card] for card in deck.cards}
        if any(card.seat != deck.seat for card in cards.values()):
            yield f"{id_}: all cards are its seat's"
        if sum(deck.cards[card] for card, face in cards.items() if face.cost >= HEAVY) * 10 > size:
            yield f"{id_}: at most a tenth is heavy"
        yield from _shape(id_, deck, cards)


def _shape(id_: str, deck: Deck, cards: dict[str, Card]) -> Iterator[str]:
    for venue in VENUES:
        if sum(deck.cards[card] for card, face in cards.items() if venue in face.homes) < 2:
            yield f"{id_}: two cards at home in {venue}"
    plain = [card for card in cards.values() if not card.abilities]
    if any(_unfair(one, two) or _unfair(two, one) for one, two in combinations(plain, 2)):
        yield f"{id_}: more clout never costs, risks or moves less (FRE-CARD-02)"
    if deck.seat == LEADER:
        powers = [_copies(deck, cards, kind) for kind in (SuspendElection, AimAnger)]
        if powers != [1, 1] or _copies(deck, cards, Bastion) > 1:
            yield f"{id_}: one suspender, one that aims the anger, at most one Bastion"


def _copies(deck: Deck, cards: dict[str, Card], kind: type[SuspendElection | AimAnger | Bastion]) -> int:
    return sum(deck.cards[id_] for id_, card in cards.items() if ability(card, kind))


def _unfair(one: Card, two: Card) -> bool:
    wedges = [card.when_lands.wedges if card.when_lands else 0 for card in (one, two)]
    less = one.cost < two.cost or one.risk < two.risk or wedges[0] < wedges[1]
    return one.clout > two.clout and less


def _record(content: Content) -> Iterator[str]:
    in_decks = {card for deck in content.decks.values() for card in deck.cards}
    for seat in SEATS:
        record = content.record[seat]
        own = {card for card in record if card in content.cards and content.cards[card].seat == seat}
        if len(own - in_decks) != RECORD or len(record) != RECORD:
            yield f"{seat}: six Record cards of its own, in no deck (FRE-RECORD-01)"
    called = {id_: _called(content, deck) for id_, deck in content.decks.items()}
    for id_, deck in content.decks.items():
        if deck.seat == LEADER and len(called[id_]) < 2:
            yield f"{id_}: a Leader deck calls two Record cards"
        if deck.seat == OPPOSITION and called[id_] != set(content.record[LEADER]):
            yield f"{id_}: the Opposition calls all six Record cards of the Leader"
    leaders = set().union(*(called[id_] for id_, deck in content.decks.items() if deck.seat == LEADER))
    if leaders != set(content.record[OPPOSITION]):
        yield "each Record card of the Opposition is called from a Leader deck"


def _called(content: Content, deck: Deck) -> set[str]:
    found = [ability(content.cards[card], Brings) for card in deck.cards if card in content.cards]
    return {brings.card for brings in found if brings}


def _faces(content: Content) -> Iterator[str]:
    """FRE-LAY-06: a face and a venue never name a card."""
    deck = next(deck for deck in content.decks.values() if deck.seat == OPPOSITION)
    names = [*deck.cards, *content.record[OPPOSITION]]
    fitting = [(card.face, venue) for name in names if (card := content.cards.get(name)) for venue in card.homes]
    for face in content.faces:
        if sum(content.cards[name].face == face for name in deck.cards if name in content.cards) < 4:
            yield f"{face}: four cards of the deck show it"
        for venue in VENUES:
            if fitting.count((face, venue)) == 1:
                yield f"{face} in {venue}: two cards fit"
