"""Taking back (K-UNDO) against every way it could tell something: to oneself, to others, and in other worlds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import Audience, Nobody
from domain.kernel.command import Command
from domain.kernel.contract import AnyGame
from domain.kernel.match import commands as c
from domain.kernel.match.aggregate import Match
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import Undone
from domain.kernel.match.past import until
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR, SYSTEM
from domain.kernel.zones import Zone, hidden
from tests.games.parley import table as t
from tests.harness.lab import PARLEY, Lab, blank, refold, seen

STOW = t.Stow(chests={"red": 1, "blue": 1})
SHOP = t.Shop(goods=("rope",))


def table_of(seats: int, game: AnyGame = PARLEY, seed: int = 1) -> Lab:
    return Lab(game, seed, seats, options={}, clock=None).open()


def give(lab: Lab, actor: str, command: Command) -> Draft:
    draft = lab.give(actor, command)
    assert isinstance(draft, Draft), draft
    return draft


def may_take_back(lab: Lab, seat: str) -> bool:
    """Whether it is listed; what is listed is accepted, and nothing else is."""
    listed = any(d.kind == "undo" and d.seat == seat for d in lab.match.decisions())
    tried = lab.match.play(seat, c.Undo(), at=lab.at, command_id=b"try")
    assert listed == isinstance(tried, Draft)
    assert listed or (isinstance(tried, Refused) and tried.code in {"cannot_undo", "match_over"})
    return listed


def with_step(step: Callable[[Play[t.State], str], None], *events: type[t.Event], **evolve: Any) -> AnyGame:
    """Parley in which stowing does something of its own."""

    def decide(rules: Any, play: Play[t.State], seat: str, command: Any) -> None:
        if isinstance(command, t.Stow):
            step(play, seat)
        else:
            PARLEY.decide(rules, play, seat, command)

    folded: Mapping[Any, Any] = {**PARLEY.evolve, **{event: evolve[event.__name__] for event in events}}
    return replace(PARLEY, decide=decide, events=(*PARLEY.events, *events), evolve=folded)


class Peeked(t.Event, frozen=True, tag="parley.Peeked"):
    """Somebody looked at the deck; nobody else is told whom it concerns."""

    audience = Audience.NOBODY

    who: Nobody[tuple[str, ...]]


def _peeked(state: t.State, event: Peeked) -> None:
    for seat in event.who:
        state.deck.show(seat)


# --- nothing new was learnt ----------------------------------------------------------------------


def test_a_draw_is_never_taken_back_even_if_nobody_saw_what_came() -> None:
    """K-UNDO-01: who could try again would choose its luck."""

    def gamble(play: Play[t.State], seat: str) -> None:
        play.chance.pick("luck", 6)
        play.emit(t.Stowed(seat=seat, chests={}))

    lab = table_of(2, with_step(gamble))
    give(lab, "ann", STOW)
    assert not may_take_back(lab, "ann")


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_a_look_is_never_taken_back_whoever_looked(who: str) -> None:
    """K-UNDO-01: what was seen stays seen, by oneself or by another."""

    def peek(play: Play[t.State], seat: str) -> None:
        play.emit(t.Stowed(seat=seat, chests={}))
        play.emit(Peeked(who=(who,)))

    lab = table_of(2, with_step(peek, Peeked, Peeked=_peeked))
    give(lab, "ann", STOW)
    assert not may_take_back(lab, "ann")


def test_a_card_that_was_shown_stays_shown() -> None:
    """K-UNDO-01."""
    lab = table_of(1)
    give(lab, "ann", t.Show(card=lab.match.state.places["ann"].hand.faces()[0]))
    assert not may_take_back(lab, "ann")


def test_a_step_before_news_cannot_be_reached_any_more() -> None:
    """K-UNDO-01."""
    lab = table_of(2)
    give(lab, "ann", STOW)
    assert may_take_back(lab, "ann")
    give(lab, "ann", t.Draw())
    give(lab, "ann", SHOP)
    assert may_take_back(lab, "ann")
    give(lab, "ann", c.Undo())
    assert not may_take_back(lab, "ann")


@pytest.mark.parametrize("block", [True, False])
def test_a_sealed_answer_is_not_taken_back_whatever_it_says(block: bool) -> None:
    """K-UNDO-01: its seat could try whether the others' silence changes."""
    lab = table_of(3)
    give(lab, "ann", t.Show(card=lab.match.state.places["ann"].hand.faces()[0]))
    for seat in ("bob", "cat"):
        give(lab, seat, t.React(block=block))
        assert not any(may_take_back(lab, each) for each in lab.match.seats)


