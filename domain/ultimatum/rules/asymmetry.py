"""Boss abilities (rulebook: Boss Card and Boss Token, Asymmetry Module, Note on the Special Boss Cards)."""

from collections.abc import Sequence

from domain.kernel.play import Play
from domain.ultimatum import events as e
from domain.ultimatum.commands import Evict, Exchange, Option, Reinforce, Replace, Return, Skip
from domain.ultimatum.meta import DISTRICTS, TOKENS, other
from domain.ultimatum.packs import Rules, back
from domain.ultimatum.state import Ability, Effect, Place, State


def ability_of(rules: Rules, state: State, seat: str) -> str:
    """The ability of a seat's Boss card, face up or not."""
    return rules.bosses[state.mats[seat].boss.cards[0].face].ability


def _replacements(state: State, seat: str, tried: Sequence[str]) -> list[Option]:
    """ULT-SPEC-01, ULT-RUL-14, ULT-RUL-39: any enemy token but a Commando, for any of that reserve."""
    enemy = other(seat)
    return [
        Replace(district=district, out=out, into=into)
        for district in DISTRICTS
        for out in state.here(district, enemy)
        if out != "commandos"
        for into in state.mats[enemy].reserve
        if not (into == "boss" and district in tried)
    ]


def _evictions(rules: Rules, state: State, seat: str, district: str) -> list[Option]:
    """ULT-SPEC-07: an enemy token but a Commando, to a bordering district with room."""
    return [
        Evict(token=token, to=to)
        for token in state.here(district, other(seat))
        if token != "commandos"
        for to in DISTRICTS
        if to in rules.bordering[district] and state.total(to) < rules.limit
    ]


def _reinforcements(rules: Rules, state: State, seat: str, district: str) -> list[Option]:
    """ULT-SPEC-04..06, ULT-RUL-35..37: return an eliminated token, or place one if there is none."""
    mat = state.mats[seat]
    if state.total(district) >= rules.limit:
        return [Skip()]
    if mat.eliminated:
        return [Skip(), *(Return(token=token) for token in TOKENS if token in mat.eliminated)]
    return [Skip(), *(Reinforce(token=token) for token in TOKENS if token in mat.reserve and token != "boss")]


def _exchanges(state: State, seat: str) -> list[Option]:
    """ULT-SPEC-09: one own card for one of theirs, or none."""
    own, theirs = (sorted(state.mats[s].hand.faces()) for s in (seat, other(seat)))
    return [Skip(), *(Exchange(own=a, theirs=b) for a in own for b in theirs)]


def options(rules: Rules, state: State, frame: Ability) -> list[Option]:
    """What the Boss's owner may choose now."""
    match ability_of(rules, state, frame.actor):
        case "replace":
            return _replacements(state, frame.actor, frame.tried)
        case "evict":
            return _evictions(rules, state, frame.actor, frame.district)
        case "return_or_reinforce":
            return _reinforcements(rules, state, frame.actor, frame.district)
        case "informer":
            return _exchanges(state, frame.actor)
        case _:
            return []


def possible(rules: Rules, state: State, seat: str, district: str) -> bool:
    """ULT-PLACE-05: whether a Boss can act if it is put into this district."""
    match ability_of(rules, state, seat):
        case "replace":
            return bool(_replacements(state, seat, ()))
        case "evict":
            return bool(_evictions(rules, state, seat, district))
        case _:
            return True


def enter(rules: Rules, play: Play[State], seat: str, district: str, acts_for: str) -> None:
    """ULT-BOSS-01, ULT-ASYM-03: a placed Boss shows its card and acts at once."""
    mat = play.state.mats[seat]
    if not mat.face_up:
        play.emit(e.BossTurnedUp(seat=seat, card=mat.boss.cards[0].face))
    if not rules.bosses[mat.boss.cards[0].face].lasting:
        play.state.push(Ability(actor=seat, acts_for=acts_for, district=district))


def advance(rules: Rules, play: Play[State], frame: Ability) -> bool:
    """Look (Informer), then carry out what has one form only; True while a choice is awaited."""
    if ability_of(rules, play.state, frame.actor) == "informer" and not frame.shown:
        frame.shown = True
        show_hand(play, frame.actor)
    found = options(rules, play.state, frame)
    if not found:
        _withdraw(play, frame)
        return False
    if len(found) == 1 and found != [Skip()]:
        choose(rules, play, frame, found[0])
        return False
    return True


def show_hand(play: Play[State], looker: str) -> None:
    """A look at the enemy hand is private (ULT-SPEC-09)."""
    cards = tuple(sorted(play.state.mats[other(looker)].hand.faces()))
    play.emit(e.HandShown(seat=looker, of=other(looker), cards=cards))


def _withdraw(play: Play[State], frame: Ability) -> None:
    """ULT-SPEC-03, ULT-RUL-16: nothing is left to choose; the Boss goes back, its card stays up."""
    play.state.pop()
    by_card = any(isinstance(below, Effect) for below in play.state.agenda)
    play.emit(e.BossWithdrawn(seat=frame.actor, district=frame.district, by="card" if by_card else "turn"))
    if not by_card:
        play.state.agenda.clear()
        play.state.push(Place(no_boss=True))


def choose(rules: Rules, play: Play[State], frame: Ability, option: Option) -> None:
    """Carry out what the Boss's owner chose."""
    seat, enemy = frame.actor, other(frame.actor)
    if isinstance(option, Replace):
        _replace(rules, play, frame, option)
        return
    play.state.pop()
    match option:
        case Evict(token=token, to=to):
            play.emit(e.TokenMoved(seat=enemy, token=token, start=frame.district, end=to, by="ability"))
        case Return(token=token):
            play.emit(e.TokenReturned(seat=seat, token=token, district=frame.district))
        case Reinforce(token=token):
            play.emit(e.TokenPlaced(seat=seat, token=token, district=frame.district, by="ability"))
        case Exchange(own=own, theirs=theirs):
            _exchange(rules, play, seat, own, theirs)
        case _:
            play.emit(e.StepSkipped(seat=seat, source=play.state.mats[seat].boss.cards[0].face))


def _exchange(rules: Rules, play: Play[State], seat: str, own: str, theirs: str) -> None:
    """ULT-SPEC-09: both seats know both cards; where backs are hidden, nobody else learns a district."""
    shown = rules.options.hand_backs == "shown"
    play.emit(
        e.CardsExchanged(
            seat=seat,
            other=other(seat),
            who=(seat, other(seat)),
            gave=own,
            got=theirs,
            gave_district=back(own) if shown else None,
            got_district=back(theirs) if shown else None,
        )
    )


def _replace(rules: Rules, play: Play[State], frame: Ability, option: Replace) -> None:
    """ULT-SPEC-01..03: a Boss brought in acts at once, for its owner, or the choice is undone."""
    enemy = other(frame.actor)
    play.emit(e.TokenReplaced(seat=enemy, district=option.district, out=option.out, into=option.into))
    if option.into != "boss":
        play.state.pop()
    elif possible(rules, play.state, enemy, option.district):
        play.state.pop()
        enter(rules, play, enemy, option.district, frame.acts_for)
    else:
        play.emit(e.ChainRefused(seat=enemy, district=option.district, out=option.out))
        frame.tried.append(option.district)
