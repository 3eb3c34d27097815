"""Which bases can have their crew in a collection (rulebook: Note on Having Enough Crew)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from domain.syndicate.cards import effects as f
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, RESOURCES, Bundle
from domain.syndicate.rules import perks
from domain.syndicate.rules.board import active_bases
from domain.syndicate.state import State

Picks = Mapping[str, Bundle]


class Reckoning(NamedTuple):
    """The crew of a seat in a collection. `pool` is there whatever is left unpaid; each base that costs crew
    stands with its cost and the crew that it brings in itself; routes with members and crew (SND-CREW-02)."""

    pool: int
    bases: tuple[tuple[str, int, int], ...]
    routes: tuple[tuple[frozenset[str], int], ...]


def reckoning(rules: Rules, state: State, seat: str, picks: Picks) -> Reckoning:
    """SND-CREW-02, SND-CREW-07, SND-R-18: resting bases take no part."""
    mat, active = state.mats[seat], active_bases(rules, state, seat)
    costs = {t: perks.upkeep(rules, mat, t) for t in active}
    own = {t: earnings(rules, state, seat, t, picks).crew for t in active}
    paying = tuple((t, cost, own[t]) for t, cost in costs.items() if cost)
    routes = tuple(
        (frozenset(route.members) & frozenset(t for t, _, _ in paying), route.bonus.crew)
        for route in rules.content.routes
        if set(route.members) <= set(active)
    )
    flat = mat.purse.crew + rules.syndicates[mat.syndicate].income.crew + flat_income(rules, state, seat).crew
    free = sum(own[t] for t, cost in costs.items() if not cost)
    return Reckoning(flat + free + sum(crew for _, crew in routes), paying, routes)


def flat_income(rules: Rules, state: State, seat: str) -> Bundle:
    """What a syndicate's bonus and techs bring in every collection, whatever is owned."""
    found = perks.passive(rules, state.mats[seat], f.Income)
    return sum((mod.bundle for mod in found if "flat" in mod.per), NOTHING)


def by_base(rules: Rules, state: State, seat: str, territory: str) -> Bundle:
    """What a syndicate's bonus and techs bring for one earning base."""
    zone = f"zone:{rules.territories[territory].zone}"
    found = perks.passive(rules, state.mats[seat], f.Income)
    return sum((mod.bundle for mod in found if zone in mod.per), NOTHING)


def earnings(rules: Rules, state: State, seat: str, territory: str, picks: Picks) -> Bundle:
    """What one base brings in while it earns, its cost of crew left out."""
    income = rules.zone(territory).income
    gains = Bundle(income.credits, income.influence, max(0, income.crew))
    return gains + picks.get(territory, NOTHING) + by_base(rules, state, seat, territory)


@lru_cache(maxsize=4096)
def legal_sets(crew: Reckoning) -> tuple[tuple[str, ...], ...]:
    """SND-CREW-04: the sets that may be left unpaid. If all can be paid that is the only one; else the rest
    must be payable and no base could be paid in addition."""
    slack = _slack(crew)
    if slack[0] >= 0:
        return ((),)
    count = len(crew.bases)
    legal = [
        mask for mask in range(1, 1 << count) if slack[mask] >= 0 and all(slack[mask ^ bit] < 0 for bit in _bits(mask))
    ]
    return tuple(tuple(name for n, (name, _, _) in enumerate(crew.bases) if mask >> n & 1) for mask in legal)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _slack(crew: Reckoning) -> list[int]:
    """For each set of unpaid bases, as a mask, the crew that is left over."""
    saved = [cost - brings for _, cost, brings in crew.bases]
    place = {name: 1 << n for n, (name, _, _) in enumerate(crew.bases)}
    routes = [(sum(place[name] for name in members), bonus) for members, bonus in crew.routes]
    plain = [crew.pool - sum(saved)]
    for mask in range(1, 1 << len(crew.bases)):
        plain.append(plain[mask & (mask - 1)] + saved[(mask & -mask).bit_length() - 1])
    return [left - sum(bonus for members, bonus in routes if members & mask) for mask, left in enumerate(plain)]


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
