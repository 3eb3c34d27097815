"""What each viewer may see, built up by naming it (FRE-SECRET-01..04)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.freedonia.meta import LEADER, SEATS, VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.rules.laying import barred
from domain.freedonia.rules.venues import guard, muzzle
from domain.freedonia.rules.year import YEARS_IN_TERM
from domain.freedonia.state import Camp, Lay, Laying, Opening, Shedding, Standing, State
from domain.kernel.outcome import Outcome
from domain.kernel.viewers import AUDITOR, Viewer

Phase = Literal["opening", "shed", "lay_opposition", "lay_leader", "over"]
Ids = tuple[str, ...]
Wedges = Annotated[int, Meta(description="Wedges, 0 to 50; more is better for the Leader.")]


class StandingView(Struct, frozen=True):
    """A card on the board."""

    slot: Annotated[str, Meta(description="The place it was laid in: year, seat, venue and position.")]
    card: Annotated[str, Meta(description="The card.")]
    owner: Annotated[str, Meta(description="The seat whose deck it came from.")]
    side: Annotated[str, Meta(description="The seat that it counts for; the other one's if it was captured.")]
    clout: Annotated[int, Meta(description="Its own clout now: printed less age.")]
    age: Annotated[int, Meta(description="How often it has aged.")]
    aim_until: Annotated[int | None, Meta(description="The last year in which its aim works; null: no such power.")]


class LayView(Struct, frozen=True):
    """A card laid face down. `card` and `decoy` are null where you may not know them."""

    slot: Annotated[str, Meta(description="Its place: year, seat, venue and position.")]
    seat: Annotated[str, Meta(description="The seat that laid it.")]
    venue: Annotated[str, Meta(description="The venue.")]
    face: Annotated[str | None, Meta(description="The picture that it shows; null: none.")]
    card: Annotated[str | None, Meta(description="The card; null for a decoy, and where you may not know it.")]
    decoy: Annotated[bool | None, Meta(description="Whether it is a decoy; null where you may not know it.")]


class VenueView(Struct, frozen=True, kw_only=True):
    """A venue: its count, what stands, what lies face down, and what weighs on the totals."""

    count: Wedges
    tokens: Annotated[int, Meta(description="Red tokens of ten: five wedges each (FRE-COUNT-01).")]
    dial: Annotated[int, Meta(description="Wedges filled on the next token, 0 to 4.")]
    goal: Annotated[int | None, Meta(description="What the Leader's ambition asks for here; null: nothing.")]
    held_at_start: Annotated[str | None, Meta(description="Who held it as the year began (FRE-CLOUT-03).")]
    standing: Annotated[tuple[StandingView, ...], Meta(description="The cards that stand; all count for one side.")]
    face_down: Annotated[tuple[LayView, ...], Meta(description="Sealed cards that are not turned up yet.")]
    guard: Annotated[int, Meta(description="What an attacker's total loses here (FRE-VENUE-06).")]
    muzzled: Annotated[dict[str, int], Meta(description="What each side's total loses to Muzzles (FRE-ABIL-03).")]


class OrderView(Struct, frozen=True):
    """A seat's order of the term."""

    id: Annotated[str, Meta(description="The order.")]
    state: Annotated[Literal["ready", "spent", "none"], Meta(description="Whether it can be played this term.")]
    staged: Annotated[str | None, Meta(description="The venue it will name at your seal; null otherwise.")]


class CampView(Struct, frozen=True, kw_only=True):
    """What you see of one seat. Of the other one: sizes and money as they stood when its lay began."""

    hand: Annotated[Ids | None, Meta(description="The hand, longest held first; null where you may not know it.")]
    hand_size: Annotated[int, Meta(description="Cards in hand.")]
    deck: Annotated[int, Meta(description="Cards in the deck.")]
    discard: Annotated[Ids, Meta(description="Discarded cards whose faces you know.")]
    unseen: Annotated[int, Meta(description="Discarded cards whose faces you do not know.")]
    removed: Annotated[Ids, Meta(description="Cards out of the game.")]
    record: Annotated[dict[str, str], Meta(description="Where each Record card is: in_record, held or gone.")]
    fiat: Annotated[int, Meta(description="$FIAT to spend this year.")]
    order: Annotated[OrderView, Meta(description="The order of the term.")]
    favour_used: Annotated[bool | None, Meta(description="Whether the favour was called; null for others.")]
    draft: Annotated[
        tuple[LayView, ...] | None, Meta(description="What you have laid and not sealed; null for others.")
    ]


class Truth(Struct, frozen=True, kw_only=True):
    """What lies hidden from everyone at the table, for the auditor."""

    decks: Annotated[dict[str, Ids], Meta(description="Each seat's deck, its top card first.")]
    choices: Annotated[dict[str, Ids], Meta(description="Sealed answers, by seat.")]


