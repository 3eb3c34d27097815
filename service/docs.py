"""The contract to read and try in a browser, without any outside address."""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.static_files import create_static_files_router

STATIC: Final = Path(str(files("service").joinpath("static")))
POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:"
FILES: Final = frozenset(path.name for path in (STATIC / "swagger").iterdir())
PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conclave – the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/swagger/swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<script src="/static/swagger/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
START: Final = 'SwaggerUIBundle({url: "/openapi.json", dom_id: "#ui", deepLinking: true, tryItOutEnabled: true});\n'


@get("/docs", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def page() -> Response[str]:
    """The page."""
    return Response(PAGE, media_type=MediaType.HTML, headers={"Content-Security-Policy": POLICY})


@get("/docs/start.js", include_in_schema=False, sync_to_thread=False)
def start() -> Response[str]:
    """What it starts with."""
    return Response(START, media_type="text/javascript; charset=utf-8")


def _known(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Only the files that there are: the framework asks the system for any name, which fails on some."""
    if connection.path_params["file_path"].lstrip("/") not in FILES:
        raise NotFoundException


def static() -> Router:
    """The files it uses."""
    return create_static_files_router("/static/swagger", [STATIC / "swagger"], include_in_schema=False, guards=[_known])
