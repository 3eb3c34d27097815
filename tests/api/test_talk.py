"""Table talk: everyone hears the public one, two persons their own, and nobody else any of it, ever."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from domain.kernel.viewers import SPECTATOR
from service import tokens
from service.routes.talk import TalkStream
from service.settings import Settings
from service.tokens import Bearer
from tests.api.conftest import JSON, Running, Table, running
from tests.api.test_delay import settled
from tests.harness.lab import GAMES

QUICK = Settings(beat_s=0.001, stream_max_s=0)
WORD = "xylophone"
EVERYTHING = (
    "", "/view", "/events?limit=500", "/decisions", "/stream", "/talk", "/talk/stream", "/archive", "/talk?with=ann",
    "/talk?with=bob", "/talk?with=ann&after=s1s2-0", "/talk?after=s1s2-0", "/talk/stream?after=s1s2-0",
    "/view?as=truth", "/events?as=truth&limit=500",
)  # fmt: skip


@pytest.fixture
async def service(store_url: str) -> AsyncIterator[Running]:
    """Streams end when there is no more."""
    async with running(store_url, secrets.token_hex(4), QUICK, games=GAMES) as one:
        yield one


async def three(service: Running, **more: Any) -> Table:
    """A table of Ann, Bob and Cat."""
    return await service.table(game="parley", seats=[{"by": "person"}] * 3, **more)


async def say(table: Table, token: str | None, text: str = WORD, to: str | None = None, **more: Any) -> httpx.Response:
    body = {"text": text} | ({"to": to} if to else {})
    return await table.service.post(f"{table.path}/talk", body, token, **more)


async def said(table: Table, token: str | None, query: str = "") -> list[JSON]:
    answer = await table.get(f"/talk{query}", token)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["messages"])


def heard(stream: httpx.Response) -> list[str]:
    """The ids that a stream gave."""
    return [line.removeprefix("id: ") for line in stream.text.splitlines() if line.startswith("id: ")]


async def test_everyone_who_may_watch_hears_what_is_said_to_all(service: Running) -> None:
    table = await three(service)
    made = await say(table, table.seats["ann"], "Hello – é 🎲")
    told = {
        "id": "all-1",
        "at": service.clock.now,
        "by": "ann",
        "to": None,
        "text": "Hello – é 🎲",
        "erases": None,
    }
    assert (201, told) == (made.status_code, made.json())
    for token in (*table.seats.values(), table.host, None):
        assert [told] == await said(table, token)


async def test_private_talk_reaches_its_two_parties_alone_ever(service: Running) -> None:
    """Not a third seat, not the host, no spectator, no auditor; not after the end either."""
    table = await three(service, visibility="private")
    assert (await say(table, table.seats["ann"], WORD, "bob")).json()["id"] == "s1s2-1"
    until = service.clock.now // 1000 + 999
    auditor = tokens.auditor_token(b"k" * 32, table.id, until)
    for ended in (False, True):
        for seat, other in (("ann", "bob"), ("bob", "ann")):
            token = table.seats[seat]
            assert [WORD] == [one["text"] for one in await said(table, token, f"?with={other}")]
            assert WORD in (await table.get("/talk/stream", token)).text
        for token in (table.seats["cat"], table.host, table.spectator, auditor):
            answers = [await table.get(what, token) for what in EVERYTHING]
            told = "".join(f"{answer.text}{answer.headers}" for answer in answers)
            assert WORD not in told
            assert "s1s2-1" not in told
        if not ended:
            await table.command(table.seats["ann"], {"type": "match.Consent", "what": "abort", "agree": True})
            for seat in ("bob", "cat"):
                await table.command(table.seats[seat], {"type": "match.Consent", "what": "abort", "agree": True})
            assert (await table.get("", table.host)).json()["status"] == "over"


async def test_nothing_that_others_are_told_depends_on_private_talk(service: Running) -> None:
    """Two tables alike but for the private talk at one of them."""
    told = []
    for private in (True, False):
        table = await three(service)
        ann, bob, cat = table.seats.values()
        for to in ("bob", "cat") if private else ():
            await say(table, ann, WORD, to)
        await say(table, ann, "Hello")
        if private:
            erased = (await say(table, bob, WORD, "ann")).json()["id"]
            await service.post(f"{table.path}/talk/{erased}/erase", None, bob)
        await say(table, bob, "Hi")
        whats = ("/talk", "/talk?after=all-1&limit=1", "/talk/stream", "/talk/stream?after=all-1")
        told.append([(await table.get(what, token)).text for token in (None, table.host) for what in whats])
        told[-1] += [(await table.get(what, cat)).text for what in (*whats[:2], "/talk?with=bob")]
    assert told[0] == told[1]


async def test_a_newcomer_does_not_find_the_private_talk_of_the_person_before(service: Running) -> None:
    table = await three(service)
    await say(table, table.seats["ann"], WORD, "bob")
    await table.command(table.host, {"type": "match.Revoke", "seat": "bob", "then": "newcomer"})
    assert (await say(table, table.seats["bob"], "still here", "ann")).status_code == 401
    newcomer = await service.claim(table, "bob")
    for seat in ("ann", "cat"):
        await table.command(table.seats[seat], {"type": "match.Welcome", "seat": "bob", "agree": True})
    assert [] == await said(table, newcomer, "?with=ann")
    assert WORD not in (await table.get("/talk/stream?after=s1s2-0", newcomer)).text
    assert (await table.get("/talk?with=ann&after=s1s2-0", newcomer)).status_code == 409
    mine = (await say(table, newcomer, "I am new", "ann")).json()["id"]
    assert mine.endswith("-1")
    assert mine != "s1s2-1"
    assert ["I am new"] == [one["text"] for one in await said(table, table.seats["ann"], "?with=bob")]


async def test_private_talk_begins_with_the_match_and_needs_a_person(service: Running) -> None:
    """K-TALK-01, K-TALK-02."""
    table = await three(service, start=False)
    assert ("not_started", 409) == _refused(await say(table, table.seats["ann"], to="bob"))
    assert 201 == (await say(table, table.seats["ann"])).status_code
    await table.start()
    await table.command(table.host, {"type": "match.Revoke", "seat": "cat", "then": "computer"})
    for token, to in ((table.seats["ann"], "cat"), (table.seats["ann"], "ann"), (table.host, "ann")):
        assert ("nobody_there", 409) == _refused(await say(table, token, to=to))
    assert 404 == (await say(table, table.seats["ann"], to="zed")).status_code


def _refused(answer: httpx.Response) -> tuple[str, int]:
    return answer.json()["code"], answer.status_code


async def test_a_seat_says_at_most_twenty_things_a_minute_on_all_workers_together(store_url: str) -> None:
    async with running(store_url, "talk", QUICK) as one, running(store_url, "talk", QUICK) as two:
        table = await one.table()
        for number in range(20):
            table.service = (one, two)[number % 2]
            assert (await say(table, table.seats["roy"])).status_code == 201
        slow = await say(table, table.seats["roy"])
        assert (429, "urn:conclave:problem:too-many-requests") == (slow.status_code, slow.json()["type"])
        assert 1 <= int(slow.headers["retry-after"]) <= 60
        assert (await say(table, table.seats["stella"])).status_code == 201
        one.clock.now += 1000 * int(slow.headers["retry-after"])
        table.service = one
        assert (await say(table, table.seats["roy"])).status_code == 201


async def test_the_same_key_says_it_once(service: Running) -> None:
    table = await three(service)
    key = {"Idempotency-Key": "k" * 22}
    first, again = [await say(table, table.seats["ann"], "Once", headers=key) for _ in range(2)]
    assert (first.json(), 1) == (again.json(), len(await said(table, None)))
    for text, to in (("Twice", None), ("Once", "bob")):
        other = await say(table, table.seats["ann"], text, to, headers=key)
        assert (409, "key_reused") == (other.status_code, other.json()["code"])
    assert [] == await said(table, table.seats["bob"], "?with=ann")


async def test_who_takes_a_seat_in_the_lobby_after_another_cannot_erase_what_that_person_said(
    service: Running,
) -> None:
    table = await three(service, start=False)
    await say(table, table.seats["ann"], "by the first")
    await table.command(table.seats["ann"], {"type": "match.Leave"})
    second = await service.claim(table, "ann")
    refused = await service.post(f"{table.path}/talk/all-1/erase", None, second)
    assert 403 == refused.status_code
    assert "by the first" == (await said(table, second))[0]["text"]


async def test_its_author_erases_a_message_and_the_host_one_that_all_heard(service: Running) -> None:
    table = await three(service)
    await say(table, table.seats["ann"], "to all")
    await say(table, table.seats["bob"], WORD)
    await say(table, table.seats["ann"], WORD, "bob")

    async def erase(id_: str, token: str) -> httpx.Response:
        return await service.post(f"{table.path}/talk/{id_}/erase", None, token)

    assert 403 == (await erase("all-1", table.seats["bob"])).status_code
    for token in (table.host, table.seats["cat"]):
        assert {404} == {(await erase(id_, token)).status_code for id_ in ("s1s2-1", "s1s2-9", "all-9", "all-0", "x")}
    assert 403 == (await erase("s1s2-1", table.seats["bob"])).status_code
    assert "all-3" == (await erase("all-2", table.host)).json()["id"]
    assert "s1s2-2" == (await erase("s1s2-1", table.seats["ann"])).json()["id"]
    assert (await erase("all-2", table.host)).json() == (await said(table, None))[-1]  # once only
    assert 404 == (await erase("all-3", table.host)).status_code

    assert [("to all", None), (None, None), (None, "all-2")] == [
        (one["text"], one["erases"]) for one in await said(table, None)
    ]
    assert [None, None] == [one["text"] for one in await said(table, table.seats["bob"], "?with=ann")]
    kept = await service.app.service.matches.store.talk.read(table.id, {"all": 0, "s1s2": 0}, 99)
    assert WORD not in repr(kept)


async def test_a_stream_gives_every_message_once_and_goes_on_where_it_was(service: Running) -> None:
    table = await three(service)
    ann = table.seats["ann"]
    for token, text, to in ((ann, "1", None), (ann, "2", "bob"), (table.seats["bob"], "3", None)):
        service.clock.now += 1
        await say(table, token, text, to)
    whole = await table.get("/talk/stream", ann)
    assert ["all-1", "all-1,s1s2-1", "all-2,s1s2-1"] == heard(whole)
    for number, place in enumerate(heard(whole), 1):
        for rest in (
            await table.get("/talk/stream", ann, headers={"Last-Event-ID": place}),
            await table.get(f"/talk/stream?after={place}", ann),
        ):
            assert heard(whole)[number:] == heard(rest)
    assert heard(whole) == heard(await table.get("/talk/stream", ann, headers={"Last-Event-ID": "junk-x,,s9s9-4"}))
    ticket = (await service.post(f"{table.path}/ticket", None, ann)).json()["ticket"]
    assert heard(whole) == heard(await table.get(f"/talk/stream?ticket={ticket}"))


class Listener:
    """A stream of talk that stays open, and what came on it."""

    def __init__(self, service: Running, table: Table, seat: str | None) -> None:
        bearer = Bearer(table.id, "seat", seat, 1) if seat else None
        self.told, self.news = "", asyncio.Event()
        stream = TalkStream(service.app.service, table.id, bearer, seat or SPECTATOR, {})
        self.task = asyncio.create_task(stream({"type": "http", "client": None}, self._receive, self._send))  # type: ignore[typeddict-item]

    async def _receive(self) -> Any:
        await asyncio.Event().wait()

    async def _send(self, message: Any) -> None:
        self.told += message.get("body", b"").decode()
        self.news.set()

    async def until(self, word: str) -> None:
        """Return when the word was heard."""
        async with asyncio.timeout(10):
            while word not in self.told:
                await self.news.wait()
                self.news.clear()


async def test_what_is_said_is_heard_at_once_on_another_worker_until_the_token_is_void(store_url: str) -> None:
    prefix, slow = secrets.token_hex(4), Settings(beat_s=300)
    async with running(store_url, prefix, slow) as one, running(store_url, prefix, slow) as two:
        table = await one.table()
        listener = Listener(two, table, "roy")
        for word in ("first", "second"):
            await say(table, table.seats["stella"], word, "roy")
            await listener.until(word)
        await one.post(f"{table.path}/seats/roy/token", None, table.seats["roy"])
        await listener.until('"reason":"token"')
        await say(table, table.seats["stella"], WORD, "roy")
        await listener.task
        assert WORD not in listener.told


async def test_a_stop_of_the_service_ends_a_stream_of_talk(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=300)) as one:
        table = await one.table()
        listener = Listener(one, table, "roy")
        await say(table, table.seats["stella"], WORD)
        await listener.until(WORD)
        one.app.service.live.stopping.set()
        await listener.until('"reason":"shutdown"')
        await listener.task


async def test_talk_is_read_page_by_page(service: Running) -> None:
    table = await three(service)
    for number in range(5):
        await say(table, table.seats["ann"], str(number))
    page = (await table.get("/talk?limit=2&after=all-1")).json()
    assert (["1", "2"], "all-3", True) == ([one["text"] for one in page["messages"]], page["next"], page["more"])
    page = (await table.get("/talk?after=all-3")).json()
    assert (["3", "4"], "all-5", False) == ([one["text"] for one in page["messages"]], page["next"], page["more"])
    assert 409 == (await table.get("/talk?after=s1s2-1")).status_code


async def test_spectators_hear_as_late_as_they_see(service: Running) -> None:
    table = await three(service, spectator_delay=60)
    await say(table, table.seats["ann"])
    assert [WORD] == [one["text"] for one in await said(table, table.seats["cat"])]
    for token in (None, table.host):
        page = (await table.get("/talk", token)).json()
        assert ([], "all-0", False) == (page["messages"], page["next"], page["more"])
        assert WORD not in (await table.get("/talk/stream", token)).text
    service.clock.now += 60_000
    assert [WORD] == [one["text"] for one in await said(table, None)]


async def test_a_spectators_stream_tells_what_was_said_when_its_time_has_come_and_not_before(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=300), games=GAMES) as service:
        table = await three(service, spectator_delay=60)
        await say(table, table.seats["ann"], "early")
        service.clock.now += 60_000
        await say(table, table.seats["ann"])
        listener = Listener(service, table, None)
        await listener.until("early")
        service.clock.now += 59_999
        await say(table, table.seats["ann"], "late")
        await settled()
        assert WORD not in listener.told
        service.clock.now += 1
        await listener.until(WORD)
        assert "late" not in listener.told
        service.app.service.live.stopping.set()
        await listener.task


async def test_spectators_are_not_told_that_there_is_more_before_they_hear_it(service: Running) -> None:
    table = await three(service, spectator_delay=60)
    await say(table, table.seats["ann"])
    service.clock.now += 60_000
    await say(table, table.seats["ann"])
    assert [False, True] == [
        (await table.get("/talk?limit=1", who)).json()["more"] for who in (None, table.seats["cat"])
    ]


async def test_no_talk_stands_in_logs_metrics_archives_or_events(service: Running) -> None:
    table = await three(service)
    with capture_logs() as lines:
        await say(table, table.seats["ann"], WORD)
        await say(table, table.seats["ann"], WORD, "bob")
        await table.get("/talk/stream", table.seats["bob"])
    for seat in ("ann", "bob", "cat"):
        await table.command(table.seats[seat], {"type": "match.Consent", "what": "abort", "agree": True})
    for what in ("/archive", "/events?limit=500&as=truth", "/view?as=truth", ""):
        answer = await table.get(what)
        assert (200, False) == (answer.status_code, WORD in answer.text)
    entries = await service.app.service.matches.store.read(table.id)
    told = f"{lines}{(await service.get('/metrics')).text}{entries}"
    assert WORD not in told


@pytest.mark.parametrize(
    "text", ["", " ", " x", "x" * 501, "a\nb", "a\x00b", "a\x1bb", "a\u202eb", "a\u2028b", "\u0085", "x\n", 5, None]
)
async def test_a_text_that_is_no_plain_line_is_refused(service: Running, text: Any) -> None:
    table = await service.table()
    answer = await service.post(f"{table.path}/talk", {"text": text}, table.seats["roy"])
    assert (400, []) == (answer.status_code, await said(table, None))


async def test_watchers_say_nothing(service: Running) -> None:
    table = await three(service, visibility="private")
    assert [401, 403] == [(await say(table, token)).status_code for token in (None, table.spectator)]
    assert 201 == (await say(table, table.host, "Five minutes!")).status_code
