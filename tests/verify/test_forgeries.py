"""Each way to forge an archive is found and named, by the verifier here and by the second one as far as it goes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.kernel.match.clock import Clock
from domain.kernel.match.proof import Record
from domain.kernel.pack import Pack
from service.audit import archive
from service.audit.verify import Kept, verified
from tests.harness.lab import GAMES, Lab
from tests.verify.forgeries import (
    ALL,
    BYTES_CHANGED,
    DRAWS_CHANGED,
    EVENTS_CHANGED,
    LAST,
    LATER,
    TRUE,
    UNREADABLE,
    asked,
)
from tests.verify.forging import envelope_changed, event_changed, found, put, record_of, told, written
from tests.verify.second import says

FOUND_BY_BOTH = BYTES_CHANGED | DRAWS_CHANGED


def test_the_true_match_has_no_fault() -> None:
    report = told(TRUE)
    assert [] == report.faults
    assert f"{LAST - 1} commands, played again by the rules ultimatum/1, gave the same events." in report.proved


@pytest.mark.parametrize("name", FOUND_BY_BOTH)
def test_what_the_bytes_or_the_secret_betray_is_named_by_both_verifiers(name: str, tmp_path: Path) -> None:
    forge, fault = FOUND_BY_BOTH[name]
    forged = forge()
    assert fault == found(forged)
    assert f"fault {fault[0]} {fault[1]}" == says(written(forged, tmp_path / "forged"))


@pytest.mark.parametrize("name", EVENTS_CHANGED)
def test_what_only_the_rules_betray_is_named_by_the_one_that_knows_them(name: str, tmp_path: Path) -> None:
    forge, fault = EVENTS_CHANGED[name]
    forged = forge()
    assert fault == found(forged)
    assert says(written(forged, tmp_path / "forged")).startswith("sound")


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named_and_stops_nobody(name: str) -> None:
    forge, fault = UNREADABLE[name]
    header, _ = archive.parsed(list(archive.lines(TRUE)))
    first = verified(header, forge(), GAMES, Kept()).faults[0]
    assert fault == (first.kind, first.commit)


# --- what no archive can betray by itself --------------------------------------------------------------


def remade() -> Record:
    """Another match, made with the same care from another secret."""
    return record_of(Lab(GAMES["ultimatum"], 4, options={}).open().play())


def test_a_match_remade_from_the_beginning_is_found_by_a_receipt_that_a_player_kept(tmp_path: Path) -> None:
    receipt = ALL[LATER - 1].h.hex()
    forged = remade()
    assert found(forged) is None
    assert ("receipt", 0) == found(forged, Kept((receipt,)))
    assert "fault receipt 0" == says(written(forged, tmp_path / "forged"), receipt)


def test_a_match_remade_from_the_beginning_is_found_by_the_commitment_that_a_player_saw() -> None:
    header, _ = archive.parsed(list(archive.lines(TRUE)))
    shown = Kept(commitment=header.commitment)
    assert found(TRUE, shown) is None
    assert ("commitment", 1) == found(remade(), shown)


def test_a_changed_time_is_found_by_a_receipt_of_that_commit_or_any_later_one() -> None:
    forged = asked(at=1)
    assert found(forged) is None, "no rule and no draw depends on it"
    assert ("receipt", 0) == found(forged, Kept((ALL[LATER - 1].h.hex(),)))
    assert ("receipt", 0) == found(forged, Kept((ALL[LATER].h.hex(),)))
    assert found(forged, Kept((ALL[LATER - 2].h.hex(),))) is None, "what came before is as it was"


def test_a_receipt_is_told_with_its_commit_in_whatever_case_and_an_unkept_one_is_missed() -> None:
    report = told(TRUE, Kept((ALL[LATER - 1].h.hex().upper(),)))
    assert f"Your receipt is that of commit {LATER}." in report.proved
    assert not any("give a receipt" in said for said in report.unproved)
    assert any("give a receipt" in said for said in told(TRUE).unproved)


# --- what the header and the file say -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "parley"), ("options", {"mode": "tournament"}), ("ended", None), ("commits", 3), ("head", "0" * 64),
     ("reveal", "own"), ("commitment", "0" * 64), ("ruleset", "ultimatum/0")],
)  # fmt: skip
def test_a_header_that_says_something_else_than_the_commits_is_found(field: str, value: object) -> None:
    header, record = archive.parsed(list(archive.lines(TRUE)))
    faults = verified(replace(header, **{field: value}), record, GAMES, Kept()).faults
    assert [("archive", 0)] == [(fault.kind, fault.commit) for fault in faults]
    assert field in faults[0].said


def test_a_cut_off_end_is_found_by_the_header() -> None:
    header, record = archive.parsed(list(archive.lines(TRUE))[:-5])
    faults = verified(header, record, GAMES, Kept()).faults
    assert {("archive", 0)} == {(fault.kind, fault.commit) for fault in faults}
    assert any(f"commits: {LAST}, and its commits say {LAST - 5}" in fault.said for fault in faults)


def test_an_archive_without_commits_has_a_fault() -> None:
    header, record = archive.parsed(list(archive.lines(TRUE))[:2])
    assert ("archive", 0) == (verified(header, record, GAMES, Kept()).faults[0].kind, 0)


SMALL = record_of(Lab(GAMES["parley"], 2).open().play())
FILE = b"".join(archive.lines(SMALL))


@given(place=st.integers(min_value=0), bit=st.integers(0, 7))
def test_no_turned_bit_in_the_file_goes_unseen_or_stops_the_verifier(place: int, bit: int) -> None:
    body = bytearray(FILE)
    body[place % len(body)] ^= 1 << bit
    try:
        header, record = archive.parsed(bytes(body).removesuffix(b"\n").split(b"\n"))
    except archive.NotAnArchive:
        return
    same = (record.entries, record.secret) == (list(SMALL.entries), SMALL.secret)
    assert same or verified(header, record, GAMES, Kept()).faults


# --- what is said when not all can be proved ------------------------------------------------------------


def test_commits_of_another_ruleset_are_not_played_again_and_that_is_said() -> None:
    report = told(asked(ruleset="ultimatum/0"))
    assert [] == report.faults
    assert f"{LAST - 2} commands, played again by the rules ultimatum/1, gave the same events." in report.proved
    assert any("1 commits decided by ultimatum/0" in said for said in report.unproved)


def test_without_the_secret_the_draws_and_rules_are_left_open_and_that_is_said() -> None:
    report = told(replace(TRUE, secret=None))
    assert [] == report.faults
    assert any("the secret behind them is not in the archive" in said for said in report.unproved)
    assert not any("played again" in said for said in report.proved)


def test_a_match_of_a_game_that_is_not_here_is_proved_as_far_as_its_bytes_go() -> None:
    header, record = archive.parsed(list(archive.lines(TRUE)))
    report = verified(header, record, {}, Kept())
    assert [] == report.faults
    assert any("does not have the game ultimatum" in said for said in report.unproved)
    assert any("draws follow" in said for said in report.proved)


def test_a_match_that_has_not_ended_verifies_as_far_as_it_has_come() -> None:
    report = told(put(record_of(Lab(GAMES["ultimatum"], 3, options={}).open().play(20))))
    assert [] == report.faults
    assert any("the match goes on" in said for said in report.proved)


def test_a_match_played_with_a_pack_of_its_own_is_proved_but_for_its_cards() -> None:
    pack = Pack(TRUE.pack.text.replace(b"Informer", b"Informant"))
    other = event_changed(replace(TRUE, pack=pack), 1, "match.Created", lambda it: it.update(pack=pack.hash))
    report = told(other)
    assert TRUE.pack.hash != pack.hash
    assert [] == report.faults
    assert any("another content pack" in said for said in report.unproved)
    assert not any("another content pack" in said for said in told(TRUE).unproved)


def test_what_is_never_proved_is_always_said() -> None:
    assert 3 <= len(told(TRUE).unproved)
    assert any("Who sat at the table" in said for said in told(TRUE).unproved)


# --- clocks -----------------------------------------------------------------------------------------


def test_a_time_that_is_said_to_have_been_over_too_early_is_found() -> None:
    """Where there is a clock, the times of commits are part of what the rules play again (K-CLOCK-04)."""
    lab = Lab(GAMES["ultimatum"], 3, options={}, clock=Clock(decision_s=60)).open()
    lab.at += 59_000
    ran = lab.step().entry.number
    record = record_of(lab.play(10))
    assert found(record) is None
    assert ("rules", ran) == found(envelope_changed(record, ran, lambda fields: fields.update(at=fields["at"] - 1)))
