"""A running service over an embedded store, with clients, a clock that tests turn, and quick matches."""

import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import Application, build_app
from service.games import installed
from service.settings import Settings
from service.store.embedded import Embedded
from service.store.redis import RedisStore
from service.store.shelf import Shelf
from service.store.shelved import ShelvedStore

JSON = dict[str, Any]


@dataclass
class Clock:
    """Milliseconds since 1970, as a test says."""

    now: int = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@dataclass
class Table:
    """A match and the tokens of all who sit at it."""

    service: "Running"
    id: str
    host: str
    spectator: str | None
    seats: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    async def get(self, what: str, token: str | None = None, **more: Any) -> httpx.Response:
        return await self.service.get(f"{self.path}{what}", token, **more)

    async def command(self, token: str, command: JSON, key: str | None = None, **more: Any) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        body = {"command": command, **more}
        return await self.service.post(f"{self.path}/commands", body, token, headers=headers)

    async def start(self) -> None:
        answer = await self.command(self.host, {"type": "match.Start"})
        assert answer.status_code == 200, answer.text

    async def play_one(self) -> bool:
        """Whoever must decide gives the first listed command; False when nobody must."""
        for seat, token in self.seats.items():
            decisions = (await self.get("/decisions", token)).json()["decisions"]
            mine = next((d for d in decisions if d["must"] and d["seat"] == seat), None)
            if mine is not None:
                answer = await self.command(token, first_of(mine["offers"][0]), decision=mine["id"])
                assert answer.status_code == 200, answer.text
                return True
        return False


def first_of(offer: JSON) -> JSON:
    """The first command that an offer lists."""
    import msgspec

    from domain.kernel.choices import Choice, each

    value = next(each(msgspec.convert(offer["choice"], Choice)))
    assert isinstance(value, dict)
    return {"type": offer["command"], **value}


@dataclass
class Running:
    """The application and a client that speaks to it in this process."""

    app: Application
    client: httpx.AsyncClient
    clock: Clock

    async def get(self, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        return await self.client.get(path, headers=bearing(token) | more.pop("headers", {}), **more)

    async def post(self, path: str, body: Any, token: str | None = None, **more: Any) -> httpx.Response:
        return await self.client.post(path, json=body, headers=bearing(token) | more.pop("headers", {}), **more)

    async def create(self, key: str | None = None, **more: Any) -> httpx.Response:
        game = self.app.service.contract.games["ultimatum"]
        seats = [{"by": "person"}] * game.meta.counts[0]
        headers = {"Idempotency-Key": key} if key else {}
        return await self.post("/v1/matches", {"game": "ultimatum", "seats": seats} | more, headers=headers)

    async def table(self, *, start: bool = True, **more: Any) -> Table:
        """A new match of two persons, claimed, and started unless told otherwise."""
        made = (await self.create(**more)).json()
        table = Table(self, made["id"], made["host_token"], made["spectator_token"])
        for seat in (await table.get("", table.host)).json()["seats"]:
            if seat["kind"] == "open":
                table.seats[seat["seat"]] = await self.claim(table, seat["seat"])
        if start:
            await table.start()
        return table

    async def claim(self, table: Table, seat: str, key: str | None = None) -> str:
        body = {"claim_key": key or secrets.token_hex(16)}
        answer = await self.post(f"{table.path}/seats/{seat}/claim", body, table.spectator)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])


def bearing(token: str | None) -> dict[str, str]:
    """The headers of a request with this token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real store for all tests of this process; each test has a prefix of its own."""
    folder: Path = tmp_path_factory.mktemp("store")
    embedded = Embedded(folder)
    embedded.start()
    yield embedded.url
    embedded.stop()


@asynccontextmanager
async def running(url: str, prefix: str, settings: Settings | None = None, **more: Any) -> AsyncIterator[Running]:
    """A started application; two with one prefix share their matches, as two workers do."""
    clock = Clock()
    games = more.pop("games", None) or installed()
    archive: Path | None = more.pop("archive", None)
    store = ShelvedStore(url, prefix, shelf=Shelf(archive), games=games) if archive else RedisStore(url, prefix)
    key = more.pop("key", b"k" * 32)
    app = build_app(games, store, key, settings or Settings(beat_s=0.05), clock=clock, **more)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with app.running(), httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        yield Running(app, client, clock)


@pytest.fixture
async def service(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4)) as one:
        yield one
