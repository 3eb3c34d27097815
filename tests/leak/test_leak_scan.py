"""Errors, logs, metrics, lists and answers of seeded matches hold no secret value, in whatever form."""

import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.kernel.viewers import SPECTATOR
from service.http import watching
from service.store.port import Unavailable
from tests.api.conftest import Running, running
from tests.harness.lab import GAMES
from tests.leak.scanning import Logs, Overheard, found_in, overheard_logs, unseen
from tests.leak.twins import QUICK

STEPS = 6
CASES = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
async def service(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4), QUICK, games=GAMES) as one:
        yield one


async def played(service: Running, game: str, seed: int = 1, steps: int = STEPS) -> Overheard:
    world = Overheard(service, GAMES[game], seed)
    await world.open()
    await world.play(steps)
    await service.app.listing.settle()
    await world.look()
    return world


async def everything(world: Overheard, logs: Logs) -> list[tuple[str, str]]:
    """Which secrets of a world stand in what was said and logged."""
    return found_in([*world.said, *logs.said], await world.never() | world.theirs())


@CASES
async def test_nothing_that_is_said_or_logged_holds_a_secret(service: Running, game: str) -> None:
    with overheard_logs() as logs:
        world = await played(service, game)
        assert len(world.said) > 200
        assert len(logs.said) > 200
        assert [] == await everything(world, logs)


@CASES
async def test_what_is_granted_holds_nothing_but_what_was_asked_for(service: Running, game: str) -> None:
    world = await played(service, game, steps=2)
    for seat in world.match.seats:
        renewed = await world.ask("POST", f"{world.path}/seats/{seat}/token", world.tokens[seat])
        world.tokens[seat] = renewed.json()["token"]
        await world.ask("POST", f"{world.path}/ticket", world.tokens[seat])
    assert len(world.granted) >= 1 + 3 * len(world.match.seats)
    said = [(path, answer.text) for path, answer in world.granted]
    assert [] == found_in(said, await world.never())
    for path, answer in world.granted:
        others = {name: value for name, value in world.theirs().items() if value not in answer.text}
        assert len(others) >= len(world.theirs()) - 2, path  # one's own token, and the code that comes with it


@CASES
async def test_no_view_names_a_card_that_its_viewer_cannot_see(service: Running, game: str) -> None:
    world = Overheard(service, GAMES[game], 2)
    await world.open()
    looked = 0
    for _ in range(2 * STEPS):
        await world.step()
        for viewer in (*world.match.seats, SPECTATOR):
            text = (await world.ask("GET", f"{world.path}/view", world.tokens.get(viewer))).text
            hidden = unseen(world.match, viewer)
            assert [] == [face for face in hidden if f'"{face}"' in text], viewer
            looked += len(hidden)
    assert looked > STEPS


async def test_trouble_is_told_without_a_secret(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults that no one foresaw carry the worst in their text: it goes nowhere."""
    with overheard_logs() as logs:
        world = await played(service, "parley", steps=3)
        secret = world.match.opened_secret()[0]

        def broken(*_: object) -> Any:
            raise RuntimeError(f"{secret} {world.tokens} {world.match.key!r}")

        async def away(*_: object) -> Any:
            raise Unavailable(f"{secret} {world.tokens}")

        monkeypatch.setattr(service.app.service.views, "now", broken)
        monkeypatch.setattr(service.app.service.matches.store.lobby, "page", away)
        monkeypatch.setattr(service.app.workers, "_begin", broken)
        await world.look()
        assert {500, 503} <= {
            int(code) for code in ("500", "503") if any(f'"status":{code}' in t for _, t in world.said)
        }
        with pytest.raises(RuntimeError):
            await service.app.workers.work()
        assert [] == await everything(world, logs)


# --- the scan is not vacuous -------------------------------------------------------------------------


async def test_a_query_in_the_access_log_is_found(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(scope: Any, id_: str, status: int, seconds: float) -> None:
        watching.log.info("request", path=scope["path"], query=scope["query_string"], headers=scope["headers"])

    monkeypatch.setattr(watching, "_note", telling)
    with overheard_logs() as logs:
        world = await played(service, "parley", steps=1)
        names = {name for name, _ in await everything(world, logs)}
    assert {"the token of ann", "the token of host"} <= names


@pytest.mark.parametrize("form", [bytes.hex, repr, lambda value: value.hex().upper()])
async def test_a_secret_in_an_answer_is_found_in_whatever_form(
    service: Running, monkeypatch: pytest.MonkeyPatch, form: Any
) -> None:
    world = Overheard(service, GAMES["parley"], 1)
    await world.open()
    planted = form(world.match.key)
    views = service.app.service.views
    monkeypatch.setattr(views, "tag", lambda at: f'"{at}-{planted}"')
    await world.look()
    assert {"the match key"} == {name for name, _ in found_in(world.said, await world.never())}


async def test_a_draw_in_an_event_is_found(service: Running) -> None:
    world = await played(service, "parley", steps=1)
    name, order = next((name, value) for name, value in (await world.never()).items() if name.startswith("the draw"))
    assert [(name, "here")] == found_in([("here", f'{{"order":[{order}]}}')], await world.never())
