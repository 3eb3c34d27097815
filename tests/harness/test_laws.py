"""The laws of a game: listed means legal, deciding is pure, replay equals live, the end is the end."""

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.audience import seen_type, shape
from domain.kernel.choices import sample
from domain.kernel.command import Command
from domain.kernel.contract import AnyGame
from domain.kernel.decision import lists
from domain.kernel.match.draft import Draft
from domain.kernel.match.past import Commit, tell
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, SYSTEM
from tests.harness import lab as lab_module
from tests.harness.lab import GAMES, Found, Lab, again, labs, refold, seeds, seen
from tests.verify.forging import record_of, told

ALL = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@ALL
def test_random_play_always_ends_for_a_named_reason(game: AnyGame) -> None:
    for lab in labs(game, seeds(40)):
        assert lab.match.outcome is not None
        assert lab.match.outcome.reason in game.meta.endings


@ALL
def test_what_is_listed_is_accepted_and_what_is_accepted_is_listed(game: AnyGame) -> None:
    strangers = [
        command for lab in labs(game, range(50, 53), 40) for command in (lab.command(d) for d in lab.choices())
    ]
    for seed in seeds(12):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            for command in strangers:
                for seat in lab.match.seats:
                    refused = game.why_not(lab.match.rules, lab.match.state, seat, command)
                    listed = any(lists(d, command) for d in lab.choices() if d.seat == seat)
                    assert listed == (refused is None), (seat, command, refused)
            strangers = [*strangers[-12:], lab.command(lab.choices()[0])]
            lab.step()


@ALL
def test_who_asks_the_system_or_makes_answers_wait_says_so(game: AnyGame) -> None:
    waits = False
    for seed in seeds(8):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            waits |= any(decision.seat == SYSTEM or bool(decision.min_s) for decision in lab.match.asked())
            lab.step()
    assert game.meta.windows == waits


@ALL
def test_who_limits_the_time_of_answers_says_so_and_what_is_played_then_is_listed(game: AnyGame) -> None:
    limits = False
    for seed in seeds(8):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            limits |= any(decision.limit_s is not None for decision in lab.match.asked())
            for decision in (d for d in lab.match.asked() if d.default is not None):
                assert decision.default is not None
                assert lists(decision, decision.default)
                assert not game.why_not(lab.match.rules, lab.match.state, decision.seat, decision.default)
            lab.step()
    assert game.meta.limits == limits


@ALL
def test_deciding_changes_nothing_and_gives_the_same_bytes_twice(game: AnyGame) -> None:
    for lab in labs(game, range(6), 25):
        if lab.match.outcome is not None or lab.match.overdue(lab.at + 1_000):
            continue
        decision = next((d for d in lab.choices() if d.must and d.seat != SYSTEM), None)
        if decision is None:
            continue
        command, before = lab.command(decision), lab.match.codec.encode(lab.match.state)

        drafts = [lab.match.play(decision.seat, command, at=lab.when(decision), command_id=b"x") for _ in range(2)]

        assert before == lab.match.codec.encode(lab.match.state)
        assert all(isinstance(draft, Draft) for draft in drafts)
        assert len({draft.entry.h for draft in drafts if isinstance(draft, Draft)}) == 1


@ALL
def test_replay_equals_live_at_every_commit(game: AnyGame) -> None:
    for seed in seeds(6):
        lab = Lab(game, seed).open()
        again = refold(lab.match, lab.entries)
        while lab.match.outcome is None:
            again.fold(lab.step().entry)
            assert lab.match.state == again.state
            assert lab.match.table == again.table
            assert (lab.match.counts, lab.match.head) == (again.counts, again.head)
            assert lab.match.decisions() == again.decisions()
            assert lab.match.saved == again.saved


@ALL
def test_a_match_verifies_from_its_bytes_to_its_rules(game: AnyGame) -> None:
    """Each draw follows from the secret and is shown by one event, and each command gives its events again."""
    for lab in labs(game, seeds(6)):
        assert [] == told(record_of(lab)).faults


@ALL
def test_views_follow_events(game: AnyGame) -> None:
    """Whoever's view or decisions changed was told something in between."""
    for seed in seeds(8):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            before = {viewer: (lab.match.seq(viewer), seen(lab.match, viewer)) for viewer in lab.viewers()}
            lab.step()
            for viewer, (seq, shown) in before.items():
                assert shown == seen(lab.match, viewer) or lab.match.seq(viewer) > seq, viewer


