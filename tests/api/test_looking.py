"""Views, decisions and events: now, at earlier points, as others after the end; and live."""

import asyncio
from typing import Any

import pytest

from api_schema.problems import URN
from service import tokens
from service.routes import stream
from service.settings import Settings
from tests.api.conftest import Running, Table, running


async def test_a_view_is_not_sent_again_while_it_is_good(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    first = await table.get("/view", token)
    again = await table.get("/view", token, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    await table.play_one()
    changed = await table.get("/view", token, headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.headers["etag"] == f'"{changed.json()["at"]}-{service.app.service.contract.fingerprint}"'


async def test_a_view_at_a_point_is_the_view_that_was_given_there(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    given = []
    for _ in range(6):
        given.append((await table.get("/view", token)).json())
        assert await table.play_one()
    for view in given:
        assert view == (await table.get(f"/view?at={view['at']}", token)).json()


async def test_a_point_of_another_viewer_or_of_the_future_is_refused(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    for at in ("p-1", "s2-1", "s1-999"):
        answer = await table.get(f"/view?at={at}", token)
        assert (answer.status_code, answer.json()["type"]) == (409, URN + "unknown-point")


async def test_others_views_open_only_after_the_end(service: Running) -> None:
    table = await service.table()
    (one, token), (two, _) = table.seats.items()
    for who in (two, "truth"):
        assert (await table.get(f"/view?as={who}", token)).status_code == 403
        assert (await table.get(f"/events?as={who}", token)).status_code == 403
    await table.command(token, {"type": "match.Resign"})
    for who, code in ((one, "s1"), (two, "s2"), ("truth", "a"), ("spectator", "p")):
        answer = await table.get(f"/view?as={who}")
        assert (answer.status_code, answer.json()["viewer"]) == (200, who)
        events = (await table.get(f"/events?as={who}&limit=2")).json()
        assert events["next"] == f"{code}-2"


async def test_where_each_keeps_its_own_nothing_else_opens_after_the_end(service: Running) -> None:
    table = await service.table(reveal="own")
    (one, token), (two, _) = table.seats.items()
    await table.command(token, {"type": "match.Resign"})
    assert (await table.get(f"/view?as={one}", token)).status_code == 200
    for who in (two, "truth"):
        assert (await table.get(f"/view?as={who}", token)).status_code == 403


async def test_decisions_have_ids_and_choices_only_for_their_own_seat(service: Running) -> None:
    table = await service.table()
    for seat, token in table.seats.items():
        for decision in (await table.get("/decisions", token)).json()["decisions"]:
            assert ("offers" in decision) == (decision["seat"] == seat) == ("id" in decision)
            assert decision["text"]
    assert all("id" not in d for d in (await table.get("/decisions")).json()["decisions"])


async def test_events_are_numbered_densely_for_each_viewer(service: Running) -> None:
    table = await service.table()
    for _ in range(4):
        await table.play_one()
    for token, code in [*zip(table.seats.values(), ("s1", "s2"), strict=True), (None, "p")]:
        found: list[Any] = []
        after = f"{code}-0"
        while True:
            page = (await table.get(f"/events?after={after}&limit=3", token)).json()
            found += page["events"]
            after = page["next"]
            if not page["more"]:
                break
        assert [event["id"] for event in found] == [f"{code}-{n + 1}" for n in range(len(found))]
        assert all(event["text"] for event in found)


async def test_a_reader_that_prefers_to_wait_gets_the_next_event_when_it_happens(service: Running) -> None:
    table = await service.table()
    at = (await table.get("/view")).json()["at"]
    waiting = asyncio.create_task(table.get(f"/events?after={at}", headers={"Prefer": "wait=30"}))
    await until_someone_listens(service, table)
    await table.play_one()
    answer = await waiting
    assert answer.headers["preference-applied"] == "wait=30"
    assert answer.json()["events"]


async def until_someone_listens(service: Running, table: Table) -> None:
    """Let other tasks run until one of them follows the match."""
    for _ in range(10_000):
        if service.app.service.matches._rooms[table.id].listeners:
            return
        await asyncio.sleep(0)
    raise AssertionError("nobody listens")


class Listener:
    """A client on a live stream, read message by message; `leave` is its closing the connection."""

    def __init__(
        self, service: Running, table: Table, after: int, viewer: str = "spectator", token: str | None = None
    ) -> None:
        app = service.app.service
        match = app.matches.near(table.id)
        assert match is not None
        bearer = tokens.admit(app.matches.server_key, match, token, service.clock()) if token else None
        self._sent: asyncio.Queue[Any] = asyncio.Queue()
        self._left = asyncio.Event()
        answer = stream.EventStream(app, match, viewer, after, bearer)
        self.answering = asyncio.create_task(answer({}, self._receive, self._sent.put))  # type: ignore[arg-type, typeddict-item]  # it reads none of the scope

    async def _receive(self) -> Any:
        await self._left.wait()
        return {"type": "http.disconnect"}

    def leave(self) -> None:
        self._left.set()

    async def next(self) -> dict[str, str]:
        """The next message, comments and the first `retry` passed over."""
        while True:
            text = (await self._sent.get()).get("body", b"").decode()
            if text and not text.startswith((":", "retry")):
                return {"all": text, "id": text.partition("id: ")[2].partition("\n")[0]}


async def read_stream(table: Table, after: str | None, token: str | None = None, last: str | None = None) -> list[str]:
    """The ids on the stream of a match that is over."""
    headers = {"Last-Event-ID": last} if last else {}
    path = "/stream" + (f"?after={after}" if after else "")
    answer = await table.get(path, token, headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.text.endswith('event: bye\ndata: {"reason":"over"}\n\n')
    return [line[4:] for line in answer.text.splitlines() if line.startswith("id: ")]


async def test_a_stream_resumes_right_after_any_event_no_more_no_less(service: Running) -> None:
    table = await service.table()
    token = table.seats[next(iter(table.seats))]
    for _ in range(5):
        await table.play_one()
    await table.command(token, {"type": "match.Resign"})
    every = await read_stream(table, "s1-0", token)
    assert every == [f"s1-{n + 1}" for n in range(len(every))]
    for place, last in enumerate(every):
        assert every[place + 1 :] == await read_stream(table, None, token, last)


@pytest.mark.parametrize("junk", ["s2-3", "nonsense", "s1-", "s1--1", "s1-99999999999999999999", "p-\u0663", ""])
async def test_a_senseless_last_event_id_is_ignored(service: Running, junk: str) -> None:
    table = await service.table()
    await table.command(next(iter(table.seats.values())), {"type": "match.Resign"})
    headers = {"Last-Event-ID": junk.encode()}
    answer = await table.get("/stream", next(iter(table.seats.values())), headers=headers)
    assert "id:" not in answer.text


async def test_who_listens_is_told_at_once_and_of_the_end(service: Running) -> None:
    table = await service.table()
    match = await service.app.service.matches.open(table.id)
    after = match.seq("spectator")
    listener = Listener(service, table, after)
    hearing = asyncio.create_task(listener.next())
    await table.play_one()
    assert (await hearing)["id"] == f"p-{after + 1}"
    await table.command(next(iter(table.seats.values())), {"type": "match.Resign"})
    said = [(await listener.next())["all"] for _ in range(2)]
    assert said[-1] == 'event: bye\ndata: {"reason":"over"}\n\n'


async def test_a_stop_of_the_service_says_goodbye(service: Running) -> None:
    table = await service.table()
    match = await service.app.service.matches.open(table.id)
    listener = Listener(service, table, match.seq("spectator"))
    hearing = asyncio.create_task(listener.next())
    await until_someone_listens(service, table)
    service.app.service.live.stopping.set()
    assert (await hearing)["all"] == 'event: bye\ndata: {"reason":"shutdown"}\n\n'


async def test_who_leaves_is_not_listened_for_any_more_and_the_others_are(service: Running) -> None:
    table = await service.table()
    match = await service.app.service.matches.open(table.id)
    after = match.seq("spectator")
    leaving, staying = (Listener(service, table, after) for _ in range(2))
    await until_someone_listens(service, table)
    leaving.leave()
    await leaving.answering
    await table.play_one()
    assert (await staying.next())["id"] == f"p-{after + 1}"
    assert service.app.service.matches._rooms[table.id].listeners == 1


async def test_what_was_made_for_listeners_goes_with_the_last_of_them(service: Running) -> None:
    table = await service.table()
    room = await service.app.service.matches.room(table.id)
    listener = Listener(service, table, room.match.seq("spectator"))
    await until_someone_listens(service, table)
    await table.play_one()
    heard = await listener.next()
    assert any(shown.chunk for told in room.recent for shown in told.shown.values())
    listener.leave()
    await listener.answering
    assert not any(told.forms or told.shown for told in room.recent)
    again = Listener(service, table, int(heard["id"].partition("-")[2]) - 1)
    assert heard == await again.next()
    again.leave()
    await again.answering


async def test_all_listeners_of_a_viewer_share_the_encoded_messages(service: Running) -> None:
    table = await service.table()
    room = await service.app.service.matches.room(table.id)
    before = room.match.seq("spectator")
    await table.play_one()
    told = room.since("spectator", before)
    assert told
    one, other = (stream.chunk(room.match, "spectator", told[0], before) for _ in range(2))
    assert one is other


async def test_a_stream_is_ended_after_a_while_so_that_its_client_connects_anew(store_url: str) -> None:
    async with running(store_url, "renew", Settings(beat_s=0.001, stream_max_s=0)) as service:
        table = await service.table()
        assert (await table.get("/stream")).text.endswith('event: bye\ndata: {"reason":"renew"}\n\n')
