"""Who decides now, and what is allowed: exactly what the guard passes."""

from collections.abc import Iterator

from domain.freedonia import commands as c
from domain.freedonia.meta import SEATS, VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.rules import hands, laying
from domain.freedonia.state import Laying, Opening, Shedding, State
from domain.kernel.choices import Choice, OneOf, Pick, Record
from domain.kernel.command import Command, tag
from domain.kernel.decision import Decision, Offer


def decisions(rules: Rules, state: State) -> list[Decision]:
    """The open decisions of both seats; none once the match is decided."""
    match state.top:
        case Opening() as frame:
            open_ = [seat for seat in SEATS if seat not in state.chosen()]
            return [_opening(rules, state, frame, seat) for seat in open_]
        case Shedding() as frame:
            due = [seat for seat in frame.due if seat not in state.chosen()]
            return [_shedding(rules, state, frame, seat) for seat in due]
        case Laying() as frame:
            return [_laying(rules, state, frame)]
        case _:
            return []


def _opening(rules: Rules, state: State, frame: Opening, seat: str) -> Decision:
    hand = tuple(state.camps[seat].hand.faces())
    choice = Record({"cards": Pick(hand, 0, len(hand))})
    return Decision(
        seat=seat,
        kind="opening_swap",
        serial=frame.serial,
        offers=(Offer(tag(c.OpeningSwap), choice),),
        group="opening",
        sealed=True,
        limit_s=rules.limit_s,
        default=c.OpeningSwap(cards=()),
    )


def _shedding(rules: Rules, state: State, frame: Shedding, seat: str) -> Decision:
    """FRE-CLOCK-01: the default sheds the cards that were longest in the hand."""
    hand, due = tuple(state.camps[seat].hand.faces()), frame.due[seat]
    return Decision(
        seat=seat,
        kind="shed",
        serial=frame.serial,
        offers=(Offer(tag(c.Shed), Record({"cards": Pick(hand, due, due)})),),
        group="shed",
        sealed=True,
        limit_s=rules.limit_s,
        default=c.Shed(cards=hand[:due]),
    )


def _laying(rules: Rules, state: State, frame: Laying) -> Decision:
    """One decision, and one time limit, for the whole lay (FRE-CLOCK-01)."""
    return Decision(
        seat=frame.seat,
        kind="lay",
        serial=frame.serial,
        offers=tuple(_lay_offers(rules, state, frame.seat)),
        sealed=True,
        limit_s=rules.limit_s,
        default=c.Seal(),
    )


def _offer(command: type[Command], choice: Choice) -> Iterator[Offer]:
    """An offer, unless nothing is left to choose from."""
    parts = [choice] if isinstance(choice, OneOf) else choice.fields.values() if isinstance(choice, Record) else []
    if all(part.values for part in parts if isinstance(part, OneOf)):
        yield Offer(tag(command), choice)


def _lay_offers(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    camp = state.camps[seat]
    hand = list(dict.fromkeys(camp.hand.faces()))
    lays = [
        {"card": card, "venue": venue}
        for card in hand
        for venue in rules.cards[card].homes
        if laying.why_not_lay(rules, state, seat, card, venue) is None
    ]
    yield from _offer(c.LayCard, OneOf(tuple(lays)))
    yield from _offer(c.LayDecoy, OneOf(tuple(_decoys(rules, state, seat))))
    yield from _offer(c.TakeBack, Record({"slot": OneOf(tuple(lay.slot for lay in camp.draft))}))
    favours = tuple(card for card in hand if hands.why_not_favour(rules, state, seat, card) is None)
    yield from _offer(c.CallFavour, Record({"card": OneOf(favours)}))
    targets = tuple(v for v in laying.targets(rules, seat) if laying.why_not_order(rules, state, seat, v) is None)
    yield from _offer(c.PlayOrder, Record({"venue": OneOf(targets)}))
    if laying.why_not_take_back_order(state, seat) is None:
        yield Offer(tag(c.TakeBackOrder))
    yield Offer(tag(c.Seal))


def _decoys(rules: Rules, state: State, seat: str) -> Iterator[dict[str, str | None]]:
    return (
        {"venue": venue, "face": face}
        for venue in VENUES
        for face in laying.faces(rules)
        if laying.why_not_decoy(rules, state, seat, venue, face) is None
    )