# --- others --------------------------------------------------------------------------------------


def test_a_visible_commit_of_another_seat_closes_the_way_back() -> None:
    """K-UNDO-01: it may have been made because of the step."""
    lab = table_of(3)
    lab.match.state.places["ann"].points = 1
    give(lab, "ann", STOW)
    give(lab, "cat", t.Propose(coins=1))
    assert not any(may_take_back(lab, seat) for seat in lab.match.seats)


def test_what_another_must_answer_is_not_taken_away_from_it() -> None:
    """K-UNDO-01."""
    lab = table_of(2)
    give(lab, "ann", STOW)
    give(lab, "ann", t.Done())
    assert not may_take_back(lab, "ann")


def test_what_the_host_or_the_system_did_is_nobodys_to_take_back() -> None:
    """K-UNDO-01."""
    lab = table_of(3)
    give(lab, "ann", STOW)
    give(lab, HOST, c.Revoke(seat="cat", then="computer"))
    assert not may_take_back(lab, "ann")


def test_only_the_seat_itself_knows_that_it_may_take_back() -> None:
    lab = table_of(3)
    give(lab, "ann", STOW)
    kinds = {viewer: {shown.kind for shown in lab.match.shown(viewer)} for viewer in lab.viewers()}
    assert {"ann"} == {viewer for viewer, shown in kinds.items() if "undo" in shown}


class Hushed(t.Stowed, frozen=True, tag="parley.Hushed"):
    """Coins went into chests, and only their owner is told."""

    audience = Audience.OWNER


def test_who_was_not_told_of_a_step_is_not_told_that_it_was_taken_back() -> None:
    """K-UNDO-02."""

    def hush(play: Play[t.State], seat: str) -> None:
        play.emit(Hushed(seat=seat, chests={}))

    lab = table_of(2, with_step(hush, Hushed, Hushed=PARLEY.evolve[t.Stowed]))
    before = {viewer: (lab.match.seq(viewer), seen(lab.match, viewer)) for viewer in ("bob", SPECTATOR)}
    give(lab, "ann", STOW)
    undone = give(lab, "ann", c.Undo())
    assert before == {viewer: (lab.match.seq(viewer), seen(lab.match, viewer)) for viewer in before}
    event = undone.events[0]
    assert isinstance(event, Undone)
    assert ("ann",) == event.who


def test_each_is_told_in_its_own_numbers_and_none_of_the_commit_s() -> None:
    """K-UNDO-02."""
    lab = table_of(3)
    give(lab, "ann", c.Renew(proof=b"q"))  # told to ann alone, so that the numbers differ
    numbers = {viewer: lab.match.seq(viewer) + 1 for viewer in lab.viewers()}
    give(lab, "ann", STOW)
    undone = give(lab, "ann", c.Undo())
    for viewer, number in numbers.items():
        [told] = lab.match.see(undone.events, 0, viewer, number)
        assert {"type": "match.Undone", "seat": "ann", "events": (number,)} == msgspec.to_builtins(told.event)
    assert numbers["ann"] == numbers["bob"] + 1


# --- what is left behind -------------------------------------------------------------------------


