"""Which bases can have their crew in a collection (rulebook: Note on Having Enough Crew)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from domain.syndicate.cards import effects as f
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, RESOURCES, Bundle
from domain.syndicate.rules import perks
from domain.syndicate.rules.board import active_bases
from domain.syndicate.state import Mat, State

Picks = Mapping[str, Bundle]


class Reckoning(NamedTuple):
    """The crew of a seat in a collection (SND-CREW-02). `pool` is there when no crew is paid; each base that costs
    crew stands with its cost less the crew that it brings in itself; `routes` are those that are owned whole, with
    their members that cost crew, and what they bring, which is in the pool."""

    pool: int
    costs: tuple[tuple[str, int], ...]
    routes: tuple[tuple[frozenset[str], int], ...]


def reckoning(rules: Rules, state: State, seat: str, picks: Picks) -> Reckoning:
    """SND-CREW-02, SND-CREW-07, SND-R-18: resting bases take no part."""
    mat, active = state.mats[seat], active_bases(rules, state, seat)
    costs = {t: perks.upkeep(rules, mat, t) for t in active}
    own = {t: earned_crew(rules, mat, t, picks) for t in active}
    paying = tuple((t, cost - own[t]) for t, cost in costs.items() if cost)
    routes = tuple(
        (frozenset(route.members) & frozenset(t for t, _ in paying), route.bonus.crew)
        for route in rules.content.routes
        if set(route.members) <= set(active)
    )
    flat = mat.purse.crew + rules.syndicates[mat.syndicate].income.crew
    perk = sum(perk_income(rules, perk, ()).crew for perk in perks.passive(rules, mat, f.Income))
    free = sum(own[t] for t, cost in costs.items() if not cost)
    return Reckoning(flat + perk + free + sum(crew for _, crew in routes), paying, routes)


def perk_income(rules: Rules, perk: f.Income, earning: Sequence[str]) -> Bundle:
    """What a syndicate's bonus or a tech brings in a collection: once, and for each earning base in its zones."""
    once = perk.bundle if "flat" in perk.per else NOTHING
    return sum((by_base(rules, perk, territory) for territory in earning), once)


def by_base(rules: Rules, perk: f.Income, territory: str) -> Bundle:
    """What a syndicate's bonus or a tech brings for one earning base."""
    return perk.bundle if f"zone:{rules.territories[territory].zone}" in perk.per else NOTHING


def earned_crew(rules: Rules, mat: Mat, territory: str, picks: Picks) -> int:
    """The crew that one base brings in while it earns, its cost of crew left out."""
    extra = sum(by_base(rules, perk, territory).crew for perk in perks.passive(rules, mat, f.Income))
    return max(0, rules.zone(territory).income.crew) + picks.get(territory, NOTHING).crew + extra


@lru_cache(maxsize=4096)
def legal_sets(crew: Reckoning) -> tuple[tuple[str, ...], ...]:
    """SND-CREW-04: the sets that may be left unpaid. If all can be paid that is the only one; else the rest
    must be payable and no base could be paid in addition."""
    if crew.pool >= sum(cost for _, cost in crew.costs):
        return ((),)
    slack = _slack(crew)
    legal = [mask for mask, left in enumerate(slack) if left >= 0]
    for place in range(len(crew.costs)):
        legal = [mask for mask in legal if not mask >> place & 1 or slack[mask ^ 1 << place] < 0]
    return tuple(tuple(name for n, (name, _) in enumerate(crew.costs) if mask >> n & 1) for mask in legal)


def _slack(crew: Reckoning) -> list[int]:
    """For each set of unpaid bases, as a mask, the crew that is left over."""
    slack = [crew.pool - sum(cost for _, cost in crew.costs)]
    for _, cost in crew.costs:
        slack += [left + cost for left in slack]
    for members, bonus in crew.routes:
        broken = sum(1 << n for n, (name, _) in enumerate(crew.costs) if name in members)
        slack = [left - bonus if mask & broken else left for mask, left in enumerate(slack)]
    return slack


def unpaid_sets(rules: Rules, state: State, seat: str, picks: Picks) -> tuple[tuple[str, ...], ...]:
    """The sets of bases that a seat may leave unpaid, given its mining picks."""
    return legal_sets(reckoning(rules, state, seat, picks))


def mining_bases(rules: Rules, state: State, seat: str) -> list[str]:
    """SND-SPC-01: the active mining centers of a seat."""
    return [t for t in active_bases(rules, state, seat) if rules.territories[t].yields]


@lru_cache
def splits(amount: int) -> tuple[Bundle, ...]:
    """All ways to take so many resources."""
    ways = product(range(amount, -1, -1), repeat=len(RESOURCES))
    return tuple(Bundle(*way) for way in ways if sum(way) == amount)


def all_picks(rules: Rules, state: State, seat: str) -> list[dict[str, Bundle]]:
    """SND-SPC-01: all mining picks of a seat; one without any when it has no active mining center."""
    places = mining_bases(rules, state, seat)
    ways = product(*(splits(rules.territories[t].yields) for t in places))
    return [dict(zip(places, way, strict=True)) for way in ways]
