"""What syndicate bonuses and advanced techs change by themselves (SND-TECH-03 to SND-TECH-05)."""

from collections.abc import Iterator
from typing import TypeVar

from domain.syndicate.cards import effects as f
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.board import bases_of
from domain.syndicate.state import Mat, State

E = TypeVar("E", bound=f.Effect)


def passive(rules: Rules, mat: Mat, kind: type[E]) -> Iterator[E]:
    """The lasting effects of a kind: the syndicate's bonus and the techs that always work."""
    bonus = rules.syndicates[mat.syndicate].bonus
    if isinstance(bonus, kind):
        yield bonus
    for name in mat.techs:
        tech = rules.techs[name]
        if tech.limit == "always" and isinstance(tech.effect, kind):
            yield tech.effect


def fresh(rules: Rules, mat: Mat, kind: type[E]) -> Iterator[tuple[str, E]]:
    """The techs of a kind that work once a round and have not been used in it."""
    for name in mat.techs:
        tech = rules.techs[name]
        if tech.limit == "once_per_round" and name not in mat.spent and isinstance(tech.effect, kind):
            yield name, tech.effect


def cost(rules: Rules, mat: Mat, what: str, price: int) -> int:
    """SND-TECH-04: differences add, then halves round up, then the largest minimum; never dearer."""
    mods = [mod for mod in passive(rules, mat, f.CostMod) if mod.what == what]
    if not mods:
        return price
    cut = price + sum(mod.delta for mod in mods)
    for mod in mods:
        cut = -(-cut // 2) if mod.factor == "half" else cut
    return min(price, max(cut, *(mod.min for mod in mods)))


def pardon_cost(rules: Rules, state: State, seat: str) -> int:
    """SND-PAR-02: 3 without bases, else 5 for each base owned, resting ones included."""
    owned = len(bases_of(rules, state, seat))
    return cost(rules, state.mats[seat], "pardon", 5 * owned or 3)


def assault_crew(rules: Rules, mat: Mat, reinforcements: int) -> int:
    """SND-ASSAULT-02."""
    return cost(rules, mat, "assault_crew", 10 if reinforcements else 5)


def fortify_cost(rules: Rules, mat: Mat, territory: str) -> Bundle:
    """SND-BASE-05: the zone's credits and crew."""
    price = rules.zone(territory).fortify
    return Bundle(
        credits=cost(rules, mat, "fortify", price.credits),
        crew=cost(rules, mat, "fortify", price.crew),
    )


def market_price(rules: Rules, mat: Mat, track: str) -> int | None:
    """SND-LVL-01 to SND-LVL-03: the cheapest free box of the own ladder, or None when it is full."""
    box = free_box(rules, mat, track)
    return None if box is None else cost(rules, mat, "market", rules.content.market[track][box])


def free_box(rules: Rules, mat: Mat, track: str) -> int | None:
    """The first box of the own ladder without a cube."""
    boxes = range(len(rules.content.market[track]))
    return next((box for box in boxes if box not in mat.market[track]), None)


def sale_value(rules: Rules, mat: Mat) -> int:
    """SND-SELL-01."""
    return rules.options.sale + sum(mod.delta for mod in passive(rules, mat, f.SaleMod))


def rates(rules: Rules, mat: Mat) -> tuple[f.Rate, ...]:
    """SND-EXC-03: the rates of the seat's mat."""
    own = next(passive(rules, mat, f.ExchangeRates), None)
    return own.rates if own else rules.content.exchange


def upkeep(rules: Rules, mat: Mat, territory: str) -> int:
    """SND-CREW-01, SND-TECH-04: the crew that a base costs in a collection, not below 0."""
    zone = rules.zone(territory)
    price = max(0, -zone.income.crew)
    mods = [mod for mod in passive(rules, mat, f.UpkeepMod) if zone.id in mod.zones]
    return max(0, price + sum(mod.delta for mod in mods)) if price else 0


def robbery_dice(rules: Rules, robber: Mat, victim: Mat | None, dice: int) -> int:
    """SND-ROB-07: changed by techs of both sides, from 1 to 3."""
    for mat, side in ((robber, "robber"), (victim, "victim")):
        mods = passive(rules, mat, f.RobberyDice) if mat else ()
        dice += sum(mod.delta for mod in mods if mod.side == side)
    return max(1, min(3, dice))
