"""From the operations of the contract to routes: one thin handler each, all of the same kind.

Order: who asks (before anything else is read), then the parameters, then the body.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp

from api_schema.operation import Operation
from api_schema.operations import OPERATIONS
from service.http.asking import Ask, Service, admit, bearer_token
from service.http.reading import Reader, read_body, read_query
from service.http.replies import Handler

AnyRequest = Request[Any, Any, Any]


def _body_reader(service: Service, operation: Operation) -> Reader | None:
    if operation.body is None:
        return None
    return Reader(service.contract.new_match if operation.body == "NewMatch" else operation.body)


def _route(service: Service, operation: Operation, handler: Handler) -> HTTPRouteHandler:
    reader = _body_reader(service, operation)

    async def handle(request: AnyRequest) -> ASGIApp:
        service.limits.admit(request.scope, bearer_token(request))
        bearer = await admit(service, operation, request)
        ask = Ask(request, request.path_params, read_query(request, operation.query), bearer=bearer)
        if reader is not None:
            ask.raw = await read_body(request, service.settings.body_timeout_s)
            ask.body = reader.read(ask.raw)
        return await handler(service, ask)

    handle.__name__ = operation.id
    return HTTPRouteHandler(
        operation.path.replace("}", ":str}"),
        http_method=operation.method,
        status_code=operation.status,
        name=operation.id,
    )(handle)


def routes(service: Service, handlers: Mapping[str, Handler]) -> list[HTTPRouteHandler]:
    """A route for each operation. KeyError when one has no handler."""
    return [_route(service, operation, handlers[operation.id]) for operation in OPERATIONS]


def name_all_methods(app: Litestar) -> None:
    """Let OPTIONS name all methods of a path: the framework makes its answer from the first handler alone."""
    for route in _http_routes(app.routes):
        for handler in route.route_handlers:
            if "OPTIONS" in handler.http_methods and handler.fn.__closure__:
                handler.fn.__closure__[0].cell_contents.methods = route.methods


def _http_routes(found: Iterable[Any]) -> Iterable[HTTPRoute]:
    return (route for route in found if isinstance(route, HTTPRoute))
