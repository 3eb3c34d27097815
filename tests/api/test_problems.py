"""Every failure is a problem with a stable type, and says where the fault lies."""

import dataclasses
import secrets
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.problems import BY_SLUG, URN
from domain.kernel.pack import Pack
from service.settings import BODY_BYTES, Settings
from tests.api.conftest import Running, running
from tests.games.parley import GAME as PARLEY


def is_problem(answer: httpx.Response, slug: str) -> dict[str, Any]:
    """The problem, which must be of this kind and whole."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    said: dict[str, Any] = answer.json()
    assert (said["type"], said["status"], answer.status_code) == (URN + slug, BY_SLUG[slug].status, said["status"])
    assert said["title"] == BY_SLUG[slug].title
    assert said["detail"]
    assert said["code"]
    return said


async def test_an_unknown_path(service: Running) -> None:
    is_problem(await service.get("/v2/anything"), "not-found")


@pytest.mark.parametrize(
    "path", ["/v1/games/chess", "/v1/matches/x", f"/v1/matches/{'a' * 20}", f"/v1/matches/{'a' * 20}%0A/view"]
)
async def test_an_unknown_thing(service: Running, path: str) -> None:
    is_problem(await service.get(path), "not-found")


async def test_another_method_is_answered_with_those_that_there_are(service: Running) -> None:
    answer = await service.client.delete("/v1/matches")
    is_problem(answer, "method-not-allowed")
    assert {"GET", "POST", "OPTIONS"} == {name.strip() for name in answer.headers["allow"].split(",")}


async def test_options_names_all_methods_of_a_path(service: Running) -> None:
    answer = await service.client.options("/v1/matches")
    assert {"GET", "POST", "OPTIONS"} == {name.strip() for name in answer.headers["allow"].split(",")}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[]", ""),
        (b"[" * 5000, ""),
        (b'{"game": "chess", "seats": []}', "/game"),
        (b'{"seats": [{"by": "person"}, {"by": "person"}]}', ""),
        (b'{"game": "ultimatum", "seats": "two"}', "/seats"),
        (b'{"game": "ultimatum", "seats": [{"by": "person"}, {"by": "cat"}]}', "/seats/1/by"),
        (b'{"game": "ultimatum", "seats": [{"by": "person"}, {"by": "person"}], "undo": "true"}', "/undo"),
        (b'{"game": "ultimatum", "seats": [{"by": "person"}, {"by": "person"}], "undo": 1}', "/undo"),
        (b'{"game": "ultimatum", "seats": [{"by": "person"}, {"by": "person"}], "sneaky": 1}', ""),
        (
            b'{"game": "ultimatum", "seats": [{"by": "person"}, {"by": "person"}], "pack": "' + b"0" * 64 + b'\\n"}',
            "/pack",
        ),
    ],
)
async def test_a_body_that_is_not_as_the_contract_says(service: Running, body: bytes, pointer: str) -> None:
    answer = await service.client.post("/v1/matches", content=body, headers={"Content-Type": "application/json"})
    assert [pointer] == [fault["pointer"] for fault in is_problem(answer, "invalid-request")["errors"]]


async def test_a_fault_inside_a_command_is_pointed_at(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    for command, pointer in (
        ({"type": "match.Consent", "what": "peace", "agree": True}, "/command/what"),
        ({"type": "match.Consent", "what": "draw", "agree": "yes"}, "/command/agree"),
        ({"type": "match.Claim"}, "/command/type"),
        ("resign", "/command"),
    ):
        answer = await service.post(f"{table.path}/commands", {"command": command}, token)
        assert [pointer] == [fault["pointer"] for fault in is_problem(answer, "invalid-request")["errors"]]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
async def test_a_body_of_another_kind(service: Running, kind: str) -> None:
    answer = await service.client.post("/v1/matches", content=b"{}", headers={"Content-Type": kind})
    is_problem(answer, "unsupported-media-type")


async def test_a_body_that_is_too_large(service: Running) -> None:
    body = b'{"game": "' + b"x" * BODY_BYTES + b'"}'
    answer = await service.client.post("/v1/matches", content=body, headers={"Content-Type": "application/json"})
    is_problem(answer, "too-large")


async def test_a_body_that_does_not_arrive(store_url: str) -> None:
    async def nothing() -> Any:
        import asyncio

        yield b"{"
        await asyncio.Event().wait()

    async with running(store_url, "slow", Settings(body_timeout_s=0.01)) as service:
        answer = await service.client.post(
            "/v1/matches", content=nothing(), headers={"Content-Type": "application/json"}
        )
        is_problem(answer, "timeout")


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=1.0", "limit=a", "open=1", "cursor=junk", "status=x", "game=", "limit=1&limit=2"],
)
async def test_a_senseless_query(service: Running, query: str) -> None:
    name = query.partition("=")[0]
    said = is_problem(await service.get(f"/v1/matches?{query}"), "invalid-request")
    assert [name] == [fault["pointer"] for fault in said["errors"]]


@pytest.mark.parametrize("key", ["short", "k" * 129, "k" * 22 + "!", "k" * 21 + " "])
async def test_a_key_that_can_be_guessed_or_is_no_key(service: Running, key: str) -> None:
    is_problem(await service.create(key), "invalid-request")


async def test_a_refused_command_names_its_rule(service: Running) -> None:
    table = await service.table()
    said = is_problem(await table.command(table.host, {"type": "match.Start"}), "illegal-command")
    assert (said["code"], said["rule"]) == ("already_started", "K-LOBBY-01")


async def test_a_decision_that_is_gone(service: Running) -> None:
    table = await service.table()
    answer = await table.command(next(iter(table.seats.values())), {"type": "match.Resign"}, decision="0" * 24)
    is_problem(answer, "stale-decision")


async def test_a_pack_that_the_game_lacks(service: Running) -> None:
    is_problem(await service.create(pack="0" * 64), "unknown-pack")
    is_problem(await service.get(f"/v1/games/ultimatum/packs/{'0' * 64}"), "not-found")


async def test_options_that_the_pack_has_nothing_for(store_url: str) -> None:
    """They may be those of another pack of the game; a match must not be set up that cannot begin."""

    def lacking(options: object, pack: Pack) -> None:
        raise msgspec.ValidationError("this pack has no such deck")

    poor = dataclasses.replace(PARLEY, rules=lacking)
    async with running(store_url, secrets.token_hex(4), games={"parley": poor}) as service:
        said = is_problem(
            await service.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}] * 2}), "invalid-request"
        )
    assert [{"pointer": "/options", "detail": "this pack has no such deck"}] == said["errors"]


async def test_a_fault_of_ours_tells_nothing(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret is 42")

    table = await service.table()
    monkeypatch.setattr(service.app.service.views, "now", broken)
    answer = await table.get("/view")
    is_problem(answer, "internal")
    assert "42" not in answer.text


async def test_a_whole_float_is_an_integer_and_nothing_else_is(service: Running) -> None:
    from service.http.problems import Failure
    from service.http.reading import Reader

    assert Reader(dict[str, int]).read(b'{"a": 5.0}') == {"a": 5}
    for body in (b'{"a": "5"}', b'{"a": 5.5}', b'{"a": true}', b'{"a": null}', b'{"a": NaN}', b'{"a": 1e999}'):
        with pytest.raises(Failure):
            Reader(dict[str, int]).read(body)
