"""A campaign on which positions are set up by hand and played."""

from copy import deepcopy
from typing import Any

import msgspec

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Card, Pile
from domain.syndicate import GAME
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.decide import decide, why_not
from domain.syndicate.rules.ngata import opening
from domain.syndicate.state import Campaign, Special, State, Tile
from tests.syndicate.table import Loaded, built

SEAT = "blue"
DICE = {"jump die": "cons", "mission die": "d6", "defense die": "d6", "trouble die": "d6"}
START = {"credits": 10, "influence": 5, "crew": 5}


class Dice(Loaded):
    """Dice that fall as scripted."""

    def pick(self, purpose: str, bound: int) -> int:
        left = self.script.get(DICE[purpose], [])
        return left.pop(0) - 1 if left else super().pick(purpose, bound)


class Voyage:
    """A campaign being played."""

    def __init__(self, setup: str = "short", given: dict[str, Any] | None = None, **chosen: Any) -> None:
        self.rules, self.chance = built(solo_setup=setup, **chosen), Dice()
        self.play = Play(State(), self.chance, (SEAT,), GAME.evolve)
        opening.begin(self.rules, self.play, SEAT)
        self.play.events.clear()
        self.solo.purse = msgspec.structs.replace(self.solo.purse, **START)
        for path, value in (given or {}).items():
            self._set(path.removeprefix("solo."), value)

    @property
    def state(self) -> State:
        """The state now."""
        return self.play.state

    @property
    def solo(self) -> Campaign:
        """The campaign now."""
        return self.play.state.solo

    def _set(self, path: str, value: Any) -> None:
        solo, value = self.solo, deepcopy(value)
        if path in START:
            solo.purse = msgspec.structs.replace(solo.purse, **{path: value})
        elif path == "alert":
            self.state.alert = value
        elif path in {"fuel_deck_top", "confrontation_deck_top"}:
            self._on_top(path, value)
        elif path.startswith("decks."):
            solo.decks[path.removeprefix("decks.")] = Pile([Card(face) for face in value])
        elif path.startswith("vaults."):
            solo.opened = max(solo.opened, int(path.split(".")[1]) if value else 0)
        elif path != "node":
            self._set_aboard(path, value)

    def _set_aboard(self, path: str, value: Any) -> None:
        solo = self.solo
        if path == "confrontation":
            solo.confrontations.take(value)
            solo.facing = value
            self.state.push(fr.Confronting(card=value))
        elif path == "special":
            solo.special = Special(value["card"], value.get("delivered", 0), list(value.get("collected", [])))
        elif path == "tiles":
            solo.tiles = [Tile(**tile) for tile in value]
        elif path == "hand_count":
            solo.hand = [solo.decks["cora"].take_top().face for _ in range(value)]
        else:
            setattr(solo, path, value)

    def _on_top(self, path: str, face: str) -> None:
        pile = self.solo.fuel_deck if path == "fuel_deck_top" else self.solo.confrontations
        face = f"fuel_{face}" if path == "fuel_deck_top" else face
        pile.cards.insert(0, pile.take(face))

    def do(self, command: c.SynCommand, **dice: list[int]) -> Refused | None:
        """Give a command."""
        self.chance.script |= {kind: list(rolls) for kind, rolls in dice.items()}
        refused = why_not(self.rules, self.state, SEAT, command)
        if refused is None:
            decide(self.rules, self.play, SEAT, command)
        return refused

    def code(self, command: c.SynCommand, **dice: list[int]) -> str | None:
        """The code of a refusal, or None."""
        refused = self.do(command, **dice)
        return refused.code if refused else None

    def names(self) -> list[str]:
        """The names of all events so far."""
        return [type(event).__name__ for event in self.play.events]

    def event(self, name: str) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.play.events) if type(event).__name__ == name)

    @property
    def reason(self) -> str | None:
        """Why the campaign ended, or None."""
        return self.state.result.reason if self.state.result else None
