"""Hosting, rematches, and who is there."""

import contextlib
from collections.abc import Mapping
from typing import Final

from litestar.types import ASGIApp

from api_schema.company import (
    Hosting,
    HostKey,
    HostToken,
    HostToSeat,
    Presence,
    Rematch,
    RematchLink,
    SeatPresence,
)
from api_schema.requests import ClaimSeat
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST
from service import hosting, rematch, tokens
from service.http.asking import IS_MATCH, Ask, Service, holder, still_admitted
from service.http.limits import address_of
from service.http.problems import Failure, not_found
from service.http.replies import PRIVATE, REUSED, Handler, json
from service.matches import KeyReused, body_hash
from service.opening import NoSuchMatch
from service.rematch import Again
from service.routes.matches import find_room

SECRET: Final = {"Cache-Control": "no-store"}


def _failed(said: Refused | KeyReused) -> Failure:
    return Failure("key-reused", REUSED) if isinstance(said, KeyReused) else Failure.refused(said)


async def pass_host(service: Service, ask: Ask) -> ASGIApp:
    bearer, asked = holder(ask), ask.body
    if bearer.role != HOST:
        raise Failure("forbidden", "This token is not the host's.", code="wrong_role")
    seat, key = (asked.seat, "") if isinstance(asked, HostToSeat) else (None, asked.claim_key)
    done = await hosting.pass_on(service.matches, bearer, seat, key)
    if isinstance(done, Refused | KeyReused):
        raise _failed(done)
    return json(Hosting(match=ask.match_id, seat=seat), headers=SECRET)


async def take_host(service: Service, ask: Ask) -> ASGIApp:
    """What is answered to a bad key never tells whether there is such a match."""
    asked: HostKey = ask.body
    token = None
    if IS_MATCH.match(ask.match_id) is not None:
        with contextlib.suppress(NoSuchMatch):
            token = await hosting.take(service.matches, ask.match_id, asked.claim_key)
    if token is None:
        raise Failure("unauthorized", "This key is not good (any more).")
    return json(HostToken(match=ask.match_id, host_token=token), headers=SECRET)


async def take_rematch(service: Service, ask: Ask) -> ASGIApp:
    bearer = holder(ask)
    if bearer.role != "seat":
        raise Failure("forbidden", "A rematch is for the seats of the match.", code="wrong_role")
    asked: ClaimSeat = ask.body
    ended, matches = await still_admitted(service, ask), service.matches
    if ended.table.status == "over":
        await find_room(service, ask, rematch.key_of(ended))
    entropy = bytes.fromhex(asked.entropy or "")
    again = await rematch.join(matches, ended, bearer.actor, asked.claim_key, entropy, body_hash(ask.raw))
    if isinstance(again, Refused | KeyReused):
        raise _failed(again)
    address = address_of(ask.request.scope)
    if again.hosts and address:
        await service.capacity.note(address, again.match.id)
    if asked.name is not None:
        await matches.store.names.put(again.match.id, again.seat, asked.name)
    return json(_joined(matches.server_key, again), 201, SECRET)


def _joined(key: bytes, again: Again) -> Rematch:
    invites = again.hosts and again.match.table.visibility == "private"
    return Rematch(
        match=again.match.id,
        seat=again.seat,
        token=again.held.token,
        recovery=again.held.recovery,
        host_token=tokens.first_host_token(key, again.match) if again.hosts else None,
        spectator_token=tokens.spectator_token(key, again.match) if invites else None,
    )


async def get_rematch(service: Service, ask: Ask) -> ASGIApp:
    matches = service.matches
    match = await matches.caught_up(ask.match_id)
    if match.table.visibility == "private" and (ask.bearer is None or ask.bearer.role != "seat"):
        raise Failure("forbidden", "A rematch is for the seats of the match.", code="wrong_role")
    again = matches.named(rematch.key_of(match))
    if match.table.status != "over" or not await matches.has(again):
        raise not_found("rematch")
    return json(RematchLink(match=again), headers=PRIVATE)


async def get_presence(service: Service, ask: Ask) -> ASGIApp:
    match = await service.matches.caught_up(ask.match_id)
    found = await service.matches.store.presence.of(match.id, match.seats)
    seats = [SeatPresence(seat=seat, present=here) for seat, here in zip(match.seats, found, strict=True)]
    return json(Presence(seats=seats), headers={"Cache-Control": "no-store"})


HANDLERS: Mapping[str, Handler] = {
    "passHost": pass_host,
    "takeHost": take_host,
    "takeRematch": take_rematch,
    "getRematch": get_rematch,
    "getPresence": get_presence,
}
