"""Examples in the document: each was recorded from a real answer, and a test records them again."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from api_schema.schema import Schema


class Exchange(Struct, frozen=True):
    """What was sent (null for a request without a body) and what came back."""

    sent: Any
    got: Any


class Examples(Struct, frozen=True):
    """One exchange for each operation, and one accepted command of each type."""

    operations: dict[str, Exchange]
    commands: dict[str, Any]


@cache
def recorded() -> Examples:
    """The examples that come with the package."""
    return msgspec.json.decode(files("api_schema").joinpath("examples.json").read_bytes(), type=Examples)


def attach(document: Schema) -> Schema:
    """Put the examples into the operations and the commands that the document has."""
    examples = recorded()
    for path in document["paths"].values():
        for operation in path.values():
            exchange = examples.operations.get(operation["operationId"])
            if exchange is not None:
                _attach(operation, exchange)
    schemas = document["components"]["schemas"]
    for name, command in examples.commands.items():
        if name in schemas:
            schemas[name]["examples"] = [command]
    return document


def _attach(operation: Schema, exchange: Exchange) -> None:
    if "requestBody" in operation and exchange.sent is not None:
        _into(operation["requestBody"], exchange.sent)
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            _into(answer, exchange.got)


def _into(holder: Schema, value: object) -> None:
    for media in holder["content"].values():
        media["examples"] = {"recorded": {"summary": "Recorded from a real exchange.", "value": value}}
