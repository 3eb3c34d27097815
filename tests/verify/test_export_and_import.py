"""Matches leave a store as archives and come into another one, where they are read like any other."""

import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from api_schema.archive import NDJSON
from domain.kernel.commit import genesis, link
from service import tokens
from service.audit import archive
from service.audit.exporting import export
from service.audit.importing import import_
from service.audit.records import NotDone
from service.audit.verify import Kept, verified
from tests.api.conftest import Running, Table, running
from tests.api.test_problems import is_problem

Exported = list[bytes]


@pytest.fixture
async def elsewhere(store_url: str) -> AsyncIterator[Running]:
    """Another service with a store and a server key of its own."""
    async with running(store_url, secrets.token_hex(4), key=b"o" * 32) as one:
        yield one


async def ended(service: Running, **more: Any) -> Table:
    """A match that began and was given up."""
    table = await service.table(**more)
    for _ in range(6):
        assert await table.play_one()
    answer = await table.command(table.seats["roy"], {"type": "match.Resign"})
    assert answer.status_code == 200, answer.text
    return table


async def taken(service: Running, table: Table, out: Path, *, operator: bool = False) -> Exported:
    """The lines of the match's archive, by the operator's command."""
    matches = service.app.service.matches
    await export(matches.store, matches.games, matches.server_key, table.id, out, operator=operator)
    return lines_of(out)


def lines_of(file: Path) -> Exported:
    return file.read_bytes().removesuffix(b"\n").split(b"\n")


async def brought(service: Running, lines: Exported) -> str:
    """What is said of bringing an archive in."""
    matches = service.app.service.matches
    return await import_(matches, matches.games, *archive.parsed(lines))


# --- out --------------------------------------------------------------------------------------------------


async def test_the_operator_s_archive_verifies(service: Running, tmp_path: Path) -> None:
    table = await ended(service)
    lines = await taken(service, table, tmp_path / "m.ndjson")
    report = verified(*archive.parsed(lines), service.app.service.matches.games, Kept())
    assert [] == report.faults
    assert f"Match {table.id} of ultimatum, {len(lines) - 2} commits, ended (resigned)" == report.about


async def test_anyone_gets_the_same_archive_by_the_api(service: Running, tmp_path: Path) -> None:
    table = await ended(service)
    answer = await table.get("/archive")
    assert (200, NDJSON) == (answer.status_code, answer.headers["content-type"])
    assert (await taken(service, table, tmp_path / "m")) == answer.content.removesuffix(b"\n").split(b"\n")


async def test_a_receipt_and_the_commitment_that_a_player_kept_are_in_the_archive(service: Running) -> None:
    table = await service.table()
    commitment = (await table.get("")).json()["commitment"]
    given = await table.command(table.seats["stella"], {"type": "match.Consent", "what": "draw", "agree": True})
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    lines = (await table.get("/archive")).content.splitlines()
    kept = Kept((given.json()["receipt"],), commitment)
    report = verified(*archive.parsed(lines), service.app.service.matches.games, kept)
    assert [] == report.faults
    assert "Your receipt is that of commit 5." in report.proved


