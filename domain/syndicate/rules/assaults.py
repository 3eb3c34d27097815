"""Assaults (rulebook: Assault an Enemy Base)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate.frames import Assault
from domain.syndicate.meta import PHANTOM
from domain.syndicate.packs import Rules
from domain.syndicate.rules import alert, attempts, perks, windows
from domain.syndicate.rules.board import is_fortified
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import State


def win_at(reinforcements: int, *, fortified: bool) -> int | None:
    """SND-ASSAULT-04, SND-ASSAULT-05: the table; against a fortified base nothing wins without reinforcements."""
    if fortified:
        return 7 - reinforcements if reinforcements else None
    return 6 - reinforcements


def forces(rules: Rules, state: State, seat: str, target: str) -> tuple[int, ...]:
    """SND-ASSAULT-02, SND-ASSAULT-03, SND-ASSAULT-05: the numbers of reinforcements that may be sent."""
    mat, fortified = state.mats[seat], is_fortified(rules, state, target)
    return tuple(
        n
        for n in range(mat.reinf_armed + 1)
        if mat.purse.crew >= perks.assault_crew(rules, mat, n) and win_at(n, fortified=fortified)
    )


def why_not(rules: Rules, state: State, seat: str, command: c.LaunchAssault) -> Refused | None:
    """SND-ASSAULT-01 to SND-ASSAULT-06."""
    mat, sent = state.mats[seat], command.reinforcements
    owner = state.owner(command.target)
    if owner is None:
        return no("target_unoccupied", "SND-ASSAULT-01", "Nobody owns this territory.")
    if owner == seat:
        return no("target_not_rival", "SND-ASSAULT-01", "This base is yours.")
    if not mat.dice_armed:
        return attempts.NO_DIE
    if sent > mat.reinf_armed:
        return no("reinforcements_unavailable", "SND-ASSAULT-03", "You have not so many armed reinforcements.")
    if mat.purse.crew < perks.assault_crew(rules, mat, sent):
        return CANNOT_AFFORD
    if sent == 0 and is_fortified(rules, state, command.target):
        return no("fortified_needs_reinforcement", "SND-ASSAULT-05", "A fortified base needs a reinforcement.")
    return attempts.why_not_means(rules, mat, command.chips, command.abilities, "assault")


def launch(rules: Rules, play: Play[State], seat: str, command: c.LaunchAssault) -> None:
    """SND-ASSAULT-01 to SND-ASSAULT-03: announced, and crew and reinforcements committed."""
    state, target, sent = play.state, command.target, command.reinforcements
    added = attempts.modifiers(rules, state, seat, command.chips, command.abilities, "assault")
    crew = perks.assault_crew(rules, state.mats[seat], sent)
    frame = _frame(rules, state, seat, target, sent)
    frame.crew, frame.modifiers = crew, list(added)
    _announce(play, frame, command.chips, command.abilities)


def attack(rules: Rules, play: Play[State], target: str, reinforcements: int) -> None:
    """SND-PH-05: the phantom attacks without crew."""
    _announce(play, _frame(rules, play.state, PHANTOM, target, reinforcements), (), ())


def _frame(rules: Rules, state: State, party: str, target: str, reinforcements: int) -> Assault:
    return Assault(
        party=party,
        target=target,
        defender=state.bases[target].owner,
        reinforcements=reinforcements,
        fortified=is_fortified(rules, state, target),
    )


def _announce(play: Play[State], frame: Assault, chips: tuple[str, ...], abilities: tuple[str, ...]) -> None:
    play.emit(
        e.AssaultAnnounced(
            party=frame.party,
            target=frame.target,
            defender=frame.defender,
            reinforcements=frame.reinforcements,
            crew=frame.crew,
            fortified=frame.fortified,
            chips=chips,
            abilities=abilities,
            modifiers=tuple(frame.modifiers),
            win_at=win_at(frame.reinforcements, fortified=frame.fortified),
        )
    )
    play.state.push(frame)


def advance(rules: Rules, play: Play[State], frame: Assault) -> bool:
    """The next step of an assault; always goes on."""
    if frame.stage == "announced":
        frame.stage = "roll"
        windows.open_(rules, play, "assault_announced", frame.party, frame.defender)
        return True
    play.state.pop()
    _fight(rules, play, frame)
    return True


def _fight(rules: Rules, play: Play[State], frame: Assault) -> None:
    """SND-ASSAULT-04, SND-ASSAULT-07 to SND-ASSAULT-11; the destroyer never moves because of it."""
    needed = win_at(frame.reinforcements, fortified=frame.fortified or frame.treated)
    won = attempts.roll(play, frame.party, "assault", frame.modifiers, needed)
    play.emit(
        e.AssaultResolved(
            party=frame.party,
            target=frame.target,
            defender=frame.defender,
            outcome="success" if won else "fail",
            crew_lost=frame.crew,
        )
    )
    if won:
        play.emit(e.BaseTaken(territory=frame.target, loser=frame.defender, winner=frame.party))
    if frame.party != PHANTOM or rules.options.phantom_raises_alert:
        alert.move(rules, play, 1, "assault")
