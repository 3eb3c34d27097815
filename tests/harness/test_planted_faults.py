"""The laws are not vacuous: a fault planted in a copy of Parley is found by the law it breaks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.contract import AnyGame
from domain.kernel.play import Play
from domain.kernel.zones import Zone, hidden
from tests.games.parley import GAME
from tests.games.parley import table as t
from tests.harness import lab, test_conservation, test_laws, test_twin_worlds


@pytest.fixture(autouse=True)
def _kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "FOUND", tmp_path)


def found_by(law: Callable[[AnyGame], None], **planted: Any) -> None:
    faulty = replace(GAME, **planted)
    with pytest.raises(AssertionError) as found:
        law(faulty)
    assert "tests/harness" in str(found.traceback[-1].path)


def test_a_view_that_shows_the_deck_is_found() -> None:
    def leaky(rules: Any, state: Any, viewer: str) -> Any:
        return msgspec.structs.replace(GAME.view(rules, state, viewer), table=tuple(state.deck.faces()))

    found_by(test_twin_worlds.test_two_worlds_that_differ_in_the_unknown_look_the_same, view=leaky)


def test_a_view_that_counts_a_secret_is_found() -> None:
    def leaky(rules: Any, state: Any, viewer: str) -> Any:
        high = sum(face > "c08" for place in state.places.values() for face in place.hand.faces())
        return msgspec.structs.replace(GAME.view(rules, state, viewer), deck=high)

    found_by(test_twin_worlds.test_two_worlds_that_differ_in_the_unknown_look_the_same, view=leaky)


def test_decisions_that_depend_on_a_hidden_hand_are_found() -> None:
    def telling(rules: Any, state: Any) -> Any:
        out = list(GAME.decisions(rules, state))
        high = sum(face > "c08" for place in state.places.values() for face in place.hand.faces())
        return [msgspec.structs.replace(d, limit_s=60.0 + high) for d in out]

    found_by(test_twin_worlds.test_two_worlds_that_differ_in_the_unknown_look_the_same, decisions=telling)


def test_an_event_that_names_the_next_card_is_found() -> None:
    def telling(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        if isinstance(command, t.Done) and play.state.deck.cards:
            play.emit(t.Proposed(seat=play.state.deck.cards[0].face, coins=None))

    found_by(test_twin_worlds.test_two_worlds_that_differ_in_the_unknown_look_the_same, decide=telling)


def test_a_drawn_card_that_all_are_told_is_found() -> None:
    class Shouted(t.Event, frozen=True, tag="parley.Shouted"):
        seat: str
        card: str

    def shouting(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        if isinstance(command, t.Draw):
            play.emit(Shouted(seat=seat, card=play.state.deck.cards[0].face))
        else:
            GAME.decide(rules, play, seat, command)

    evolve = {**GAME.evolve, Shouted: GAME.evolve[t.Drawn]}
    twins = test_twin_worlds.test_two_worlds_that_differ_in_the_unknown_look_the_same
    found_by(twins, decide=shouting, evolve=evolve, events=(*GAME.events, Shouted))


def test_a_refusal_that_tells_a_secret_is_found() -> None:
    def telling(rules: Any, state: Any, seat: str, command: Any) -> Any:
        refused = GAME.why_not(rules, state, seat, command)
        top = state.deck.faces()[:1]
        return refused and msgspec.structs.replace(refused, message=f"No: {top}.")

    found_by(test_twin_worlds.test_refusals_are_the_same_in_both_worlds, why_not=telling)


def test_an_accepted_command_that_is_not_listed_is_found() -> None:
    def lax(rules: Any, state: Any, seat: str, command: Any) -> Any:
        return None if isinstance(command, t.Done) else GAME.why_not(rules, state, seat, command)

    found_by(test_laws.test_what_is_listed_is_accepted_and_what_is_accepted_is_listed, why_not=lax)


def test_a_listed_command_that_is_refused_is_found() -> None:
    def strict(rules: Any, state: Any, seat: str, command: Any) -> Any:
        refused = GAME.why_not(rules, state, seat, command)
        return refused or (GAME.why_not(rules, state, seat, t.Draw()) if isinstance(command, t.Done) else None)

    found_by(test_laws.test_what_is_listed_is_accepted_and_what_is_accepted_is_listed, why_not=strict)


def test_a_decide_that_remembers_is_found() -> None:
    calls: list[int] = []

    def impure(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        calls.append(1)
        play.emit(t.Proposed(seat=seat, coins=len(calls)))
        GAME.decide(rules, play, seat, command)

    found_by(test_laws.test_deciding_changes_nothing_and_gives_the_same_bytes_twice, decide=impure)


def test_a_state_changed_without_an_event_is_found() -> None:
    def silent(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        play.state.places[play.seats[0]].coins += 1

    found_by(test_laws.test_replay_equals_live_at_every_commit, decide=silent)


def test_a_change_that_a_viewer_is_not_told_of_is_found() -> None:
    def unseen(rules: Any, state: Any, viewer: str) -> Any:
        shown = GAME.view(rules, state, viewer)
        secret = sum(len(zone) for zone in hidden(state) if isinstance(zone, Zone)) + state.serial
        return msgspec.structs.replace(shown, round=secret + len(state.answers))

    class Whisper(t.Answered, frozen=True, tag="parley.Whisper"):  # told to its seat alone
        audience = t.Event.audience.OWNER

    def whispering(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        if not isinstance(command, t.React | t.Bid) or len(play.state.answers) + 1 >= len(play.seats):
            GAME.decide(rules, play, seat, command)
            return
        play.emit(Whisper(seat=seat, value=command.coins if isinstance(command, t.Bid) else int(command.block)))

    evolve = {**GAME.evolve, Whisper: GAME.evolve[t.Answered]}
    events = (*GAME.events, Whisper)
    found_by(test_laws.test_views_follow_events, view=unseen, decide=whispering, evolve=evolve, events=events)


def test_a_match_that_stops_asking_is_found() -> None:
    def silent(rules: Any, state: Any) -> Any:
        return [] if state.table else GAME.decisions(rules, state)

    found_by(test_laws.test_random_play_always_ends_for_a_named_reason, decisions=silent)


def test_a_match_without_end_is_found() -> None:
    def endless(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        if isinstance(command, t.Done):
            play.state.push(t.Turn(seat=seat))

    found_by(test_laws.test_random_play_always_ends_for_a_named_reason, decide=endless)


def test_coins_from_nowhere_are_found() -> None:
    def generous(rules: Any, play: Play[Any], seat: str, command: Any) -> None:
        GAME.decide(rules, play, seat, command)
        if isinstance(command, t.Stow):
            play.emit(t.Bought(seat=seat, goods=(), cost=-1))

    found_by(test_conservation.test_nothing_is_made_or_lost, decide=generous)
