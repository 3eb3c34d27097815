"""What the ship of a campaign can do, by its advanced techs (SND-SOLO-33)."""

from domain.syndicate.packs import Rules
from domain.syndicate.state import State

TANK = 6


def perk(rules: Rules, state: State, kind: str, otherwise: int) -> int:
    """What an advanced tech makes of a figure."""
    found = [rules.solo_techs[name].n for name in state.solo.techs if rules.solo_techs[name].perk == kind]
    return found[0] if found else otherwise


def tank(rules: Rules, state: State) -> int:
    """SND-SOLO-13: the most fuel that the ship takes."""
    return perk(rules, state, "fuel_cap", TANK)
