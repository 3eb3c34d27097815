"""Buying, fortifying and losing bases (rulebook: Purchase a New Base or Fortify a Base)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.packs import Rules, back
from domain.syndicate.rules import perks
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import State


def why_not_buy(rules: Rules, state: State, seat: str, territory: str) -> Refused | None:
    """SND-BASE-01, SND-R-86: any territory without owner that the seat can pay for."""
    if territory not in rules.territories:
        return no("unknown_territory", "SND-BASE-01", "There is no such territory.")
    if territory in state.bases:
        return no("territory_occupied", "SND-BASE-01", "This territory has an owner.")
    return None if state.mats[seat].purse.covers(rules.zone(territory).buy) else CANNOT_AFFORD


def buy(rules: Rules, play: Play[State], seat: str, territory: str) -> None:
    """SND-BASE-02, SND-BASE-03: unfortified, with the chip lying there."""
    slot = play.state.board_chips.get(territory)
    chip = slot.cards[0].face if slot else None
    zone = back(chip).removeprefix("chip ") if chip else None
    paid = rules.zone(territory).buy
    play.emit(e.BasePurchased(seat=seat, territory=territory, paid=paid, chip_zone=zone, chip=chip))


def why_not_fortify(rules: Rules, state: State, seat: str, territory: str) -> Refused | None:
    """SND-BASE-05: an own base with an unfortified tile."""
    if state.owner(territory) != seat:
        return no("not_owner", "SND-BASE-05", "This base is not yours.")
    if state.bases[territory].fortified:
        return no("already_fortified", "SND-BASE-05", "This base is fortified already.")
    cost = perks.fortify_cost(rules, state.mats[seat], territory)
    return None if state.mats[seat].purse.covers(cost) else CANNOT_AFFORD


def fortify(rules: Rules, play: Play[State], seat: str, territory: str) -> None:
    """SND-BASE-05."""
    paid = perks.fortify_cost(rules, play.state.mats[seat], territory)
    play.emit(e.BaseFortified(party=seat, territory=territory, paid=paid))
