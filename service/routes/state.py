"""How the service is, and its contract."""

from collections.abc import Mapping

from litestar import Response
from prometheus_client import generate_latest

from api_schema import answers
from api_schema.operations import JSON
from service.http.asking import Ask, Service
from service.http.replies import Handler, json

NOW: Mapping[str, str] = {"Cache-Control": "no-store"}


async def get_health(service: Service, ask: Ask) -> Response[bytes]:
    return json(answers.Health(status="ok"), headers=NOW)


async def get_readiness(service: Service, ask: Ask) -> Response[bytes]:
    await service.matches.store.ping()
    return json(answers.Health(status="ok"), headers=NOW)


async def get_metrics(service: Service, ask: Ask) -> Response[bytes]:
    return Response(generate_latest(), media_type="text/plain; version=0.0.4; charset=utf-8", headers=NOW)


async def get_openapi(service: Service, ask: Ask) -> Response[bytes]:
    return Response(service.document, media_type=JSON, headers={"Cache-Control": "no-cache"})


HANDLERS: Mapping[str, Handler] = {
    "getHealth": get_health,
    "getReadiness": get_readiness,
    "getMetrics": get_metrics,
    "getOpenapi": get_openapi,
}
