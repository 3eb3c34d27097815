"""Hands, decks and favours (rules text: Your hand and deck)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from domain.freedonia import events as e
from domain.freedonia.cards.content import PeekLay
from domain.freedonia.meta import SEATS
from domain.freedonia.packs import Rules
from domain.freedonia.state import Camp, Shedding, State
from domain.kernel.audience import viewers
from domain.kernel.play import Play
from domain.kernel.refusal import Refused

FAVOUR_COST: Final = 1
CHOSEN = Refused(code="already_chosen", rule="FRE-HAND-02", message="You have chosen already.")
NOT_IN_HAND = Refused(code="not_in_hand", rule="FRE-LAY-04", message="You do not have this card in hand.")
DUPLICATE = Refused(code="duplicate_card", rule="FRE-HAND-02", message="You name a card more often than you hold it.")


def shuffle(play: Play[State], seat: str, cards: Sequence[str], reason: Literal["setup", "draw", "favour"]) -> None:
    """FRE-SETUP-03, FRE-HAND-04: these cards are the deck now; a favour's shuffle is told to its seat alone."""
    order = tuple(play.chance.shuffle(f"deck {seat}", cards))
    who = (seat,) if reason == "favour" else viewers(SEATS)
    play.emit(e.DeckShuffled(seat=seat, who=who, size=len(order), reason=reason, order=order))


def reshuffle(play: Play[State], seat: str, reason: Literal["draw", "favour"]) -> None:
    """FRE-HAND-04: the discard, with what was shed (FRE-RUL-48), becomes the deck."""
    camp = play.state.camps[seat]
    shuffle(play, seat, [*camp.discard, *camp.shed.faces()], reason)


def left_to_draw(camp: Camp) -> int:
    """The cards that a seat could still draw (FRE-RUL-47)."""
    return len(camp.deck) + len(camp.discard) + len(camp.shed)


def draw(play: Play[State], seat: str, count: int) -> None:
    """FRE-HAND-04: from the top; a reshuffle in the middle parts it in two draws."""
    camp = play.state.camps[seat]
    while count and left_to_draw(camp):
        if not camp.deck.cards:
            reshuffle(play, seat, "draw")
        cards = tuple(camp.deck.faces()[:count])
        play.emit(e.CardsDrawn(seat=seat, count=len(cards), cards=cards))
        count -= len(cards)


def why_not_these(camp: Camp, cards: Sequence[str]) -> Refused | None:
    """Each named card is in the hand, as often as it is named."""
    held = Counter(camp.hand.faces())
    if any(card not in held for card in cards):
        return NOT_IN_HAND
    return None if Counter(cards) <= held else DUPLICATE


def why_not_swap(state: State, seat: str, cards: Sequence[str]) -> Refused | None:
    """FRE-HAND-02: once, any of the opening cards."""
    if seat in state.chosen():
        return CHOSEN
    return why_not_these(state.camps[seat], cards)


def why_not_shed(state: State, frame: Shedding, seat: str, cards: Sequence[str]) -> Refused | None:
    """FRE-YEAR-05, FRE-RUL-46: exactly as many as are due."""
    if seat in state.chosen():
        return CHOSEN
    if len(cards) != frame.due[seat]:
        return Refused(
            code="wrong_number",
            rule="FRE-YEAR-05",
            message="Shed exactly as many cards as are due.",
            facts={"due": frame.due[seat]},
        )
    return why_not_these(state.camps[seat], cards)


def why_not_favour(rules: Rules, state: State, seat: str, card: str) -> Refused | None:
    """FRE-HAND-03, FRE-RUL-51: once a year, before anything is laid, for a hand card and 1 $FIAT."""
    camp = state.camps[seat]
    if camp.favour_used:
        return Refused(code="favour_used", rule="FRE-HAND-03", message="You have called your favour this year.")
    if camp.draft or camp.staged or _has_peeked(rules, state, seat):
        return Refused(code="draft_not_empty", rule="FRE-HAND-03", message="A favour is called before you lay.")
    if card not in camp.hand.faces():
        return NOT_IN_HAND
    if camp.fiat < FAVOUR_COST:
        return Refused(code="not_enough_fiat", rule="FRE-HAND-03", message="A favour costs 1 $FIAT.")
    if not left_to_draw(camp):
        return Refused(code="nothing_to_draw", rule="FRE-HAND-04", message="There is no card to draw.")
    return None


def _has_peeked(rules: Rules, state: State, seat: str) -> bool:
    """FRE-RUL-51: an order that shows cards counts as laid."""
    return seat in state.in_force and isinstance(rules.order(seat).effect, PeekLay)


def favour(rules: Rules, play: Play[State], seat: str, card: str) -> None:
    """FRE-HAND-03, FRE-RUL-30, FRE-RUL-50: the top card comes, the given one goes."""
    camp = play.state.camps[seat]
    if not camp.deck.cards:
        reshuffle(play, seat, "favour")
    to = "record" if card in camp.record else rules.options.favour_return
    play.emit(e.FavourCalled(seat=seat, gave=card, got=camp.deck.faces()[0], goes_to=to))
