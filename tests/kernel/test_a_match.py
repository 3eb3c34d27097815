"""What is true of every match: lobby, consent, resigning, undo, windows, snapshots, the chain."""

from dataclasses import replace

import msgspec
import pytest

from domain.kernel.codec import Unreadable
from domain.kernel.commit import Entry, link
from domain.kernel.match import commands as c
from domain.kernel.match import snapshot
from domain.kernel.match.aggregate import Broken, Match
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import Closed, SeatReplaced, Undone
from domain.kernel.match.past import Commit, tell, until
from domain.kernel.match.working import SilentCommand
from domain.kernel.play import stamp
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR, SYSTEM
from tests.games.parley import table as t
from tests.harness.lab import GAMES, Lab, blank, refold, seen

PARLEY = GAMES["parley"]


def code(answer: Draft | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


def table_of(seats: int, seed: int = 1) -> Lab:
    """A running match of Parley."""
    return Lab(PARLEY, seed, seats).open()


def test_before_the_start_seats_are_claimed_left_and_cleared_by_the_host() -> None:
    """K-LOBBY-02 … 06."""
    lab = Lab(PARLEY, 1, 2)
    claim = c.Claim(seat="ann", proof=b"p", entropy=b"")

    assert "accepted" == code(lab.give("claim", claim))
    assert "seat_taken" == code(lab.give("claim", claim))
    assert "unknown_seat" == code(lab.give("claim", msgspec.structs.replace(claim, seat="zoe")))
    assert "not_the_host" == code(lab.give("ann", c.Kick(seat="ann")))
    assert "seats_open" == code(lab.give(HOST, c.Start()))
    assert "accepted" == code(lab.give(HOST, c.Kick(seat="ann")))
    assert "nobody_there" == code(lab.give(HOST, c.Kick(seat="ann")))
    assert "no_such_decision" == code(lab.give("ann", c.Leave()))
    assert "not_started" == code(lab.give("ann", t.Done()))


def test_a_started_match_takes_nobody_in_or_out() -> None:
    """K-LOBBY-01."""
    lab = table_of(2)
    claim = c.Claim(seat="ann", proof=b"p", entropy=b"")
    assert "seat_taken" == code(lab.give("claim", claim))  # as before the start: spectators may have a delay
    for actor, command in (("ann", c.Leave()), (HOST, c.Kick(seat="ann")), (HOST, c.Start())):
        assert "already_started" == code(lab.give(actor, command))


def test_with_two_seats_resigning_loses() -> None:
    """K-END-02, K-END-05."""
    lab = table_of(2)
    lab.give("bob", c.Resign())
    assert lab.match.outcome is not None
    assert ("resigned", ("ann",)) == (lab.match.outcome.reason, lab.match.outcome.winners)


def test_with_more_seats_a_computer_plays_on_until_nobody_is_left() -> None:
    """K-END-02."""
    lab = table_of(3)
    draft = lab.give("bob", c.Resign())
    assert isinstance(draft, Draft)
    assert any(isinstance(event, SeatReplaced) for event in draft.events)
    assert lab.match.outcome is None
    lab.give("ann", c.Resign())
    lab.give("cat", c.Resign())
    assert lab.match.outcome is not None
    assert "aborted" == lab.match.outcome.reason


@pytest.mark.parametrize(("what", "reason"), [("draw", "drawn"), ("abort", "aborted")])
def test_all_persons_must_agree_to_end_a_match(what: str, reason: str) -> None:
    """K-END-03, K-END-04."""
    lab = table_of(2)
    agree = msgspec.convert({"type": "match.Consent", "what": what, "agree": True}, c.Consent)
    decline = msgspec.structs.replace(agree, agree=False)
    assert "nothing_offered" == code(lab.give("bob", decline))
    lab.give("ann", agree)
    assert "already_agreed" == code(lab.give("ann", agree))
    lab.give("bob", decline)
    assert lab.match.outcome is None
    lab.give("bob", agree)
    lab.give("ann", agree)
    assert lab.match.outcome is not None
    assert reason == lab.match.outcome.reason


def test_the_end_opens_the_secret_and_the_entropies() -> None:
    lab = table_of(2)
    draft = lab.give("bob", c.Resign())
    assert isinstance(draft, Draft)
    closed = next(event for event in draft.events if isinstance(event, Closed))
    assert (b"secret-1".hex(), (b"ann".hex(), b"bob".hex())) == (closed.secret, closed.entropies)
    assert "resigned" == draft.entry.x


STOW = t.Stow(chests={"red": 1, "blue": 1})


def test_a_free_step_can_be_taken_back_in_everyones_own_numbers() -> None:
    """K-UNDO-01, K-UNDO-02."""
    lab = table_of(2)
    before, numbers = lab.match.codec.encode(lab.match.state), lab.match.seq("bob")
    lab.give("ann", STOW)

    undone = lab.give("ann", c.Undo())

    assert isinstance(undone, Draft)
    assert before == lab.match.codec.encode(lab.match.state)
    event = undone.events[0]
    assert isinstance(event, Undone)
    assert (numbers + 1,) == event.events["bob"]
    assert numbers + 2 == lab.match.seq("bob")
    assert refold(lab.match, lab.entries).state == lab.match.state


def test_steps_are_taken_back_one_by_one() -> None:
    """K-UNDO-01."""
    lab = table_of(2)
    before = lab.match.codec.encode(lab.match.state)
    lab.give("ann", STOW)
    lab.give("ann", t.Shop(goods=("rope",)))
    assert ["accepted", "accepted", "cannot_undo"] == [code(lab.give("ann", c.Undo())) for _ in range(3)]
    assert before == lab.match.codec.encode(lab.match.state)


def test_nothing_is_taken_back_once_something_was_drawn_shown_or_answered() -> None:
    """K-UNDO-01."""
    for news in (t.Draw(), t.Show(card=""), c.Consent(what="draw", agree=True)):
        lab = table_of(2)
        if isinstance(news, t.Show):
            news = t.Show(card=lab.match.state.places["ann"].hand.cards[0].face)  # noqa: PLW2901  # a card it has
        lab.give("ann", STOW)
        who = "bob" if isinstance(news, c.Consent) else "ann"
        assert "accepted" == code(lab.give(who, news))
        assert "cannot_undo" == code(lab.give("ann", c.Undo())), news


def test_a_seat_takes_back_only_what_is_its_own() -> None:
    """K-UNDO-01."""
    lab = table_of(2)
    lab.give("ann", STOW)
    assert "cannot_undo" == code(lab.give("bob", c.Undo()))
    assert ["undo"] == [d.kind for d in lab.match.decisions() if d.kind == "undo" and d.seat == "ann"]


def test_a_window_closes_by_the_system_after_its_minimum_and_never_with_an_answer() -> None:
    """K-PLAY-04."""
    lab = table_of(2)
    lab.give("ann", t.Show(card=lab.match.state.places["ann"].hand.cards[0].face))
    opened = lab.at
    assert "accepted" == code(lab.give("bob", t.React(block=False)))

    assert opened + 2_000 == lab.match.due()
    assert [] == [d for d in lab.match.shown("bob") if d.kind == "close"]
    lab.at = opened
    assert "too_early" == code(lab.give(SYSTEM, t.Close()))
    lab.at = opened + 1_000
    assert "accepted" == code(lab.give(SYSTEM, t.Close()))
    assert lab.match.due() is None


def test_a_block_opens_a_window_within_the_turn() -> None:
    lab = table_of(3)
    lab.give("ann", t.Show(card=lab.match.state.places["ann"].hand.cards[0].face))
    lab.give("bob", t.React(block=True))
    lab.give("cat", t.React(block=False))
    lab.at += 5_000
    lab.give(SYSTEM, t.Close())
    assert ["Auction", "Turn", "Turn", "Turn", "Window"] == [type(f).__name__ for f in lab.match.state.agenda]
    assert ["ann"] == [d.seat for d in lab.choices()]


def test_a_decision_that_has_changed_is_gone() -> None:
    """K-PLAY-01."""
    lab = table_of(2)
    [asked] = [d for d in lab.match.shown("ann") if d.kind == "turn"]
    lab.give("ann", STOW)
    assert "decision_gone" == code(lab.give("ann", t.Done(), str(asked.id)))
    assert "decision_gone" == code(lab.give("bob", t.Done(), str(asked.id)))


def test_a_snapshot_stands_for_the_commits_before_it() -> None:
    lab = table_of(3, seed=4).play(25)
    again = blank(PARLEY, lab.match.id)

    assert snapshot.restore(again, snapshot.take(lab.match), lab.entries[-1])

    for viewer in lab.viewers():
        assert seen(lab.match, viewer) == seen(again, viewer)
    assert (lab.match.commands, lab.match.saved, lab.match.seq(AUDITOR)) == (
        again.commands,
        again.saved,
        again.seq(AUDITOR),
    )


def test_a_snapshot_of_another_log_or_other_code_is_not_used() -> None:
    lab = table_of(2).play(10)
    taken = snapshot.take(lab.match)
    older = snapshot.written(msgspec.structs.replace(snapshot.of(lab.match), code="0" * 64))
    assert not snapshot.restore(blank(PARLEY, "m"), taken, lab.entries[-2])
    assert not snapshot.restore(blank(PARLEY, "m"), older, lab.entries[-1])
    assert not snapshot.restore(blank(PARLEY, "m"), taken[:-1] + b"\0", lab.entries[-1])
    assert not snapshot.restore(blank(PARLEY, "m"), b"junk", lab.entries[-1])


@pytest.mark.parametrize("change", ["c", "k", "d", "number"])
def test_a_changed_commit_breaks_the_chain_and_is_named(change: str) -> None:
    lab = table_of(2).play(6)
    match, entries = blank(PARLEY, lab.match.id), list(lab.entries)
    old = entries[5]
    new = {"c": old.c + b"!", "k": old.k[:-1] + b"\0", "d": (*old.d, old.d[0]), "number": 9}[change]
    entries[5] = msgspec.structs.replace(old, **{change: new})
    for entry in entries[:5]:
        match.fold(entry)
    with pytest.raises(Broken) as caught:
        match.fold(entries[5])
    assert entries[5].number == caught.value.number


def test_an_unknown_event_or_version_is_unreadable() -> None:
    lab = table_of(2)
    for stored in ({"type": "parley.Unheard"}, {"type": "parley.RoundBegan", "round": 1, "v": 2}):
        with pytest.raises(Unreadable):
            lab.match.codec.event(msgspec.msgpack.encode(stored))


def test_every_point_of_the_past_can_be_seen_as_it_was() -> None:
    """The view just before a viewer's next event is the one it had then."""
    lab = table_of(3, seed=7)
    views: dict[tuple[str, int], bytes] = {}
    while lab.match.outcome is None:
        for viewer in lab.viewers():
            views[viewer, lab.match.seq(viewer)] = seen(lab.match, viewer)
        lab.step()
    for (viewer, seq), then in list(views.items())[::7]:
        past = until(blank(PARLEY, lab.match.id), lab.entries, viewer, seq)
        assert past.whole
        assert then == seen(past.match, viewer)


def test_a_stored_mask_is_computed_from_the_event_alone() -> None:
    event = t.Drawn(seat="bob", card="c01")
    stamp(event, ("ann", "bob"))
    assert 0b111 == event.to


def test_the_chain_covers_every_stored_part() -> None:
    entry = Entry(1, b"c", b"k", b"", (b"a", b"b"), None)
    others = [
        msgspec.structs.replace(entry, **change)
        for change in ({"number": 2}, {"c": b"d"}, {"k": b"l"}, {"d": (b"ab", b"")}, {"d": (b"a",)}, {"x": "end"})
    ]
    assert len({link(b"0" * 32, each) for each in [entry, *others]}) == 7


def test_spectators_of_a_running_match_get_no_choices() -> None:
    lab = table_of(2)
    for shown in lab.match.shown(SPECTATOR):
        assert msgspec.UNSET is shown.offers
        assert msgspec.UNSET is shown.id


def test_a_match_is_blank_before_its_first_commit() -> None:
    match: Match = blank(PARLEY, "m")
    assert (0, {}, ()) == (match.version, match.counts, match.seats)


def test_what_a_match_keeps_for_the_service_is_told_to_nobody_not_even_the_auditor() -> None:
    lab = table_of(2)
    told = b"".join(
        msgspec.json.encode(each.event)
        for commit in tell(lab.match.codec, lab.entries, Commit)
        for each in lab.match.see(commit.events, commit.at, AUDITOR, 0)
    )
    for word in (b'"secret"', b'"server"', b'"host"', b'"proof"', b'"epoch"', b'"entropy"'):
        assert word not in told
    assert b'"hands"' in told


def test_a_command_that_tells_nobody_anything_is_a_fault_of_the_game() -> None:
    silent = replace(PARLEY, decide=lambda rules, play, seat, command: None)
    with pytest.raises(SilentCommand, match=r"parley\.Done"):
        Lab(silent, 1, 2).open().give("ann", t.Done())