class View(Struct, frozen=True, kw_only=True, tag_field="type", tag="freedonia.View"):
    """The table of a match of Freedonia as you see it: a seat, a spectator or the auditor."""

    phase: Annotated[Phase, Meta(description="What the match waits for, or that it is over.")]
    year: Annotated[int, Meta(description="The year; 0 before the first.")]
    last_year: Annotated[int, Meta(description="The year that ends the match (FRE-WIN-02).")]
    term: Annotated[int, Meta(description="The term of four years, from 1; 0 before the first year.")]
    years_to_election: Annotated[int, Meta(description="Years until the next election; 0: this year.")]
    difficulty: Annotated[str, Meta(description="story, normal, hard or crisis.")]
    deck: Annotated[str, Meta(description="The Leader's deck.")]
    ambition: Annotated[str, Meta(description="The Leader's ambition.")]
    goals_met: Annotated[Ids, Meta(description="The venues whose goal is met now.")]
    goal_streak: Annotated[int, Meta(description="Years running that closed with every goal met.")]
    board: Annotated[dict[str, VenueView], Meta(description="The five venues, from left to right.")]
    barred: Annotated[str | None, Meta(description="Where the Leader may not lay this year (FRE-ORDER-05).")]
    seats: Annotated[dict[str, CampView], Meta(description="What you see of each seat, your own included.")]
    result: Annotated[Outcome | None, Meta(description="How the match was decided; null while it runs.")]
    truth: Annotated[Truth | None, Meta(description="What lies hidden; null for everyone but the auditor.")]


def phase(state: State) -> Phase:
    """What the match waits for."""
    match state.top if state.result is None else None:
        case Opening():
            return "opening"
        case Shedding():
            return "shed"
        case Laying(seat=seat):
            return "lay_leader" if seat == LEADER else "lay_opposition"
        case _:
            return "over"


def view(rules: Rules, state: State, viewer: Viewer) -> View:
    """The table as `viewer` sees it: a seat, `spectator` or `auditor`."""
    return View(
        phase=phase(state),
        year=state.year,
        last_year=rules.options.years,
        term=state.term,
        years_to_election=-state.year % YEARS_IN_TERM if state.year else YEARS_IN_TERM,
        difficulty=rules.options.difficulty,
        deck=rules.options.deck,
        ambition=rules.ambition,
        goals_met=tuple(state.goals_met),
        goal_streak=state.goal_streak,
        board={venue: _venue(rules, state, venue, viewer) for venue in VENUES},
        barred=barred(rules, state, LEADER),
        seats={seat: _camp(rules, state, seat, viewer) for seat in SEATS},
        result=state.result,
        truth=_truth(state) if viewer == AUDITOR else None,
    )


def _truth(state: State) -> Truth:
    return Truth(
        decks={seat: tuple(camp.deck.faces()) for seat, camp in state.camps.items()},
        choices={sealed.seat: sealed.value for sealed in state.choices},
    )


def _venue(rules: Rules, state: State, venue: str, viewer: Viewer) -> VenueView:
    count = state.counts[venue]
    lays = [(seat, lay) for seat in SEATS for lay in state.camps[seat].lays if lay.venue == venue]
    return VenueView(
        count=count,
        tokens=count // rules.content.token.wedges,
        dial=count % rules.content.token.wedges,
        goal=state.goals.get(venue),
        held_at_start=state.held_at_start.get(venue),
        standing=tuple(_standing(rules, card) for card in state.standing[venue]),
        face_down=tuple(_lay(seat, lay, viewer) for seat, lay in lays),
        guard=guard(rules, state, venue),
        muzzled={seat: muzzle(rules, state, venue, seat) for seat in SEATS},
    )


def _standing(rules: Rules, card: Standing) -> StandingView:
    clout = rules.cards[card.card].clout - card.age
    return StandingView(card.slot, card.card, card.owner, card.side, clout, card.age, card.aim_until)


def _lay(seat: str, lay: Lay, viewer: Viewer) -> LayView:
    """FRE-LAY-06, FRE-DECOY-02: a decoy and a card differ for those alone who may know which it is."""
    known = viewer in {seat, AUDITOR} or (lay.look is not None and lay.look.seat == viewer)
    card = lay.name if known else None
    return LayView(lay.slot, seat, lay.venue, lay.face, card, (lay.name is None) if known else None)


def _camp(rules: Rules, state: State, seat: str, viewer: Viewer) -> CampView:
    camp, order = state.camps[seat], rules.decks[seat].order
    if viewer in {seat, AUDITOR}:
        return _own(seat, camp, order, viewer)
    return _others(camp, order)


def _own(seat: str, camp: Camp, order: str, viewer: Viewer) -> CampView:
    return CampView(
        hand=tuple(camp.hand.faces()),
        hand_size=len(camp.hand),
        deck=len(camp.deck),
        discard=(*camp.discard, *camp.shed.faces()),
        unseen=0,
        removed=tuple(camp.removed),
        record=dict(camp.record),
        fiat=camp.fiat,
        order=OrderView(order, camp.order, camp.staged),
        favour_used=camp.favour_used,
        draft=tuple(_lay(seat, lay, viewer) for lay in camp.draft),
    )


def _others(camp: Camp, order: str) -> CampView:
    """FRE-SECRET-02: what public events have told of a seat."""
    shown = camp.shown
    return CampView(
        hand=None,
        hand_size=shown.hand,
        deck=shown.deck,
        discard=tuple(shown.discard),
        unseen=shown.unseen,
        removed=tuple(camp.removed),
        record=dict(shown.record),
        fiat=shown.fiat,
        order=OrderView(order, camp.order, None),
        favour_used=None,
        draft=None,
    )
