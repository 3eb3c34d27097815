"""Missions (rulebook: Complete Missions and Robberies)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate.frames import Attempt
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle, some
from domain.syndicate.rules import attempts, windows
from domain.syndicate.rules.board import is_real
from domain.syndicate.rules.refusals import no
from domain.syndicate.state import State


def row_of(state: State, seat: str, territory: str, stance: str | None) -> str:
    """SND-MIS-04: the line of the card, by who owns the territory."""
    owner = state.owner(territory)
    if owner is None:
        return "vacant"
    return "own" if owner == seat else stance or ""


def stances(state: State, seat: str, territory: str) -> tuple[str | None, ...]:
    """SND-MIS-04, SND-MIS-05: on another party's base the attempting seat says how it goes about it."""
    owner = state.owner(territory)
    return (None,) if owner is None or owner == seat else ("coop", "uncoop")


def why_not_this(rules: Rules, state: State, seat: str, card: str) -> Refused | None:
    """SND-MIS-01: a mission in hand, an armed die, a round that is late enough."""
    if card not in state.mats[seat].hand.faces():
        return attempts.NO_CARD
    if card not in rules.missions:
        return no("not_a_mission", "SND-MIS-01", "This card is not a mission.")
    return attempts.why_not_card(rules, state, seat, card, rules.missions[card].min_round)


def why_not(rules: Rules, state: State, seat: str, command: c.AttemptMission) -> Refused | None:
    """SND-MIS-01 to SND-MIS-07."""
    refused = why_not_this(rules, state, seat, command.card)
    if refused is not None:
        return refused
    mission, mat = rules.missions[command.card], state.mats[seat]
    allowed = stances(state, seat, mission.territory)
    if command.stance not in allowed:
        required = None not in allowed
        code, message = ("required", "Say how you go about it.") if required else ("not_allowed", "Nobody is there.")
        return no(f"stance_{code}", "SND-MIS-04", message)
    return attempts.why_not_hands(rules, mat, mission.hands, command.hands) or attempts.why_not_means(
        rules, mat, command.chips, command.abilities, "mission"
    )


def announce(rules: Rules, play: Play[State], seat: str, command: c.AttemptMission) -> None:
    """SND-MIS-04, SND-MIS-06, SND-MIS-07: costs are paid and the row is fixed; then others may interrupt."""
    mission, state = rules.missions[command.card], play.state
    row = row_of(state, seat, mission.territory, command.stance)
    needed = attempts.win_at(int(getattr(mission.win_at, row)), mission.hands, command.hands)
    added = attempts.modifiers(rules, state, seat, command.chips, command.abilities, "mission")
    chips, techs = attempts.spent(command.hands, command.chips, command.abilities, rules)
    owner = state.owner(mission.territory)
    play.emit(
        e.MissionAnnounced(
            seat=seat,
            card=command.card,
            territory=mission.territory,
            row=row,
            hands=command.hands,
            cost=attempts.cost_of(mission.hands, command.hands),
            chips=chips,
            abilities=techs,
            modifiers=added,
            win_at=needed,
        )
    )
    state.push(
        Attempt(
            kind="mission",
            seat=seat,
            card=command.card,
            territory=mission.territory,
            row=row,
            owner=owner,
            win_at=needed,
            modifiers=list(added),
        )
    )


def advance(rules: Rules, play: Play[State], frame: Attempt) -> bool:
    """The next step of a mission; always goes on."""
    match frame.stage:
        case "announced":
            frame.stage = "roll"
            windows.open_(rules, play, "mission_announced", frame.seat, None)
        case "roll":
            _roll(rules, play, frame)
        case "resolve":
            play.state.pop()
            _succeed(rules, play, frame)
    return True


def _roll(rules: Rules, play: Play[State], frame: Attempt) -> None:
    """SND-MIS-08, SND-MIS-11."""
    if attempts.roll(play, frame.seat, "mission", frame.modifiers, frame.win_at):
        frame.stage = "resolve"
        windows.open_(rules, play, "mission_succeeded", frame.seat, None)
        return
    play.state.pop()
    attempts.fail(rules, play, frame)
    _emit(rules, play, frame, {})


def _emit(rules: Rules, play: Play[State], frame: Attempt, rewards: dict[str, Bundle]) -> None:
    kept = attempts.is_kept(rules, success=bool(rewards))
    play.emit(
        e.MissionResolved(
            seat=frame.seat,
            card=frame.card,
            outcome="success" if rewards else "fail",
            rewards=rewards,
            die_used=False,
            kept=kept,
        )
    )


def _succeed(rules: Rules, play: Play[State], frame: Attempt) -> None:
    """SND-MIS-09, SND-MIS-10: the reward, halved with an owner that helped, less what sleepers took."""
    reward = rules.missions[frame.card].reward
    rewards = {frame.seat: reward}
    if frame.row == "coop" and frame.owner is not None:
        half = Bundle(reward.credits // 2, reward.influence // 2, reward.crew // 2)
        rewards[frame.seat] = reward - half
        if is_real(frame.owner):
            rewards[frame.owner] = half
    for share in frame.shares:
        cut = some(share.resource, rewards[frame.seat].of(share.resource) * share.num // share.den)
        rewards[frame.seat] -= cut
        rewards[share.seat] = rewards.get(share.seat, NOTHING) + cut
    _emit(rules, play, frame, rewards)
