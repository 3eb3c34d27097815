"""Placing a token (rulebook: 1. Place a Token)."""

from domain.kernel.refusal import Refused
from domain.ultimatum.meta import DISTRICTS
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules.asymmetry import possible
from domain.ultimatum.state import State


def has_room(rules: Rules, state: State, district: str) -> bool:
    """ULT-PLACE-03: fewer than five tokens of both seats."""
    return state.total(district) < rules.limit


def why_not_here(rules: Rules, state: State, seat: str, token: str, district: str) -> Refused | None:
    """ULT-PLACE-01..05: from the own reserve, into a district with room, a Boss only with its ability."""
    if not state.mats[seat].reserve.get(token):
        return Refused(code="none_in_reserve", rule="ULT-PLACE-01", message="You have none of these in reserve.")
    if not has_room(rules, state, district):
        return Refused(code="district_full", rule="ULT-PLACE-03", message="This district is full.")
    if token == "boss" and not possible(rules, state, seat, district):
        return Refused(code="boss_cannot_act", rule="ULT-PLACE-05", message="Your Boss cannot act there.")
    return None


def placements(rules: Rules, state: State, seat: str, *, no_boss: bool) -> list[tuple[str, str]]:
    """All (token, district) that the seat may place now."""
    return [
        (token, district)
        for token in state.mats[seat].reserve
        for district in DISTRICTS
        if not (no_boss and token == "boss") and why_not_here(rules, state, seat, token, district) is None
    ]
