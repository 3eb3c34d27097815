"""Whole matches without a service: created, started, and played by the computers."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel.audience import Event
from domain.kernel.command import Command
from domain.kernel.contract import AnyGame
from domain.kernel.decision import Answer
from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import Claim, Start
from domain.kernel.match.create import NewMatch, Promise, create
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST

PROMISE = Promise(commitment="", secret=b"", server="", host=b"")


def new_match(
    game: AnyGame, seed: int, bots: tuple[str | None, str | None] = ("random", "random"), **options: Any
) -> Match:
    """A started match; `seed` is its secret and its key, a seat without a computer is a person's."""
    key = b"%032d" % seed
    match = Match(f"m{seed}", key, game, game.pack(), lambda secret: key)
    new = NewMatch(game=game.meta.id, bots=bots, options=msgspec.convert(options, game.options))
    match.advance(create(match, new, PROMISE, at=0, command_id=b"0", body=b""))
    for seat, bot in zip(match.seats, bots, strict=True):
        if bot is None:
            give(match, "claim", Claim(seat=seat, proof=b"p", entropy=b""))
    give(match, HOST, Start())
    return match


def give(match: Match, actor: str, command: Command, decision: str | None = None) -> tuple[Event, ...]:
    """Play a command that must be accepted; its events."""
    draft = match.play(actor, command, at=match.version, command_id=b"%d" % match.version, decision=decision)
    assert not isinstance(draft, Refused), draft
    match.advance(draft)
    return draft.events


def play_on(match: Match, most: int = 3000) -> Iterator[tuple[str, Answer]]:
    """Let the computers play to the end, yielding before each of their answers."""
    for _ in range(most):
        if match.outcome is not None:
            return
        seat = match.decisions()[0].seat
        answer = match.bot_answer(seat)
        assert answer is not None
        yield seat, answer
        give(match, seat, answer.command, answer.decision)
    raise AssertionError("the match does not end")


def play_out(match: Match) -> Match:
    """Play to the end; the match."""
    for _ in play_on(match):
        pass
    return match
