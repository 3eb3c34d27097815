"""What is played for a seat whose time is over: the game has no clock of its own, a match may have one."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.command import Command
from domain.kernel.match.clock import Clock
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum.decisions import decisions
from tests.harness.lab import Lab
from tests.ultimatum.table import built, position

JSON = dict[str, Any]


def usual(given: dict[str, Any]) -> Command | None:
    """What the first decision of a position has as its usual command."""
    return decisions(built(), position(given))[0].default


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, c.PlaceToken(token="commandos", district="networks")),
        ({"board": {"networks": {"roy": {"units": 1}}}}, c.PlaceToken(token="commandos", district="hub")),
        ({"reserve": {"stella": {"units": 1, "boss": 1}}}, c.PlaceToken(token="units", district="networks")),
        ({"placed_in": "hub", "hand": {"stella": ["N1"]}}, c.EndTurn()),
        ({"stage": "vote"}, c.BossVote(choice="keep")),
    ],
    ids=["a Commando", "the emptiest district", "the Boss last", "no card", "the Bosses stay"],
)
def test_the_usual_command_of_a_seat_whose_time_is_over(given: dict[str, Any], expected: Command) -> None:
    assert expected == usual(given)


def test_the_first_of_the_unused_bosses_is_picked() -> None:
    given = {"stage": "boss_pick", "round_next_first": "roy", "bosses": {"stella": "informer", "roy": "overseer"}}
    assert c.BossPick(card="evict") == usual(given)


def asked(seeds: range) -> Iterator[tuple[str, list[JSON], c.Option]]:
    """What cards and Bosses ask in random play: the kind, the options, and the usual one."""
    for seed in seeds:
        lab = Lab(GAME, seed, options={"bosses": "special"}, clock=None).open()
        while lab.match.outcome is None:
            for decision in lab.match.asked():
                if isinstance(decision.default, c.Choose):
                    choice: Any = decision.offers[0].choice
                    yield decision.kind, list(choice.fields["option"].values), decision.default.option
            lab.step()


def test_what_is_optional_is_left_alone_and_no_boss_is_brought_in() -> None:
    """ULT-PLAY-04."""
    seen = set()
    for kind, options, chosen in asked(range(12)):
        optional = any(option["type"] == "ultimatum.Skip" for option in options)
        assert optional == isinstance(chosen, c.Skip)
        if isinstance(chosen, c.Replace) and any(option["into"] != "boss" for option in options):
            assert "boss" != chosen.into
        seen.add(kind)
    assert {"boss.replace", "boss.exchange", "card.remove"} <= seen


def test_a_match_whose_seats_never_answer_is_played_to_its_end_by_the_clock() -> None:
    lab = Lab(GAME, 1, clock=Clock(decision_s=60)).open()
    while lab.match.outcome is None:
        due = lab.match.due()
        assert due is not None
        lab.at = due - 1_000
        lab.step()
    assert lab.match.outcome.reason in GAME.meta.endings
