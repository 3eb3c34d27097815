"""The simulation plays what it says and counts what was played; the long run is a command."""

import pytest

from domain.freedonia.meta import SEATS
from tests.freedonia.balance import tables
from tests.freedonia.balance.playing import Setting, play


def test_a_simulated_match_is_the_same_for_the_same_seed() -> None:
    setting = Setting("marshal", "normal", ("normal", "random"))
    one, two = play(setting, 5), play(setting, 5)

    assert (one.winner, one.reason, one.year, one.laid) == (two.winner, two.reason, two.year, two.laid)
    assert one.winner in SEATS
    assert {card for seat, card in one.laid if seat == "leader"} <= one.drawn["leader"]


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(50, 100, 40, 60), (0, 10, 0, 28), (200, 400, 45, 55)])
def test_an_interval_covers_the_share_as_wilson_has_it(wins: int, games: int, low: float, high: float) -> None:
    found = tables.interval(wins, games)

    assert [low, high] == [round(each) for each in found]


def test_the_tables_name_every_deck_difficulty_ending_and_card() -> None:
    settings = [Setting(deck, "normal", ("random", "random")) for deck in ("marshal", "tycoon")]
    played = [play(setting, seed) for setting in settings for seed in range(3)]

    balance, endings, cards = ("\n".join(each(played)) for each in (tables.balance, tables.endings, tables.cards))

    assert all(word in balance for word in ("marshal", "tycoon", "normal", "in the bands"))
    assert all(each.reason in endings for each in played)
    assert all(f"| {card} |" in cards for each in played for _, card in each.laid)


def test_two_policies_are_measured_from_both_seats() -> None:
    pairs = [("normal", "random"), ("random", "normal")]
    played = [play(Setting("marshal", "normal", pair), seed) for pair in pairs for seed in range(2)]

    head, _, line = tables.strength(played, "normal")

    assert "normal against random" in head
    assert 3 == line.count("(")
