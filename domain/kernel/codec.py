"""Stored bytes to events and back, for one game, old forms included."""

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Any, Final, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from domain.kernel.agenda import GameState
from domain.kernel.audience import Event
from domain.kernel.command import Command
from domain.kernel.commit import Envelope
from domain.kernel.contract import Game, Upcaster
from domain.kernel.match.commands import MATCH_COMMANDS, PUBLIC_COMMANDS
from domain.kernel.match.events import MATCH_EVENTS, Rested

S = TypeVar("S", bound=GameState[Any])  # the frames are the game's own


class Unreadable(Exception):
    """Stored bytes that this version of the code does not know. The match is read-only then."""


_ENVELOPES: Final = msgspec.msgpack.Decoder(Envelope)


class _Peek(Struct, gc=False):
    type: str
    v: int = 1


def union(types: tuple[Any, ...]) -> Any:  # noqa: ANN401  # a type, for msgspec
    """The union of message types known only at run time."""
    return reduce(or_, types)


def envelope(stored: bytes) -> Envelope:
    """What a commit says besides its events, from its stored form. Unreadable when it is no envelope."""
    try:
        return _ENVELOPES.decode(stored)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"envelope: {error}") from error


def _version(kind: type[Event]) -> int:
    return next(cast(int, field.default) for field in msgspec.structs.fields(kind) if field.name == "v")


class Codec(Generic[S]):
    """The decoders and encoders of one game; made once and shared."""

    def __init__(self, game: Game[Any, S]) -> None:
        self._upcasters: Mapping[tuple[str, int], Upcaster] = game.upcasters
        kinds = (*MATCH_EVENTS, *game.events, Rested[game.frame])  # type: ignore[name-defined]
        self._event_type = union(kinds)
        classes = cast(tuple[type[Event], ...], (*MATCH_EVENTS, *game.events, Rested))
        self._versions = {kind: _version(kind) for kind in classes}
        self._events = msgspec.msgpack.Decoder(self._event_type)
        self._states = msgspec.msgpack.Decoder(game.state)
        self._encoder = msgspec.msgpack.Encoder()
        self._peek = msgspec.msgpack.Decoder(_Peek)
        self.command_type = union((*PUBLIC_COMMANDS, *game.commands))
        self._commands = msgspec.msgpack.Decoder(union((*MATCH_COMMANDS, *game.commands)))

    def encode(self, thing: Struct) -> bytes:
        """The stored form of an event, a command or a state."""
        return self._encoder.encode(thing)

    def event(self, stored: bytes) -> Event:
        """The event in today's form. Unreadable when its type or version is unknown."""
        try:
            event = self._through_upcasters(stored) if self._upcasters else cast(Event, self._events.decode(stored))
        except msgspec.MsgspecError as error:
            raise Unreadable(str(error)) from error
        if event.v != self._versions[type(event)]:
            raise Unreadable(f"{type(event).__name__} has version {event.v}")
        return event

    def _through_upcasters(self, stored: bytes) -> Event:
        peek = self._peek.decode(stored)
        if (peek.type, peek.v) not in self._upcasters:
            return cast(Event, self._events.decode(stored))
        form = msgspec.msgpack.decode(stored)
        while (step := self._upcasters.get((form["type"], form.get("v", 1)))) is not None:
            form = step(form)
        return cast(Event, msgspec.convert(form, self._event_type))

    def command(self, stored: bytes) -> Command:
        """The command of a stored envelope."""
        return cast(Command, self._commands.decode(stored))

    def state(self, stored: bytes) -> S:
        """A state from its stored form."""
        return cast(S, self._states.decode(stored))

    def copy(self, state: S) -> S:
        """A private copy of a state."""
        return cast(S, self._states.decode(self._encoder.encode(state)))


@cache
def codec_of(game: Game[Any, S]) -> Codec[S]:
    """The codec of a game, made once."""
    return Codec(game)
