"""Seats: taking one, keeping it, getting it back; and tickets for streams."""

import contextlib
import secrets
from collections.abc import Mapping
from typing import Final

from litestar.types import ASGIApp

from api_schema import answers
from api_schema.requests import ClaimSeat, RecoverSeat
from domain.kernel.refusal import Refused
from service import seats, tokens
from service.http.asking import IS_MATCH, Ask, Service
from service.http.problems import Failure, not_found
from service.http.replies import REUSED, Handler, json
from service.lobby import name_key
from service.matches import KeyReused, body_hash
from service.opening import NoSuchMatch
from service.seats import Held

SECRET: Final = {"Cache-Control": "no-store"}
NONCE_BYTES: Final = 8


def _failed(said: Refused | KeyReused) -> Failure:
    return Failure("key-reused", REUSED) if isinstance(said, KeyReused) else Failure.refused(said)


def _claimed(ask: Ask, held: Held) -> answers.Claimed:
    return answers.Claimed(
        match=ask.match_id, seat=ask.path["seat"], token=held.token, recovery=held.recovery, waits=held.waits
    )


async def claim_seat(service: Service, ask: Ask) -> ASGIApp:
    asked: ClaimSeat = ask.body
    seat, matches = ask.path["seat"], service.matches
    if (await matches.caught_up(ask.match_id)).table.chair(seat) is None:
        raise not_found("seat")
    entropy = bytes.fromhex(asked.entropy or "")
    held = await seats.claim(matches, ask.match_id, seat, asked.claim_key, entropy, body_hash(ask.raw))
    if not isinstance(held, Held):
        raise _failed(held)
    called, names = name_key(seat, held.joined), matches.store.names
    if asked.name is not None:
        await names.put(ask.match_id, called, asked.name)
    elif held.waits:
        await names.erase(ask.match_id, called)  # one who was turned away may have left it
    return json(_claimed(ask, held), 201, SECRET)


async def renew_token(service: Service, ask: Ask) -> ASGIApp:
    bearer = ask.bearer
    if bearer is None or bearer.role != "seat" or bearer.actor != ask.path["seat"]:
        raise Failure("forbidden", "This token is not for that seat.", code="wrong_seat")
    token = await seats.renew(service.matches, bearer)
    if not isinstance(token, str):
        raise _failed(token)
    return json(answers.Renewed(match=ask.match_id, seat=bearer.actor, token=token), headers=SECRET)


async def recover_seat(service: Service, ask: Ask) -> ASGIApp:
    """What is answered to a bad code never tells whether there is such a match or seat."""
    asked: RecoverSeat = ask.body
    seat, code, key = ask.path["seat"], asked.recovery, asked.claim_key
    held = None
    if IS_MATCH.match(ask.match_id) is not None:
        with contextlib.suppress(NoSuchMatch):
            held = await seats.recover(service.matches, ask.match_id, seat, code, key)
    if held is None:
        raise Failure("unauthorized", "This code is not good (any more).")
    if not isinstance(held, Held):
        raise _failed(held)
    return json(_claimed(ask, held), headers=SECRET)


async def create_ticket(service: Service, ask: Ask) -> ASGIApp:
    if ask.bearer is None:
        raise Failure("unauthorized", "A token is needed: `Authorization: Bearer …`.")
    matches = service.matches
    match = await matches.caught_up(ask.match_id)
    until_s = matches.clock() // tokens.SECOND + service.settings.ticket_s
    ticket = tokens.ticket(matches.server_key, match, ask.bearer, until_s, secrets.token_hex(NONCE_BYTES))
    if ticket is None:
        raise Failure("unauthorized", "This token is not good (any more).")
    return json(answers.Ticket(ticket=ticket, until=until_s * tokens.SECOND), 201, SECRET)


HANDLERS: Mapping[str, Handler] = {
    "claimSeat": claim_seat,
    "renewToken": renew_token,
    "recoverSeat": recover_seat,
    "createTicket": create_ticket,
}
