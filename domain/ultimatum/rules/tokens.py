"""Token strengths and district strength (rulebook: Components and Tokens, Token Abilities)."""

from typing import Final

from domain.ultimatum.meta import other
from domain.ultimatum.packs import Rules
from domain.ultimatum.state import Breakdown, State

UNITS: Final = (0, 1, 3, 6, 10, 15)
PAIR: Final = 2
PAIR_STRENGTH: Final = 10
SURVIVOR: Final = 3
HUNTER: Final = {1: 9, 2: 3}


def boss_here(rules: Rules, state: State, district: str, seat: str) -> str | None:
    """The ability of a seat's Boss if it stands in the district.

    Between rounds the tokens still lie there while new Boss cards are dealt: those have no say yet.
    """
    if "boss" not in state.here(district, seat) or not state.mats[seat].face_up:
        return None
    return rules.bosses[state.mats[seat].boss.cards[0].face].ability


def suppressed(rules: Rules, state: State, district: str) -> bool:
    """ULT-BOSS-02, ULT-BOSS-03: a basic Boss of either seat is in the district."""
    return any(boss_here(rules, state, district, seat) == "suppress" for seat in state.mats)


def pair_protected(rules: Rules, state: State, district: str, seat: str) -> bool:
    """ULT-TOKEN-02: both Links of a seat are here and not suppressed."""
    return state.here(district, seat).get("links", 0) == PAIR and not suppressed(rules, state, district)


def _links(state: State, district: str, seat: str) -> int:
    here = state.here(district, seat).get("links", 0)
    if here == PAIR:
        return PAIR_STRENGTH
    return here * (SURVIVOR if state.mats[seat].eliminated.get("links") else 1)


def strength(rules: Rules, state: State, district: str, seat: str) -> Breakdown:
    """ULT-STR-01, ULT-STR-02: suppression first, then the tables of Links, Hunters and Units."""
    here = state.here(district, seat)
    flat = suppressed(rules, state, district)
    overseen = boss_here(rules, state, district, other(seat)) == "overseer"
    links, hunters, units = (here.get(token, 0) for token in ("links", "hunters", "units"))
    boss = (
        rules.bosses[state.mats[seat].boss.cards[0].face].strength if "boss" in here and state.mats[seat].face_up else 0
    )
    commandos = 2 * here.get("commandos", 0)
    links = links if flat else _links(state, district, seat)
    hunters *= 1 if flat else HUNTER.get(sum(here.values()), 0)
    units = units if flat or overseen else UNITS[units]
    total = boss + commandos + links + hunters + units
    return Breakdown(boss, commandos, links, hunters, units, total, flat, overseen)