def test_taking_back_brings_back_every_view_byte_for_byte() -> None:
    """K-UNDO-02: in random play, whenever it is open."""
    taken = 0
    for seed in range(40):
        lab = Lab(PARLEY, seed, options={}, clock=None).open()
        for _ in range(30):
            before = {viewer: (lab.match.view(viewer), lab.choices()) for viewer in lab.viewers()}
            state = lab.match.codec.encode(lab.match.state)
            if lab.match.outcome is not None:
                break
            draft = lab.step()
            if draft.actor == SYSTEM or not may_take_back(lab, draft.actor):
                continue
            give(lab, draft.actor, c.Undo())
            assert state == lab.match.codec.encode(lab.match.state)
            assert before == {viewer: (lab.match.view(viewer), lab.choices()) for viewer in lab.viewers()}
            again = refold(lab.match, lab.entries)
            assert (lab.match.state, lab.match.table, lab.match.saved) == (again.state, again.table, again.saved)
            taken += 1
    assert taken > 100


def test_a_look_back_still_shows_what_was_taken_back() -> None:
    """K-UNDO-02: nothing that was told is unsaid."""
    lab = table_of(2)
    give(lab, "ann", STOW)
    then = {viewer: (lab.match.seq(viewer), lab.match.view(viewer)) for viewer in (*lab.viewers(), AUDITOR)}
    give(lab, "ann", c.Undo())
    for viewer, (seq, view) in then.items():
        assert view == until(blank(PARLEY, lab.match.id), lab.entries, viewer, seq).match.view(viewer)


# --- other worlds --------------------------------------------------------------------------------


def _mapping(state: Any, viewer: str, rng: Random) -> dict[str, str]:
    """Another face for each card that a viewer does not know."""
    zones = [zone for zone in hidden(state) if isinstance(zone, Zone)]
    faces = [card.face for zone in zones for card in zone.cards if not zone.knows(viewer, card)]
    return dict(zip(faces, rng.sample(faces, len(faces)), strict=True))


def _redealt(match: Match, state: Any, mapping: Mapping[str, str]) -> Any:
    other = match.codec.copy(state)
    for zone in hidden(other):
        if isinstance(zone, Zone):
            for card in zone.cards:
                card.face = mapping.get(card.face, card.face)
    return other


def twin(lab: Lab, viewer: str, rng: Random) -> Match:
    """The same match with what the viewer cannot know dealt otherwise, in the states one may go back to as well."""
    other = refold(lab.match, lab.entries)
    mapping = _mapping(other.state, viewer, rng)
    other.state = _redealt(other, other.state, mapping)
    other.saved = [
        msgspec.structs.replace(kept, state=other.codec.encode(_redealt(other, other.codec.state(kept.state), mapping)))
        for kept in other.saved
    ]
    return other


def test_taking_back_looks_the_same_in_two_worlds_that_differ_in_the_unknown() -> None:
    compared = differing = 0
    for seed in range(50):
        lab, rng = Lab(PARLEY, seed, options={}, clock=None).open(), Random(seed)
        for _ in range(25):
            if lab.match.outcome is not None:
                break
            draft = lab.step()
            if draft.actor == SYSTEM or not may_take_back(lab, draft.actor):
                continue
            viewer = rng.choice(lab.viewers())
            other = twin(lab, viewer, rng)
            assert seen(lab.match, viewer) == seen(other, viewer)
            results = []
            for match in (refold(lab.match, lab.entries), other):
                undone = match.play(draft.actor, c.Undo(), at=lab.at, command_id=b"u")
                assert isinstance(undone, Draft)
                match.advance(undone)
                told = match.see(undone.events, 0, viewer, match.seq(viewer))
                results.append(msgspec.json.encode((told, match.view(viewer), match.shown(viewer))))
            assert results[0] == results[1]
            compared += 1
            differing += refold(lab.match, lab.entries).state != twin(lab, viewer, rng).state
    assert compared > 100
    assert differing > 50
