"""A match of Parley at the kernel's own laws: lobby, windows, undo, endings, the chain."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.codec import Unreadable
from domain.kernel.command import Command
from domain.kernel.commit import Entry, Envelope, command_id, genesis, link, nonce
from domain.kernel.decision import decision_id
from domain.kernel.match import commands as c
from domain.kernel.match.aggregate import Broken
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import Undone
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST, SPECTATOR, SYSTEM
from tests.games.parley import table as t
from tests.harness.lab import KEY, PARLEY, Lab, blank, refold, seen


def match_of(seats: int) -> Lab:
    return Lab(PARLEY, 0, seats).open()


def given(lab: Lab, actor: str, command: Command) -> Draft:
    draft = lab.give(actor, command)
    assert isinstance(draft, Draft), draft
    return draft


def code(lab: Lab, actor: str, command: Command) -> str:
    refused = lab.give(actor, command)
    assert isinstance(refused, Refused), refused
    return refused.code


def claim(seat: str) -> c.Claim:
    return c.Claim(seat=seat, epoch=1, proof=b"p", entropy=b"e" * 16)


def card_of(lab: Lab, seat: str) -> str:
    return lab.match.state.places[seat].hand.faces()[0]


# --- the lobby -----------------------------------------------------------------------------------


def test_a_seat_is_claimed_once_and_open_again_when_its_person_leaves() -> None:
    """K-LOBBY-03, K-LOBBY-04."""
    lab = Lab(PARLEY, 0, 2)
    given(lab, "claim", claim("ann"))
    assert "seat_taken" == code(lab, "claim", claim("ann"))
    assert "unknown_seat" == code(lab, "claim", claim("zoe"))
    given(lab, "ann", c.Leave())
    given(lab, "claim", claim("ann"))


def test_only_the_host_kicks_and_starts_and_only_a_full_table() -> None:
    """K-LOBBY-02, K-LOBBY-05, K-LOBBY-06."""
    lab = Lab(PARLEY, 0, 2)
    given(lab, "claim", claim("ann"))
    assert "not_the_host" == code(lab, "ann", c.Start())
    assert "not_the_host" == code(lab, "ann", c.Kick(seat="ann"))
    assert "seats_open" == code(lab, HOST, c.Start())
    assert "nobody_there" == code(lab, HOST, c.Kick(seat="bob"))
    given(lab, HOST, c.Kick(seat="ann"))
    chair = lab.match.table.chairs[0]
    assert ("open", b"", b"") == (chair.kind, chair.proof, chair.entropy)


def test_before_the_start_nothing_of_the_game_is_accepted_and_after_it_nothing_of_the_lobby() -> None:
    lab = Lab(PARLEY, 0, 2)
    assert "not_started" == code(lab, "ann", t.Done())
    assert "not_running" == code(lab, "ann", c.Resign())
    lab.open()
    commands = [("claim", claim("ann")), ("ann", c.Leave()), (HOST, c.Kick(seat="ann")), (HOST, c.Start())]
    assert ["already_started"] * 4 == [code(lab, actor, command) for actor, command in commands]


def test_the_lobby_view_is_the_same_for_all() -> None:
    lab = Lab(PARLEY, 0, 3)
    assert 1 == len({msgspec.json.encode(lab.match.view(viewer)) for viewer in lab.viewers()})


# --- windows -------------------------------------------------------------------------------------


def a_full_window() -> Lab:
    lab = match_of(3)
    given(lab, "ann", t.Show(card=card_of(lab, "ann")))
    given(lab, "bob", t.React(block=False))
    given(lab, "cat", t.React(block=False))
    return lab


def test_a_window_stays_open_when_all_have_answered() -> None:
    lab = a_full_window()
    assert [SYSTEM] == [decision.seat for decision in lab.choices()]
    assert [] == [shown for shown in lab.match.shown("ann") if shown.must]


def test_a_window_closes_by_the_system_at_its_time_and_not_before() -> None:
    """K-PLAY-04."""
    lab = a_full_window()
    due = lab.match.due()
    assert due is not None
    early = lab.match.play(SYSTEM, t.Close(), at=due - 1, command_id=b"x")
    assert isinstance(early, Refused)
    assert "too_early" == early.code
    assert isinstance(lab.match.play(SYSTEM, t.Close(), at=due, command_id=b"x"), Draft)


def test_a_window_is_due_two_seconds_after_it_opened_whenever_it_was_answered() -> None:
    lab = match_of(3)
    opened = given(lab, "ann", t.Show(card=card_of(lab, "ann"))).at
    lab.at += 60_000
    given(lab, "bob", t.React(block=True))
    given(lab, "cat", t.React(block=False))
    assert opened + 2_000 == lab.match.due()


def test_a_seat_cannot_close_a_window() -> None:
    lab = a_full_window()
    lab.at += 60_000
    assert "not_listed" == code(lab, "ann", t.Close())


def test_a_block_opens_a_window_inside_the_turn_and_the_turn_goes_on_after_it() -> None:
    lab = match_of(3)
    given(lab, "ann", t.Show(card=card_of(lab, "ann")))
    for seat in ("bob", "cat"):
        given(lab, seat, t.React(block=True))
    lab.at += 2_000
    given(lab, SYSTEM, t.Close())
    assert ["ann"] == [decision.seat for decision in lab.choices()]
    given(lab, "ann", t.React(block=False))
    lab.at += 2_000
    given(lab, SYSTEM, t.Close())
    assert "turn" == lab.choices()[0].kind


def test_nobody_sees_a_sealed_answer_before_it_is_opened() -> None:
    worlds = []
    for block in (True, False):
        lab = match_of(3)
        given(lab, "ann", t.Show(card=card_of(lab, "ann")))
        draft = given(lab, "bob", t.React(block=block))
        told = msgspec.json.encode(lab.match.see(draft.events, 0, "cat", 0))
        worlds.append((told, seen(lab.match, "cat"), seen(lab.match, "ann"), seen(lab.match, SPECTATOR)))
    assert worlds[0] == worlds[1]


# --- decisions -----------------------------------------------------------------------------------


def test_a_decision_id_lives_as_long_as_the_question_and_no_longer() -> None:
    """K-PLAY-01."""
    lab = match_of(2)
    asked = lab.choices()[0]
    id_ = decision_id(KEY, asked)
    assert asked == lab.match.decision(id_)
    assert isinstance(lab.give("bob", t.Done(), id_), Refused)
    assert isinstance(lab.give("ann", t.Shop(goods=("rope",)), id_), Draft)
    gone = lab.give("ann", t.Done(), id_)
    assert isinstance(gone, Refused)
    assert "decision_gone" == gone.code


def test_ids_and_choices_are_shown_to_the_seat_that_decides_alone() -> None:
    lab = match_of(2)
    for viewer in lab.viewers():
        for shown in lab.match.shown(viewer):
            body = msgspec.to_builtins(shown)
            assert (shown.seat == viewer) == ("id" in body) == ("offers" in body)


# --- undo ----------------------------------------------------------------------------------------


def test_undo_takes_back_ones_own_commands_one_by_one() -> None:
    """K-UNDO-01, K-UNDO-02."""
    lab = match_of(2)
    start = lab.match.codec.encode(lab.match.state)
    given(lab, "ann", t.Shop(goods=("rope",)))
    given(lab, "ann", t.Stow(chests={"red": 1, "blue": 1}))
    given(lab, "ann", c.Undo())
    assert ["rope"] == lab.match.state.places["ann"].goods
    given(lab, "ann", c.Undo())
    assert start == lab.match.codec.encode(lab.match.state)
    assert "cannot_undo" == code(lab, "ann", c.Undo())
    assert lab.match.state == refold(lab.match, lab.entries).state


def test_undone_names_each_viewers_own_numbers_and_renumbers_nothing() -> None:
    lab = match_of(2)
    before = {viewer: lab.match.seq(viewer) for viewer in lab.viewers()}
    given(lab, "ann", t.Shop(goods=("rope",)))
    draft = given(lab, "ann", c.Undo())
    undone = draft.events[0]
    assert isinstance(undone, Undone)
    assert {viewer: (seq + 1,) for viewer, seq in before.items()} == undone.events
    assert {viewer: seq + 2 for viewer, seq in before.items()} == {v: lab.match.seq(v) for v in before}


@pytest.mark.parametrize("learnt", ["drawn", "shown", "next_seat"])
def test_what_was_learnt_cannot_be_taken_back(learnt: str) -> None:
    lab = match_of(2)
    command = {"drawn": t.Draw(), "shown": t.Show(card=card_of(lab, "ann")), "next_seat": t.Done()}[learnt]
    given(lab, "ann", command)
    assert "cannot_undo" == code(lab, "ann", c.Undo())


def test_another_seat_cannot_take_back_what_is_not_its_own() -> None:
    lab = match_of(2)
    given(lab, "ann", t.Shop(goods=("rope",)))
    assert "cannot_undo" == code(lab, "bob", c.Undo())


# --- endings -------------------------------------------------------------------------------------


def test_of_two_seats_the_other_wins_when_one_resigns() -> None:
    """K-END-02, K-END-05."""
    lab = match_of(2)
    draft = given(lab, "ann", c.Resign())
    assert ("resigned", ("bob",)) == (draft.table.outcome.reason, draft.table.outcome.winners)
    assert "resigned" == draft.entry.x
    assert "match_over" == code(lab, "bob", t.Done())


def test_of_three_seats_a_computer_plays_on_until_no_person_is_left() -> None:
    lab = match_of(3)
    given(lab, "ann", c.Resign())
    assert lab.match.outcome is None
    assert ("bot", "random") == (lab.match.table.chairs[0].kind, lab.match.table.chairs[0].bot)
    assert lab.match.bot_answer("ann") is not None
    given(lab, "bob", c.Resign())
    last = given(lab, "cat", c.Resign())
    assert "aborted" == last.entry.x


@pytest.mark.parametrize(("what", "reason"), [("draw", "drawn"), ("abort", "aborted")])
def test_all_must_agree_to_end_a_match(what: str, reason: str) -> None:
    """K-END-03, K-END-04."""
    lab = match_of(3)
    yes, no = c.Consent(what=what, agree=True), c.Consent(what=what, agree=False)
    assert "nothing_offered" == code(lab, "ann", no)
    given(lab, "ann", yes)
    assert "already_agreed" == code(lab, "ann", yes)
    given(lab, "bob", no)
    for seat in ("ann", "bob"):
        given(lab, seat, yes)
    assert lab.match.outcome is None
    assert reason == given(lab, "cat", yes).entry.x


def test_the_secret_opens_at_the_end_where_it_was_promised() -> None:
    lab = match_of(2)
    closed = given(lab, "ann", c.Resign()).events[-1]
    assert (b"secret-0".hex(), ("616e6e", "626f62")) == (closed.secret, closed.entropies)


# --- the chain -----------------------------------------------------------------------------------


def test_the_link_covers_every_stored_part_and_no_boundary_can_be_moved() -> None:
    entry = Entry(3, b"c", b"k", b"", (b"ab", b"c"), None)
    others = [
        replace(entry, number=4),
        replace(entry, c=b"ck", k=b""),
        replace(entry, d=(b"a", b"bc")),
        replace(entry, d=(b"abc",)),
        replace(entry, x="over"),
    ]
    assert 6 == len({link(genesis("m"), each) for each in (entry, *others)})
    assert link(genesis("m"), entry) != link(genesis("n"), entry)


@pytest.mark.parametrize("part", ["number", "c", "k", "d", "h"])
def test_a_changed_commit_is_named(part: str) -> None:
    lab = match_of(2)
    place = 2
    bad = lab.entries[place]
    changed = {
        "number": bad.number + 1,
        "c": b"other",
        "k": bad.k + b"\x00",
        "d": (*bad.d, bad.d[0]),
        "h": bytes(32),
    }[part]
    entries = [*lab.entries[:place], replace(bad, **{part: changed})]
    with pytest.raises(Broken) as broken:
        refold(lab.match, entries)
    assert entries[-1].number == broken.value.number


def test_an_event_of_an_unknown_type_or_version_is_unreadable() -> None:
    codec = match_of(1).match.codec
    for form in ({"type": "parley.Unheard"}, {"type": "parley.RoundBegan", "round": 1, "v": 99}, {"round": 1}):
        with pytest.raises(Unreadable):
            codec.event(msgspec.msgpack.encode(form))
    with pytest.raises(Unreadable):
        codec.event(b"\xc1")


def test_old_forms_go_through_their_upcasters() -> None:
    from dataclasses import replace as changed

    from domain.kernel.codec import Codec

    def renamed(form: dict[str, object]) -> dict[str, object]:
        return {"type": "parley.RoundBegan", "round": form["turn"]}

    codec = Codec(changed(PARLEY, upcasters={("parley.Began", 1): renamed}))
    old = msgspec.msgpack.encode({"type": "parley.Began", "turn": 4})
    assert t.RoundBegan(round=4) == codec.event(old)
    assert t.RoundBegan(round=5) == codec.event(codec.encode(t.RoundBegan(round=5)))


def test_the_envelope_says_who_when_what_and_all_chance() -> None:
    lab = match_of(2)
    envelope = msgspec.msgpack.decode(lab.entries[-1].k, type=Envelope)
    assert (HOST, ["deck"]) == (envelope.actor, [draw.purpose for draw in envelope.draws])
    assert c.Start() == lab.match.codec.command(bytes(envelope.command))
    assert nonce(KEY, len(lab.entries)) == envelope.nonce


def test_a_command_id_tells_key_and_actor_apart() -> None:
    assert 3 == len({command_id(KEY, "ann", "k"), command_id(KEY, "bob", "k"), command_id(KEY, "ann", "l")})


def test_playing_changes_nothing_until_it_is_stored() -> None:
    lab = match_of(2)
    before = (lab.match.codec.encode(lab.match.state), msgspec.json.encode(lab.match.table), lab.match.version)
    lab.match.play("ann", t.Draw(), at=1, command_id=b"x")
    after = (lab.match.codec.encode(lab.match.state), msgspec.json.encode(lab.match.table), lab.match.version)
    assert before == after


def test_a_blank_match_takes_no_second_commit_first() -> None:
    lab = match_of(1)
    with pytest.raises(Broken):
        blank(PARLEY, lab.match.id).fold(lab.entries[1])
