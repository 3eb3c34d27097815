"""Sets of things that cannot all be paid for: what may be left out (SND-CREW-04, SND-TAX-04)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from domain.kernel.refusal import Refused
from domain.syndicate.rules.board import holds_all
from domain.syndicate.rules.refusals import no


@lru_cache(maxsize=4096)
def unpaid(costs: tuple[tuple[str, int], ...], purse: int) -> tuple[tuple[str, ...], ...]:
    """All sets whose rest can be paid and of which nothing could be paid in addition, in the given order."""
    found: list[tuple[str, ...]] = []
    rest = [sum(cost for _, cost in costs[place:]) for place in range(len(costs) + 1)]

    def leave(place: int, left: int, out: tuple[str, ...], cheapest: int) -> None:
        if left - rest[place] >= cheapest:
            return  # one of these could be paid in addition, whatever follows
        if place == len(costs):
            found.append(out)
            return
        name, cost = costs[place]
        if cost <= left:
            leave(place + 1, left - cost, out, cheapest)
        leave(place + 1, left, (*out, name), min(cheapest, cost))

    leave(0, purse, (), 1 << 30)
    return tuple(found)


def why_not(costs: Mapping[str, int], left_out: Sequence[str], purse: int, rule: str) -> Refused:
    """Why a set that is not among the legal ones is refused."""
    rest = purse - sum(cost for name, cost in costs.items() if name not in left_out)
    if rest < 0:
        return no("infeasible", rule, "The rest cannot be paid.")
    if any(costs[name] <= rest for name in left_out):
        return no("not_minimal", rule, "One of these could be paid in addition.")
    return no("bad_order", rule, "Name each base once, in the order of the board.")


def why_not_held(held: Sequence[str], wanted: Sequence[str]) -> Refused | None:
    """Whether hand cards are all held."""
    return None if holds_all(held, wanted) else no("card_not_in_hand", "SND-SOV-03", "You do not hold these cards.")
