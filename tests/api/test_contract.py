"""openapi.json: committed as it is generated, valid, and described to the last field."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from openapi_spec_validator import validate
from structlog.testing import capture_logs

from api_schema.contract import Contract
from api_schema.document import document, encoded
from api_schema.operations import OPERATIONS
from service.games import installed
from service.version import VERSION
from tests.api.conftest import Running

COMMITTED = Path(__file__).parents[2] / "api_schema" / "openapi.json"
DOCUMENT: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document(Contract(installed()), VERSION)))
SCHEMAS = DOCUMENT["components"]["schemas"]
OURS = [name for name in SCHEMAS if "." not in name or name.startswith("match.")]


def test_the_committed_contract_is_the_generated_one() -> None:
    assert COMMITTED.read_bytes() == encoded(Contract(installed()), VERSION), "run: ./dev openapi"


def test_the_contract_is_valid_openapi() -> None:
    validate(DOCUMENT)


def test_every_operation_is_summed_up_and_described() -> None:
    found = [operation for path in DOCUMENT["paths"].values() for operation in path.values()]
    assert len(OPERATIONS) == len(found) == len({operation["operationId"] for operation in found})
    assert all(operation["summary"] and operation["description"] for operation in found)
    assert all(parameter["description"] for operation in found for parameter in operation["parameters"])


def test_the_unions_have_a_discriminator_with_a_mapping() -> None:
    for name in ("Command", "Event", "MatchView", "NewMatch"):
        mapping = SCHEMAS[name]["discriminator"]["mapping"]
        assert sorted(mapping.values()) == sorted(arm["$ref"] for arm in SCHEMAS[name]["oneOf"])
        assert all(ref.removeprefix("#/components/schemas/") in SCHEMAS for ref in mapping.values())


def test_every_command_and_event_goes_by_its_type_tag() -> None:
    for name in ("Command", "Event"):
        for tag, ref in SCHEMAS[name]["discriminator"]["mapping"].items():
            component = SCHEMAS[ref.removeprefix("#/components/schemas/")]
            assert component.get("description"), tag
            assert ref.endswith(tag)


@pytest.mark.parametrize("name", OURS)
def test_every_type_and_field_of_the_api_is_described(name: str) -> None:
    component = SCHEMAS[name]
    assert component["description"]
    missing = [field for field, schema in component.get("properties", {}).items() if not _is_described(schema)]
    assert missing == []


def _is_described(schema: dict[str, Any]) -> bool:
    if "const" in schema or "description" in schema:
        return True
    return any("description" in arm for arm in schema.get("anyOf", ()))


def _references(thing: Any) -> Iterator[str]:
    if isinstance(thing, dict):
        if isinstance(thing.get("$ref"), str):
            yield thing["$ref"]
        for name, part in thing.items():
            if name != "examples":  # recorded answers may hold schemas of their own
                yield from _references(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from _references(part)


def test_every_reference_leads_somewhere() -> None:
    for ref in set(_references(DOCUMENT)):
        _, _, kind, name = ref.removeprefix("#").split("/")
        assert name in DOCUMENT["components"][kind], ref


async def test_the_service_hands_out_that_very_contract(service: Running) -> None:
    assert (await service.get("/openapi.json")).json() == DOCUMENT


async def test_what_is_left_for_the_documents_pages_is_there_without_the_outside(service: Running) -> None:
    page = (await service.get("/docs")).text
    assert "https://" not in page
    for path in ("/docs/start.js", "/static/swagger/swagger-ui.css", "/static/swagger/swagger-ui-bundle.js"):
        assert path.rpartition("/")[0] in page or path in page
        assert (await service.get(path)).status_code == 200


async def test_a_game_describes_itself(service: Running) -> None:
    game = (await service.get("/v1/games/ultimatum")).json()
    assert {"match.Resign"} < {command["type"] for command in game["commands"]}
    assert {"resigned", "drawn", "aborted"} < set(game["endings"])
    assert game["options"]["$defs"] or game["options"]["properties"]
    assert [each["id"] for each in (await service.get("/v1/games")).json()["games"]] == sorted(installed())


async def test_a_pack_is_its_content_for_ever(service: Running) -> None:
    pack = (await service.get("/v1/games/ultimatum")).json()["packs"][0]
    path = f"/v1/games/ultimatum/packs/{pack['hash']}"
    first = await service.get(path)
    assert first.json()["id"] == pack["id"]
    assert "immutable" in first.headers["cache-control"]
    assert (await service.get(path, headers={"If-None-Match": first.headers["etag"]})).status_code == 304


async def test_the_service_says_what_it_is_and_how_it_is(service: Running) -> None:
    said = (await service.get("/v1")).json()
    assert (said["name"], said["games"]) == ("conclave", sorted(installed()))
    for path in ("/health", "/ready"):
        assert (await service.get(path)).json() == {"status": "ok"}


async def test_each_request_is_one_line_of_the_log_without_its_body_and_query(service: Running) -> None:
    table = await service.table()
    word = "xylophone"
    with capture_logs() as lines:
        statuses = [
            (await service.post(f"{table.path}/talk", {"text": word}, table.seats["roy"])).status_code,
            (await service.post(f"{table.path}/talk", {"wrong": word}, table.seats["roy"])).status_code,
            (await table.get(f"/events?limit={word}")).status_code,
            (await service.get(f"/{word}?q={word}")).status_code,
            (await table.command(table.seats["roy"], {"type": "match.Resign"})).status_code,
            (await table.get("/stream?after=p-0")).status_code,
        ]
    assert [201, 400, 400, 404, 200, 200] == statuses == [line["status"] for line in lines]
    assert {("event", "log_level", "method", "ms", "request_id", "route", "status")} == {
        tuple(sorted(o)) for o in lines
    }
    assert word not in str(lines)


async def test_metrics_have_bounded_labels_and_no_match(service: Running) -> None:
    table = await service.table()
    await service.get("/no/such/path")
    await service.client.request("BREW", "/v1")
    told = (await service.get("/metrics")).text
    assert "BREW" not in told
    assert 'route="/v1/matches/{match_id}/commands"' in told
    assert 'route="unmatched"' in told
    assert table.id not in told


async def test_every_answer_has_the_id_of_its_request(service: Running) -> None:
    assert (await service.get("/health", headers={"X-Request-Id": "abc-1"})).headers["x-request-id"] == "abc-1"
    made = (await service.get("/health", headers={"X-Request-Id": "a b"})).headers["x-request-id"]
    assert len(made) == 16
