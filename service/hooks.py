"""Webhooks: whoever is away is told when a match waits for its seat.

A webhook is looked at now and then, by whichever worker finds it due. What is open at two looks in a row, and was
not told before, is told; what the worker has done is stored afterwards, so that it is told at least once. All of
it is in the store: a restart forgets nothing.
"""

import asyncio
import hashlib
import hmac
import secrets
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.match.state import Chair
from domain.kernel.viewers import Seat
from service.awaiting import musts
from service.matches import Matches
from service.opening import NoSuchMatch, ReadOnly
from service.outbound import Outbound
from service.store.port import Unavailable

LOOK_MS: Final = 30_000
MOST_PAUSE_MS: Final = 6 * 3_600_000
MOST_FAILURES: Final = 12
LEASE_MS: Final = 60_000
AT_ONCE: Final = 50
POLL_S: Final = 1.0
SIGNATURE: Final = "Conclave-Signature"

log = structlog.get_logger("conclave")


class Hook(Struct, frozen=True, kw_only=True, array_like=True):
    """A webhook as it is stored. `owner` tells its person from others on the seat, `nonce` its secret from others;
    `seen` and `told` name the decisions that were open at the last look, and those that were told last."""

    url: str
    owner: bytes
    nonce: str
    failures: int = 0
    seen: str = ""
    told: str = ""

    @property
    def disabled(self) -> bool:
        """It failed too often."""
        return self.failures >= MOST_FAILURES


class Call(Struct, frozen=True, kw_only=True):
    """What the address gets."""

    match: str
    seat: Seat
    count: int
    at: int


_STORED: Final = msgspec.msgpack.Decoder(Hook)


def signature(secret: str, at_s: int, body: bytes) -> str:
    """The value of the signature's header."""
    said = b"%d." % at_s + body
    return f"t={at_s},v1={hmac.digest(secret.encode(), said, 'sha256').hex()}"


class Hooks:
    """All webhooks of a store, as one process serves them."""

    def __init__(self, matches: Matches, outbound: Outbound) -> None:
        self.matches, self.outbound = matches, outbound
        self.holder = secrets.token_hex(8)

    # --- setting -----------------------------------------------------------------------------

    async def put(self, match: Match, seat: Seat, url: str) -> str:
        """Set a seat's webhook; what comes back is its secret."""
        hook = Hook(url=url, owner=_chair(match, seat).person, nonce=secrets.token_hex(8))
        await self.matches.store.hooks.put(match.id, seat, msgspec.msgpack.encode(hook))
        await self.matches.store.hooks_due.put(f"{match.id} {seat}", self.matches.clock() + LOOK_MS)
        return self._secret(match.id, seat, hook)

    async def get(self, match: Match, seat: Seat) -> Hook | None:
        """The webhook of the person who has the seat now."""
        stored = await self.matches.store.hooks.get(match.id, seat)
        hook = _STORED.decode(stored) if stored is not None else None
        return hook if hook is not None and hook.owner == _chair(match, seat).person else None

    async def remove(self, match: str, seat: Seat) -> None:
        """Tell nobody any more."""
        await self.matches.store.hooks.remove(match, seat)

    def _secret(self, match: str, seat: Seat, hook: Hook) -> str:
        """It follows from the server key, so that it need not be stored."""
        said = f"webhook|{match}|{seat}|{hook.nonce}".encode()
        return hmac.digest(self.matches.server_key, said, "sha256").hex()

    # --- telling -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self.work()
            except Unavailable:
                pass  # what is due stays due
            except Exception:  # the outermost: one webhook's trouble must not stop all
                log.exception("webhooks_failed")
            await asyncio.sleep(POLL_S)

    async def work(self) -> None:
        """Look at all webhooks that are due now."""
        now = self.matches.clock()
        due = await self.matches.store.hooks_due.due(now, AT_ONCE)
        await asyncio.gather(*(self._serve(name, was) for name, was in due))

    async def _serve(self, name: str, was: int) -> None:
        store, lease = self.matches.store, f"hook {name}"
        if not await store.leases.take(lease, self.holder, self.matches.clock(), LEASE_MS):
            return
        try:
            match, _, seat = name.partition(" ")
            pause = await self._look(match, seat)
            due = None if pause is None else self.matches.clock() + pause
            await store.hooks_due.settle(name, was, due)
        finally:
            await store.leases.release(lease, self.holder)

    async def _look(self, match: str, seat: Seat) -> int | None:
        """Tell what must be told; what comes back are the milliseconds to the next look, or None: never."""
        stored = await self.matches.store.hooks.get(match, seat)
        if stored is None:
            return None
        hook = _STORED.decode(stored)
        try:
            opened = await self.matches.open(match)
        except ReadOnly:
            return MOST_PAUSE_MS
        except NoSuchMatch:
            return None
        chair = opened.table.chair(seat)
        if chair is None or hook.owner != chair.person or opened.table.status == "over":
            await self.remove(match, seat)
            return None
        looked = await self._tell(opened, seat, hook)
        if looked != hook and not await self.matches.store.hooks.replace(
            match, seat, stored, msgspec.msgpack.encode(looked)
        ):
            return LOOK_MS  # its owner set it anew meanwhile
        if looked.disabled:
            log.warning("webhook_disabled", match=match, seat=seat)
            return None
        return min(LOOK_MS << looked.failures, MOST_PAUSE_MS)

    async def _tell(self, match: Match, seat: Seat, hook: Hook) -> Hook:
        """The webhook after a look."""
        own = musts(match, seat)
        named = hashlib.sha256("".join(str(one.id) for one in own).encode()).hexdigest()[:16] if own else ""
        if named != hook.seen or named in {"", hook.told}:
            return msgspec.structs.replace(hook, seen=named)
        if await self._deliver(match.id, seat, hook, len(own)):
            return msgspec.structs.replace(hook, told=named, failures=0)
        return msgspec.structs.replace(hook, failures=hook.failures + 1)

    async def _deliver(self, match: str, seat: Seat, hook: Hook, count: int) -> bool:
        now = self.matches.clock()
        body = msgspec.json.encode(Call(match=match, seat=seat, count=count, at=now))
        signed = signature(self._secret(match, seat, hook), now // 1000, body)
        return await self.outbound.post(hook.url, body, {"Content-Type": "application/json", SIGNATURE: signed})


def _chair(match: Match, seat: Seat) -> Chair:
    return next(chair for chair in match.table.chairs if chair.seat == seat)
