"""Whole matches by the computers: what is true at every moment, and how matches end."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel import choices
from domain.kernel.audience import Event, see
from domain.kernel.command import Command
from domain.kernel.decision import lists
from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import Claim, Resign, Start
from domain.kernel.match.create import NewMatch, create
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum import events as e
from domain.ultimatum.meta import DISTRICTS, SEATS, TOKENS
from domain.ultimatum.options import Options
from domain.ultimatum.state import State
from tests.harness.matches import PROMISE, give, new_match, play_on, play_out

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "tournament", "bosses": "special", "boss_between_rounds": "vote", "no_room": "pass"},
    {"bosses": "special", "boss_between_rounds": "choose_unused", "empty_plays": "allow", "auto_end_turn": True},
    {"bosses": "special", "boss_between_rounds": "redeal", "hand_backs": "hidden"},
)


def positions(seeds: int) -> Iterator[Match]:
    """Every position of some matches of every kind."""
    for seed in range(seeds):
        for way in WAYS:
            match = new_match(GAME, seed, **way)
            for _ in play_on(match):
                yield match


def cards(state: State) -> list[str]:
    hands = [mat.hand for mat in state.mats.values()]
    hidden = [face for zone in (*hands, *state.piles.values(), state.set_aside) for face in zone.faces()]
    return sorted([*hidden, *(cell.card for cell in state.counter if cell.card)])


def tokens(state: State, seat: str) -> dict[str, int]:
    mat = state.mats[seat]
    places = [mat.reserve, mat.eliminated, *(state.here(d, seat) for d in DISTRICTS)]
    return {token: sum(place.get(token, 0) for place in places) for token in TOKENS}


def test_no_token_and_no_card_is_lost_or_made() -> None:
    """ULT-SETUP-01, ULT-SETUP-02, ULT-CARD-04, ULT-CARD-09."""
    for match in positions(3):
        state = match.state
        assert [dict(match.rules.content.tokens)] * 2 == [tokens(state, seat) for seat in SEATS]
        assert sorted(match.rules.cards) == cards(state)
        assert len(state.counter) <= 12


def test_only_cards_that_say_so_raise_a_full_district_and_a_swap_changes_no_total() -> None:
    """ULT-PLACE-03, ULT-CARD-01, ULT-CARD-04."""
    for before, event, after in steps(new_match(GAME, seed, **WAYS[seed % 4]) for seed in range(8)):
        change = {d: after[d] - before[d] for d in DISTRICTS if after[d] != before[d]}
        raised = [d for d, by in change.items() if by > 0 and before[d] >= 5]
        if isinstance(event, e.TokensSwapped | e.TokenReplaced | e.ChainRefused):
            assert {} == change
        elif isinstance(event, e.TokenMoved):
            assert {event.start: -1, event.end: 1} == change
        if not (isinstance(event, e.TokenPlaced) and event.by == "card"):
            assert [] == raised


def steps(matches: Iterable[Match]) -> Iterator[tuple[dict[str, int], Event, dict[str, int]]]:
    """Every event of some matches, with the tokens in each district before and after it."""
    for match in matches:
        state = match.codec.copy(match.state)
        for event in events(match):
            before = {d: state.total(d) for d in DISTRICTS}
            GAME.evolve.get(type(event), lambda state, event: None)(state, event)
            yield before, event, {d: state.total(d) for d in DISTRICTS}


def test_commandos_are_never_eliminated_and_always_worth_two() -> None:
    """ULT-TOKEN-05."""
    for match in positions(2):
        view = match.view(SPECTATOR)
        for seat in SEATS:
            assert "commandos" not in match.state.mats[seat].eliminated
            for district in DISTRICTS:
                here = match.state.here(district, seat).get("commandos", 0)
                assert 2 * here == view.board[district].strength[seat].commandos


def every_command(rng: Random) -> Iterator[Command]:
    """Commands of every kind, legal or not."""
    for token in TOKENS:
        yield c.PlaceToken(token=token, district=rng.choice(DISTRICTS))
    yield from (c.PlayCard(card=card) for card in ("N1", "H1", "G1", "S5", "B1", "B3"))
    yield c.EndTurn()
    yield c.BossVote(choice="redeal")
    yield c.BossPick(card=rng.choice(["evict", "replace", "informer"]))
    here = c.Spot(rng.choice(SEATS), rng.choice(DISTRICTS), rng.choice(TOKENS))
    for option in (c.Skip(), c.Move(here, "hub"), c.Place("units", "hub"), c.Remove("units", "guild"), c.Replay("H1")):
        yield c.Choose(option=option)


def test_what_is_accepted_is_listed_and_what_is_listed_is_accepted() -> None:
    """ULT-TURN-02, ULT-PLAY-04."""
    rng = Random(5)
    for match in positions(2):
        listed = match.decisions()
        for seat in SEATS:
            for command in every_command(rng):
                passed = GAME.why_not(match.rules, match.state, seat, command) is None
                assert passed == any(lists(decision, command) for decision in listed if decision.seat == seat)
        for decision in listed:
            for offer in decision.offers:
                for value in choices.each(offer.choice):
                    command = msgspec.convert({"type": offer.command, **value}, c.UltCommand)
                    assert GAME.why_not(match.rules, match.state, decision.seat, command) is None


@pytest.mark.parametrize("way", WAYS)
def test_every_event_has_a_line_for_every_viewer_and_the_views_are_plain_data(way: dict[str, Any]) -> None:
    """ULT-SECRET-01, ULT-SECRET-02."""
    match = new_match(GAME, 11, **way)
    for seat, answer in play_on(match):
        draft = match.play(seat, answer.command, at=1, command_id=b"try")
        for viewer in (*SEATS, SPECTATOR, AUDITOR):
            assert all(seen.text.endswith(".") for seen in match.see(draft.events, 1, viewer, 0))
            assert msgspec.json.decode(msgspec.json.encode(match.view(viewer)), type=GAME.view_type)
            assert all(shown.text.endswith(".") for shown in match.shown(viewer))


def test_a_round_lasts_at_most_thirty_turns_and_its_points_sum_to_five() -> None:
    """ULT-SCORE-05, ULT-ROUND-01."""
    for match in positions(2):
        assert match.state.number <= 30
        assert all(sum(score.points.values()) == 5 for score in match.state.scores)


def test_events_alone_rebuild_the_same_state() -> None:
    """The fold needs no rules: every commit, read back from its stored bytes, gives the same state."""
    match = new_match(GAME, 4, **WAYS[2])
    replayed = match.codec.copy(match.state)
    for seat, answer in play_on(match):
        draft = match.play(seat, answer.command, at=1, command_id=b"try")
        for stored in draft.entry.d:
            event = match.codec.event(stored)
            if type(event) in GAME.evolve:
                GAME.evolve[type(event)](replayed, event)
        replayed.agenda, replayed.serial = match.codec.copy(draft.state).agenda, draft.state.serial
        assert draft.state == replayed


@pytest.mark.parametrize("reason", ["both_rounds", "totals", "equal_totals", "two_round_wins"])
def test_every_ending_of_the_game_is_reached(reason: str) -> None:
    """ULT-GAME-01, ULT-GAME-02, ULT-GAME-03, ULT-TOUR-01."""
    mode = "tournament" if reason == "two_round_wins" else "standard"
    matches = (play_out(new_match(GAME, seed, mode=mode)) for seed in range(60))
    match = next(match for match in matches if match.outcome.reason == reason)

    assert (reason == "equal_totals") == (match.outcome.winners == ())
    assert [] == match.decisions()
    assert "over" == match.view(SPECTATOR).stage


def test_giving_up_in_the_first_round_loses_the_match() -> None:
    """ULT-RUL-48."""
    key = b"%032d" % 9
    match = Match("m9", key, GAME, GAME.packs[0], lambda secret: key)
    new = NewMatch(game="ultimatum", bots=(None, "random"), options=Options())
    match.advance(create(match, new, PROMISE, at=0, command_id=b"0", body=b""))
    give(match, "stella", Claim(seat="stella", proof=b"", entropy=b""))
    give(match, HOST, Start())
    give(match, "stella", Resign())

    assert ("resigned", ("roy",)) == (match.outcome.reason, match.outcome.winners)


def test_a_turn_ends_by_itself_when_no_card_can_be_played_and_that_was_agreed() -> None:
    """ULT-PLAY-01: on the first turn of a round the hand is empty."""
    match = new_match(GAME, 1, auto_end_turn=True, first_player="stella")
    give(match, "stella", c.PlaceToken(token="units", district="hub"))

    assert "roy" == match.state.mover
    assert "place" == match.decisions()[0].kind


def test_where_backs_are_hidden_only_the_number_of_hand_cards_is_shown() -> None:
    """ULT-RUL-26."""
    match = new_match(GAME, 1, hand_backs="hidden", first_player="stella")
    give(match, "stella", c.PlaceToken(token="units", district="hub"))
    give(match, "stella", c.EndTurn())

    shown = {viewer: match.view(viewer).seats["stella"] for viewer in (*SEATS, SPECTATOR)}
    assert [1, 1, 1] == [seat.hand_size for seat in shown.values()]
    assert [{"hub": 1}, None, None] == [seat.hand_backs for seat in shown.values()]


def events(match: Match) -> Iterator[Event]:
    """All events of a match to its end."""
    for seat, answer in play_on(match):
        draft = match.play(seat, answer.command, at=1, command_id=b"try")
        yield from draft.events


def test_where_backs_are_hidden_a_stolen_card_shows_no_district() -> None:
    """ULT-SECRET-02, ULT-RUL-26."""
    happened = (event for seed in range(40) for event in events(new_match(GAME, seed, hand_backs="hidden")))
    stolen = next(event for event in happened if isinstance(event, e.CardStolen))
    seen = see(stolen, SPECTATOR, SEATS)

    assert {"type", "seat", "of", "who", "district"} == set(msgspec.to_builtins(seen))
    assert seen.district is None


def test_the_auditor_alone_sees_what_lies_hidden() -> None:
    """ULT-SECRET-01, ULT-ASYM-01."""
    match = new_match(GAME, 1, bosses="special")

    truth = match.view(AUDITOR).truth
    assert 25 == sum(len(pile) for pile in truth.piles.values())
    assert 3 == len(truth.unused)
    assert [None] * 3 == [match.view(viewer).truth for viewer in (*SEATS, SPECTATOR)]
