"""District cards (rulebook: 3. Play a Card, Notes on District Cards)."""

from collections.abc import Iterator, Sequence
from itertools import product

from domain.kernel.play import Play
from domain.ultimatum import events as e
from domain.ultimatum.cards import effects as f
from domain.ultimatum.commands import Bury, Move, Option, Place, Remove, Replay, Skip, Spot, Swap
from domain.ultimatum.meta import DISTRICTS, SEATS, other
from domain.ultimatum.packs import Rules, back
from domain.ultimatum.rules.asymmetry import enter, possible, show_hand
from domain.ultimatum.rules.tokens import pair_protected
from domain.ultimatum.state import Effect, State


def districts(rules: Rules, state: State, seat: str, where: f.Where) -> list[str]:
    """The districts that a `where` names, for this seat and turn (ULT-CARD-06, ULT-RUL-23)."""
    if not isinstance(where, str):
        return list(where)
    turn = state.placed or ""
    match where:
        case "any":
            return list(DISTRICTS)
        case "this_turn":
            return [turn] if turn else []
        case "adjacent_to_this_turn":
            return [d for d in DISTRICTS if turn and d in rules.bordering[turn]]
        case "full":
            return [d for d in DISTRICTS if state.total(d) >= rules.limit]
        case "none_of_mine":
            return [d for d in DISTRICTS if not state.here(d, seat)]
        case _:
            return [d for d in DISTRICTS if sum(state.here(d, seat).values()) > 1]


def _spots(rules: Rules, state: State, actor: str, whose: f.Whose, where: f.Where) -> list[Spot]:
    seats = {"own": (actor,), "enemy": (other(actor),), "any": SEATS}[whose]
    return [
        Spot(seat, district, token)
        for district in districts(rules, state, actor, where)
        for seat in seats
        for token in state.here(district, seat)
    ]


def _swaps(rules: Rules, state: State, actor: str, step: f.Swap) -> Iterator[Option]:
    """ULT-CARD-01, ULT-CARD-02, ULT-RUL-21: two tokens of two districts; room does not matter."""
    seen: set[frozenset[Spot]] = set()
    left = _spots(rules, state, actor, step.a.whose, step.a.where)
    right = _spots(rules, state, actor, step.b.whose, step.b.where)
    for a, b in product(left, right):
        near = not step.adjacent or b.district in rules.bordering[a.district]
        if a.district != b.district and near and frozenset((a, b)) not in seen:
            seen.add(frozenset((a, b)))
            yield Swap(a, b)


def _placements(rules: Rules, state: State, actor: str, step: f.Place) -> Iterator[Option]:
    """ULT-CARD-04, ULT-RUL-38: with room, or beyond the limit where the card says so."""
    for token, district in product(state.mats[actor].reserve, districts(rules, state, actor, step.where)):
        room = step.over_limit or state.total(district) < rules.limit
        if room and (token != "boss" or possible(rules, state, actor, district)):
            yield Place(token, district)


def _removals(rules: Rules, state: State, actor: str, step: f.Remove) -> Iterator[Option]:
    """ULT-CARD-03: no Commando, no Link of a complete pair that is not suppressed."""
    enemy = other(actor)
    for district in districts(rules, state, actor, step.where):
        for token in state.here(district, enemy):
            safe = token == "commandos" or (token == "links" and pair_protected(rules, state, district, enemy))
            if not safe:
                yield Remove(token, district)


def _moves(
    rules: Rules, state: State, actor: str, step: f.Move, moved: Sequence[tuple[str, str, str]]
) -> Iterator[Option]:
    """ULT-CARD-02, ULT-RUL-20: to another district with room; a token does not go back in the same card."""
    for spot in _spots(rules, state, actor, step.whose, step.start):
        for to in DISTRICTS:
            near = step.to == "any_other" or to in rules.bordering[spot.district]
            alone = state.here(spot.district, spot.seat)[spot.token] == 1  # else another of its type may go
            back_again = alone and (spot.token, to, spot.district) in moved
            if to != spot.district and near and not back_again and state.total(to) < rules.limit:
                yield Move(spot, to)


def _replays(rules: Rules, state: State, actor: str) -> Iterator[Option]:
    """ULT-CARD-05: another card of the counter with a possible effect, never a replaying one."""
    for cell in state.counter:
        if cell.card and not _replaying(rules, cell.card) and can_carry_out(rules, state, actor, cell.card):
            yield Replay(cell.card)


def _replaying(rules: Rules, card: str) -> bool:
    return any(isinstance(step, f.Replay) for step in rules.cards[card].effect)


def options(
    rules: Rules, state: State, actor: str, step: f.Step, moved: Sequence[tuple[str, str, str]] = ()
) -> list[Option]:
    """What may be chosen for a step now, without skipping."""
    match step:
        case f.Swap():
            return list(_swaps(rules, state, actor, step))
        case f.Place():
            return list(_placements(rules, state, actor, step))
        case f.Remove():
            return list(_removals(rules, state, actor, step))
        case f.Move():
            return list(_moves(rules, state, actor, step, moved))
        case f.Replay():
            return list(_replays(rules, state, actor))
        case f.LookAndBury():
            return [Bury(face) for face in sorted(set(state.mats[other(actor)].hand.faces()))]
        case _:
            return []


