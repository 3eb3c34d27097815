"""An auditor follows one running match whole, for a time, and the operator's log tells of it."""

import json
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from service import keys, tokens
from service.auditor import issue
from service.settings import Settings
from tests.api.conftest import Running, Table, running
from tests.harness.lab import GAMES

QUICK = Settings(beat_s=0.001, stream_max_s=0)
HOUR_MS = 3_600_000


@pytest.fixture
async def quick(store_url: str) -> AsyncIterator[Running]:
    """Every game, the fixture games too; streams of a match that runs end at once."""
    async with running(store_url, secrets.token_hex(4), QUICK, games=GAMES) as one:
        yield one


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "server.key"
    path.write_bytes(b"k" * 32)
    path.chmod(0o600)
    return path


async def table_of(service: Running, game: str, **more: object) -> Table:
    people = [{"by": "person"}] * max(GAMES[game].meta.counts)
    return await service.table(game=game, seats=people, **more)


@pytest.mark.parametrize("game", GAMES)
async def test_an_auditor_sees_all_but_the_secret_while_the_match_runs(
    quick: Running, key_file: Path, game: str
) -> None:
    table = await table_of(quick, game, visibility="private", spectator_delay=600)
    auditor = issue(key_file, table.id, 1, quick.clock.now)
    match = quick.app.service.matches.near(table.id)
    assert match is not None
    view = await table.get("/view", auditor)
    assert ("truth", "running") == (view.json()["viewer"], view.json()["status"])
    assert view.headers["etag"].startswith('"a-')
    events = (await table.get("/events?limit=500", auditor)).json()["events"]
    assert [f"a-{n + 1}" for n in range(len(events))] == [each["id"] for each in events]
    assert match.seq("auditor") == len(events)
    stream = (await table.get("/stream?after=a-0", auditor)).text
    assert [each["id"] for each in events] == [line[4:] for line in stream.splitlines() if line.startswith("id: ")]
    decisions = (await table.get("/decisions", auditor)).json()["decisions"]
    assert {each["seat"] for each in decisions} >= set(match.table.people)
    assert all("offers" in each and "id" not in each for each in decisions)
    told = view.text + json.dumps(events) + stream
    secret, entropies = match.opened_secret()
    assert all(value not in told for value in (secret, *filter(None, entropies), match.key.hex()))


async def test_an_auditor_sees_each_hand(quick: Running, key_file: Path) -> None:
    table = await table_of(quick, "parley")
    auditor = issue(key_file, table.id, 1, quick.clock.now)
    places = (await table.get("/view", auditor)).json()["view"]["places"]
    for seat, token in table.seats.items():
        own = (await table.get("/view", token)).json()["view"]["places"][seat]["hand"]
        assert own == places[seat]["hand"]
        assert own == (await table.get(f"/view?as={seat}", auditor)).json()["view"]["places"][seat]["hand"]


async def test_an_auditors_token_ends(quick: Running, key_file: Path) -> None:
    table = await quick.table()
    auditor = issue(key_file, table.id, 0.5, quick.clock.now)
    quick.clock.now += HOUR_MS // 2 - 1
    assert (await table.get("/view", auditor)).status_code == 200
    ticket = (await quick.post(f"{table.path}/ticket", None, auditor)).json()["ticket"]
    quick.clock.now += 1
    for what in ("", "/view", "/decisions", "/events", "/stream"):
        assert (await table.get(what, auditor)).status_code == 401
    assert (await table.get(f"/stream?ticket={ticket}")).status_code == 401


async def test_an_auditor_gives_no_command_and_takes_no_seat(quick: Running, key_file: Path) -> None:
    table = await quick.table()
    auditor = issue(key_file, table.id, 1, quick.clock.now)
    for command in ({"type": "match.Resign"}, {"type": "match.Revoke", "seat": "roy", "then": "computer"}):
        answer = await table.command(auditor, command)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")
    renewed = await quick.post(f"{table.path}/seats/roy/token", None, auditor)
    assert renewed.status_code == 403


async def test_a_token_is_for_one_match_and_made_with_this_key(quick: Running, key_file: Path) -> None:
    table, other = await quick.table(), await quick.table()
    auditor = issue(key_file, table.id, 1, quick.clock.now)
    assert (await other.get("/view", auditor)).json()["code"] == "wrong_match"
    name, who, until, mac = auditor.split(".")
    forged = [f"{name}.{who}.{int(until) + 9}.{mac}", f"{other.id}.{who}.{until}.{mac}", f"{name}.roy.{until}.{mac}"]
    assert (await other.get("/view", forged[1])).status_code == 401
    assert {401} == {(await table.get("/view", each)).status_code for each in (forged[0], forged[2])}
    other_key = tokens.auditor_token(b"o" * 32, table.id, quick.clock.now)
    assert (await table.get("/view", other_key)).status_code == 401


async def test_the_log_tells_of_minting_and_of_the_first_look_by_whichever_worker(
    store_url: str, key_file: Path
) -> None:
    async with running(store_url, "audit", QUICK) as one, running(store_url, "audit", QUICK) as two:
        table = await one.table()
        with capture_logs() as lines:
            auditor = issue(key_file, table.id, 1, one.clock.now)
            for service in (one, two, one):
                table.service = service
                await table.get("/view", auditor)
    told = [line for line in lines if line["event"] != "request"]
    assert ["auditor_minted", "auditor_first_use"] == [line["event"] for line in told]
    assert {(table.id, told[0]["token"], told[0]["until"])} == {
        (line["match"], line["token"], line["until"]) for line in told
    }
    assert auditor not in str(lines)
    assert auditor.rpartition(".")[2] not in str(lines)


def test_the_command_line_mints_a_token_and_logs_it(key_file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service", "auditor", "a" * 20, "--hours", "2", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    [line] = [json.loads(line) for line in done.stderr.splitlines()]
    assert ("auditor_minted", "a" * 20) == (line["event"], line["match"])
    assert done.stdout.startswith(f"{'a' * 20}.auditor.{line['until']}.")


@pytest.mark.parametrize(
    ("match", "hours"), [("a" * 20, 0), ("a" * 20, -1), ("a" * 20, 745), ("A", 1), ("a" * 20 + "\n", 1)]
)
def test_senseless_wishes_are_refused(key_file: Path, match: str, hours: float) -> None:
    with pytest.raises(ValueError, match=r"hours|id of a match"):
        issue(key_file, match, hours, 0)


def test_without_the_server_key_there_is_no_auditor(tmp_path: Path) -> None:
    with pytest.raises(keys.KeyRefused):
        issue(tmp_path / "server.key", "a" * 20, 1, 0)
