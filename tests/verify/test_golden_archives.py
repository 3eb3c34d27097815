"""The archive of every golden match verifies, and the second verifier agrees to the last hash."""

from pathlib import Path

import msgspec
import pytest

from domain.kernel.codec import envelope
from service.audit import archive
from tests.golden.record import Golden, path_of, replayed
from tests.golden.test_golden import WAYS
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
