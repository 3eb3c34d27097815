"""Seats while a match runs: tokens made anew, seats taken from their persons, newcomers."""

import msgspec

from domain.kernel.match import commands as c
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import Closed, SeatReplaced, SeatRevoked
from domain.kernel.match.replay import replay
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR
from tests.games.parley import table as t
from tests.harness.lab import GAMES, Lab, blank, refold, seen

PARLEY = GAMES["parley"]
STOW = t.Stow(chests={"red": 1, "blue": 1})


def table_of(seats: int) -> Lab:
    """A running match of Parley."""
    return Lab(PARLEY, 1, seats).open()


def code(answer: Draft | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


def kinds(answer: Draft | Refused) -> list[str]:
    assert isinstance(answer, Draft), answer
    return [type(event).__name__ for event in answer.events if type(event).__name__ != "Rested"]


def claim(seat: str, proof: bytes = b"new", entropy: bytes = b"") -> c.Claim:
    return c.Claim(seat=seat, proof=proof, entropy=entropy)


def without_bob(then: str = "newcomer", seats: int = 4) -> Lab:
    """A match whose host took Bob's seat away."""
    lab = table_of(seats)
    assert "accepted" == code(
        lab.give(HOST, msgspec.convert({"type": "match.Revoke", "seat": "bob", "then": then}, c.Revoke))
    )
    return lab


def test_a_token_made_anew_is_told_to_its_seat_alone() -> None:
    """K-SEAT-01."""
    lab = table_of(2)
    before = {viewer: (lab.match.seq(viewer), seen(lab.match, viewer)) for viewer in lab.viewers()}
    assert ["TokenRenewed"] == kinds(lab.give("ann", c.Renew(proof=b"q")))
    chair = lab.match.table.chairs[0]
    assert (2, b"q", b"ann") == (chair.epoch, chair.proof, chair.entropy)
    after = {viewer: (lab.match.seq(viewer), seen(lab.match, viewer)) for viewer in lab.viewers()}
    assert {"ann"} == {viewer for viewer in before if before[viewer] != after[viewer]}
    assert refold(lab.match, lab.entries).table == lab.match.table
    assert "no_such_decision" == code(lab.give(HOST, c.Renew(proof=b"q")))


def test_a_token_made_anew_stands_in_the_way_of_no_undo_and_is_never_taken_back() -> None:
    """K-UNDO-01: what a seat is not told cannot change what it may do."""
    lab = table_of(2)
    lab.give("ann", STOW)
    lab.give("bob", c.Renew(proof=b"q"))
    lab.give("ann", c.Renew(proof=b"q"))
    assert ["accepted", "cannot_undo"] == [code(lab.give("ann", c.Undo())) for _ in range(2)]
    assert [2, 2] == [chair.epoch for chair in lab.match.table.chairs]


def test_ones_own_consent_is_no_step_to_take_back() -> None:
    """K-UNDO-01."""
    lab = table_of(2)
    lab.give("ann", STOW)
    lab.give("ann", c.Consent(what="draw", agree=True))
    assert ["accepted", "cannot_undo"] == [code(lab.give("ann", c.Undo())) for _ in range(2)]
    assert ["ann"] == lab.match.table.consents["draw"]


def test_the_host_takes_a_seat_away_and_a_computer_plays_on_at_once() -> None:
    """K-SEAT-02: all are told."""
    lab = table_of(3)
    numbers = [lab.match.seq(viewer) for viewer in lab.viewers()]
    draft = lab.give(HOST, c.Revoke(seat="bob", then="computer"))
    assert isinstance(draft, Draft)
    assert (SeatRevoked, SeatReplaced) == (type(draft.events[0]), type(draft.events[1]))
    assert [number + 2 for number in numbers] == [lab.match.seq(viewer) for viewer in lab.viewers()]
    assert ("ann", "cat") == lab.match.table.people
    assert "no_such_decision" == code(lab.give("bob", c.Resign()))


def test_only_the_host_and_only_of_a_person_and_only_while_the_match_runs() -> None:
    """K-SEAT-02."""
    revoke = c.Revoke(seat="bob", then="computer")
    lab = Lab(PARLEY, 1, 3)
    lab.give("claim", claim("bob"))
    assert "not_running" == code(lab.give(HOST, revoke))
    lab = table_of(3)
    assert "not_the_host" == code(lab.give("ann", revoke))
    lab.give(HOST, revoke)
    assert "nobody_there" == code(lab.give(HOST, revoke))


def test_what_becomes_of_a_seat_depends_on_how_many_there_are() -> None:
    """K-SEAT-02: with a pair a computer or the end; a newcomer only where two persons remain."""
    allowed = {2: {"computer", "abort"}, 3: {"computer", "newcomer"}, 4: {"computer", "newcomer"}}
    for seats, ways in allowed.items():
        for then in ("computer", "newcomer", "abort"):
            lab = table_of(seats)
            revoke = msgspec.convert({"type": "match.Revoke", "seat": "bob", "then": then}, c.Revoke)
            assert ("accepted" if then in ways else "not_at_this_table") == code(lab.give(HOST, revoke))
    lab = table_of(3)
    lab.give("cat", c.Resign())
    assert "not_at_this_table" == code(lab.give(HOST, c.Revoke(seat="bob", then="newcomer")))


def test_a_newcomer_has_the_seat_only_when_every_person_agrees() -> None:
    """K-SEAT-03."""
    lab = without_bob()
    assert ["NewcomerAsked"] == kinds(lab.give("claim", claim("bob")))
    assert "somebody_asks" == code(lab.give("claim", claim("bob", b"other")))
    welcome = c.Welcome(seat="bob", agree=True)
    assert ["NewcomerAnswered"] == kinds(lab.give("ann", welcome))
    assert "already_agreed" == code(lab.give("ann", welcome))
    assert ["NewcomerAnswered"] == kinds(lab.give("cat", welcome))
    assert "bob" not in lab.match.table.people
    assert ["NewcomerAnswered", "SeatClaimed"] == kinds(lab.give("dan", welcome))
    chair = lab.match.table.chairs[1]
    assert ("person", 2, b"new", b"bob") == (chair.kind, chair.epoch, chair.proof, chair.entropy)
    assert "nobody_asks" == code(lab.give("ann", welcome))
    assert "seat_taken" == code(lab.give("claim", claim("bob")))
    assert refold(lab.match, lab.entries).table == lab.match.table


def test_one_person_turns_a_newcomer_away_and_then_another_may_ask() -> None:
    """K-SEAT-03."""
    lab = without_bob()
    lab.give("claim", claim("bob", b"one"))
    lab.give("ann", c.Welcome(seat="bob", agree=True))
    lab.give("cat", c.Welcome(seat="bob", agree=False))
    assert "nobody_asks" == code(lab.give("dan", c.Welcome(seat="bob", agree=True)))
    lab.give("claim", claim("bob", b"two"))
    for seat in ("cat", "dan"):
        lab.give(seat, c.Welcome(seat="bob", agree=True))
    assert "bot" == lab.match.table.chairs[1].kind  # Ann agreed to another one


def test_a_single_person_cannot_let_a_newcomer_in() -> None:
    """K-SEAT-03: it could be the host in two disguises."""
    lab = without_bob(seats=3)
    lab.give("claim", claim("bob"))
    lab.give("ann", c.Resign())
    lab.give("cat", c.Welcome(seat="bob", agree=True))
    assert ("cat",) == lab.match.table.people


def test_a_computers_seat_is_not_to_be_had_unless_the_host_gave_it_free() -> None:
    """K-SEAT-03."""
    lab = without_bob("computer")
    lab.give("cat", c.Resign())
    assert ["seat_taken"] * 4 == [code(lab.give("claim", claim(seat))) for seat in lab.match.seats]


def test_offers_to_end_the_match_are_void_when_somebody_else_sits_there() -> None:
    """K-END-04."""
    lab = table_of(3)
    lab.give("bob", c.Consent(what="abort", agree=True))
    lab.give(HOST, c.Revoke(seat="bob", then="newcomer"))
    assert {} == lab.match.table.consents


def test_offers_are_void_when_a_newcomer_sits_down() -> None:
    """K-END-04."""
    lab = without_bob()
    lab.give("claim", claim("bob"))
    lab.give("ann", c.Consent(what="draw", agree=True))
    for seat in ("ann", "cat", "dan"):
        lab.give(seat, c.Welcome(seat="bob", agree=True))
    assert ("ann", "bob", "cat", "dan") == lab.match.table.people
    assert {} == lab.match.table.consents


def test_a_newcomer_does_not_wait_for_a_person_who_has_left() -> None:
    """K-SEAT-03: those who remain are asked anew, also those who had agreed."""
    lab = without_bob(seats=4)
    lab.give("claim", claim("bob"))
    welcome = c.Welcome(seat="bob", agree=True)
    for seat in ("ann", "cat"):
        lab.give(seat, welcome)
    lab.give("dan", c.Resign())
    assert ["NewcomerAnswered"] == kinds(lab.give("ann", welcome))
    assert ["NewcomerAnswered", "SeatClaimed"] == kinds(lab.give("cat", welcome))
    assert refold(lab.match, lab.entries).table == lab.match.table


def test_an_end_that_the_host_brought_about_by_taking_seats_opens_nothing() -> None:
    """K-SEAT-04."""
    lab = table_of(2)
    ended = lab.give(HOST, c.Revoke(seat="bob", then="abort"))
    assert ["SeatRevoked", "Aborted", "Closed"] == kinds(ended)
    lab = table_of(3)
    for seat in ("ann", "bob"):
        lab.give(HOST, c.Revoke(seat=seat, then="computer"))
    consented = lab.give("cat", c.Consent(what="abort", agree=True))
    lab = table_of(3)
    for seat in ("ann", "bob"):
        lab.give(HOST, c.Revoke(seat=seat, then="computer"))
    resigned = lab.give("cat", c.Resign())
    lab = without_bob("computer", 3)
    lab.give("ann", c.Consent(what="draw", agree=True))
    drawn = lab.give("cat", c.Consent(what="draw", agree=True))
    for draft in (ended, consented, resigned, drawn):
        assert isinstance(draft, Draft)
        assert "own" == draft.table.reveal
        closed = next(event for event in draft.events if isinstance(event, Closed))
        assert (None, ()) == (closed.secret, closed.entropies)


def test_a_match_played_to_its_end_opens_as_was_promised_whoever_was_replaced() -> None:
    """K-SEAT-04: a seat that was left standing does not cost the others their replay."""
    lab = without_bob()
    lab.play()
    assert "everything" == lab.match.table.reveal


def test_a_match_whose_seats_changed_hands_plays_again_from_its_bytes() -> None:
    lab = without_bob()
    lab.give("ann", c.Renew(proof=b"q"))
    lab.give("claim", claim("bob"))
    for seat in ("ann", "cat", "dan"):
        lab.give(seat, c.Welcome(seat="bob", agree=True))
    lab.play()
    again = replay(blank(PARLEY, lab.match.id), lab.entries, rules=True)
    assert (None, len(lab.entries) - 1) == (again.fault, again.played)


def test_the_host_is_listed_what_it_may_take_away_and_persons_whom_they_may_let_in() -> None:
    lab = without_bob()
    lab.give("claim", claim("bob"))
    [revoke] = [d for d in lab.match.shown(HOST) if d.seat == HOST]
    assert "revoke" == revoke.kind
    for seat in lab.match.table.people:
        assert ["welcome"] == [d.kind for d in lab.match.shown(seat) if d.kind in {"welcome", "revoke"}]
    assert [] == [d.kind for d in lab.match.shown(SPECTATOR) if d.kind in {"welcome", "revoke"}]


def test_the_auditor_is_shown_every_decision_and_answers_none() -> None:
    lab = table_of(3)
    shown = lab.match.shown(AUDITOR)
    assert len([d for d in lab.match.decisions() if d.seat != "system"]) == len(shown)
    assert all(d.offers is not msgspec.UNSET and d.id is msgspec.UNSET for d in shown)


# --- hosting -------------------------------------------------------------------------------------------


def test_the_host_passes_the_hosting_to_a_person_or_to_a_key() -> None:
    """K-HOST-01: never to a computer, nobody else may, and everybody is told."""
    lab = without_bob()
    assert "nobody_there" == code(lab.give(HOST, c.PassHost(seat="bob", proof=b"")))
    assert "not_the_host" == code(lab.give("ann", c.PassHost(seat="ann", proof=b"")))
    for seat, proof in (("ann", lab.match.table.chairs[0].proof), (None, b"key")):
        passed = lab.give(HOST, c.PassHost(seat=seat, proof=b"" if seat else proof))
        assert ["HostPassed"] == kinds(passed)
        assert proof == lab.match.table.host
        assert isinstance(passed, Draft)
        told = [msgspec.to_builtins(one.event) for one in lab.match.see(passed.events, 0, SPECTATOR, 0)]
        assert [{"type": "match.HostPassed", "seat": seat}] == told
    assert 2 == lab.match.table.host_epoch
    assert lab.match.table.founder not in {b"key", b""}
