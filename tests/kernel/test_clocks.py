"""The clocks of a match (K-CLOCK): decisions and budgets, what follows when time is over, pauses, and who sees it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import Audience
from domain.kernel.chance import Chance
from domain.kernel.choices import (
    Arm,
    Budget,
    Case,
    Choice,
    OneOf,
    Order,
    Pick,
    Range,
    Record,
    Split,
    Text,
    holds,
    sample,
)
from domain.kernel.command import Command
from domain.kernel.commit import Envelope
from domain.kernel.match import commands as c
from domain.kernel.match import events as e
from domain.kernel.match import snapshot
from domain.kernel.match.clock import Bank, Clock
from domain.kernel.match.draft import Draft
from domain.kernel.match.timeout import ByChance, NoWayOn
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR, SYSTEM
from tests.games.parley import table as t
from tests.harness.lab import KEY, PARLEY, Lab, blank, refold
from tests.verify.forging import record_of, told

MINUTE = 60_000
BUDGET = Clock(budget_s=100, increment_s=5)


def table_of(seats: int, clock: Clock | None, **options: Any) -> Lab:
    """A running match of Parley with a clock."""
    return Lab(PARLEY, 1, seats, options=options, clock=clock).open()


def give(lab: Lab, actor: str, command: Command, at: int | None = None) -> Draft:
    """An accepted command, one second later or at a time."""
    draft = tried(lab, actor, command, at)
    assert isinstance(draft, Draft), draft
    return draft


def tried(lab: Lab, actor: str, command: Command, at: int | None = None) -> Draft | Refused:
    lab.at = lab.at if at is None else at - 1_000
    return lab.give(actor, command)


def code(answer: Draft | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else "accepted"


def deadlines(lab: Lab, viewer: str = SPECTATOR) -> dict[str, int | None]:
    """Until when each seat that must decide may do so, as a viewer is shown it."""
    return {shown.seat: shown.deadline_at for shown in lab.match.shown(viewer) if shown.must}


def run_out(lab: Lab) -> Draft:
    """The next time that is over, and what the system does at that moment."""
    due = lab.match.due()
    assert due is not None
    over = lab.match.overdue(due)
    assert over is not None
    return give(lab, SYSTEM, over, due)


def kinds(draft: Draft) -> list[str]:
    return [type(event).__name__ for event in draft.events]


def card_of(lab: Lab, seat: str) -> str:
    return str(lab.match.state.places[seat].hand.faces()[0])


def agree(lab: Lab, what: str, at: int | None = None) -> None:
    """All persons agree."""
    for seat in lab.match.table.people:
        give(lab, seat, msgspec.convert({"type": "match.Consent", "what": what, "agree": True}, c.Consent), at)


# --- the time for a decision ---------------------------------------------------------------------


def test_the_time_for_a_decision_runs_from_its_opening_and_everyone_sees_until_when() -> None:
    """K-CLOCK-01."""
    lab = table_of(2, Clock(decision_s=60))
    started = lab.at
    for viewer in (*lab.viewers(), AUDITOR):
        assert {"ann": started + MINUTE} == deadlines(lab, viewer)
    give(lab, "ann", t.Shop(goods=()))
    assert {"ann": started + MINUTE} == deadlines(lab)
    done = give(lab, "ann", t.Done())
    assert {"bob": done.at + MINUTE} == deadlines(lab)


def test_without_a_clock_nothing_is_limited_and_nothing_is_stored() -> None:
    lab = Lab(PARLEY, 1, 2, clock=Clock()).open()
    assert {"ann": None} == deadlines(lab)
    assert (None, None) == (lab.match.due(), lab.match.overdue(10**15))
    assert e.Timed not in {type(lab.match.codec.event(stored)) for entry in lab.entries for stored in entry.d}


def test_who_answers_at_the_deadline_comes_too_late_even_if_nothing_happened_yet() -> None:
    """K-CLOCK-03."""
    lab = table_of(2, Clock(decision_s=60))
    end = lab.at + MINUTE
    assert "time_over" == code(tried(lab, "ann", t.Done(), end))
    assert "accepted" == code(tried(lab, "ann", t.Done(), end - 1))


def test_a_time_that_is_over_is_one_commit_that_plays_the_usual_command() -> None:
    """K-CLOCK-04."""
    lab = table_of(2, Clock(decision_s=60))
    draft = run_out(lab)
    assert ["ClockRan", "TurnDone", "Rested", "Timed"] == kinds(draft)
    envelope = msgspec.msgpack.decode(draft.entry.k, type=Envelope)
    assert (SYSTEM, "match.RunOut") == (envelope.actor, msgspec.msgpack.decode(envelope.command)["type"])
    assert {"bob": draft.at + MINUTE} == deadlines(lab)


def test_only_the_system_ends_a_time_and_only_one_that_is_over() -> None:
    """K-CLOCK-04."""
    lab = table_of(2, Clock(decision_s=60))
    end = lab.at + MINUTE
    over = lab.match.overdue(end)
    assert over is not None
    assert "not_yours" == code(tried(lab, "bob", over, end))
    assert "not_yours" == code(tried(lab, HOST, over, end))
    assert "too_early" == code(tried(lab, SYSTEM, over, end - 1))
    assert "too_early" == code(tried(lab, SYSTEM, c.RunOut(seat="bob", kind="turn", serial=1), end))
    assert "accepted" == code(tried(lab, SYSTEM, over, end))
    assert "too_early" == code(tried(lab, SYSTEM, over, end + 1))


def test_where_the_game_has_no_usual_command_one_of_the_listed_is_drawn_provably() -> None:
    """K-CLOCK-04."""
    lab = table_of(2, Clock(decision_s=60))
    for seat in ("ann", "bob"):
        give(lab, seat, t.Done())
    draft = run_out(lab)
    assert ["ClockRan", "Answered", "Timed"] == kinds(draft)
    drawn = msgspec.msgpack.decode(draft.entry.k, type=Envelope).draws
    assert [("time over", "pick", 1), ("time over", "pick", 11)] == [(d.purpose, d.kind, d.bound) for d in drawn]
    assert drawn[1].result == lab.match.state.answers[0].value
    run_out(lab)
    assert lab.match.outcome is not None
    assert [] == told(record_of(lab)).faults


@pytest.mark.parametrize(
    "choice",
    [
        OneOf(("a", "b")),
        Range(-2, 3),
        Pick(("a", "b", "c"), 0, 3),
        Order((1, 2, 3)),
        Text(9),
        Split(5, {"red": 3, "blue": 4}),
        Budget({"rope": 1, "lamp": 2, "map": 4}, 5),
        Record({"a": Range(0, 1), "b": OneOf((True, False))}),
        Case("what", (Arm("a", {"n": Range(1, 2)}), Arm("b", {}))),
    ],
)
def test_every_kind_of_choice_can_be_drawn_by_the_match_s_chance(choice: Choice) -> None:
    """K-CLOCK-04: the same commit always draws the same."""
    drawn = [sample(choice, ByChance(Chance(KEY, commit))) for commit in range(60)]
    assert all(holds(choice, value) for value in drawn)
    assert drawn == [sample(choice, ByChance(Chance(KEY, commit))) for commit in range(60)]
    assert len({repr(value) for value in drawn}) > 1


def test_what_is_only_sometimes_accepted_is_drawn_until_the_guard_passes_it() -> None:
    """K-CLOCK-04: a fault of a game that accepts nothing is named."""

    def forms(rules: Any, state: t.State) -> Any:
        def form(decision: Any) -> Any:
            offers = tuple(msgspec.structs.replace(offer, exact=False) for offer in decision.offers)
            return msgspec.structs.replace(decision, offers=offers, default=None)

        return [form(decision) for decision in PARLEY.decisions(rules, state)]

    def only_done(rules: Any, state: t.State, seat: str, command: Any) -> Refused | None:
        return None if isinstance(command, t.Done) else Refused(code="no", rule="PAR-01", message="No.")

    game = replace(PARLEY, decisions=forms, why_not=only_done)
    lab = Lab(game, 1, 2, clock=Clock(decision_s=60), options={}).open()
    assert "TurnDone" in kinds(run_out(lab))
    lab.match.game = replace(game, why_not=lambda *_: Refused(code="no", rule="PAR-01", message="No."))
    with pytest.raises(NoWayOn):
        run_out(lab)


def test_what_others_may_do_out_of_turn_does_not_wait_for_the_clock() -> None:
    lab = table_of(2, Clock(decision_s=60))
    lab.match.state.places["ann"].points = 1
    assert "accepted" == code(tried(lab, "bob", t.Propose(coins=1), lab.at + 2 * MINUTE))


# --- loss ----------------------------------------------------------------------------------------


def test_with_two_seats_whoever_has_no_time_left_loses_if_the_match_says_so() -> None:
    """K-CLOCK-05."""
    lab = table_of(2, Clock(decision_s=60, at_end="loss"))
    draft = run_out(lab)
    assert ["ClockRan", "Closed", "Timed"] == kinds(draft)
    assert lab.match.outcome is not None
    assert ("out_of_time", ("bob",)) == (lab.match.outcome.reason, lab.match.outcome.winners)
    assert ("out_of_time", None) == (draft.entry.x, lab.match.due())


def test_with_more_seats_a_computer_plays_on_for_whoever_has_no_time_left() -> None:
    """K-CLOCK-05."""
    lab = table_of(3, Clock(decision_s=60, at_end="loss"))
    draft = run_out(lab)
    assert ["ClockRan", "SeatReplaced", "Timed"] == kinds(draft)
    assert {"ann": None} == deadlines(lab)
    assert lab.match.bot_answer("ann") is not None


# --- what the game itself limits -----------------------------------------------------------------


def test_a_limit_of_the_game_holds_without_a_clock_of_the_match() -> None:
    """K-CLOCK-01."""
    lab = table_of(2, None, bid_s=60)
    give(lab, "ann", t.Done())
    opened = give(lab, "bob", t.Done()).at
    assert {"ann": opened + MINUTE, "bob": opened + MINUTE} == deadlines(lab)
    give(lab, "ann", t.Bid(coins=1), opened + MINUTE - 1)
    assert "time_over" == code(tried(lab, "bob", t.Bid(coins=1), opened + MINUTE))
    assert "ClockRan" in kinds(run_out(lab))


def test_a_limit_of_the_game_has_its_usual_command_even_where_the_matchs_clock_means_loss() -> None:
    """K-CLOCK-05."""
    lab = table_of(2, Clock(decision_s=90, at_end="loss"), bid_s=60)
    for seat in ("ann", "bob"):
        give(lab, seat, t.Done())
    ran = run_out(lab).events[0]
    assert isinstance(ran, e.ClockRan)
    assert ("bid", "default", None) == (ran.kind, ran.then, lab.match.outcome)


# --- budgets -------------------------------------------------------------------------------------


def test_a_budget_is_spent_while_its_seat_decides_and_gains_with_each_decision_that_is_through() -> None:
    """K-CLOCK-02."""
    lab = table_of(2, BUDGET)
    started = lab.at
    assert {"ann": started + 100_000} == deadlines(lab)
    give(lab, "ann", t.Done(), started + 30_000)
    assert Bank(left=75_000) == lab.match.table.clocks.banks["ann"]
    give(lab, "bob", t.Done(), started + 40_000)
    assert {"ann": started + 115_000, "bob": started + 135_000} == deadlines(lab)


def test_a_budget_ends_a_decision_before_its_own_limit_and_is_then_empty() -> None:
    """K-CLOCK-02, K-CLOCK-04."""
    lab = table_of(2, Clock(decision_s=60, budget_s=20))
    started = lab.at
    assert started + 20_000 == run_out(lab).at
    assert Bank(left=0) == lab.match.table.clocks.banks["ann"]
    give(lab, "bob", t.Done())
    assert {"ann": lab.at, "bob": lab.at + 19_000} == deadlines(lab)
    assert "accepted" == code(tried(lab, SYSTEM, c.RunOut(seat="ann", kind="bid", serial=1), lab.at))


def test_a_time_that_is_ended_late_costs_no_budget_beyond_its_end() -> None:
    """K-CLOCK-02: neither a worker that is slow nor a service that was down spends what nobody could use."""
    lab = table_of(2, Clock(decision_s=20, budget_s=60, increment_s=5))
    over, end = lab.match.overdue(lab.at + 20_000), lab.at + 20_000
    assert over is not None
    give(lab, SYSTEM, over, end + 60 * MINUTE)
    assert Bank(left=45_000) == lab.match.table.clocks.banks["ann"]
    assert {"bob": end + 60 * MINUTE + 20_000} == {seat: deadlines(lab)[seat] for seat in ("bob",)}


def test_a_pause_that_comes_after_the_end_of_a_time_costs_no_budget_beyond_it() -> None:
    """K-CLOCK-02, K-CLOCK-06."""
    lab = table_of(2, Clock(decision_s=20, budget_s=60))
    end = lab.at + 20_000
    agree(lab, "pause", end + 30_000)
    assert Bank(left=40_000) == lab.match.table.clocks.banks["ann"]
    agree(lab, "resume", end + 90_000)
    assert end + 90_000 == lab.match.due()


def test_a_match_can_lose_on_its_budget() -> None:
    """K-CLOCK-05."""
    lab = table_of(2, Clock(decision_s=60, budget_s=20, at_end="loss"))
    run_out(lab)
    assert lab.match.outcome is not None
    assert "out_of_time" == lab.match.outcome.reason


def test_the_mover_s_clock_stands_while_others_are_asked() -> None:
    """K-CLOCK-01."""
    lab = table_of(3, Clock(decision_s=60, budget_s=100))
    started = lab.at
    give(lab, "ann", t.Show(card=card_of(lab, "ann")), started + 20_000)
    assert {"bob", "cat"} == set(deadlines(lab))
    for seat in ("bob", "cat"):
        give(lab, seat, t.React(block=False), started + 40_000)
    give(lab, SYSTEM, t.Close(), started + 45_000)
    assert {"ann": started + 85_000} == deadlines(lab)
    assert Bank(left=80_000, since=started + 45_000) == lab.match.table.clocks.banks["ann"]


def test_a_decision_that_not_everybody_may_know_of_spends_no_budget() -> None:
    """K-CLOCK-02: what is left of a budget tells nobody how long a seat thought about a secret."""

    def secret(rules: Any, state: t.State) -> Any:
        return [msgspec.structs.replace(d, shown_to=(d.seat,)) for d in PARLEY.decisions(rules, state)]

    lab = Lab(replace(PARLEY, decisions=secret), 1, 2, clock=Clock(decision_s=60, budget_s=5), options={}).open()
    assert {} == deadlines(lab)
    assert {} == deadlines(lab, "bob")
    assert {"ann": lab.at + MINUTE} == deadlines(lab, "ann")
    draft = run_out(lab)
    assert ("ann",) == next(event.who for event in draft.events if isinstance(event, e.ClockRan))
    assert [] == [seen for seen in lab.match.see(draft.events, 0, "bob", 0) if "ClockRan" in type(seen.event).__name__]


class Hushed(t.Stowed, frozen=True, tag="parley.Hushed"):
    """Coins went into chests, and only their owner is told."""

    audience = Audience.OWNER


def _hush(rules: Any, play: Any, seat: str, command: Any) -> None:
    """Stowing is told to nobody else, and opens the turn anew under another number."""
    if not isinstance(command, t.Stow):
        PARLEY.decide(rules, play, seat, command)
        return
    play.emit(Hushed(seat=seat, chests=command.chests))
    play.state.pop()
    play.state.push(t.Turn(seat=seat))


HUSHING = replace(
    PARLEY, decide=_hush, events=(*PARLEY.events, Hushed), evolve={**PARLEY.evolve, Hushed: PARLEY.evolve[t.Stowed]}
)


@pytest.mark.parametrize("clock", [Clock(decision_s=60), BUDGET, Clock(decision_s=90, budget_s=100, increment_s=9)])
def test_a_commit_that_somebody_is_not_told_of_changes_no_deadline(clock: Clock) -> None:
    """K-CLOCK-01: even if the game asks anew under another number."""
    lab = Lab(HUSHING, 1, 2, clock=clock, options={}).open()
    before, banks = [deadlines(lab, viewer) for viewer in lab.viewers()], lab.match.table.clocks.banks
    give(lab, "ann", t.Stow(chests={"red": 1, "blue": 1}), lab.at + 30_000)
    assert before == [deadlines(lab, viewer) for viewer in lab.viewers()]
    assert banks == lab.match.table.clocks.banks


# --- pauses --------------------------------------------------------------------------------------


def test_all_agree_on_a_pause_and_all_agree_to_go_on_with_the_time_that_was_left() -> None:
    """K-CLOCK-06."""
    lab = table_of(2, Clock(decision_s=60, budget_s=100))
    started = lab.at
    agree(lab, "pause", started + 20_000)
    assert (True, {}, None) == (lab.match.table.paused, deadlines(lab), lab.match.due())
    assert "paused" == code(tried(lab, "ann", t.Done()))
    assert "not_now" == code(tried(lab, "ann", c.Consent(what="pause", agree=True)))
    agree(lab, "resume", started + 7 * 86_400_000)
    assert {"ann": started + 7 * 86_400_000 + 40_000} == deadlines(lab)
    assert Bank(left=80_000, since=lab.at) == lab.match.table.clocks.banks["ann"]
    assert "accepted" == code(tried(lab, "ann", t.Done()))


def test_one_alone_neither_pauses_nor_goes_on() -> None:
    """K-CLOCK-06."""
    lab = table_of(2, Clock(decision_s=60))
    give(lab, "ann", c.Consent(what="pause", agree=True))
    assert not lab.match.table.paused
    assert "not_now" == code(tried(lab, "ann", c.Consent(what="resume", agree=True)))
    give(lab, "bob", c.Consent(what="pause", agree=True))
    give(lab, "ann", c.Consent(what="resume", agree=True))
    assert lab.match.table.paused


def test_a_match_without_a_clock_is_not_paused() -> None:
    """K-CLOCK-06."""
    lab = Lab(replace(PARLEY, meta=replace(PARLEY.meta, limits=False)), 1, 2, clock=None).open()
    assert "not_now" == code(tried(lab, "ann", c.Consent(what="pause", agree=True)))
    assert ["accepted", "accepted"] == [code(tried(lab, s, c.Consent(what="draw", agree=True))) for s in ("ann", "bob")]


def test_a_paused_match_may_be_ended_and_no_window_closes_in_it() -> None:
    """K-CLOCK-06."""
    lab = table_of(3, Clock(decision_s=60))
    give(lab, "ann", t.Show(card=card_of(lab, "ann")))
    for seat in ("bob", "cat"):
        give(lab, seat, t.React(block=False))
    agree(lab, "pause")
    assert "paused" == code(tried(lab, SYSTEM, t.Close(), lab.at + MINUTE))
    agree(lab, "abort")
    assert lab.match.outcome is not None


def test_a_pause_closes_the_way_back() -> None:
    """K-CLOCK-06, K-UNDO-01: what was before it could give time back."""
    lab = table_of(2, Clock(decision_s=60))
    give(lab, "ann", t.Shop(goods=()))
    agree(lab, "pause")
    agree(lab, "resume")
    assert "cannot_undo" == code(tried(lab, "ann", c.Undo()))


# --- undo ----------------------------------------------------------------------------------------


def _in_steps(rules: Any, play: Any, seat: str, command: Any) -> None:
    """Each step of a turn has a frame of its own."""
    PARLEY.decide(rules, play, seat, command)
    if isinstance(command, t.Stow | t.Shop):
        play.state.pop()
        play.state.push(t.Turn(seat=seat))


@pytest.mark.parametrize("clock", [Clock(decision_s=60), Clock(budget_s=60, increment_s=5)])
def test_taking_back_gives_no_time_back(clock: Clock) -> None:
    """K-UNDO-02."""
    lab = Lab(replace(PARLEY, decide=_in_steps), 1, 2, clock=clock, options={}).open()
    started, clocks = lab.at, lab.match.table.clocks
    give(lab, "ann", t.Shop(goods=()), started + 50_000)
    assert deadlines(lab)["ann"] != started + MINUTE
    give(lab, "ann", c.Undo(), started + 59_000)
    assert ({"ann": started + MINUTE}, clocks) == (deadlines(lab), lab.match.table.clocks)
    assert refold(lab.match, lab.entries).table == lab.match.table


def test_nobody_goes_back_to_a_decision_whose_time_is_over() -> None:
    """K-CLOCK-03."""
    lab = Lab(replace(PARLEY, decide=_in_steps), 1, 2, clock=Clock(decision_s=60), options={}).open()
    started = lab.at
    give(lab, "ann", t.Shop(goods=()), started + 50_000)
    assert "time_over" == code(tried(lab, "ann", c.Undo(), started + MINUTE))
    assert "accepted" == code(tried(lab, "ann", t.Done(), started + MINUTE))


def test_what_the_clock_played_is_not_taken_back() -> None:
    """K-UNDO-01."""
    lab = Lab(PARLEY, 1, 1, clock=Clock(decision_s=60), options={}).open()
    give(lab, "ann", t.Shop(goods=()))
    run_out(lab)
    assert "cannot_undo" == code(tried(lab, "ann", c.Undo()))


# --- who sits there ------------------------------------------------------------------------------


def test_a_computer_has_no_clock_and_a_newcomer_has_the_time_of_a_new_question() -> None:
    """K-CLOCK-01, K-SEAT-03."""
    lab = table_of(3, Clock(decision_s=60, budget_s=100))
    started = lab.at
    give(lab, HOST, c.Revoke(seat="ann", then="newcomer"), started + 30_000)
    assert ({"ann": None}, None) == (deadlines(lab), lab.match.due())
    assert Bank(left=70_000) == lab.match.table.clocks.banks["ann"]
    give(lab, "claim", c.Claim(seat="ann", proof=b"n", entropy=b""))
    for seat in ("bob", "cat"):
        give(lab, seat, c.Welcome(seat="ann", agree=True))
    assert {"ann": lab.at + MINUTE} == deadlines(lab)
    assert Bank(left=70_000, since=lab.at) == lab.match.table.clocks.banks["ann"]


# --- long and stored -----------------------------------------------------------------------------


def test_correspondence_play_of_months_is_exact_to_the_millisecond() -> None:
    month = 30 * 86_400
    lab = table_of(2, Clock(decision_s=month, budget_s=366 * 86_400))
    for _ in range(2):
        seat, end = next(iter(deadlines(lab).items()))
        assert lab.at + month * 1_000 == end
        give(lab, seat, t.Done(), end - 1)
    assert {"ann", "bob"} == set(deadlines(lab))
    assert {366 * 86_400_000 - month * 1_000 + 1} == {b.left for b in lab.match.table.clocks.banks.values()}


def test_times_survive_a_snapshot_and_a_fold() -> None:
    lab = table_of(2, Clock(decision_s=60, budget_s=100))
    give(lab, "ann", t.Shop(goods=()))
    kept = blank(PARLEY, lab.match.id)
    assert snapshot.restore(kept, snapshot.take(lab.match), lab.entries[-1])
    again = refold(lab.match, lab.entries)
    for match in (kept, again):
        assert (lab.match.table, lab.match.due(), lab.match.saved) == (match.table, match.due(), match.saved)


def test_a_server_whose_clock_is_behind_takes_no_time_from_anyone() -> None:
    lab = table_of(2, BUDGET)
    give(lab, "ann", t.Done(), lab.at - 30_000)
    assert Bank(left=105_000) == lab.match.table.clocks.banks["ann"]


def test_times_are_told_to_nobody_and_what_ran_out_to_those_who_were_shown_it() -> None:
    lab = table_of(2, Clock(decision_s=60))
    draft = run_out(lab)
    for viewer in lab.viewers():
        names = [type(seen.event).__name__ for seen in lab.match.see(draft.events, 0, viewer, 0)]
        assert ["ClockRan", "TurnDone"] == names
    texts: Sequence[str] = [seen.text for seen in lab.match.see(draft.events, 0, AUDITOR, 0)]
    assert ["The time of ann is over (turn); the usual follows.", "The clocks are set."] == [texts[0], texts[-1]]
