"""The reveal: venue by venue, card by card (rules text: Lay and reveal 8-9; Backfire; Side effects; The Record)."""

from domain.freedonia import events as e
from domain.freedonia.cards.content import Brings, Muzzle, NoBackfire, ability
from domain.freedonia.meta import LEADER, OPPOSITION, SEATS, VENUES, other
from domain.freedonia.packs import Rules
from domain.freedonia.rules import counts, election, venues
from domain.freedonia.state import Camp, Lay, Numbers, State
from domain.kernel.play import Play

TURN_UP_ORDER = (OPPOSITION, LEADER)  # FRE-REVEAL-04


def run(rules: Rules, play: Play[State]) -> None:
    """FRE-LAY-08: all is turned up, then the year closes, unless the match is decided."""
    turn_all_up(rules, play)
    if play.state.result is None:
        election.close_year(rules, play)


def turn_all_up(rules: Rules, play: Play[State]) -> None:
    """FRE-REVEAL-01, FRE-REVEAL-05: venue by venue, left to right; the true sizes are told after the last."""
    for venue in VENUES:
        open_venue(rules, play, venue)
        if play.state.result is not None:
            return
    show_numbers(play)


def open_venue(rules: Rules, play: Play[State], venue: str) -> None:
    """FRE-REVEAL-02..05: all cards laid there turn up, then the venue is decided."""
    play.emit(e.VenueOpened(venue=venue))
    here = [(seat, lay) for seat in TURN_UP_ORDER for lay in play.state.camps[seat].lays if lay.venue == venue]
    for seat, lay in here:
        turn_up(rules, play, seat, lay)
        if play.state.result is not None:
            return
    if play.state.turned or rules.options.idle_venues == "decide":
        venues.decide(rules, play, venue)


def turn_up(rules: Rules, play: Play[State], seat: str, lay: Lay) -> None:
    """FRE-REVEAL-02..04, FRE-BACK-01..03: the die, then what the card does at once."""
    if lay.name is None:
        play.emit(e.DecoyTurnedUp(seat=seat, venue=lay.venue, slot=lay.slot))
        return
    die = play.chance.pick("die", rules.content.die.faces) + 1
    red = die <= rules.cards[lay.name].risk
    ignored = red and cannot_backfire(rules, play.state, seat, lay.venue)
    turned = e.CardTurnedUp(
        seat=seat,
        venue=lay.venue,
        slot=lay.slot,
        card=lay.name,
        die=die,
        backfired=red and not ignored,
        ignored_red=ignored,
    )
    play.emit(turned)
    side_effect(rules, play, turned)
    if not turned.backfired and play.state.result is None:
        land(rules, play, turned)


def cannot_backfire(rules: Rules, state: State, seat: str, venue: str) -> bool:
    """An order of the seat protects its cards in this venue this year."""
    return state.in_force.get(seat) == venue and isinstance(rules.order(seat).effect, NoBackfire)


def side_effect(rules: Rules, play: Play[State], turned: e.CardTurnedUp) -> None:
    """FRE-EFFECT-01, FRE-EFFECT-02, FRE-BACK-03: red up, blue down, the other way round on a backfire."""
    box = rules.cards[turned.card].when_lands
    if box is None:
        return
    toward_leader = (box.colour == "red") != turned.backfired
    mover = other(turned.seat) if turned.backfired else turned.seat
    wedges = box.wedges if toward_leader else -box.wedges
    counts.move(rules, play, box.venue, wedges, mover, e.Cause("side_effect", turned.card))


def land(rules: Rules, play: Play[State], turned: e.CardTurnedUp) -> None:
    """FRE-ABIL-03, FRE-RECORD-02..04: a landed card's Muzzle begins, its call is made."""
    card = rules.cards[turned.card]
    if muzzle := ability(card, Muzzle):
        started = e.MuzzleStarted(seat=turned.seat, slot=turned.slot, card=turned.card, venue=muzzle.venue)
        play.emit(started)
    if brings := ability(card, Brings):
        call(play, other(turned.seat), brings.card, turned.card)


def call(play: Play[State], seat: str, card: str, by: str) -> None:
    """FRE-RECORD-03, FRE-RECORD-04, FRE-RUL-28: it joins the hand, unless it is held or gone."""
    place = play.state.camps[seat].record[card]
    outcome: e.CallOutcome = "joined" if place == "in_record" else "already_held" if place == "held" else "out_of_game"
    play.emit(e.RecordCalled(seat=seat, card=card, by=by, outcome=outcome))


def show_numbers(play: Play[State]) -> None:
    """FRE-SECRET-02: nothing lies face down any more, so the true sizes are told."""
    play.emit(e.NumbersShown(numbers={seat: numbers(play.state.camps[seat]) for seat in SEATS}))


def numbers(camp: Camp) -> Numbers:
    """The true sizes of what a seat has."""
    return Numbers(len(camp.hand), len(camp.deck), tuple(camp.discard), len(camp.shed), dict(camp.record))