@ALL
def test_everything_that_leaves_survives_json_and_msgpack(game: AnyGame) -> None:
    for lab in labs(game, seeds(4)):
        for commit in tell(lab.match.codec, lab.entries, Commit):
            for event in commit.events:
                assert event == lab.match.codec.event(lab.match.codec.encode(event))
            for viewer in lab.viewers():
                for each in lab.match.see(commit.events, commit.at, viewer, 0):
                    assert each.text
                    kind = next(type(e) for e in commit.events if seen_type(type(e)) is type(each.event))
                    body = msgspec.json.encode(each.event)
                    assert each.event == msgspec.json.decode(body, type=seen_type(kind))
        view = lab.match.view(lab.match.seats[0])
        assert view == msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)


@ALL
def test_an_event_of_the_same_shape_is_the_same_in_form_and_words(game: AnyGame) -> None:
    """So it is encoded once for all who see the same of it."""
    for lab in labs(game, seeds(4)):
        for event in (event for commit in tell(lab.match.codec, lab.entries, Commit) for event in commit.events):
            made: dict[Hashable, tuple[Struct, str]] = {}
            for viewer in (*lab.viewers(), AUDITOR):
                for each in lab.match.see((event,), 0, viewer, 0):
                    assert (each.event, each.text) == made.setdefault(shape(event, viewer), (each.event, each.text))


@ALL
def test_after_the_end_nothing_is_accepted(game: AnyGame) -> None:
    strangers = [lab.command(decision) for lab in labs(game, range(3), 10) for decision in lab.choices()]
    for lab in labs(game, seeds(4)):
        assert [] == lab.match.decisions()
        for command in strangers:
            refused = lab.give(lab.match.seats[0], command)
            assert isinstance(refused, Refused)
            assert refused.code == "match_over"


@ALL
def test_computers_finish_a_match_from_their_views_alone(game: AnyGame) -> None:
    for policy in game.bots:
        lab = Lab(game, 3).open()
        for chair in lab.match.table.chairs:
            chair.kind, chair.bot = "bot", policy
        while lab.match.outcome is None:
            answers = [(seat, lab.match.bot_answer(seat)) for seat in lab.match.seats]
            given = next(((seat, answer) for seat, answer in answers if answer is not None), None)
            if given is None:
                lab.step()
                continue
            seat, answer = given
            assert answer is not None
            assert isinstance(lab.give(seat, answer.command, answer.decision), Draft)


def mutations(command: Command) -> Iterator[dict[str, Any]]:
    """The command with each number moved by one and each list cut short: near misses of what is listed."""
    fields = msgspec.to_builtins(command)
    for name, value in fields.items():
        if type(value) is int:
            yield from (fields | {name: value + by} for by in (-1, 1, 1000))
        elif isinstance(value, list | tuple) and value:
            yield from (fields | {name: [*value, value[0]]}, fields | {name: list(value[1:])})
        elif isinstance(value, dict):
            yield from (fields | {name: value | {part: 99}} for part in value)


@ALL
def test_near_misses_are_accepted_only_where_they_are_listed(game: AnyGame) -> None:
    tried = 0
    for seed in seeds(10):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            decision = lab.rng.choice(lab.choices())
            for form in mutations(lab.command(decision)):
                try:
                    near = msgspec.convert(form, lab.match.codec.command_type)
                except msgspec.ValidationError:
                    continue
                refused = game.why_not(lab.match.rules, lab.match.state, decision.seat, near)
                listed = any(lists(d, near) for d in lab.choices() if d.seat == decision.seat)
                assert listed == (refused is None), (seed, decision.seat, near, refused)
                tried += 1
            lab.step()
    assert tried > 20 or game.meta.id == "ultimatum"  # whose commands name things and count nothing


@ALL
def test_what_is_offered_as_a_form_is_mostly_accepted(game: AnyGame) -> None:
    """Of an exact offer every sample is accepted; of a form at least four of five."""
    forms = accepted = 0
    for seed in seeds(6):
        lab = Lab(game, seed).open()
        while lab.match.outcome is None:
            decision = lab.rng.choice(lab.choices())
            for offer in decision.offers:
                fields: Any = sample(offer.choice, lab.rng)
                command = msgspec.convert({"type": offer.command, **fields}, lab.match.codec.command_type)
                refused = game.why_not(lab.match.rules, lab.match.state, decision.seat, command)
                assert refused is None or not offer.exact, (seed, decision, command, refused)
                forms += not offer.exact
                accepted += not offer.exact and refused is None
            lab.step()
    assert accepted >= 0.8 * forms


def test_what_goes_wrong_is_kept_and_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_module, "FOUND", tmp_path)
    lab = Lab(GAMES["parley"], 4).open().play(15)

    kept = msgspec.json.decode(lab.keep().read_bytes(), type=Found)

    assert lab.match.head == again(kept).match.head
