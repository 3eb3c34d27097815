"""From the operations of the contract to routes: one thin handler each, all of the same kind.

Order: who asks (a guard, before anything else is read), then the parameters, then the body.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.routes import HTTPRoute

from api_schema.operations import OPERATIONS, Operation
from service.http.asking import Ask, Service, admit
from service.http.reading import Reader, read_body, read_query
from service.http.replies import Handler

AnyRequest = Request[Any, Any, Any]


def _guard(service: Service, operation: Operation) -> Any:  # noqa: ANN401  # the framework's own guard type
    async def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        request: AnyRequest = Request(connection.scope)
        connection.scope["bearer"] = await admit(service, operation, request)  # type: ignore[typeddict-unknown-key]  # ours

    return guard


def _body_reader(service: Service, operation: Operation) -> Reader | None:
    if operation.body is None:
        return None
    return Reader(service.contract.new_match if operation.body == "NewMatch" else operation.body)


def _route(service: Service, operation: Operation, handler: Handler) -> HTTPRouteHandler:
    reader = _body_reader(service, operation)

    async def handle(request: AnyRequest) -> Response[Any]:
        ask = Ask(request, request.path_params, read_query(request, operation.query))
        ask.bearer = request.scope.get("bearer")  # type: ignore[assignment]  # put there by the guard
        if reader is not None:
            ask.raw = await read_body(request, service.settings.body_timeout_s)
            ask.body = reader.read(ask.raw)
        return await handler(service, ask)

    handle.__name__ = operation.id
    return HTTPRouteHandler(
        operation.path.replace("}", ":str}"),
        http_method=operation.method,
        guards=[_guard(service, operation)] if operation.auth != "none" else None,
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
