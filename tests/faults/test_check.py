"""The lab's eyes: whatever it promises to notice, it notices."""

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from domain.kernel.commit import Entry
from service.games import installed
from tests.api.conftest import Running, first_of
from tests.faults.check import Checked, Lost
from tests.faults.players import Asked, Table
from tests.faults.wire import Answer
from tests.faults.world import World

MOVES = 4


@dataclass
class Keeper:
    """All that is asked of a world here."""

    server_key: bytes = b"k" * 32


@pytest.fixture
async def checked(service: Running) -> Checked:
    """A match of which four moves were asked and acknowledged, one after the other."""
    world = cast(World, Keeper())
    played = await service.table()
    table = Table(world, Random(1), installed()["ultimatum"], played.id, dict(played.seats))
    while len(table.asked) < MOVES:
        for seat, token in played.seats.items():
            decisions = (await played.get("/decisions", token)).json()["decisions"]
            mine = [decision for decision in decisions if decision["must"] and decision["seat"] == seat]
            if mine:
                table.asked.append(await asked(played, seat, token, first_of(mine[0]["offers"][0]), len(table.asked)))
    return Checked(world, table, await service.app.service.matches.store.read(played.id))


async def asked(played: Any, seat: str, token: str, command: dict[str, Any], number: int) -> Asked:
    key = secrets.token_hex(16)
    answer = await played.command(token, command, key)
    assert answer.status_code == 200, answer.text
    return Asked(seat, key, "", b"", token, 2 * number, 2 * number + 1, Answer(200, {}, answer.content))


def of(checked: Checked, entries: list[Entry]) -> Checked:
    """The same match, had it been stored so."""
    return Checked(checked.world, checked.table, entries)


def test_what_is_as_it_should_be_is_passed(checked: Checked) -> None:
    checked.whole()
    checked.acknowledged()
    checked.ordered()


def test_a_lost_command_is_noticed(checked: Checked) -> None:
    with pytest.raises(Lost, match="acknowledged and lost"):
        of(checked, checked.entries[:-1]).acknowledged()


def test_a_refused_command_that_was_kept_is_noticed(checked: Checked) -> None:
    checked.table.asked[0].answer = None
    with pytest.raises(Lost, match="refused and kept"):
        checked.acknowledged()


def test_another_receipt_is_noticed(checked: Checked) -> None:
    with pytest.raises(Lost, match="another receipt"):
        of(checked, [*checked.entries[:-1], replace(checked.entries[-1], h=b"\0" * 32)]).acknowledged()


def test_half_a_commit_is_noticed(checked: Checked) -> None:
    last = checked.entries[-1]
    with pytest.raises(Lost, match="half a commit"):
        of(checked, [*checked.entries[:-1], replace(last, d=last.d[:-1])]).whole()


def test_a_missing_commit_is_noticed(checked: Checked) -> None:
    with pytest.raises(Lost, match="a gap"):
        of(checked, checked.entries[:2] + checked.entries[3:]).whole()


def test_what_stands_before_its_cause_is_noticed(checked: Checked) -> None:
    first, second = checked.table.asked[:2]
    first.sent_at, first.answered_at, second.sent_at, second.answered_at = 2, 3, 0, 1
    with pytest.raises(Lost, match="out of order"):
        checked.ordered()


def test_what_nobody_asked_for_is_noticed(checked: Checked) -> None:
    checked.table.asked.pop()
    with pytest.raises(Lost, match="nobody asked for this"):
        checked.nobody_elses()
