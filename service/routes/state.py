"""How the service is, and its contract."""

from collections.abc import Mapping

from litestar.types import ASGIApp

from api_schema import answers
from service.http.asking import Ask, Service
from service.http.metrics import collected
from service.http.replies import Handler, json, reply

NOW: Mapping[str, str] = {"Cache-Control": "no-store"}


async def get_health(service: Service, ask: Ask) -> ASGIApp:
    return json(answers.Health(status="ok"), headers=NOW)


async def get_readiness(service: Service, ask: Ask) -> ASGIApp:
    await service.matches.store.ping()
    return json(answers.Health(status="ok"), headers=NOW)


async def get_metrics(service: Service, ask: Ask) -> ASGIApp:
    return reply(collected(), media_type="text/plain; version=0.0.4; charset=utf-8", headers=NOW)


async def get_openapi(service: Service, ask: Ask) -> ASGIApp:
    return reply(service.document, headers={"Cache-Control": "no-cache"})


HANDLERS: Mapping[str, Handler] = {
    "getHealth": get_health,
    "getReadiness": get_readiness,
    "getMetrics": get_metrics,
    "getOpenapi": get_openapi,
}
