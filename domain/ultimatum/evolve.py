"""How events change the state: facts are copied, nothing is judged."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.outcome import Outcome
from domain.kernel.viewers import SPECTATOR
from domain.kernel.zones import Card, Hand, Pile, Sealed, Slot
from domain.ultimatum import events as e
from domain.ultimatum.meta import SEATS, other
from domain.ultimatum.state import Cell, Counts, Mat, State, add, empty_board

EVERYONE = (*SEATS, SPECTATOR)


def _first_mover(state: State, event: e.FirstMover) -> None:
    state.first = event.seat
    state.mats = {seat: Mat(hand=Hand(seat=seat), boss=Slot(seat=seat)) for seat in SEATS}
    state.board = empty_board()


def _basic_bosses(state: State, event: e.BasicBosses) -> None:
    for seat, card in event.cards.items():
        state.mats[seat].boss, state.mats[seat].face_up = Slot([Card(card, EVERYONE)], seat), True


def _boss_dealt(state: State, event: e.BossDealt) -> None:
    mat = state.mats[event.seat]
    mat.boss, mat.face_up, mat.refused = Slot([Card(event.card)], event.seat), False, False
    state.unused = Pile([Card(face) for face in event.unused])
    state.votes = []


def _round_started(state: State, event: e.RoundStarted) -> None:
    state.round, state.first, state.mover = event.round, event.first, event.first
    state.number, state.placed, state.card_played = 1, None, False
    state.last_turn, state.passes, state.counter = False, 0, []
    state.set_aside, state.set_aside_by, state.set_aside_from = Slot(), None, None
    state.board, state.votes = empty_board(), []
    state.unused.cards = [Card(card.face) for card in (*state.unused.cards, *state.given_back.cards)]
    state.given_back = Pile()
    for mat in state.mats.values():
        mat.reserve, mat.eliminated, mat.barred = dict(event.reserve), {}, False
        mat.hand.cards = []


def _pile_shuffled(state: State, event: e.PileShuffled) -> None:
    state.piles[event.district] = Pile([Card(face) for face in event.order])


def _on(state: State, district: str, seat: str) -> Counts:
    return state.board[district][seat]


def _token_placed(state: State, event: e.TokenPlaced) -> None:
    add(state.mats[event.seat].reserve, event.token, -1)
    add(_on(state, event.district, event.seat), event.token)
    if event.by == "turn":
        state.placed, state.passes = event.district, 0


def _boss_turned_up(state: State, event: e.BossTurnedUp) -> None:
    mat = state.mats[event.seat]
    mat.boss, mat.face_up = Slot([Card(event.card, EVERYONE)], event.seat), True


def _hand_shown(state: State, event: e.HandShown) -> None:
    state.mats[event.of].hand.show(event.seat)


def _give(state: State, giver: str, face: str) -> None:
    """A hand card goes to the other hand; its giver knows it there."""
    card = state.mats[giver].hand.take(face)
    state.mats[other(giver)].hand.put(card.face, {*card.known, giver} - {other(giver)})


def _cards_exchanged(state: State, event: e.CardsExchanged) -> None:
    _give(state, event.seat, event.gave)
    _give(state, event.other, event.got)


def _token_replaced(state: State, event: e.TokenReplaced) -> None:
    here, reserve = _on(state, event.district, event.seat), state.mats[event.seat].reserve
    add(here, event.out, -1)
    add(reserve, event.out)
    add(reserve, event.into, -1)
    add(here, event.into)


def _chain_refused(state: State, event: e.ChainRefused) -> None:
    here, reserve = _on(state, event.district, event.seat), state.mats[event.seat].reserve
    add(here, "boss", -1)
    add(reserve, "boss")
    add(reserve, event.out, -1)
    add(here, event.out)
    state.mats[event.seat].refused = True


def _boss_withdrawn(state: State, event: e.BossWithdrawn) -> None:
    add(_on(state, event.district, event.seat), "boss", -1)
    add(state.mats[event.seat].reserve, "boss")
    if event.by == "turn":
        state.placed = None


def _token_returned(state: State, event: e.TokenReturned) -> None:
    add(state.mats[event.seat].eliminated, event.token, -1)
    add(_on(state, event.district, event.seat), event.token)


def _token_moved(state: State, event: e.TokenMoved) -> None:
    add(_on(state, event.start, event.seat), event.token, -1)
    add(_on(state, event.end, event.seat), event.token)


def _tokens_swapped(state: State, event: e.TokensSwapped) -> None:
    for spot, to in ((event.a, event.b.district), (event.b, event.a.district)):
        add(_on(state, spot.district, spot.seat), spot.token, -1)
        add(_on(state, to, spot.seat), spot.token)


def _token_removed(state: State, event: e.TokenRemoved) -> None:
    add(_on(state, event.district, event.seat), event.token, -1)
    add(state.mats[event.seat].eliminated, event.token)


def _card_set_aside(state: State, event: e.CardSetAside) -> None:
    card = state.piles[event.district].take(event.card)
    state.set_aside = Slot([card])
    state.set_aside_by, state.set_aside_from = event.seat, event.district


def _card_played(state: State, event: e.CardPlayed) -> None:
    state.mats[event.seat].hand.take(event.card)
    state.counter.append(Cell(event.card, event.seat))
    state.card_played = True


def _card_stolen(state: State, event: e.CardStolen) -> None:
    _give(state, event.of, event.card)


def _card_buried(state: State, event: e.CardBuried) -> None:
    state.mats[event.of].hand.take(event.card)
    state.piles[event.district].put(event.card, SEATS)


def _hours_added(state: State, event: e.HoursAdded) -> None:
    state.counter += [Cell(None, event.seat)] * event.cells


def _cards_barred(state: State, event: e.CardsBarred) -> None:
    state.mats[event.seat].barred = True


def _card_taken(state: State, event: e.CardTaken) -> None:
    card = state.set_aside.take(event.card)
    state.mats[event.seat].hand.put(card.face, (seat for seat in card.known if seat != event.seat))
    state.set_aside_by, state.set_aside_from = None, None


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    state.mats[event.seat].barred = False
    state.mover, state.number, state.last_turn = event.next, event.number + 1, event.last_turn
    state.placed, state.card_played = None, False


def _turn_passed(state: State, event: e.TurnPassed) -> None:
    state.mover, state.passes = event.next, state.passes + 1


def _round_scored(state: State, event: e.RoundScored) -> None:
    state.scores.append(event.score)
    winner = event.score.winner
    state.match_points[winner] = state.match_points.get(winner, 0) + 1


def _boss_vote_given(state: State, event: e.BossVoteGiven) -> None:
    state.votes.append(Sealed(event.seat, event.choice))


def _bosses_kept(state: State, event: e.BossesKept) -> None:
    state.votes = []


def _bosses_offered(state: State, event: e.BossesOffered) -> None:
    state.votes = []
    state.unused.show(event.seat)


def _boss_picked(state: State, event: e.BossPicked) -> None:
    mat = state.mats[event.seat]
    state.unused.take(event.card)
    state.given_back.put(mat.boss.cards[0].face, (event.seat,))
    mat.boss, mat.face_up, mat.refused = Slot([Card(event.card)], event.seat), False, False


def _decided(state: State, event: e.Decided) -> None:
    if event.winner is None:
        state.result = Outcome(reason=event.reason, winners=(), ranking=(SEATS,))
    else:
        ranking = ((event.winner,), (other(event.winner),))
        state.result = Outcome(reason=event.reason, winners=(event.winner,), ranking=ranking)


def _said(state: State, event: Event) -> None:
    """Events that only tell."""


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {  # each takes its own event
    e.FirstMover: _first_mover,
    e.BasicBosses: _basic_bosses,
    e.BossDealt: _boss_dealt,
    e.RoundStarted: _round_started,
    e.PileShuffled: _pile_shuffled,
    e.TokenPlaced: _token_placed,
    e.BossTurnedUp: _boss_turned_up,
    e.HandShown: _hand_shown,
    e.CardsExchanged: _cards_exchanged,
    e.TokenReplaced: _token_replaced,
    e.ChainRefused: _chain_refused,
    e.BossWithdrawn: _boss_withdrawn,
    e.TokenReturned: _token_returned,
    e.TokenMoved: _token_moved,
    e.TokensSwapped: _tokens_swapped,
    e.TokenRemoved: _token_removed,
    e.CardSetAside: _card_set_aside,
    e.CardPlayed: _card_played,
    e.CardReplayed: _said,
    e.CardStolen: _card_stolen,
    e.CardBuried: _card_buried,
    e.HoursAdded: _hours_added,
    e.CardsBarred: _cards_barred,
    e.StepSkipped: _said,
    e.CardTaken: _card_taken,
    e.TurnEnded: _turn_ended,
    e.TurnPassed: _turn_passed,
    e.RoundEnded: _said,
    e.DistrictScored: _said,
    e.RoundScored: _round_scored,
    e.BossVoteGiven: _boss_vote_given,
    e.BossesKept: _bosses_kept,
    e.BossesOffered: _bosses_offered,
    e.BossPicked: _boss_picked,
    e.Decided: _decided,
}
