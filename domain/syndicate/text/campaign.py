"""Lines for the events and decisions of a campaign."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.syndicate.packs import Rules
from domain.syndicate.text.words import bundle, card_name, place, places

Line = Callable[[Rules, Any], str]  # redacted forms are made at run time


def _keys(keys: Mapping[str, int]) -> list[str]:
    return [f"{number} {colour} key{'s' if number > 1 else ''}" for colour, number in keys.items()]


def _rewarded(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    gains = [bundle(e.resources)] if e.resources else []
    gains += _keys(e.keys)
    gains += [f"{e.assault} assault level"] if e.assault else []
    gains += [r.solo_techs[e.tech].name] if e.tech else []
    return f"The mission brings {', '.join(gains)}."


def _resolved(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    rolled = "" if e.roll is None else f"; the die shows {e.roll}: {'success' if e.success else 'failure'}"
    return f"{r.confrontations[e.card].name}: {e.option.replace('_', ' ')}{rolled}."


def _altered(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    parts = [bundle(e.resources)] if e.resources else []
    parts += [f"{e.assault} assault level"] if e.assault else []
    parts += [f"a {e.key} key lost"] if e.key else []
    return f"What comes of it: {', '.join(parts) or 'fuel'}; {e.fuel} fuel left."


def _dealt(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    parts = [bundle(e.resources)] if e.resources else []
    parts += [f"gives {text}" for text in _keys(e.keys_given)]
    parts += [f"receives a {e.key} key"] if e.key else []
    parts += [f"{e.contraband:+d} contraband"] if e.contraband else []
    parts += [f"{e.assault} assault level"] if e.assault else []
    return f"A deal with {r.confrontations[e.trader].name}: {', '.join(parts) or e.offer.replace('_', ' ')}."


def _mission_rolled(r: Rules, e: Any) -> str:  # noqa: ANN401  # a form made at run time
    end = "success" if e.success else "failure"
    return f"{card_name(r, e.card)}: {', '.join(map(str, e.dice))} against {e.win_at}, {end}."


LINES: dict[str, Line] = {
    "CampaignBegan": lambda r, e: f"The {e.setup} campaign begins; the vaults are at {places(r, e.vaults)}.",
    "DeckShuffled": lambda r, e: f"{e.count} cards are shuffled ({e.deck}).",
    "ShipMoved": lambda r, e: f"The ship flies from {place(r, e.start)} to {place(r, e.end)}; {e.fuel} fuel left.",
    "HyperjumpRolled": lambda r, e: f"Hyperjump: {', '.join(map(str, e.dice))}, {e.band}.",
    "SovereignTrap": lambda r, e: f"A Sovereign trap: {e.lost} contraband lost.",
    "FuelDrawn": lambda r, e: f"Fuel: {r.fuel[e.face].name}.",
    "FuelPaid": lambda r, e: f"The bunker is paid {e.credits} credits.",
    "Refuelled": lambda r, e: f"The tank is full: {e.fuel}.",
    "MissionDrawn": lambda r, e: f"A mission is drawn: {card_name(r, e.card)}.",
    "MissionDiscarded": lambda r, e: f"A mission is discarded: {card_name(r, e.card)}.",
    "SoloMissionRolled": _mission_rolled,
    "SoloRewarded": _rewarded,
    "SpecialActivated": lambda r, e: f"A special mission begins: {card_name(r, e.card)}; {e.loaded} contraband loaded.",
    "ContrabandTaken": lambda r, e: f"A crystal is picked up at {place(r, e.territory)}.",
    "ContrabandDelivered": lambda r, e: f"{e.number} contraband delivered at {place(r, e.territory)}.",
    "ContrabandLost": lambda r, e: f"{e.number} contraband is gone.",
    "SpecialEnded": lambda r, e: f"The special mission is {e.outcome}.",
    "DefenseRolled": lambda r, e: f"Defense: {e.raw} and {e.bonus} against {e.win_at}.",
    "ConfrontationDrawn": lambda r, e: f"Confrontation: {r.confrontations[e.card].name}.",
    "ConfrontationReopened": lambda r, e: f"Faced again: {r.confrontations[e.card].name}.",
    "ConfrontationResolved": _resolved,
    "ConfrontationFled": lambda r, e: f"Fled; trouble stays at {place(r, e.territory)}.",
    "TileRemoved": lambda r, e: f"Trouble at {place(r, e.territory)} is cleared.",
    "TraderEstablished": lambda r, e: f"{r.confrontations[e.card].name} opens at {place(r, e.territory)}.",
    "SoloAltered": _altered,
    "TraderDealt": _dealt,
    "KeysPlaced": lambda r, e: f"{e.number} {e.colour} placed in the vault of {place(r, e.vault)}.",
    "VaultUnlocked": lambda r, e: f"The vault of {place(r, e.vault)} is open. {e.story}",
    "SoloExchanged": lambda r, e: f"{bundle(e.paid)} exchanged for {bundle(e.received)}.",
    "CampaignEnded": lambda r, e: f"The campaign is {'won' if e.outcome.winners else 'lost'} ({e.outcome.reason}).",
}
DECISIONS = {
    "campaign": "{seat} decides what the ship does.",
    "bunker": "{seat} pays the bunker, or faces trouble.",
    "confrontation": "{seat} chooses a way out of the confrontation.",
}
