"""The archive of every golden match verifies, and the second verifier agrees to the last hash."""

from pathlib import Path

import msgspec
import pytest

from domain.kernel.codec import envelope
from domain.kernel.match import commands as c
from domain.kernel.match.draft import Draft
from domain.kernel.viewers import HOST
from service.audit import archive
from tests.games.parley.table import Stow
from tests.golden.record import Golden, path_of, replayed
from tests.golden.test_golden import WAYS
from tests.harness.lab import GAMES, Lab
from tests.verify.forging import record_of, told, written
from tests.verify.second import says


@pytest.mark.parametrize(("game", "ending"), WAYS, ids=[f"{name}-{ending}" for name, ending in WAYS])
def test_both_verifiers_find_a_golden_match_sound(game: str, ending: str, tmp_path: Path) -> None:
    golden = msgspec.json.decode(path_of(game, ending).read_bytes(), type=Golden)
    record = record_of(replayed(golden))

    report = told(record)

    assert [] == report.faults
    assert ending in report.about
    draws = sum(len(envelope(entry.k).draws) for entry in record.entries)
    assert f"sound {len(record.entries)} {draws} {golden.head}" == says(written(record, tmp_path / "archive"))


@pytest.mark.parametrize(("game", "ending"), WAYS, ids=[f"{name}-{ending}" for name, ending in WAYS])
def test_an_archive_is_read_as_it_was_written(game: str, ending: str) -> None:
    record = record_of(replayed(msgspec.json.decode(path_of(game, ending).read_bytes(), type=Golden)))
    lines = list(archive.lines(record))
    _, read = archive.parsed(lines)
    assert (record.match, record.pack.text, list(record.entries), record.secret) == (
        read.match, read.pack.text, list(read.entries), read.secret,
    )  # fmt: skip
    assert lines == list(archive.lines(read))


def test_what_a_newcomer_brings_counts_from_its_commit_on(tmp_path: Path) -> None:
    lab = Lab(GAMES["bazaar"], 1, 4).open().play(10)
    others = [seat for seat in lab.match.seats if seat != "p1"]
    lab.give(HOST, c.Revoke(seat="p1", then="newcomer"))
    lab.give("claim", c.Claim(seat="p1", proof=b"new", entropy=b"what a newcomer brings"))
    for seat in others:
        assert isinstance(lab.give(seat, c.Welcome(seat="p1", agree=True)), Draft)
    sat = len(lab.entries)
    record = record_of(lab.play())

    assert any(envelope(entry.k).draws for entry in record.entries[sat:]), "something was drawn afterwards"
    assert [] == told(record).faults
    assert says(written(record, tmp_path / "archive")).startswith("sound")


def test_what_was_taken_back_is_verified_like_all_else(tmp_path: Path) -> None:
    lab = Lab(GAMES["parley"], 1, 2).open()
    lab.give("ann", Stow(chests={"red": 1, "blue": 1}))
    assert isinstance(lab.give("ann", c.Undo()), Draft)
    record = record_of(lab.play())

    assert [] == told(record).faults
    assert says(written(record, tmp_path / "archive")).startswith("sound")
