"""What the ways out of a confrontation cost a captain."""

from collections.abc import Sequence
from typing import cast

from domain.syndicate.bots.answers import Values
from domain.syndicate.cards.campaign import Aftermath, Way
from domain.syndicate.packs import Rules
from domain.syndicate.view.campaign import CampaignView

ALERT = 4.5


def cheapest(rules: Rules, now: CampaignView, ways: Sequence[Values]) -> Values:
    """The way out with the least expected loss."""
    card = rules.confrontations[cast(str, now.facing)]
    options = {way.name: way for way in card.options}
    return min(ways, key=lambda way: _cost(now, options[str(way["option"])]))


def _cost(now: CampaignView, way: Way) -> float:
    pay = way.pay
    price = pay.credits + 0.6 * pay.influence + 0.3 * pay.crew + 1.2 * pay.fuel + 5 * pay.key_any
    price += 2.0 * (now.contraband if way.cargo == "all" else way.cargo) + _suffered(now, way.effect)
    needed = way.fight - now.assault if way.fight else way.bluff
    if not needed:
        return price
    chance = max(0.0, min(1.0, (7 - needed) / 6))
    return price + chance * _suffered(now, way.win) + (1 - chance) * _suffered(now, way.lose)


def _suffered(now: CampaignView, outcome: Aftermath) -> float:
    """What an outcome costs; what it brings is negative."""
    cargo = now.contraband if outcome.cargo == "all" else min(outcome.cargo, now.contraband)
    gains = outcome.credits + 0.6 * outcome.influence + 0.3 * outcome.crew + 1.2 * outcome.fuel + 2 * outcome.assault
    return ALERT * outcome.alert + 2.0 * cargo + 5 * outcome.key_any_or_alert - gains
