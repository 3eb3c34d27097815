"""One match of two computers, as fast as the rules go, and what came of it."""

from collections.abc import Callable
from functools import cache
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct, field

from domain.freedonia import GAME
from domain.freedonia import events as e
from domain.freedonia.meta import SEATS
from domain.freedonia.options import Options
from domain.freedonia.packs import Rules
from domain.freedonia.state import State
from domain.kernel.chance import Chance
from domain.kernel.decision import Decision, ShownDecision
from domain.kernel.play import Play


class Setting(Struct, frozen=True):
    """What is played, by whom: the policies of the Leader and of the Opposition."""

    deck: str
    difficulty: str
    policies: tuple[str, str]
    ambition: str | None = None


class Played(Struct, kw_only=True):
    """One match: who won, when and how; the cards drawn, laid, standing and backfired; CPU milliseconds of each
    planned decision, by policy."""

    setting: Setting
    winner: str
    reason: str
    year: int
    drawn: dict[str, set[str]] = field(default_factory=lambda: {seat: set() for seat in SEATS})
    laid: list[tuple[str, str]] = []
    stood: list[str] = []
    backfired: list[str] = []
    cost_ms: dict[str, list[float]] = {}


@cache
def rules_of(setting: Setting) -> Rules:
    """The rules of a setting, made once."""
    options = Options(deck=setting.deck, difficulty=setting.difficulty, ambition=setting.ambition)
    return GAME.rules(options, GAME.pack())


def shown(decision: Decision) -> ShownDecision:
    """A decision as the kernel shows it to its own seat."""
    return ShownDecision(
        seat=decision.seat,
        kind=decision.kind,
        must=True,
        sealed=decision.sealed,
        group=decision.group,
        deadline_at=None,
        not_before=None,
        text="",
        id="x",
        offers=decision.offers,
    )


def play(setting: Setting, seed: int) -> Played:
    """Play a match; its chance and the computers' whims follow from the seed."""
    rules, rng = rules_of(setting), Random(seed)
    table: Play[State] = Play(State(), Chance(b"%d" % seed, 1), SEATS, GAME.evolve)
    GAME.setup(rules, table, SEATS)
    costs: dict[str, list[float]] = {}
    while table.state.result is None:
        decision = GAME.decisions(rules, table.state)[0]
        policy = setting.policies[SEATS.index(decision.seat)]
        view, asked = GAME.view(rules, table.state, decision.seat), [shown(decision)]
        began = process_time()
        answer = GAME.bots[policy](rules, view, asked, rng)
        if decision.kind == "lay":
            costs.setdefault(policy, []).append(1000 * (process_time() - began))
        assert answer is not None
        assert GAME.why_not(rules, table.state, decision.seat, answer.command) is None
        GAME.decide(rules, table, decision.seat, answer.command)
    return _told(setting, table, costs)


def _told(setting: Setting, table: Play[State], costs: dict[str, list[float]]) -> Played:
    [ended] = [event for event in table.events if isinstance(event, e.GameEnded)]
    reason = f"{ended.venue} at 0" if ended.reason == "count_zero" else ended.reason
    played = Played(setting=setting, winner=ended.winner, reason=reason, year=ended.year, cost_ms=costs)
    for event in table.events:
        if note := _NOTES.get(type(event)):
            note(played, event)
    return played


def _drawn(played: Played, event: e.CardsDrawn) -> None:
    played.drawn[event.seat] |= set(event.cards)


def _swapped(played: Played, event: e.FavourCalled) -> None:
    played.drawn[event.seat].add(event.got)


def _called(played: Played, event: e.RecordCalled) -> None:
    if event.outcome == "joined":
        played.drawn[event.seat].add(event.card)


def _turned(played: Played, event: e.CardTurnedUp) -> None:
    played.laid.append((event.seat, event.card))
    if event.backfired:
        played.backfired.append(event.card)


def _stood(played: Played, event: e.CardStands) -> None:
    played.stood.append(event.card)


_NOTES: dict[type[Any], Callable[[Played, Any], None]] = {
    e.CardsDrawn: _drawn,
    e.FavourCalled: _swapped,
    e.RecordCalled: _called,
    e.CardTurnedUp: _turned,
    e.CardStands: _stood,
}
