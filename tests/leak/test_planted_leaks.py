"""The twin worlds over HTTP are not vacuous: whatever is planted to tell a secret is found by them."""

import zlib
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import Event
from domain.kernel.play import Play
from domain.kernel.viewers import SPECTATOR
from service import lobby
from service.http import problems, views
from service.routes import matches, stream
from tests.games.parley import GAME
from tests.leak.test_twin_worlds_over_http import tell_apart
from tests.leak.twins import World

HIGH = 1_000
Plant = Callable[[World], None]


def trace(state: Any) -> int:
    """A small number that depends on everything hidden."""
    return zlib.crc32(msgspec.msgpack.encode(state)) % HIGH


async def found_by(url: str, game: Any = GAME, plant: Plant | None = None, viewer: str = "ann") -> str:
    """What the worlds are told apart by."""
    with pytest.raises(AssertionError) as found:
        await tell_apart(game, viewer, url, plant)
    assert found.traceback[-1].path.name == "twins.py"
    return str(found.value).partition("',")[0].strip("('")


async def test_without_a_plant_nothing_is_found(store_url: str) -> None:
    assert await tell_apart(GAME, "ann", store_url)


async def test_a_view_that_tells_a_hidden_card(store_url: str) -> None:
    def leaky(rules: Any, state: Any, viewer: str) -> Any:
        return msgspec.structs.replace(GAME.view(rules, state, viewer), table=tuple(state.deck.faces()))

    assert "getView" == await found_by(store_url, replace(GAME, view=leaky))


class Whispered(Event, frozen=True, tag="parley.Whispered"):
    """A number that it should not hold."""

    seat: str
    number: int


def whispering(decide: Callable[..., None]) -> Any:
    """The game with one event more."""
    evolve = {**GAME.evolve, Whispered: lambda state, event: None}
    return replace(GAME, decide=decide, evolve=evolve, events=(*GAME.events, Whispered), text=lambda *_: "A line.")


async def test_an_event_that_tells_a_hidden_card(store_url: str) -> None:
    def telling(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        play.emit(Whispered(seat=seat, number=trace(play.state)))

    evolve = {**GAME.evolve, Whispered: lambda state, event: None}
    planted = replace(
        GAME, decide=telling, evolve=evolve, events=(*GAME.events, Whispered), text=lambda *_: "A whisper."
    )
    for viewer in ("bob", SPECTATOR):
        assert await found_by(store_url, planted, viewer=viewer) in {"listEvents", "streamEvents", "submitCommand"}


async def test_a_number_of_events_that_depends_on_a_hidden_card(store_url: str) -> None:
    def telling(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        for _ in range(trace(play.state) % 7):
            play.emit(Whispered(seat=seat, number=0))

    evolve = {**GAME.evolve, Whispered: lambda state, event: None}
    planted = replace(
        GAME, decide=telling, evolve=evolve, events=(*GAME.events, Whispered), text=lambda *_: "A whisper."
    )
    assert "getView" == await found_by(store_url, planted, viewer=SPECTATOR)  # its `at` and its entity tag


async def test_a_decision_that_depends_on_a_hidden_card(store_url: str) -> None:
    def telling(rules: Any, state: Any) -> Any:
        return [msgspec.structs.replace(d, limit_s=60.0 + trace(state)) for d in GAME.decisions(rules, state)]

    assert "getDecisions" == await found_by(store_url, replace(GAME, decisions=telling))


async def test_a_refusal_that_tells_a_hidden_card(store_url: str) -> None:
    def telling(rules: Any, state: Any, seat: str, command: Any) -> Any:
        refused = GAME.why_not(rules, state, seat, command)
        return refused and msgspec.structs.replace(refused, facts={"hint": trace(state)})

    assert "submitCommand" == await found_by(store_url, replace(GAME, why_not=telling), viewer="cat")


async def test_an_entity_tag_that_depends_on_a_hidden_card(store_url: str) -> None:
    def plant(world: World) -> None:
        views = world.service.app.service.views
        views.tag = lambda at: f'"{at}-{trace(world.match.state)}"'  # type: ignore[method-assign]  # that is the plant

    assert "getView" == await found_by(store_url, plant=plant)


@pytest.mark.parametrize(("module", "id_"), [(matches, "getMatch"), (lobby, "listMatches")])
async def test_a_match_or_a_list_that_counts_hidden_cards(
    store_url: str, monkeypatch: pytest.MonkeyPatch, module: ModuleType, id_: str
) -> None:
    def counting(match: Any, *more: Any) -> Any:
        summary = before(match, *more)
        return msgspec.structs.replace(summary, created_at=summary.created_at + trace(match.state))

    before = lobby.summary
    monkeypatch.setattr(module, "summary", counting)
    assert id_ == await found_by(store_url)


async def test_a_frame_of_a_stream_whose_size_depends_on_a_hidden_card(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stream.chunk

    def padded(match: Any, viewer: str, told: Any, after: int) -> bytes:
        return before(match, viewer, told, after) + b": " + b"x" * trace(match.state) + b"\n\n"

    monkeypatch.setattr(stream, "chunk", padded)
    assert "streamEvents" == await found_by(store_url)


async def test_an_event_whose_time_depends_on_a_hidden_card(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(match: Any, viewer: str, told: Any, place: int) -> bytes:
        return before(match, viewer, msgspec.structs.replace(told, at=told.at + trace(match.state)), place)

    before = views._made
    monkeypatch.setattr(views, "_made", late)
    assert await found_by(store_url) in {"listEvents", "streamEvents", "submitCommand"}


async def test_a_header_that_depends_on_a_hidden_card(store_url: str) -> None:
    def plant(world: World) -> None:
        app = world.service.app

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            async def sending(message: Any) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message["headers"], (b"x-shard", b"%d" % trace(world.match.state))]
                await send(message)

            await inner(scope, receive, sending)

        inner, app.app = app.app, answer

    assert "getService" == await found_by(store_url, plant=plant)


async def test_a_problem_that_names_a_hidden_card(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(self: Any, slug: str, detail: str, **more: Any) -> None:
        before(self, slug, detail + worlds[-1], **more)

    worlds: list[str] = []

    def plant(world: World) -> None:
        ask = world.ask

        async def asked(*given: Any, **more: Any) -> Any:
            worlds.append(str(trace(world.match.state)))
            return await ask(*given, **more)

        world.ask = asked  # type: ignore[method-assign]  # so that the plant knows in which world it is

    before = problems.Failure.__init__
    monkeypatch.setattr(problems.Failure, "__init__", telling)
    worlds.append("")
    assert await found_by(store_url, plant=plant)
