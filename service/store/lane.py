"""One connection on which commands of many tasks travel together.

While one batch is in flight the next one gathers; so the server gets many appends at a time and
writes them to disk by one fsync, and the cost of a round trip is shared. A command whose answer is lost
is sent again. Every command that comes here must therefore bear being sent twice.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from service.store.port import Unavailable
from service.store.scripts import Script

Part = bytes | str | int
Reply = Any  # what hiredis makes of an answer: bytes, int, None or lists of these; the caller knows which
Connect = Callable[[], AbstractConnection]

BATCH: Final = 256
"""Commands in one batch, at most: more would only make the first of them wait for the last."""

PAUSES: Final = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each repetition: together longer than a restart of the embedded server takes."""

REPLY_S: Final = 5.0
"""Seconds to wait for the answers to one batch."""

FAILOVER = (ReadOnlyError, MasterDownError, ClusterDownError, TryAgainError)
"""The server answers, but is not the one to ask just now: connect anew and repeat."""


WAIT_MS: Final = 1_000
"""Milliseconds until too few replicas are too few."""


class Fence(NamedTuple):
    """A small write at the end of each batch, and how many replicas must have got that far before anything is
    answered. So no answer tells what a failover would take back, and none comes from a master that is none any more."""

    key: bytes
    replicas: int


class TooFewReplicas(RedisError):
    """The batch was carried out here, but not on as many replicas as must have it."""


class Call:
    """A command on its way: its packed bytes, who waits for the answer, how often it was sent.

    `parts` are the keys and arguments of a script, to send its source when the server lacks it.
    """

    __slots__ = ("answer", "packed", "parts", "script", "sent")

    def __init__(self, packed: bytes, answer: asyncio.Future[Reply]) -> None:
        self.packed = packed
        self.answer = answer
        self.sent = 0
        self.script: Script | None = None
        self.parts: tuple[Part, ...] = ()


class Lane:
    """A connection with group commit. It connects when first used, and again when it has to."""

    def __init__(
        self,
        connect: Connect,
        pauses: tuple[float, ...] = PAUSES,
        reply_s: float = REPLY_S,
        fence: Fence | None = None,
    ) -> None:
        self._connection = connect()
        self._pauses = pauses
        self._reply_s = reply_s
        self._fence = fence
        self._end = b"" if fence is None else _pack(b"SET", fence.key, b"") + _pack(b"WAIT", fence.replicas, WAIT_MS)
        self._waiting: deque[Call] = deque()
        self._flying: deque[Call] = deque()
        self._sender: asyncio.Task[None] | None = None

    @property
    def load(self) -> int:
        """Commands without an answer so far."""
        return len(self._waiting) + len(self._flying)

    def submit(self, *command: Part) -> Call:
        """Hand over a command. It will be sent whatever becomes of the task that handed it over."""
        loop = asyncio.get_running_loop()
        call = Call(_pack(*command), loop.create_future())
        self._waiting.append(call)
        if self._sender is None or self._sender.done():
            self._sender = loop.create_task(self._send())
        return call

    def submit_script(self, script: Script, keys: int, *parts: Part) -> Call:
        """Hand over a script with its keys, that many, and its arguments."""
        call = self.submit(b"EVALSHA", script.sha, keys, *parts)
        call.script = script
        call.parts = (keys, *parts)
        return call

    async def ask(self, *command: Part) -> Reply:
        return await self.submit(*command).answer

    async def run(self, script: Script, keys: int, *parts: Part) -> Reply:
        return await self.submit_script(script, keys, *parts).answer

    async def close(self) -> None:
        """Let what was handed over come to its end, then disconnect."""
        if self._sender is not None:
            await self._sender
        await self._disconnect()

    async def _send(self) -> None:
        try:
            while self._waiting:
                count = min(BATCH, len(self._waiting))
                self._flying = deque(self._waiting.popleft() for _ in range(count))
                trouble = await self._settle(self._flying)
                if trouble is not None:
                    self._give_up(trouble)
        finally:  # nobody is left to wait for ever, not even when this task is cancelled
            self._give_up(ConnectionError("the connection was closed"))

    async def _settle(self, batch: deque[Call]) -> Exception | None:
        """Get all answers, or say what kept them away in the end."""
        trouble: Exception | None = None
        for pause in (None, *self._pauses):
            if pause is not None:
                await asyncio.sleep(pause)
            try:
                async with asyncio.timeout(self._reply_s):
                    await self._exchange(batch)
                return None
            except (RedisError, OSError) as error:  # TimeoutError is an OSError
                trouble = error
                await self._disconnect()
        return trouble

    async def _exchange(self, batch: deque[Call]) -> None:
        """Send the batch and take answers off its front, one by one, so that a repetition begins there; before a
        fence all or none, as only the last answer tells."""
        connection = self._connection
        if connection.should_reconnect():
            await self._disconnect()
        if not connection.is_connected:
            await connection.connect()
        for call in batch:
            call.sent += 1
        packed = [call.packed for call in batch]
        await connection.send_packed_command(b"".join([*packed, self._end]), check_health=False)
        if self._fence is not None:
            replies = [await self._reply() for _ in batch]
            await self._pass(self._fence)
            for reply in replies:
                self._answer(batch.popleft(), reply)
        while batch:
            reply = await self._reply()
            self._answer(batch.popleft(), reply)

    async def _reply(self) -> Reply:
        """The next answer; what is wrong with one command alone is an answer, too."""
        try:
            return await self._connection.read_response(disable_decoding=True)
        except FAILOVER:
            raise
        except ResponseError as error:
            if str(error).startswith("NOREPLICAS"):
                raise TooFewReplicas(str(error)) from error
            return error

    async def _pass(self, fence: Fence) -> None:
        written, have = await self._reply(), await self._reply()
        if written != b"OK" or not isinstance(have, int) or have < fence.replicas:
            raise TooFewReplicas(f"{have} of {fence.replicas} replicas have it")

    def _answer(self, call: Call, reply: Reply) -> None:
        if isinstance(reply, NoScriptError):  # the server was started anew, or its scripts were flushed
            self._send_source(call)
        elif isinstance(reply, ResponseError):
            if isinstance(reply, AskError):  # its slot is elsewhere now: look before the next batch
                self._connection.mark_for_reconnect()
            _fail(call, reply)
        elif not call.answer.done():  # the task that waited may be gone
            call.answer.set_result(reply)

    def _send_source(self, call: Call) -> None:
        if call.script is not None:
            call.sent -= 1  # that sending did nothing, for certain
            call.packed = _pack(b"EVAL", call.script.source, *call.parts)
            self._waiting.append(call)

    async def _disconnect(self) -> None:
        try:
            await self._connection.disconnect(nowait=True)
        except (RedisError, OSError):
            self._connection.reset_should_reconnect()  # it is gone either way

    def _give_up(self, trouble: Exception) -> None:
        """The server is away: tell all who wait, also those whose command was never sent."""
        for call in (*self._flying, *self._waiting):
            _fail(call, trouble)
        self._flying.clear()
        self._waiting.clear()


def _pack(*command: Part) -> bytes:
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]  # its stub knows only tuples of one
    return packed


def _fail(call: Call, error: Exception) -> None:
    if call.answer.done():
        return
    unavailable = Unavailable(f"{type(error).__name__}: {str(error)[:200]}")
    unavailable.__cause__ = error
    call.answer.set_exception(unavailable)
