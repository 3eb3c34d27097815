"""Extended turns and the phantom: SND-EXT, SND-PH."""

import pytest

from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.meta import PHANTOM
from domain.syndicate.rules import assaults
from domain.syndicate.rules.board import COLOURS, colour
from tests.syndicate.say import accept, assault, chip, sleeper, trade
from tests.syndicate.table import Table


def code(table: Table, seat: str, command: c.SynCommand) -> str | None:
    refused = table.do(seat, command)
    return refused.code if refused else None


def test_each_execution_counts_as_an_action() -> None:
    """SND-EXT-07, SND-R-34, SND-R-35: what is no action may still be done."""
    given = {
        "A.chips": ["ex_cash", "ex_cash"],
        "A.slot": "slp_whispers",
        "destroyer": "koss",
        "koss.owner": "A",
        "alert": 6,
    }
    table = Table(3, given, extended_turns=True)
    table.do("blue", chip("ex_cash"))
    table.do("blue", chip("ex_cash"))

    assert "action_limit" == code(table, "blue", c.BuyBase(territory="io"))
    offered = {offer.command.partition(".")[2] for offer in table.question("blue", "act").offers}
    assert {"RemoveDestroyer", "EndTurn"} == offered
    assert code(table, "blue", c.RemoveDestroyer()) is None
    assert code(table, "blue", sleeper("up")) is None


def test_dice_and_reinforcements_stay_used_until_the_collection() -> None:
    """SND-EXT-04, SND-EXT-06."""
    table = Table(3, {"koss.owner": "B"}, extended_turns=True)
    table.do("blue", assault("koss", 2), d6=[1])
    for seat in ("blue", "red", "green"):
        table.do(seat, c.EndTurn())

    assert "blue" == table.state.active
    assert (1, 0, 2) == (table.look("A.dice_armed"), table.look("A.reinf_armed"), table.look("A.reinf_used"))
    table.until_round(4)
    assert (2, 2) == (table.look("A.dice_armed"), table.look("A.reinf_armed"))


def test_a_seat_that_is_out_may_still_trade_and_play_its_sleeper() -> None:
    """SND-EXT-05, SND-R-32."""
    table = Table(3, {"A.slot": "slp_whispers"}, extended_turns=True)
    table.do("blue", c.EndTurn())
    table.do("blue", trade("green", {"credits": 1}, {"crew": 1}))

    assert table.look("A.passed_out")
    assert code(table, "green", accept(1)) is None
    assert code(table, "blue", sleeper("up")) is None


def test_a_lone_seat_takes_turn_after_turn() -> None:
    """SND-EXT-01, SND-EXT-02."""
    table = Table(2, extended_turns=True)
    table.do("blue", c.Exchange(give="credits", get="crew", times=1))
    table.do("blue", c.EndTurn())
    table.do("red", c.EndTurn())
    for _ in range(3):
        assert "blue" == table.state.active
        table.do("blue", c.Exchange(give="credits", get="crew", times=1))
        table.do("blue", c.EndTurn())

    assert ["red"] == table.state.done


def phantom(**given: object) -> Table:
    """It is the phantom's turn."""
    return Table(2, {"node": "turn.phantom_wait"} | {k.replace("_at_", "."): v for k, v in given.items()}, phantom=True)


@pytest.mark.parametrize(
    ("alert", "shade", "sent", "plain", "fortified"),
    [
        (1, "yellow", 1, 5, 6),
        (3, "yellow", 1, 5, 6),
        (4, "orange", 2, 4, 5),
        (5, "orange", 2, 4, 5),
        (6, "red", 3, 3, 4),
    ],
)
def test_its_strength_follows_the_colour(alert: int, shade: str, sent: int, plain: int, fortified: int) -> None:
    """SND-TV-024, SND-PH-05."""
    table = phantom(alert=alert)
    strength = 1 + colour(table.rules, table.state)

    assert (shade, sent) == (COLOURS[colour(table.rules, table.state)], strength)
    assert (plain, fortified) == tuple(assaults.win_at(strength, fortified=side) for side in (False, True))


