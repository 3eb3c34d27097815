"""What a computer is given to decide from, as bytes, so that it may think in another thread or process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from domain.kernel.commit import nonce
from domain.kernel.contract import AnyGame
from domain.kernel.decision import Answer, ShownDecision
from domain.kernel.pack import Pack
from domain.kernel.viewers import Seat

if TYPE_CHECKING:
    from domain.kernel.match.aggregate import Match

_SHOWN = msgspec.msgpack.Decoder(list[ShownDecision])


class Question(Struct, frozen=True):
    """Everything that a computer may know: its seat's view and own decisions, as the API would show them, the
    game with the match's options, and a seed for its whims. `pack` is the pack's text where the game does not
    ship it; `version` and `seat` tell whoever asked what the answer is to."""

    game: str
    options: bytes
    pack_hash: str
    pack: bytes | None
    policy: str
    view: bytes
    decisions: bytes
    seed: bytes
    version: int
    seat: Seat


def question(match: Match, seat: Seat) -> Question | None:
    """What the computer on `seat` is asked now; None when it is no computer's or has nothing to decide."""
    chair = match.table.chair(seat)
    own = [match.show(decision, seat) for decision in match.asked() if decision.seat == seat]
    if chair is None or chair.kind != "bot" or not own:
        return None
    table, pack = match.table, match.pack
    return Question(
        game=table.game,
        options=msgspec.msgpack.encode(table.options),
        pack_hash=pack.hash,
        pack=None if pack in match.game.packs else pack.text,
        policy=chair.bot,
        view=msgspec.msgpack.encode(match.view(seat)),
        decisions=msgspec.msgpack.encode(own),
        seed=nonce(match.key, match.version) + seat.encode(),
        version=match.version,
        seat=seat,
    )


def answer(games: Mapping[str, AnyGame], asked: Question) -> Answer | None:
    """What the policy makes of it; None when it would rather wait. The same whenever it is asked."""
    game = games[asked.game]
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    rng = Random(asked.seed)  # a policy's whim, no secret
    rules = _rules(game, asked.options, asked.pack_hash, asked.pack)
    return game.bots[asked.policy](rules, view, _SHOWN.decode(asked.decisions), rng)


@lru_cache(maxsize=64)
def _rules(game: AnyGame, options: bytes, pack_hash: str, text: bytes | None) -> Any:  # noqa: ANN401  # the game's own
    pack = game.pack(pack_hash) if text is None else Pack(text)
    return game.rules(msgspec.msgpack.decode(options, type=game.options), pack)
