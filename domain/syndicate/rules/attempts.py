"""What missions and robberies share: the die, the hands, the chips (rulebook: Complete Missions and Robberies)."""

from collections.abc import Sequence

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.cards.content import Hands
from domain.syndicate.events.words import Purpose
from domain.syndicate.frames import Attempt, Modifier
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle
from domain.syndicate.rules import alert, perks
from domain.syndicate.rules.board import has_casino, holds_all
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import Mat, State

NO_CARD = no("card_not_in_hand", "SND-MIS-01", "You do not have this card in hand.")
NO_DIE = no("no_armed_die", "SND-TURN-03", "You have no armed action die.")


def too_early(rules: Rules, state: State, min_round: int) -> bool:
    """SND-MIS-01, SND-MIS-02, SND-R-04: whether the round does not reach the number on the card yet."""
    if min_round == 1:
        return False
    above = rules.options.mission_round_rule == "above"
    return state.round <= min_round if above else state.round < min_round


def why_not_card(rules: Rules, state: State, seat: str, card: str, min_round: int) -> Refused | None:
    """SND-MIS-01, SND-TURN-03: an armed die, and a round that is late enough."""
    if not state.mats[seat].dice_armed:
        return NO_DIE
    if too_early(rules, state, min_round):
        return no("round_too_low", "SND-MIS-01", "It is too early for this card.", min_round=min_round)
    return None


def hands_options(rules: Rules, mat: Mat, hands: Hands | None) -> tuple[str, ...]:
    """SND-MIS-06: none, paid, or a chip or tech that hires them at no cost."""
    if hands is None:
        return ("none",)
    paid = ("paid",) if mat.purse.covers(hands.cost) else ()
    chips = tuple(sorted({c for c in mat.chips.faces() if isinstance(rules.chips[c].effect, f.FreeHands)}))
    return ("none", *paid, *chips, *(name for name, _ in perks.fresh(rules, mat, f.FreeHands)))


def why_not_hands(rules: Rules, mat: Mat, hands: Hands | None, wanted: str) -> Refused | None:
    """SND-MIS-06."""
    if wanted in hands_options(rules, mat, hands):
        return None
    if hands is None:
        return no("no_hands_on_card", "SND-MIS-06", "This card offers no extra hands.")
    return CANNOT_AFFORD if wanted == "paid" else no("ability_unavailable", "SND-MIS-06", "You do not have this.")


def roll_chips(rules: Rules, mat: Mat, purpose: Purpose) -> tuple[str, ...]:
    """SND-CHIP-03: the held chips that may be named for a roll."""
    return tuple(sorted(chip for chip in mat.chips.faces() if _changes(rules.chips[chip].effect, purpose)))


def roll_techs(rules: Rules, mat: Mat, purpose: Purpose) -> tuple[str, ...]:
    """SND-TECH-03: the unused techs that may be named for a roll."""
    return tuple(name for name, mod in perks.fresh(rules, mat, f.RollMod) if purpose in mod.rolls)


def _changes(effect: f.Effect, purpose: Purpose) -> bool:
    return isinstance(effect, f.RollMod) and purpose in effect.rolls


def why_not_means(
    rules: Rules, mat: Mat, chips: Sequence[str], techs: Sequence[str], purpose: Purpose
) -> Refused | None:
    """SND-MIS-07: chips that are held and change this roll, techs that are there and unused."""
    if not holds_all(mat.chips.faces(), chips):
        return no("chip_not_held", "SND-CHIP-01", "You do not have these chips.")
    if not holds_all(roll_chips(rules, mat, purpose), chips):
        return no("chip_not_playable", "SND-CHIP-03", "These chips do not change this roll.")
    if not holds_all(roll_techs(rules, mat, purpose), techs):
        return no("ability_unavailable", "SND-TECH-03", "You cannot use these techs now.")
    return None


def cost_of(hands: Hands | None, wanted: str) -> Bundle:
    """What hands cost in this way."""
    return hands.cost if hands and wanted == "paid" else NOTHING


def spent(wanted: str, chips: Sequence[str], techs: Sequence[str], rules: Rules) -> tuple[tuple[str, ...], ...]:
    """All chips and all techs used by an attempt, the one that hires hands included."""
    by_chip = (wanted,) if wanted in rules.chips else ()
    by_tech = (wanted,) if wanted in rules.techs else ()
    return (*by_chip, *chips), (*by_tech, *techs)


def modifiers(
    rules: Rules, state: State, seat: str, chips: Sequence[str], techs: Sequence[str], purpose: Purpose
) -> tuple[Modifier, ...]:
    """SND-MIS-07, SND-MIS-13, SND-R-38: the Casino on missions and robberies, chips and techs."""
    casino = [Modifier(rules.casino, 1)] if purpose != "assault" and has_casino(rules, state, seat) else []
    effects = [(chip, rules.chips[chip].effect) for chip in chips]
    effects += [(tech, rules.techs[tech].effect) for tech in techs]
    return (*casino, *(Modifier(name, effect.delta) for name, effect in effects if isinstance(effect, f.RollMod)))


def win_at(value: int, hands: Hands | None, wanted: str) -> int:
    """SND-MIS-06: hands lower what has to be reached, not below 2."""
    return max(2, value - hands.lowers_by) if hands and wanted != "none" else value


def roll(play: Play[State], party: str, purpose: Purpose, added: Sequence[Modifier], needed: int | None) -> bool:
    """SND-MIS-08, SND-MIS-14, SND-R-37: one die with everything added, clamped to 1 to 6."""
    raw = play.chance.pick("action die", 6) + 1
    value = max(1, min(6, raw + sum(each.delta for each in added)))
    success = needed is not None and value >= needed
    play.emit(
        e.ActionDieRolled(
            party=party, purpose=purpose, raw=raw, modifiers=tuple(added), value=value, win_at=needed, success=success
        )
    )
    return success


def fail(rules: Rules, play: Play[State], frame: Attempt) -> None:
    """SND-MIS-11, SND-ROB-06; a tech may keep it quiet once a round (SND-R-90)."""
    quiet = next(perks.fresh(rules, play.state.mats[frame.seat], f.NoAlertOnFail), None)
    if quiet is not None:
        play.emit(e.AbilityUsed(seat=frame.seat, ability=quiet[0]))
    else:
        alert.after_failure(rules, play, frame.territory, f"failed_{frame.kind}")


def is_kept(rules: Rules, *, success: bool) -> bool:
    """SND-MIS-12, SND-R-09: whether the card goes back to the hand."""
    return not success and rules.options.failed_mission_card == "keep"