def test_seats_may_trade_before_its_turn_and_say_when_they_are_ready() -> None:
    """SND-PH-07, SND-PH-03."""
    table = phantom(koss_at_owner="PH")
    table.do("blue", trade("red", {"credits": 3}, {"crew": 2}))
    table.do("red", accept(1))
    table.do("blue", c.PhantomReady())
    assert "already_answered" == code(table, "blue", c.PhantomReady())
    assert ("red",) == table.view("blue").waiting
    table.do("red", c.PhantomReady())

    assert table.state.bases["koss"].fortified
    assert (17, 23, 22, 18) == tuple(table.look(p) for p in ("A.credits", "B.credits", "A.crew", "B.crew"))


def test_it_does_not_wait_where_nobody_could_do_anything() -> None:
    """SND-PH-07."""
    table = Table(2, {"koss.owner": "PH"}, phantom=True, trading=False)
    table.do("blue", c.EndTurn())
    table.do("red", c.EndTurn())

    assert "PhantomCardsDrawn" in table.names()
    assert "PhantomReadied" not in table.names()


@pytest.mark.parametrize(("raises", "level"), [(True, 2), (False, 1)])
def test_its_attacks_raise_the_alert_where_that_was_agreed(raises: bool, level: int) -> None:  # a case
    """SND-R-43, SND-PH-11."""
    given = {"node": "turn.phantom_wait", "koss.owner": "A", "phantom_draw": ["koss"]}
    table = Table(2, given, phantom=True, phantom_raises_alert=raises)
    table.do("blue", c.PhantomReady())
    table.do("red", c.PhantomReady(), d6=[1])

    assert (level, "blue") == (table.state.alert, table.state.owner("koss"))
    assert (PHANTOM, 0) == (table.event("AssaultAnnounced").party, table.event("AssaultAnnounced").crew)


def test_beams_count_against_it_and_for_it() -> None:
    """SND-PH-11, SND-R-44."""
    given = {"ceto_at_owner": "A", "etna_at_owner": "A", "phantom_draw": ["etna"]}
    table = phantom(**given)
    table.do("blue", c.PhantomReady())
    table.do("red", c.PhantomReady(), d6=[5])
    first = next(event for event in table.events if type(event).__name__ == "ActionDieRolled")
    assert (6, "blue") == (first.win_at, table.state.owner("etna"))

    own = Table(2, {"ceto.owner": "PH", "etna.owner": "PH"}, phantom=True)
    assert "fortified_needs_reinforcement" == code(own, "blue", assault("etna", 0))
    assert code(own, "blue", assault("etna", 1)) is None


def test_it_acts_once_in_a_phase_of_extended_turns() -> None:
    """SND-R-45."""
    table = Table(2, {"koss.owner": "PH"}, phantom=True, extended_turns=True)
    table.do("blue", c.Exchange(give="credits", get="crew", times=1))
    table.do("blue", c.EndTurn())
    table.do("red", c.EndTurn())
    table.do("blue", c.PhantomReady())
    table.do("red", c.PhantomReady())

    assert ("blue", ["red", PHANTOM]) == (table.state.active, table.state.done)


def test_it_collects_nothing_and_can_be_stormed_and_robbed() -> None:
    """SND-PH-08, SND-PH-09, SND-PH-10, SND-PH-06."""
    table = Table(2, {"ceto.owner": "PH"}, phantom=True)
    table.collect()
    assert {"blue", "red"} == {e.seat for e in table.events if type(e).__name__ == "IncomeCollected"}
    assert 0 == table.look("ceto.research")
    table.do("blue", assault("ceto", 1), d6=[5])

    assert ("blue", False) == (table.state.owner("ceto"), table.look("ceto.fortified"))


def test_an_interrupt_against_it_names_no_victim() -> None:
    """SND-SLP-05, SND-WIN-07."""
    given = {"koss_at_owner": "A", "A_at_slot": "slp_minefield", "phantom_draw": ["koss"]}
    table = phantom(**given)
    table.do("blue", c.PhantomReady())
    table.do("red", c.PhantomReady())
    assert isinstance(table.state.top, fr.Window)
    table.do("blue", sleeper(), d6=[5])

    assert (None, 6, "blue") == (
        table.event("SleeperPlayed").victim,
        table.event("ActionDieRolled").win_at,
        table.state.owner("koss"),
    )
