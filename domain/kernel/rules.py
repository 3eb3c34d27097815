"""The rules of a game for some options and a pack: built once, shared by all matches that have them."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.kernel.contract import AnyGame
from domain.kernel.pack import Pack

KEPT = 256


def rules_of(game: AnyGame, options: dict[str, object], pack: Pack) -> Any:  # noqa: ANN401  # of the game's own type
    """The rules. ValidationError when the options or the pack are not of the game's form."""
    return _built(game, msgspec.msgpack.encode(options), pack)


@lru_cache(maxsize=KEPT)
def _built(game: AnyGame, options: bytes, pack: Pack) -> Any:  # noqa: ANN401  # as above
    return game.rules(msgspec.msgpack.decode(options, type=game.options), pack)
