"""Robberies (rulebook: Complete Missions and Robberies)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate.frames import Attempt
from domain.syndicate.packs import Rules
from domain.syndicate.rules import attempts, perks, windows
from domain.syndicate.rules.board import is_real
from domain.syndicate.rules.refusals import no
from domain.syndicate.state import State


def why_not_this(rules: Rules, state: State, seat: str, card: str) -> Refused | None:
    """SND-ROB-01: a robbery in hand, an armed die, a round that is late enough."""
    if card not in state.mats[seat].hand.faces():
        return attempts.NO_CARD
    if card not in rules.robberies:
        return no("not_a_robbery", "SND-ROB-01", "This card is not a robbery.")
    return attempts.why_not_card(rules, state, seat, card, rules.robberies[card].min_round)


def targets(rules: Rules, state: State, seat: str, card: str) -> tuple[str, ...]:
    """SND-ROB-01, SND-ROB-08: bases of other parties in the zone of the card, resting ones too."""
    zone, owned = rules.robberies[card].zone, state.bases
    return tuple(
        t for t, place in rules.territories.items() if place.zone == zone and t in owned and owned[t].owner != seat
    )


def why_not(rules: Rules, state: State, seat: str, command: c.AttemptRobbery) -> Refused | None:
    """SND-ROB-01, SND-ROB-02."""
    refused = why_not_this(rules, state, seat, command.card) or _why_not_target(rules, state, seat, command)
    if refused is not None:
        return refused
    mat = state.mats[seat]
    return attempts.why_not_hands(
        rules, mat, rules.robberies[command.card].hands, command.hands
    ) or attempts.why_not_means(rules, mat, command.chips, command.abilities, "robbery")


def _why_not_target(rules: Rules, state: State, seat: str, command: c.AttemptRobbery) -> Refused | None:
    place = rules.territories.get(command.target)
    if place is None or place.zone != rules.robberies[command.card].zone:
        return no("target_wrong_zone", "SND-ROB-01", "The target must lie in the zone of the card.")
    if command.target in targets(rules, state, seat, command.card):
        return None
    return no("target_not_rival", "SND-ROB-01", "The target must be a base of another party.")


def announce(rules: Rules, play: Play[State], seat: str, command: c.AttemptRobbery) -> None:
    """SND-ROB-02, SND-ROB-03: costs are paid; the dice follow from the tile of the target alone."""
    card, state = rules.robberies[command.card], play.state
    base = state.bases[command.target]
    victim = state.mats.get(base.owner)
    faces = card.dice.fortified if base.fortified else card.dice.unfortified
    dice = perks.robbery_dice(rules, state.mats[seat], victim, faces)
    needed = attempts.win_at(card.win_at, card.hands, command.hands)
    added = attempts.modifiers(rules, state, seat, command.chips, command.abilities, "robbery")
    chips, techs = attempts.spent(command.hands, command.chips, command.abilities, rules)
    play.emit(
        e.RobberyAnnounced(
            seat=seat,
            card=command.card,
            target=command.target,
            victim=base.owner,
            hands=command.hands,
            cost=attempts.cost_of(card.hands, command.hands),
            chips=chips,
            abilities=techs,
            modifiers=added,
            win_at=needed,
            dice=dice,
        )
    )
    state.push(
        Attempt(
            kind="robbery",
            seat=seat,
            card=command.card,
            territory=command.target,
            row="",
            owner=base.owner,
            win_at=needed,
            modifiers=list(added),
            dice=dice,
        )
    )


def advance(rules: Rules, play: Play[State], frame: Attempt) -> bool:
    """The next step of a robbery; always goes on."""
    if frame.stage == "announced":
        frame.stage = "roll"
        windows.open_(rules, play, "mission_announced", frame.seat, frame.owner)
        return True
    play.state.pop()
    if frame.cancelled:
        _cancelled(rules, play, frame)
    elif attempts.roll(play, frame.seat, "robbery", frame.modifiers, frame.win_at):
        _steal(rules, play, frame)
    else:
        attempts.fail(rules, play, frame)
        _emit(rules, play, frame, rolled=0, stolen=0, success=False)
    return True


def _cancelled(rules: Rules, play: Play[State], frame: Attempt) -> None:
    """The die is used, costs stay paid, the card is discarded, the alert stays (SND-R-89)."""
    play.emit(
        e.RobberyResolved(
            seat=frame.seat,
            card=frame.card,
            victim=frame.owner or "",
            outcome="cancelled",
            rolled=0,
            stolen=0,
            die_used=True,
            kept=False,
        )
    )


def _steal(rules: Rules, play: Play[State], frame: Attempt) -> None:
    """SND-ROB-03 to SND-ROB-05, SND-R-48: what the dice say, at most what is there; a phantom's from the bank."""
    dice = tuple(play.chance.pick("consequence die", 6) + 1 for _ in range(frame.dice))
    rolled, victim = sum(dice), frame.owner or ""
    play.emit(e.ConsequenceDiceRolled(seat=frame.seat, dice=dice, total=rolled))
    stolen = min(rolled, play.state.mats[victim].purse.credits) if is_real(victim) else rolled
    _emit(rules, play, frame, rolled=rolled, stolen=stolen, success=True)


def _emit(rules: Rules, play: Play[State], frame: Attempt, *, rolled: int, stolen: int, success: bool) -> None:
    play.emit(
        e.RobberyResolved(
            seat=frame.seat,
            card=frame.card,
            victim=frame.owner or "",
            outcome="success" if success else "fail",
            rolled=rolled,
            stolen=stolen,
            die_used=False,
            kept=attempts.is_kept(rules, success=success),
        )
    )
