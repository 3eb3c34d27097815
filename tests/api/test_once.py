"""Repeated requests: the same key has one effect, one answer."""

import asyncio

import pytest

from api_schema.problems import URN
from domain.kernel.match.commands import Consent
from service.matches import NoLonger
from tests.api.conftest import Running, running


async def test_a_match_is_created_once_for_a_key(service: Running) -> None:
    first = await service.create("k" * 22)
    again = await service.create("k" * 22)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert first.headers["location"] == f"/v1/matches/{first.json()['id']}"


async def test_a_creation_key_with_another_body_is_refused(service: Running) -> None:
    await service.create("k" * 22)
    answer = await service.create("k" * 22, visibility="private")
    assert (answer.status_code, answer.json()["type"]) == (409, URN + "key-reused")


async def test_a_command_is_played_once_and_answered_alike_each_time(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    offer = {"type": "match.Consent", "what": "draw", "agree": True}
    first = await table.command(token, offer, "k" * 22)
    await table.play_one()
    again = await table.command(token, offer, "k" * 22)
    assert (first.status_code, first.content) == (200, again.content)
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")


async def test_a_command_key_with_another_body_is_refused(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    await table.command(token, {"type": "match.Consent", "what": "draw", "agree": True}, "k" * 22)
    answer = await table.command(token, {"type": "match.Resign"}, "k" * 22)
    assert (answer.status_code, answer.json()["type"]) == (409, URN + "key-reused")
    assert (await table.get("")).json()["status"] == "running"


async def test_the_same_key_sent_by_many_at_once_is_one_command(service: Running) -> None:
    table = await service.table()
    token = next(iter(table.seats.values()))
    offer = {"type": "match.Consent", "what": "abort", "agree": True}
    answers = await asyncio.gather(*(table.command(token, offer, "k" * 22) for _ in range(8)))
    assert 1 == len({answer.content for answer in answers})
    assert [200] * 8 == [answer.status_code for answer in answers]


async def test_a_refusal_is_not_remembered(service: Running) -> None:
    table = await service.table(start=False)
    token = next(iter(table.seats.values()))
    offer = {"type": "match.Consent", "what": "draw", "agree": True}
    assert (await table.command(token, offer, "k" * 22)).status_code == 409
    await table.start()
    assert (await table.command(token, offer, "k" * 22)).status_code == 200


async def test_another_worker_answers_with_what_was_acknowledged(store_url: str) -> None:
    async with running(store_url, "twice") as one, running(store_url, "twice") as two:
        table = await one.table()
        token = next(iter(table.seats.values()))
        for _ in range(3):
            await table.play_one()
            here, there = [await each.get(f"{table.path}/view", token) for each in (one, two)]
            assert here.content == there.content
        offer = {"type": "match.Consent", "what": "draw", "agree": True}
        first = await table.command(token, offer, "k" * 22)
        table.service = two
        assert first.content == (await table.command(token, offer, "k" * 22)).content


async def test_a_right_that_ended_meanwhile_gives_no_command(store_url: str) -> None:
    """The first try loses to another worker; before the next one the right is looked at again."""
    async with running(store_url, "gone") as one, running(store_url, "gone") as two:
        table = await one.table()
        seat = next(iter(table.seats))
        matches = two.app.service.matches
        known = (await matches.open(table.id)).version
        await table.play_one()
        offer = Consent(what="draw", agree=True)
        with pytest.raises(NoLonger):
            await matches.submit(table.id, seat, offer, may=lambda now: now.version == known)
        assert known + 1 == (await matches.open(table.id)).version
