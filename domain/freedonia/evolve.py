"""How events change the state: facts are copied, nothing is judged."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.freedonia import events as e
from domain.freedonia.meta import other
from domain.freedonia.state import Camp, Lay, Muzzled, Shown, Standing, State, Turned, both, empty_board
from domain.kernel.audience import Event
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Card, Hand, Pile, Sealed, Slot


def _match_started(state: State, event: e.MatchStarted) -> None:
    state.counts, state.goals = dict(event.counts), dict(event.goals)
    state.camps, state.standing = both(), empty_board()
    for seat, camp in state.camps.items():
        camp.record = dict.fromkeys(event.record[seat], "in_record")
        camp.shown = Shown(record=dict(camp.record))


def _deck_shuffled(state: State, event: e.DeckShuffled) -> None:
    camp = state.camps[event.seat]
    camp.deck = Pile([Card(face) for face in event.order])
    camp.discard, camp.shed = [], Hand(seat=event.seat)
    if event.reason != "favour":
        camp.shown.deck, camp.shown.discard, camp.shown.unseen = event.size, [], 0


def _cards_drawn(state: State, event: e.CardsDrawn) -> None:
    camp = state.camps[event.seat]
    for face in event.cards:
        camp.hand.cards.append(camp.deck.take(face))
    camp.shown.hand += event.count
    camp.shown.deck -= event.count


def _chosen(state: State, event: e.OpeningSwapChosen | e.ShedChosen) -> None:
    state.choices.append(Sealed(event.seat, event.cards))


def _opened(state: State, seat: str) -> Camp:
    """The sealed answer of a seat is carried out now."""
    state.choices = [sealed for sealed in state.choices if sealed.seat != seat]
    return state.camps[seat]


def _opening_swapped(state: State, event: e.OpeningSwapped) -> None:
    camp = _opened(state, event.seat)
    for face in event.cards:
        camp.deck.cards.append(camp.hand.take(face))
    camp.shown.hand -= event.count
    camp.shown.deck += event.count


def _cards_shed(state: State, event: e.CardsShed) -> None:
    camp = _opened(state, event.seat)
    for face in event.cards:
        card = camp.hand.take(face)
        if face in camp.record:
            camp.record[face] = camp.shown.record[face] = "in_record"
        elif event.open:
            camp.discard.append(face)
            camp.shown.discard.append(face)
        else:
            camp.shed.cards.append(card)
            camp.shown.unseen += 1
    camp.shown.hand -= event.count


def _year_turned(state: State, event: e.YearTurned) -> None:
    state.year, state.held_at_start = event.year, dict(event.held_at_start)
    state.in_force = {}
    for seat, camp in state.camps.items():
        camp.fiat = camp.shown.fiat = event.fiat[seat]
        camp.favour_used, camp.decoy_used = False, False


def _order_granted(state: State, event: e.OrderGranted) -> None:
    state.camps[event.seat].order = "ready"


def _term_ended(state: State, event: e.TermEnded) -> None:
    for camp in state.camps.values():
        camp.order = "none"


def _count_moved(state: State, event: e.CountMoved) -> None:
    state.counts[event.venue] = event.end


def _card_aged(state: State, event: e.CardAged) -> None:
    next(card for card in state.standing[event.venue] if card.slot == event.slot).age += 1


def _card_left(state: State, event: e.CardLeft) -> None:
    state.standing[event.venue] = [card for card in state.standing[event.venue] if card.slot != event.slot]
    state.turned = [card for card in state.turned if card.slot != event.slot]
    camp = state.camps[event.owner]
    if event.goes_to == "discard":
        camp.discard.append(event.card)
        camp.shown.discard.append(event.card)
        return
    camp.removed.append(event.card)
    if event.card in camp.record:
        camp.record[event.card] = camp.shown.record[event.card] = "gone"


def _favour_called(state: State, event: e.FavourCalled) -> None:
    camp = state.camps[event.seat]
    camp.hand.cards.append(camp.deck.take(event.got))
    camp.hand.take(event.gave)
    given = Card(event.gave, (event.seat,))  # known wherever it lies now, so that no undo follows a look at its like
    camp.fiat -= 1
    camp.favour_used = True
    if event.goes_to == "record":
        camp.record[event.gave] = "in_record"
    elif event.goes_to == "discard":
        camp.shed.cards.append(given)
    else:
        camp.deck.cards.insert(0 if event.goes_to == "top" else len(camp.deck), given)


def _card_laid(state: State, event: e.CardLaid) -> None:
    camp = state.camps[event.seat]
    card = camp.hand.take(event.card)
    camp.fiat -= event.cost
    camp.draft.append(Lay(event.slot, event.venue, event.face, Slot([card], event.seat)))


def _decoy_laid(state: State, event: e.DecoyLaid) -> None:
    camp = state.camps[event.seat]
    camp.draft.append(Lay(event.slot, event.venue, event.face, Slot(seat=event.seat)))
    camp.decoy_used = True


def _lay_taken_back(state: State, event: e.LayTakenBack) -> None:
    camp = state.camps[event.seat]
    lay = next(lay for lay in camp.draft if lay.slot == event.slot)
    camp.draft.remove(lay)
    camp.hand.cards += lay.card.cards
    camp.fiat += event.refund
    camp.decoy_used = camp.decoy_used and bool(lay.card.cards)


def _order_staged(state: State, event: e.OrderStaged) -> None:
    state.camps[event.seat].staged = event.venue


def _order_unstaged(state: State, event: e.OrderUnstaged) -> None:
    state.camps[event.seat].staged = None


def _lay_sealed(state: State, event: e.LaySealed) -> None:
    camp = state.camps[event.seat]
    camp.draft = []
    camp.lays = [
        Lay(lay.slot, lay.venue, lay.face, Slot([] if card is None else [Card(card)], event.seat))
        for lay, card in zip(event.lays, event.cards, strict=True)
    ]


def _order_played(state: State, event: e.OrderPlayed) -> None:
    camp = state.camps[event.seat]
    camp.order, camp.staged = "spent", None
    state.in_force[event.seat] = event.venue


def _fiat_gained(state: State, event: e.FiatGained) -> None:
    camp = state.camps[event.seat]
    camp.fiat += event.amount
    camp.shown.fiat += event.amount


def _lays_shown(state: State, event: e.LaysShown) -> None:
    for lay in state.camps[other(event.seat)].lays:
        if lay.venue == event.venue:
            lay.card.show(event.seat)
            lay.look = Sealed(event.seat, lay.slot)


def _no_longer_covered(state: State, event: e.CardTurnedUp | e.DecoyTurnedUp) -> Camp:
    camp = state.camps[event.seat]
    camp.lays = [lay for lay in camp.lays if lay.slot != event.slot]
    return camp


def _card_turned_up(state: State, event: e.CardTurnedUp) -> None:
    _no_longer_covered(state, event).shown.hand -= 1
    order = len(state.turned) + 1
    state.turned.append(Turned(event.slot, event.card, event.seat, event.die, event.backfired, order))


def _decoy_turned_up(state: State, event: e.DecoyTurnedUp) -> None:
    _no_longer_covered(state, event)


def _muzzle_started(state: State, event: e.MuzzleStarted) -> None:
    state.muzzles.append(Muzzled(event.seat, event.venue))


def _record_called(state: State, event: e.RecordCalled) -> None:
    if event.outcome != "joined":
        return
    camp = state.camps[event.seat]
    camp.hand.put(event.card)
    camp.record[event.card] = camp.shown.record[event.card] = "held"
    camp.shown.hand += 1


def _card_stands(state: State, event: e.CardStands) -> None:
    card = next(card for card in state.turned if card.slot == event.slot)
    state.turned.remove(card)
    stands = Standing(card.slot, card.card, card.seat, event.side, state.year, card.order, aim_until=event.aim_until)
    state.standing[event.venue].append(stands)


def _numbers_shown(state: State, event: e.NumbersShown) -> None:
    state.muzzles = []
    for seat, numbers in event.numbers.items():
        shown = state.camps[seat].shown
        shown.hand, shown.deck, shown.unseen = numbers.hand, numbers.deck, numbers.unseen
        shown.discard, shown.record = list(numbers.discard), dict(numbers.record)


def _election_held(state: State, event: e.ElectionHeld) -> None:
    state.last_election_held = True


def _election_suspended(state: State, event: e.ElectionSuspended) -> None:
    state.last_election_held = False


def _goals_checked(state: State, event: e.GoalsChecked) -> None:
    state.goal_streak = event.streak


def _game_ended(state: State, event: e.GameEnded) -> None:
    ranking = ((event.winner,), (other(event.winner),))
    state.result = Outcome(reason=event.reason, winners=(event.winner,), ranking=ranking)


def _said(state: State, event: Event) -> None:
    """Events that only tell."""


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {  # each takes its own event
    e.MatchStarted: _match_started,
    e.DeckShuffled: _deck_shuffled,
    e.CardsDrawn: _cards_drawn,
    e.OpeningSwapChosen: _chosen,
    e.OpeningSwapped: _opening_swapped,
    e.YearTurned: _year_turned,
    e.OrderGranted: _order_granted,
    e.TermEnded: _term_ended,
    e.CountMoved: _count_moved,
    e.CardAged: _card_aged,
    e.CardLeft: _card_left,
    e.ShedDue: _said,
    e.ShedChosen: _chosen,
    e.CardsShed: _cards_shed,
    e.FavourCalled: _favour_called,
    e.CardLaid: _card_laid,
    e.DecoyLaid: _decoy_laid,
    e.LayTakenBack: _lay_taken_back,
    e.OrderStaged: _order_staged,
    e.OrderUnstaged: _order_unstaged,
    e.LaySealed: _lay_sealed,
    e.OrderPlayed: _order_played,
    e.FiatGained: _fiat_gained,
    e.LaysShown: _lays_shown,
    e.VenueOpened: _said,
    e.CardTurnedUp: _card_turned_up,
    e.DecoyTurnedUp: _decoy_turned_up,
    e.MuzzleStarted: _muzzle_started,
    e.RecordCalled: _record_called,
    e.VenueDecided: _said,
    e.CardCaptured: _said,
    e.CardStands: _card_stands,
    e.NumbersShown: _numbers_shown,
    e.ElectionHeld: _election_held,
    e.ElectionSuspended: _election_suspended,
    e.GoalsChecked: _goals_checked,
    e.GameEnded: _game_ended,
}
