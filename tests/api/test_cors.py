"""Pages of other origins: only those that the operator names, and caches are told."""

import secrets
from collections.abc import AsyncIterator

import pytest

from service.settings import Settings
from tests.api.conftest import Running, running

OURS = "https://play.example.org"
ASKING = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


@pytest.fixture
async def open_to_ours(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=0.05, cors_origins=(OURS,))) as service:
        yield service


async def test_without_the_setting_no_origin_is_allowed(service: Running) -> None:
    answer = await service.get("/v1", headers={"Origin": OURS})
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_named_origin_may_read_and_sees_the_headers_it_needs(open_to_ours: Running) -> None:
    table = await open_to_ours.table()
    answer = await table.get("/view", headers={"Origin": OURS})
    assert OURS == answer.headers["access-control-allow-origin"]
    shown = {name.strip() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert {"ETag", "Location", "Retry-After", "X-Request-Id"} <= shown
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("origin", [OURS, "https://evil.example.org", None])
async def test_vary_keeps_what_it_had(open_to_ours: Running, origin: str | None) -> None:
    table = await open_to_ours.table()
    answer = await table.get("/view", headers={"Origin": origin} if origin else {})
    assert {"Authorization", "Origin"} == {name.strip() for name in answer.headers["vary"].split(",")}
    assert (OURS if origin == OURS else None) == answer.headers.get("access-control-allow-origin")


async def test_a_problem_and_a_stream_may_be_read_too(open_to_ours: Running) -> None:
    table = await open_to_ours.table()
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    for path in ("/v1/nothing", f"{table.path}/stream?after=p-0"):
        answer = await open_to_ours.get(path, headers={"Origin": OURS})
        assert OURS == answer.headers["access-control-allow-origin"]


async def test_a_preflight_says_what_may_be_sent(open_to_ours: Running) -> None:
    answer = await open_to_ours.client.options("/v1/matches", headers={"Origin": OURS} | ASKING)
    assert 204 == answer.status_code
    allowed = {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}
    assert {"authorization", "content-type", "idempotency-key", "last-event-id", "if-none-match", "prefer"} <= allowed
    assert OURS == answer.headers["access-control-allow-origin"]
    assert "Origin" in answer.headers["vary"]


async def test_a_preflight_of_another_origin_allows_nothing(open_to_ours: Running) -> None:
    answer = await open_to_ours.client.options("/v1/matches", headers={"Origin": "https://evil.example.org"} | ASKING)
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_any_origin_may_be_allowed(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), Settings(cors_origins=("*",))) as service:
        answer = await service.get("/v1", headers={"Origin": "null"})
        assert "*" == answer.headers["access-control-allow-origin"]
