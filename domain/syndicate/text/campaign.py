"""Lines for the events and decisions of a campaign."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.syndicate.meta import META
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.text.words import bundle, card_name, number, place, places

Line = Callable[[Rules, Any], str]  # redacted forms are made at run time


FUEL_WORDS = {
    "refuel": "the tank is filled",
    "customs": "trouble with contraband aboard, else the tank is filled",
    "confrontation": "trouble",
    "bunker": "pay, or face trouble",
}
BAND_WORDS = {"clean": "all clear", "confrontation": "trouble waits", "trap": "it is a trap"}
SIDE_WORDS = {"sovereign": "the Sovereign", "syndicate": "another syndicate", "trader": "a trader"}


def _keys(keys: Mapping[str, int]) -> list[str]:
    return [number(count, f"{colour} key") for colour, count in keys.items()]


def _levels(count: int) -> list[str]:
    return [number(count, "assault level")] if count else []


def _shuffled(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    what = f"missions of {place(r, e.deck)}" if e.deck in r.territories else f"{e.deck.removesuffix('s')} cards"
    return f"The {e.count} {what} are shuffled."


def _moved(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    how = "jumps" if e.mode == "jump" else "flies"
    return f"The ship {how} from {place(r, e.start)} to {place(r, e.end)}; {e.fuel} fuel left."


def _jumped(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    counts = f" ({e.highest} counts)" if (e.highest,) != tuple(e.dice) else ""
    return f"The jump {'dice show' if len(e.dice) > 1 else 'die shows'} {_dice(e)}{counts}: {BAND_WORDS[e.band]}."


def _dice(e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return ", ".join(map(str, e.dice))


def _price(e: Any) -> list[str]:  # noqa: ANN401  # a form made at run time
    paid = Bundle(e.paid.credits, e.paid.influence, e.paid.crew)
    parts = [bundle(paid)] if paid else []
    parts += [f"{e.paid.fuel} fuel"] if e.paid.fuel else []
    return parts + ([f"a {e.key} key"] if e.key else [])


def _change(some: Bundle) -> list[str]:
    """What is received and what is paid, apart."""
    gains = Bundle(max(0, some.credits), max(0, some.influence), max(0, some.crew))
    costs = gains - some
    return [*([f"{bundle(gains)} gained"] if gains else []), *([f"{bundle(costs)} gone"] if costs else [])]


def _rewarded(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    gains = [bundle(e.resources)] if e.resources else []
    gains += _keys(e.keys)
    gains += _levels(e.assault)
    gains += [r.solo_techs[e.tech].name] if e.tech else []
    return f"The mission brings {', '.join(gains)}."


def _resolved(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    rolled = "" if e.roll is None else f"; the die shows {e.roll}: {'success' if e.success else 'failure'}"
    price = f" for {', '.join(_price(e))}" if _price(e) else ""
    return f"{r.confrontations[e.card].name}, way out: {e.option.replace('_', ' ')}{price}{rolled}."


def _altered(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    parts = [*_change(e.resources), *_levels(e.assault), *([f"a {e.key} key gone"] if e.key else [])]
    return f"What comes of it: {', '.join((*parts, f'{e.fuel} fuel in the tank'))}."


def _dealt(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    parts = [*_change(e.resources), *(f"{keys} gone" for keys in _keys(e.keys_given))]
    parts += [f"a {e.key} key gained"] if e.key else []
    parts += [f"{abs(e.contraband)} contraband {'gained' if e.contraband > 0 else 'gone'}"] if e.contraband else []
    parts += _levels(e.assault)
    return f"A deal with {r.confrontations[e.trader].name}: {', '.join(parts) or e.offer.replace('_', ' ')}."


def _mission_rolled(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    end, paid = "success" if e.success else "failure", f", for {number(e.paid, 'credit')}" if e.paid else ""
    dice = f"{'dice show' if len(e.dice) > 1 else 'die shows'} {_dice(e)}"
    return f"{_sentence(card_name(r, e.card))}{paid}: the {dice}, it takes {e.win_at} or more; {end}."


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _began(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"A special mission begins: {card_name(r, e.card)}{f'; {e.loaded} contraband loaded' if e.loaded else ''}."


def _defended(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    crystals = f" and crystals add {e.bonus}" if e.bonus else ""
    end = "success" if e.success else "failure"
    return f"The site is defended: the die shows {e.raw}{crystals}, it takes {e.win_at} or more; {end}."


def _met(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    card = r.confrontations[e.card]
    return f"Confrontation at {place(r, e.territory)}: {card.name} ({SIDE_WORDS[card.side]})."


def _ended(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    why = META.endings[e.outcome.reason].removeprefix("Campaign of one seat: ")
    return f"The campaign is {'won' if e.outcome.winners else 'lost'}: {why}"


LINES: dict[str, Line] = {
    "CampaignBegan": lambda r, e: f"The {e.setup} campaign begins; the vaults are at {places(r, e.vaults)}.",
    "DeckShuffled": _shuffled,
    "ShipMoved": _moved,
    "HyperjumpRolled": _jumped,
    "SovereignTrap": lambda r, e: f"The Sovereign takes {e.lost or 'no'} contraband.",
    "FuelDrawn": lambda r, e: f"Fuel card: {r.fuel[e.face].name}; {FUEL_WORDS[r.fuel[e.face].effect]}.",
    "FuelPaid": lambda r, e: f"The bunker gets {number(e.credits, 'credit') if e.credits else 'nothing'}.",
    "Refuelled": lambda r, e: f"The tank is full: {e.fuel}.",
    "MissionDrawn": lambda r, e: f"A mission is drawn: {card_name(r, e.card)}.",
    "MissionDiscarded": lambda r, e: f"A mission is discarded: {card_name(r, e.card)}.",
    "SoloMissionRolled": _mission_rolled,
    "SoloRewarded": _rewarded,
    "SpecialActivated": _began,
    "ContrabandTaken": lambda r, e: f"A crystal is picked up at {place(r, e.territory)}.",
    "ContrabandDelivered": lambda r, e: f"{e.number} contraband delivered at {place(r, e.territory)}.",
    "ContrabandLost": lambda r, e: f"{e.number} contraband is gone.",
    "SpecialEnded": lambda r, e: f"{_sentence(card_name(r, e.card))} is over: {e.outcome}.",
    "DefenseRolled": _defended,
    "ConfrontationDrawn": _met,
    "ConfrontationReopened": lambda r, e: f"Faced again: {r.confrontations[e.card].name}.",
    "ConfrontationResolved": _resolved,
    "ConfrontationFled": lambda r, e: f"The ship flees; the trouble stays at {place(r, e.territory)}.",
    "TileRemoved": lambda r, e: f"Trouble at {place(r, e.territory)} is cleared.",
    "TraderEstablished": lambda r, e: f"{r.confrontations[e.card].name} opens at {place(r, e.territory)}.",
    "SoloAltered": _altered,
    "TraderDealt": _dealt,
    "KeysPlaced": lambda r, e: f"{number(e.number, f'{e.colour} key')} placed in the vault of {place(r, e.vault)}.",
    "VaultUnlocked": lambda r, e: f"The vault of {place(r, e.vault)} is open. {e.story}",
    "SoloExchanged": lambda r, e: f"{bundle(e.paid)} exchanged for {bundle(e.received)}.",
    "CampaignEnded": _ended,
}
DECISIONS = {
    "campaign": "{seat} decides what the ship does.",
    "bunker": "{seat} pays the bunker, or faces trouble.",
    "confrontation": "{seat} chooses a way out of the confrontation.",
}
