"""How the year turns (rules text: The year turns; Executive Orders and Countermoves)."""

from typing import Final

from domain.freedonia import events as e
from domain.freedonia.cards.content import Bastion, OneOff, ability
from domain.freedonia.meta import LEADER, OPPOSITION, SEATS, VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.rules import counts, hands
from domain.freedonia.state import Laying, Shedding, Standing, State
from domain.kernel.audience import viewers
from domain.kernel.play import Play

YEARS_IN_TERM: Final = 4
DRAWN: Final = 3
HAND: Final = 6


def turn(rules: Rules, play: Play[State]) -> None:
    """FRE-YEAR-01..06: money, holding, ageing, drawing, in this order; a count at 0 stops it at once."""
    begin(rules, play)
    hold(rules, play)
    if play.state.result is not None:
        return
    age_all(rules, play)
    if play.state.year == 1:
        play.state.push(Laying(seat=OPPOSITION))
    else:
        shed_and_draw(rules, play)


def begin(rules: Rules, play: Play[State]) -> None:
    """FRE-YEAR-01, FRE-CLOUT-03, FRE-ORDER-03: income, who holds what, and in a new term new orders."""
    state = play.state
    number = state.year + 1
    play.emit(
        e.YearTurned(
            year=number,
            term=(number - 1) // YEARS_IN_TERM + 1,
            election_year=number % YEARS_IN_TERM == 0,
            fiat={seat: rules.income(seat, number) for seat in SEATS},
            held_at_start={venue: cards[0].side if cards else None for venue, cards in state.standing.items()},
        )
    )
    if number % YEARS_IN_TERM != 1:
        return
    for seat in SEATS:
        if seat == OPPOSITION or state.last_election_held:
            play.emit(e.OrderGranted(seat=seat, order=rules.decks[seat].order, term=state.term))


def hold(rules: Rules, play: Play[State]) -> None:
    """FRE-YEAR-02: each venue with standing cards shifts by one toward the side they count for."""
    for venue in VENUES:
        cards = play.state.standing[venue]
        if cards and play.state.result is None:
            holder = cards[0].side
            counts.move(rules, play, venue, 1 if holder == LEADER else -1, holder, e.Cause("holding"))


def age_all(rules: Rules, play: Play[State]) -> None:
    """FRE-YEAR-03: every standing card, venue by venue."""
    for venue in VENUES:
        for card in list(play.state.standing[venue]):
            age(rules, play, venue, card)


def age(rules: Rules, play: Play[State], venue: str, card: Standing) -> None:
    """FRE-YEAR-03: standing cards age, Bastions never; at no clout they leave."""
    printed = rules.cards[card.card]
    if ability(printed, Bastion):
        return
    clout = printed.clout - card.age - 1
    play.emit(e.CardAged(venue=venue, slot=card.slot, card=card.card, clout=clout))
    if clout <= 0:
        leave(rules, play, venue, (card.slot, card.card, card.owner), "aged_out")


def leave(rules: Rules, play: Play[State], venue: str, card: tuple[str, str, str], reason: e.Leaving) -> None:
    """FRE-ABIL-06, FRE-RECORD-06, FRE-RUL-24: to the owner's discard, or out of the game.

    `card` is the slot, the card and its owner.
    """
    slot, name, owner = card
    gone = ability(rules.cards[name], OneOff) is not None or name in play.state.camps[owner].record
    to: e.Destination = "out_of_game" if gone else "discard"
    play.emit(e.CardLeft(venue=venue, slot=slot, card=name, owner=owner, goes_to=to, reason=reason))


def shed_and_draw(rules: Rules, play: Play[State]) -> None:
    """FRE-YEAR-04, FRE-YEAR-05, FRE-RUL-47: three cards each; who would hold too many sheds first."""
    camps = play.state.camps
    draws = {seat: min(DRAWN, hands.left_to_draw(camps[seat])) for seat in SEATS}
    over = {seat: len(camps[seat].hand) + draws[seat] - HAND for seat in SEATS}
    due = {seat: count for seat, count in over.items() if count > 0}
    if due:
        play.emit(e.ShedDue(due=due))
        play.state.push(Shedding(due=due, draws=draws))
    else:
        draw_and_lay(rules, play, draws)


def draw_and_lay(rules: Rules, play: Play[State], draws: dict[str, int]) -> None:
    """FRE-YEAR-04, FRE-LAY-01: the Leader draws first, the Opposition lays first."""
    for seat in SEATS:
        hands.draw(play, seat, draws[seat])
    play.state.push(Laying(seat=OPPOSITION))


def swap(rules: Rules, play: Play[State], seat: str, cards: tuple[str, ...]) -> None:
    """FRE-HAND-02: sealed; once both have chosen the swaps are carried out, then year 1 begins."""
    state = play.state
    play.emit(e.OpeningSwapChosen(seat=seat, cards=cards))
    if state.chosen() != set(SEATS):
        return
    state.pop()
    chosen = {sealed.seat: sealed.value for sealed in state.choices}
    for each in SEATS:
        given = chosen[each]
        play.emit(e.OpeningSwapped(seat=each, count=len(given), cards=given))
        hands.draw(play, each, len(given))
    turn(rules, play)


def shed(rules: Rules, play: Play[State], seat: str, cards: tuple[str, ...]) -> None:
    """FRE-YEAR-05: sealed; once all have chosen the cards are shed, and then drawn."""
    state = play.state
    play.emit(e.ShedChosen(seat=seat, cards=cards))
    frame = state.top
    if not isinstance(frame, Shedding) or state.chosen() != set(frame.due):
        return
    state.pop()
    chosen = {sealed.seat: sealed.value for sealed in state.choices}
    for each in frame.due:
        _shed(rules, play, each, chosen[each])
    draw_and_lay(rules, play, frame.draws)


def _shed(rules: Rules, play: Play[State], seat: str, cards: tuple[str, ...]) -> None:
    """FRE-RECORD-05, FRE-RUL-46: face down into the discard, Record cards back to the Record for all to see."""
    is_open = rules.options.discard == "open"
    returned = tuple(card for card in cards if card in play.state.camps[seat].record)
    who = viewers(SEATS) if is_open else (seat,)
    shed = e.CardsShed(seat=seat, who=who, count=len(cards), cards=cards, record_cards=returned, open=is_open)
    play.emit(shed)
