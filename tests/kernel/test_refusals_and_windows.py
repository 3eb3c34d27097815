"""A match of Parley at the kernel's own laws: who is refused what, windows, decision ids, what is stored."""

import msgspec

from domain.kernel.command import Command
from domain.kernel.commit import Envelope, command_id, nonce
from domain.kernel.decision import decision_id
from domain.kernel.match import commands as c
from domain.kernel.match.draft import Draft
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST, SPECTATOR, SYSTEM
from tests.games.parley import table as t
from tests.harness.lab import KEY, PARLEY, Lab, seen


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
    return c.Claim(seat=seat, proof=b"p", entropy=b"e" * 16)


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
    commands = [("ann", c.Leave()), (HOST, c.Kick(seat="ann")), (HOST, c.Start())]
    assert ["already_started"] * 3 == [code(lab, actor, command) for actor, command in commands]


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
    assert asked == lab.match.decision(id_, asked.seat)
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


# --- the chain -----------------------------------------------------------------------------------


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
