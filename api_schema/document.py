"""openapi.json: the operations and the types as one OpenAPI 3.1 document."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from api_schema import scalars
from api_schema.answers import Bye
from api_schema.company import TalkId
from api_schema.contract import Contract
from api_schema.examples import attach
from api_schema.headers import HEADERS, SENT
from api_schema.operation import JSON, PROBLEM, Operation
from api_schema.operations import OPERATIONS, TAGS
from api_schema.problems import STATUSES
from api_schema.schema import REF, Schema, raw_components, unwrap

PATH_PARAMETERS: dict[str, tuple[str, Any]] = {
    "match_id": ("The id of the match.", scalars.MatchId),
    "game": ("The id of the game.", scalars.GameId),
    "hash": ("The hash of the content pack.", scalars.Hash),
    "seat": ("The name of the seat.", scalars.SeatName),
    "message": ("The id of the message.", TalkId),
}

INTRODUCTION = unwrap("""
Games of secrets over HTTP: every match is an append-only history of events, and each viewer gets exactly what
it may know.

Create a match, claim its seats, start it as host. Then ask for your decisions, give commands that answer
them, and follow your events. A client needs no knowledge of a game: decisions list what can be done, and
every event and decision comes with one line of text.

Bodies are read strictly: `"5"` is no number, and unknown fields are refused. Every failure is an RFC 9457
problem.
""")


def document(contract: Contract, version: str) -> Schema:
    """The whole document."""
    return attach(_bare(contract, version))


def _bare(contract: Contract, version: str) -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Conclave",
            "version": version,
            "description": INTRODUCTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This service."}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
        "paths": _paths(),
        "components": {
            "schemas": contract.components,
            "responses": {_failure(status): _problem(status) for status in sorted(STATUSES)},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": (
                        "The token of a seat, of the host, of the spectators of a private match, or of an auditor."
                    ),
                },
                "ticket": {
                    "type": "apiKey",
                    "in": "query",
                    "name": "ticket",
                    "description": "A ticket for one stream.",
                },
            },
        },
    }


def encoded(contract: Contract, version: str) -> bytes:
    """The document as it is committed: JSON with two spaces of indentation."""
    return msgspec.json.format(msgspec.json.encode(document(contract, version)), indent=2) + b"\n"


def _paths() -> dict[str, Schema]:
    paths: dict[str, Schema] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return paths


def _operation(operation: Operation) -> Schema:
    said: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": [
            *_path_parameters(operation.path),
            *_query_parameters(operation.query),
            *_headers(operation.headers),
        ],
    }
    if operation.body is not None:
        schema = {"$ref": REF + operation.body} if isinstance(operation.body, str) else _schema(operation.body)
        said["requestBody"] = {"required": True, "description": "JSON.", "content": {JSON: {"schema": schema}}}
    said["responses"] = _responses(operation)
    said["security"] = {"none": [], "watch": [{}, {"token": []}], "act": [{"token": []}]}[operation.auth]
    if operation.tickets:
        said["security"] = [*said["security"], {"ticket": []}]
    return said


def _schema(kind: Any) -> Schema:  # noqa: ANN401  # a type
    return raw_components((kind,))[0][0]


def _path_parameters(path: str) -> Iterable[Schema]:
    for name in re.findall(r"{(\w+)}", path):
        said, kind = PATH_PARAMETERS[name]
        yield {"name": name, "in": "path", "required": True, "description": said, "schema": _schema(kind)}


def _query_parameters(query: type[Struct]) -> Iterable[Schema]:
    component = raw_components((query,))[1][query.__name__]
    for name, schema in component["properties"].items():
        rest = {key: value for key, value in schema.items() if key != "description"}
        yield {"name": name, "in": "query", "required": False, "description": schema["description"], "schema": rest}


def _headers(names: Iterable[str]) -> Iterable[Schema]:
    for name in names:
        said, schema = HEADERS[name]
        yield {"name": name, "in": "header", "required": False, "description": said, "schema": schema}


def _responses(operation: Operation) -> Schema:
    answers: Schema = {str(operation.status): _success(operation)}
    if operation.cached:
        answers["304"] = {"description": "What you have is still good.", "headers": _sent(("ETag",))}
    for status in sorted(_failures(operation)):
        answers[str(status)] = {"$ref": f"#/components/responses/{_failure(status)}"}
    return answers


def _failures(operation: Operation) -> set[int]:
    found = {400, 429, 500, *operation.fails}
    if "{" in operation.path:
        found.add(404)
    if operation.path.startswith(("/v1/matches", "/v1/decisions")) or operation.id in {"getReadiness", "getPack"}:
        found.add(503)
    if operation.body is not None:
        found |= {408, 409, 413, 415}
    if operation.auth != "none":
        found |= {401, 403}
    return found


def _success(operation: Operation) -> Schema:
    said: Schema = {"description": operation.summary + "."}
    if operation.sends:
        said["headers"] = _sent(operation.sends)
    schema = _schema(operation.answer)
    if operation.media == "text/event-stream":
        schema = _stream(schema)
    said["content"] = {operation.media: {"schema": schema}}
    return said


def _stream(data: Schema) -> Schema:
    """One message of a stream, as its fields."""
    return {
        "type": "object",
        "description": "One message of the stream. A comment (a line that begins with a colon) keeps it alive.",
        "properties": {
            "id": {"type": "string", "description": "Where to go on from; absent in `bye`."},
            "event": {
                "type": "string",
                "description": "Absent but in the last message: `bye`.",
            },
            "retry": {"type": "integer", "description": "After how many milliseconds to connect again."},
            "data": {
                "type": "string",
                "contentMediaType": JSON,
                "contentSchema": {"anyOf": [data, {"$ref": REF + Bye.__name__}]},
                "description": "What the stream is about, as JSON, or why it ends.",
            },
        },
    }


def _sent(names: Iterable[str]) -> Schema:
    return {name: {"description": SENT[name], "schema": {"type": "string"}} for name in names}


def _failure(status: int) -> str:
    return f"Problem{status}"


def _problem(status: int) -> Schema:
    said = " ".join(f"{kind.title}: {kind.description}" for kind in STATUSES[status])
    headers: Schema = {}
    if status == 401:
        headers = {"WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}}}
    if status in {429, 503}:
        headers = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}}
    return {
        "description": said,
        "content": {PROBLEM: {"schema": {"$ref": REF + "Problem"}}},
        **({"headers": headers} if headers else {}),
    }
