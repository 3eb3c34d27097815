"""Whose turn it is in many matches, and webhooks."""

import contextlib
from collections.abc import Mapping
from typing import Final

from litestar.types import ASGIApp

from api_schema.awaiting import OpenDecisions, OpenQuestion, SetWebhook, Webhook
from domain.kernel.match.aggregate import Match
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat
from service.http.asking import Ask, Service, holder, still_admitted
from service.http.problems import Failure
from service.http.reading import read_wait
from service.http.replies import Handler, json
from service.outbound import is_fit

SECRET: Final = {"Cache-Control": "no-store"}
UNFIT: Final = Refused(code="unfit_url", rule="K-HOOK-01", message="This is no https address in the open internet.")
NONE: Final = Webhook(url=None, secret=None, disabled=False)


async def list_open_decisions(service: Service, ask: Ask) -> ASGIApp:
    asked: OpenQuestion = ask.body
    wait = read_wait(ask.request, service.settings.wait_max_s)
    given = asked.tokens
    for token in given:  # each costs as much as a request of its own
        service.limits.admit(ask.request.scope, token)
    with service.limits.held(ask.request.scope, None) if wait else contextlib.nullcontext():
        turns = await (service.awaiting.wait(given, asked.since, wait) if wait else service.awaiting.look(given))
    headers = SECRET | ({"Preference-Applied": f"wait={wait}"} if wait else {})
    return json(OpenDecisions(seats=turns.seats, state=turns.state), headers=headers)


async def _seated(service: Service, ask: Ask) -> tuple[Match, Seat]:
    """The match and the asker's seat. Failure for everybody else."""
    bearer = holder(ask)
    if bearer.role != "seat":
        raise Failure("forbidden", "A webhook is for a seat.", code="wrong_role")
    return await still_admitted(service, ask), bearer.actor


async def set_webhook(service: Service, ask: Ask) -> ASGIApp:
    asked: SetWebhook = ask.body
    match, seat = await _seated(service, ask)
    if asked.url is None:
        await service.hooks.remove(match.id, seat)
        return json(NONE, headers=SECRET)
    if not is_fit(asked.url, private=service.settings.private_webhooks):
        raise Failure.refused(UNFIT)
    secret = await service.hooks.put(match, seat, asked.url)
    return json(Webhook(url=asked.url, secret=secret, disabled=False), headers=SECRET)


async def get_webhook(service: Service, ask: Ask) -> ASGIApp:
    match, seat = await _seated(service, ask)
    hook = await service.hooks.get(match, seat)
    said = NONE if hook is None else Webhook(url=hook.url, secret=None, disabled=hook.disabled)
    return json(said, headers=SECRET)


HANDLERS: Mapping[str, Handler] = {
    "listOpenDecisions": list_open_decisions,
    "setWebhook": set_webhook,
    "getWebhook": get_webhook,
}