def _optional(step: f.Step) -> bool:
    return isinstance(step, f.Place | f.Move) and step.optional


def can_carry_out(rules: Rules, state: State, actor: str, card: str) -> bool:
    """ULT-PLAY-04, ULT-RUL-22: the first step is optional or has something to do. It depends on the
    board, the counter and the number of enemy cards alone."""
    step = rules.cards[card].effect[0]
    if isinstance(step, f.StealRandom | f.LookAndBury):
        return bool(len(state.mats[other(actor)].hand))
    if _optional(step) or isinstance(step, f.Hours | f.BarCards):
        return True
    return bool(options(rules, state, actor, step))


def frame_options(rules: Rules, state: State, frame: Effect) -> list[Option]:
    """What the actor of a card's step may answer now."""
    step = rules.cards[frame.card].effect[frame.step]
    found = options(rules, state, frame.actor, step, frame.moved)
    return [Skip(), *found] if _optional(step) else found


def advance(rules: Rules, play: Play[State], frame: Effect) -> bool:
    """Carry a card on; True while a choice is awaited. Steps with exactly one form need none."""
    effect = rules.cards[frame.card].effect
    if frame.step == len(effect):
        play.state.pop()
        return False
    step = effect[frame.step]
    if _at_once(rules, play, frame, step):
        frame.step += 1
        return False
    if isinstance(step, f.LookAndBury) and not frame.shown and len(play.state.mats[other(frame.actor)].hand):
        frame.shown = True
        show_hand(play, frame.actor)
    found = frame_options(rules, play.state, frame)
    if len(found) > 1 or (found and _optional(step)):
        return True
    choose(rules, play, frame, found[0] if found else Skip())
    return False


def _at_once(rules: Rules, play: Play[State], frame: Effect, step: f.Step) -> bool:
    """Steps without any choice."""
    match step:
        case f.StealRandom():
            _steal(rules, play, frame)
        case f.Hours(amount=amount):
            _hours(play, frame, min(amount, rules.cells - len(play.state.counter)))
        case f.BarCards():
            play.emit(e.CardsBarred(seat=other(frame.actor)))
        case _:
            return False
    return True


def _steal(rules: Rules, play: Play[State], frame: Effect) -> None:
    """A random card, all equally likely; where backs are hidden, nobody else learns its district."""
    seat, enemy = frame.actor, other(frame.actor)
    hand = sorted(play.state.mats[enemy].hand.faces())
    if not hand:
        play.emit(e.StepSkipped(seat=seat, source=frame.card))
        return
    face = hand[play.chance.pick("steal", len(hand))]
    district = back(face) if rules.options.hand_backs == "shown" else None
    play.emit(e.CardStolen(seat=seat, of=enemy, who=(seat, enemy), card=face, district=district))


def _hours(play: Play[State], frame: Effect, cells: int) -> None:
    """ULT-CARD-09, ULT-RUL-02: never more cells than the counter has."""
    if cells:
        play.emit(e.HoursAdded(seat=frame.actor, cells=cells))
    else:
        play.emit(e.StepSkipped(seat=frame.actor, source=frame.card))


def choose(rules: Rules, play: Play[State], frame: Effect, option: Option) -> None:
    """Carry out what was chosen for a step; a new card or a Boss goes on top of what is left."""
    seat, enemy = frame.actor, other(frame.actor)
    again = isinstance(option, Move) and _one_more(rules, frame, option)
    frame.step += 0 if again else 1
    match option:
        case Swap(a=a, b=b):
            play.emit(e.TokensSwapped(a=a, b=b))
        case Place(token=token, district=district):
            play.emit(e.TokenPlaced(seat=seat, token=token, district=district, by="card"))
            if token == "boss":
                enter(rules, play, seat, district, seat)
        case Remove(token=token, district=district):
            play.emit(e.TokenRemoved(seat=enemy, token=token, district=district))
        case Move(spot=spot, to=to):
            play.emit(e.TokenMoved(seat=spot.seat, token=spot.token, start=spot.district, end=to, by="card"))
        case Replay(card=card):
            play.emit(e.CardReplayed(seat=seat, card=card))
            play.state.push(Effect(actor=seat, card=card))
        case Bury(card=card):
            play.emit(e.CardBuried(seat=seat, of=enemy, who=(seat, enemy), card=card, district=back(card)))
        case _:
            play.emit(e.StepSkipped(seat=seat, source=frame.card))


def _one_more(rules: Rules, frame: Effect, option: Move) -> bool:
    """Whether the card moves another token after this one."""
    frame.moved = [*frame.moved, (option.spot.token, option.spot.district, option.to)]
    step = rules.cards[frame.card].effect[frame.step]
    return isinstance(step, f.Move) and len(frame.moved) < step.count