@pytest.mark.parametrize("more", [{}, {"reveal": "own"}])
async def test_what_is_not_open_to_everyone_is_only_for_the_operator(
    service: Running, tmp_path: Path, more: dict[str, str]
) -> None:
    table = await ended(service, **more) if more else await service.table()
    matches = service.app.service.matches
    auditor = tokens.auditor_token(matches.server_key, table.id, matches.clock() // 1_000 + 60)
    assert (await table.get("/view?as=truth", auditor)).is_success
    for token in (None, table.host, table.seats["stella"], auditor):
        assert "not_open" == is_problem(await table.get("/archive", token), "forbidden")["code"]
    with pytest.raises(NotDone, match="--operator"):
        await taken(service, table, tmp_path / "m")
    assert not (tmp_path / "m").exists()

    lines = await taken(service, table, tmp_path / "m", operator=True)

    assert [] == verified(*archive.parsed(lines), service.app.service.matches.games, Kept()).faults
    assert 0o600 == (tmp_path / "m").stat().st_mode & 0o777


async def test_a_private_match_has_no_archive_for_strangers(service: Running) -> None:
    table = await ended(service, visibility="private")
    is_problem(await table.get("/archive"), "not-found")
    assert (await table.get("/archive", table.spectator)).is_success


async def test_an_archive_holds_no_key_and_no_token_and_no_name(service: Running, tmp_path: Path) -> None:
    claim_key, name = secrets.token_hex(16), "Ann Onymous"
    table = await service.table(start=False)
    await table.command(table.seats.pop("roy"), {"type": "match.Leave"})
    claim = {"claim_key": claim_key, "name": name}
    token = (await service.post(f"{table.path}/seats/roy/claim", claim)).json()["token"]
    await table.start()
    await table.command(token, {"type": "match.Resign"})
    _, record = archive.parsed((await table.get("/archive")).content.splitlines())
    stored = b"".join(b"".join((entry.c, entry.k, *entry.d)) for entry in record.entries)
    matches = service.app.service.matches
    macs = [one.rpartition(".")[2] for one in (token, table.host, table.seats["stella"])]
    for secret in (matches.server_key, claim_key.encode(), name.encode(), *(mac.encode() for mac in macs)):
        assert secret not in stored
        assert secret.hex().encode() not in stored
    for mac in macs:
        assert bytes.fromhex(mac) not in stored


async def test_a_match_that_computers_played_to_its_end_verifies(service: Running) -> None:
    computers = [{"by": "computer", "policy": "random"}] * 2
    made = (await service.create(seats=computers)).json()
    table = Table(service, made["id"], made["host_token"], None)
    await table.start()
    assert "event: bye" in (await table.get("/stream?after=p-0")).text
    report = verified(
        *archive.parsed((await table.get("/archive")).content.splitlines()), service.app.service.matches.games, Kept()
    )
    assert [] == report.faults


async def test_there_is_no_archive_of_a_match_that_is_not_there(service: Running, tmp_path: Path) -> None:
    table = await service.table()
    table.id = "a" * 20
    is_problem(await table.get("/archive"), "not-found")
    with pytest.raises(NotDone, match="no match"):
        await taken(service, table, tmp_path / "m", operator=True)


# --- in ---------------------------------------------------------------------------------------------------

READS = ("", "/view", "/view?as=truth", "/view?as=stella", "/view?at=p-12", "/decisions", "/events?limit=500",
         "/events?as=truth&limit=500", "/events?as=roy&after=s2-3", "/stream?after=p-0", "/archive")  # fmt: skip


async def test_an_imported_match_answers_every_read_as_the_first_one_did(service: Running, elsewhere: Running) -> None:
    table = await ended(service)
    lines = (await table.get("/archive")).content.splitlines()
    assert f"{len(lines) - 2} of {len(lines) - 2} commits written" in await brought(elsewhere, lines)

    there = Table(elsewhere, table.id, table.host, None)

    for what in READS:
        here, copy = await table.get(what), await there.get(what)
        assert (here.status_code, here.content) == (copy.status_code, copy.content), what
    listed = (await elsewhere.get("/v1/matches")).json()["matches"]
    assert [table.id] == [match["id"] for match in listed]


async def test_an_imported_match_takes_no_command_and_knows_no_token_of_the_other_service(
    service: Running, elsewhere: Running
) -> None:
    table = await ended(service)
    await brought(elsewhere, (await table.get("/archive")).content.splitlines())
    there = Table(elsewhere, table.id, table.host, None)
    is_problem(await there.command(table.seats["stella"], {"type": "match.Resign"}), "unauthorized")
    is_problem(await there.get("/view", table.seats["stella"]), "unauthorized")
    claim = await elsewhere.post(f"{table.path}/seats/roy/claim", {"claim_key": secrets.token_hex(16)})
    assert "match_over" == is_problem(claim, "illegal-command")["code"]


async def test_importing_again_changes_nothing_and_a_cut_off_import_is_finished(
    service: Running, elsewhere: Running
) -> None:
    lines = (await (table := await ended(service)).get("/archive")).content.splitlines()
    _, record = archive.parsed(lines)
    store, before = elsewhere.app.service.matches.store, None
    for entry in record.entries[:5]:
        await store.append(table.id, entry.number - 1, before.h if before else genesis(table.id), entry)
        before = entry
    assert f"{len(record.entries) - 5} of {len(record.entries)} commits written" in await brought(elsewhere, lines)
    assert "it was there already" in await brought(elsewhere, lines)
    assert record.entries == await store.read(table.id)


async def test_another_match_with_the_same_id_is_never_overwritten(service: Running, elsewhere: Running) -> None:
    table = await ended(service)
    lines = (await table.get("/archive")).content.splitlines()
    _, record = archive.parsed(lines)
    store, first = elsewhere.app.service.matches.store, record.entries[0]
    bare = replace(first, c=b"another")
    other = replace(bare, h=link(genesis(table.id), bare))
    await store.append(table.id, 0, genesis(table.id), other)
    with pytest.raises(NotDone, match="Another match"):
        await brought(elsewhere, lines)
    assert [other] == await store.read(table.id)


async def test_only_a_sound_and_ended_match_of_a_known_game_is_imported(
    service: Running, elsewhere: Running, tmp_path: Path
) -> None:
    running_one = await taken(service, await service.table(), tmp_path / "m", operator=True)
    with pytest.raises(NotDone, match="has not ended"):
        await brought(elsewhere, running_one)
    lines = (await (await ended(service)).get("/archive")).content.splitlines()
    cut = [*lines[:6], *lines[7:]]
    with pytest.raises(NotDone, match=r"order, commit 5"):
        await brought(elsewhere, cut)
    matches = elsewhere.app.service.matches
    with pytest.raises(NotDone, match="does not have the game"):
        await import_(matches, {}, *archive.parsed(lines))
    assert [] == [name async for name in matches.store.matches()]


async def test_an_imported_match_of_which_each_seat_sees_its_own_stays_closed(
    service: Running, elsewhere: Running, tmp_path: Path
) -> None:
    table = await ended(service, reveal="own")
    await brought(elsewhere, await taken(service, table, tmp_path / "m", operator=True))
    there = Table(elsewhere, table.id, table.host, None)
    assert (await there.get("/view")).is_success
    for what in ("/view?as=truth", "/view?as=stella", "/archive"):
        is_problem(await there.get(what), "forbidden")
