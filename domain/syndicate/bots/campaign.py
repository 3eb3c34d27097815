"""A captain that never jumps: keys for the next vaults by ordinary missions and couriers (NGATA)."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import cast

from domain.kernel.choices import each
from domain.syndicate.bots.answers import Offers, Values
from domain.syndicate.bots.trouble import cheapest
from domain.syndicate.cards.campaign import Courier, Defense, Ordinary, TechJob
from domain.syndicate.packs import Rules
from domain.syndicate.view.campaign import CampaignView

Choice = tuple[str, Values]
ROUTE_LIMIT = 2
HANDS = 4  # credits for the two more dice that a mission offers


@dataclass(frozen=True, slots=True)
class Captain:
    """The campaign as it stands."""

    rules: Rules
    now: CampaignView

    @property
    def wanted(self) -> dict[str, int]:
        """Keys that the vaults still lack, by colour, those aboard left out."""
        lacking: dict[str, int] = {}
        for vault in self.now.vaults:
            for colour, number in vault.need.items() if not vault.unlocked else ():
                lacking[colour] = lacking.get(colour, 0) + number - vault.placed.get(colour, 0)
        return {c: n - self.now.keys.get(c, 0) for c, n in lacking.items() if n > self.now.keys.get(c, 0)}

    @property
    def vault(self) -> str | None:
        """Where the lowest locked vault is, if the keys aboard fill it."""
        vault = next(vault for vault in self.now.vaults if not vault.unlocked)
        full = all(self.now.keys.get(c, 0) + vault.placed.get(c, 0) >= n for c, n in vault.need.items())
        return vault.territory if full else None

    @property
    def troubled(self) -> set[str]:
        """Where trouble lies."""
        return {tile.territory for tile in self.now.tiles if tile.kind == "trouble"}


@lru_cache
def roads(rules: Rules, start: str, *, routes: bool) -> Mapping[str, tuple[int, str]]:
    """For each place that can be reached without a jump: how far it is, and the first stop on the way."""
    found = {start: (0, start)}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in rules.territories:
            if there not in found and _linked(rules, here, there, routes=routes):
                distance, first = found[here]
                found[there] = (distance + 1, there if here == start else first)
                queue.append(there)
    return found


def _linked(rules: Rules, here: str, there: str, *, routes: bool) -> bool:
    same = rules.zone(here).id == rules.zone(there).id
    return same or (routes and any({here, there} <= set(route.members) for route in rules.content.routes))


def useful(captain: Captain, card: str) -> float:
    """What a mission is worth: keys that are wanted above all, and credits to hire hands with."""
    mission, wanted = captain.rules.solo_missions[card], captain.wanted
    poor = captain.now.resources.credits < 8
    match mission:
        case Ordinary():
            keys = sum(min(n, wanted.get(colour, 0)) for colour, n in mission.reward.keys.items())
            chance = 1 - ((mission.win_at - 1) / 6) ** (3 if captain.now.resources.credits >= HANDS else 1)
            return chance * (5 * keys + (0.8 if poor else 0.1) * mission.reward.credits)
        case Courier():
            return 5.0 * sum(min(n, wanted.get(colour, 0)) for colour, n in mission.table[2].keys.items())
        case Defense() if poor:
            return 0.25 * mission.credits
        case TechJob() if mission.tech == "nt_fixers":
            return 4.0
        case _:
            return 0.0


def possible(captain: Captain, card: str) -> bool:
    """Whether a mission can be begun now: one special mission at a time."""
    return captain.now.special is None or isinstance(captain.rules.solo_missions[card], Ordinary)


def act(rules: Rules, now: CampaignView, offers: Offers, rng: Random) -> Choice:
    """The first of these that can be done: keys into the vault, a deal, what lies at hand, a way to go, fuel."""
    captain = Captain(rules, now)
    for way in (_keys, _deal, _special, _attempt, _activate, _draw, _lighten, _fly):
        found = way(captain, offers)
        if found is not None:
            return found
    return _last(captain, offers, rng)


def _values(offers: Offers, command: str) -> list[Values]:
    return [cast(Values, value) for offer in offers.get(command, ()) for value in each(offer.choice)]


def _keys(captain: Captain, offers: Offers) -> Choice | None:
    places = _values(offers, "SoloPlaceKeys")
    return ("SoloPlaceKeys", places[-1]) if places else None


def _deal(captain: Captain, offers: Offers) -> Choice | None:
    """Keys that are wanted, for credits or for keys that are not."""
    wanted = captain.wanted
    for deal in _values(offers, "SoloTrade"):
        given = cast(tuple[str, ...], deal["give"])
        spare = all(captain.now.keys.get(c, 0) > 1 and c not in wanted for c in given)
        if deal["get"] in wanted and spare:
            return "SoloTrade", deal
    return None


def _special(captain: Captain, offers: Offers) -> Choice | None:
    """What the special mission asks for here."""
    numbers, special = _values(offers, "SoloDeliver"), captain.now.special
    if numbers:
        return "SoloDeliver", numbers[-1]
    if special is not None and "SoloAbandonMission" in offers and not useful(captain, special.card):
        return "SoloAbandonMission", {}
    if "SoloPickUp" in offers:
        return "SoloPickUp", {}
    ready = captain.now.special is not None and not captain.now.special.waiting
    return ("SoloDefend", {}) if "SoloDefend" in offers and ready else None


def _attempt(captain: Captain, offers: Offers) -> Choice | None:
    """With all the hands that are offered and can be paid."""
    ways = [way for way in _values(offers, "SoloAttempt") if useful(captain, str(way["card"])) > 0]
    return ("SoloAttempt", ways[-1]) if ways else None


def _activate(captain: Captain, offers: Offers) -> Choice | None:
    ways = [way for way in _values(offers, "SoloActivate") if useful(captain, str(way["card"])) > 0]
    return ("SoloActivate", ways[0]) if ways else None


def _draw(captain: Captain, offers: Offers) -> Choice | None:
    """Cards, as long as there are some; useless ones make room."""
    drawn = _values(offers, "SoloDrawMission")
    if drawn:
        return "SoloDrawMission", drawn[0]
    idle = [card for card in captain.now.hand if useful(captain, card) <= 0]
    here = captain.now.ship in captain.now.open_decks and captain.now.decks[captain.now.ship] > 0
    return ("SoloDiscardMission", {"card": idle[0]}) if idle and here else None


def _lighten(captain: Captain, offers: Offers) -> Choice | None:
    """What is too much for a trade route is left behind, if a courier has to take one."""
    surplus = captain.now.contraband - ROUTE_LIMIT
    near = roads(captain.rules, captain.now.ship, routes=False)
    if surplus <= 0 or any(place in near for place in _errands(captain)):
        return None
    return "SoloAbandonContraband", {"number": surplus}


def _targets(captain: Captain) -> dict[str, float]:
    """Where something could be gained."""
    targets: dict[str, float] = {}
    if captain.now.special is not None:
        targets |= dict.fromkeys(_errands(captain), 6.0)
    if captain.vault is not None:
        targets[captain.vault] = 12.0
    for card in filter(lambda card: possible(captain, card), captain.now.hand):
        mission = captain.rules.solo_missions[card]
        place = mission.territory if isinstance(mission, Ordinary) else mission.start
        targets[place] = max(targets.get(place, 0.0), useful(captain, card))
    for deck in captain.now.open_decks:
        if captain.now.decks[deck]:
            targets[deck] = max(targets.get(deck, 0.0), 1.2)
    return {place: worth for place, worth in targets.items() if place not in captain.troubled and worth > 0}


def _errands(captain: Captain) -> tuple[str, ...]:
    """Where the special mission leads next."""
    special = captain.now.special
    mission = captain.rules.solo_missions[special.card] if special else None
    if special is not None and special.waiting:
        return special.waiting
    match mission:
        case Courier():
            return mission.destinations
        case TechJob():
            return (mission.deliver_to,)
        case Defense():
            return (mission.site,)
        case _:
            return ()


def _fly(captain: Captain, offers: Offers) -> Choice | None:
    """To the best target, one stop at a time."""
    ways = roads(captain.rules, captain.now.ship, routes=captain.now.contraband <= ROUTE_LIMIT)
    targets = {place: worth for place, worth in _targets(captain).items() if place in ways and ways[place][0]}
    if not targets:
        return None
    best = max(targets, key=lambda place: targets[place] - 0.6 * ways[place][0])
    flights = [flight for flight in _values(offers, "SoloTravel") if flight["to"] == ways[best][1]]
    if flights:
        return "SoloTravel", flights[0]
    return ("SoloDrawFuel", {}) if "SoloDrawFuel" in offers else None


def _last(captain: Captain, offers: Offers, rng: Random) -> Choice:
    """When nothing is left to gain: clear trouble, make room, or whatever is possible."""
    for name in ("SoloReopen", "SoloDiscardMission", "SoloAbandonMission", "SoloDrawFuel", "SoloTravel"):
        ways = _values(offers, name)
        if ways:
            return name, rng.choice(ways)
    name = rng.choice(sorted(offers))
    return name, rng.choice(_values(offers, name))


def bunker(rules: Rules, now: CampaignView, offers: Offers, rng: Random) -> Choice:
    """Credits are cheaper than trouble."""
    return "SoloAnswerFuel", {"pay": any(way["pay"] for way in _values(offers, "SoloAnswerFuel"))}


def confront(rules: Rules, now: CampaignView, offers: Offers, rng: Random) -> Choice:
    """The way out that costs least; fleeing only where there is no other."""
    ways = _values(offers, "SoloResolve")
    if not ways:
        return "SoloFlee", rng.choice(_values(offers, "SoloFlee"))
    return "SoloResolve", cheapest(rules, now, ways)
