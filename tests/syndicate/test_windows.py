"""Sleepers, decoys and windows: SND-SLP, SND-WIN. Nothing may betray what lies in a slot."""

import msgspec
import pytest

from domain.kernel.viewers import SPECTATOR, SYSTEM
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.decide import decide, why_not
from domain.syndicate.meta import WINDOWS
from tests.syndicate.say import assault, mission, robbery, sleeper
from tests.syndicate.table import Table


def code(table: Table, seat: str, command: c.SynCommand) -> str | None:
    refused = table.do(seat, command)
    return refused.code if refused else None


def asked(table: Table) -> dict[str, list[str]]:
    """Who is asked in the open window, with the commands offered."""
    return {
        d.seat: sorted(offer.command.partition(".")[2] for offer in d.offers)
        for d in table.asked()
        if d.kind == "window"
    }


def told(table: Table, viewer: str) -> list[dict[str, object] | None]:
    """All that a viewer has been told."""
    from domain.kernel.audience import see

    forms = [see(event, viewer, tuple(table.state.mats)) for event in table.events]
    return [msgspec.to_builtins(form) for form in forms if form is not None]


def test_any_card_may_lie_in_the_slot_and_only_its_seat_knows_it() -> None:
    """SND-SLP-01, SND-SLP-04, SND-R-29, SND-INF-03."""
    table = Table(given={"A.hand": ["msn_koss_1", "slp_asylum"]})
    table.do("blue", c.ActivateSleeper(card="msn_koss_1", burn=False))

    seen = table.seen("SleeperActivated", "red")
    assert seen is not None
    assert "card" not in seen
    assert (True, None) == (table.view("red").seats["blue"].slot_occupied, table.view("red").seats["blue"].slot)
    assert "msn_koss_1" == table.view("blue").seats["blue"].slot
    assert "nothing_to_burn" == code(
        Table(given={"A.hand": ["slp_asylum"]}), "blue", c.ActivateSleeper(card="slp_asylum", burn=True)
    )


def test_what_lies_in_the_slot_cannot_be_sold_and_a_hand_sleeper_cannot_be_played() -> None:
    """SND-SELL-02, SND-SLP-07."""
    table = Table(given={"A.slot": "slp_whispers", "B.hand": ["slp_whispers"]})

    assert "card_not_in_hand" == code(table, "blue", c.SellCard(card="slp_whispers", gain=c.Amounts(1, 0, 0)))
    assert "no_sleeper" == code(table, "red", sleeper("up"))


@pytest.mark.parametrize("slot", ["slp_badintel", "msn_vimana_1", "slp_minefield"])
def test_who_is_asked_depends_on_the_occupied_slot_alone(slot: str) -> None:
    """SND-WIN-03, SND-R-28, SND-INF-11: others are shown no decision of a window at all."""
    table = Table(given={"A.hand": ["msn_koss_1"], "B.slot": slot, "A.slot": "slp_asylum"})
    table.do("blue", mission("msn_koss_1"))

    assert ["red"] == list(asked(table))
    assert all(d.shown_to == (d.seat,) for d in table.asked() if d.kind == "window")
    assert (slot == "slp_badintel") == ("PlaySleeper" in asked(table)["red"])
    assert (None if slot == "slp_badintel" else "no_sleeper") == code(table, "red", sleeper())


def test_a_decoy_and_a_sleeper_look_the_same_to_everybody_else() -> None:
    """SND-TV-103, SND-INF-03, SND-WIN-05."""
    tables = [Table(given={"A.hand": ["msn_koss_1"], "B.slot": slot}) for slot in ("slp_badintel", "msn_vimana_1")]
    for table in tables:
        table.do("blue", mission("msn_koss_1"))
        assert why_not(table.rules, table.state, "red", c.PassWindow()) is None
        table.chance.script["d6"] = [4]
        table.do("red", c.PassWindow())
    for viewer in ("blue", "green", SPECTATOR):
        assert told(tables[0], viewer) == told(tables[1], viewer)
        assert tables[0].view(viewer) == tables[1].view(viewer)


def test_nobody_is_asked_when_all_slots_are_empty() -> None:
    """SND-WIN-04."""
    table = Table(given={"A.hand": ["msn_koss_1"], "A.slot": "slp_badintel"})
    table.do("blue", mission("msn_koss_1"), d6=[6])

    assert "WindowOpened" not in table.names()


def test_a_pack_without_a_kind_of_sleeper_opens_no_such_window() -> None:
    """SND-WIN-02."""
    table = Table(given={"koss.owner": "B", "B.slot": "slp_minefield"})
    rest = tuple(card for card in table.rules.content.sleepers if card.window != "assault_announced")
    table.rules = type(table.rules)(table.rules.options, msgspec.structs.replace(table.rules.content, sleepers=rest))
    table.do("blue", assault("koss", 1), d6=[1])

    assert "WindowOpened" not in table.names()


def test_no_answer_closes_a_window_and_the_system_does_after_a_while() -> None:
    """SND-WIN-05, SND-WIN-10: the last answer changes nothing that others see."""
    table = Table(given={"A.hand": ["msn_koss_1"], "B.slot": "slp_badintel", "C.slot": "msn_io_1"})
    decide(table.rules, table.play, "blue", mission("msn_koss_1"))
    assert why_not(table.rules, table.state, SYSTEM, c.CloseWindow()) is not None
    before = told(table, "blue"), table.view("blue")
    for seat in ("red", "green"):
        decide(table.rules, table.play, seat, c.PassWindow())
    closing = next(d for d in table.asked() if d.seat == SYSTEM)

    assert before == (told(table, "blue"), table.view("blue"))
    assert ((), 2.0) == (closing.shown_to, closing.min_s)
    assert why_not(table.rules, table.state, "red", c.CloseWindow()) is not None
    decide(table.rules, table.play, SYSTEM, c.CloseWindow())
    assert "ActionDieRolled" in table.names()


def test_a_seat_answers_once_and_plays_at_most_one() -> None:
    """SND-WIN-08."""
    table = Table(given={"A.hand": ["msn_koss_1"], "B.slot": "slp_badintel", "C.slot": "msn_io_1"})
    table.do("blue", mission("msn_koss_1"))
    table.do("red", sleeper())

    assert "already_answered" == code(table, "red", c.PassWindow())
    assert "not_asked" == code(table, "yellow", c.PassWindow())


def test_while_a_window_is_open_nothing_else_happens() -> None:
    """SND-WIN-11, SND-TURN-09."""
    table = Table(given={"A.hand": ["msn_koss_1"], "B.slot": "msn_io_1"})
    table.do("blue", mission("msn_koss_1"))

    assert "window_open" == code(table, "blue", c.EndTurn())
    assert "window_open" == code(table, "blue", c.BuyBase(territory="koss"))
    assert code(table, "blue", c.SetStandingOrders(kinds=(), until="off")) is None


def test_standing_orders_answer_in_secret() -> None:
    """SND-WIN-09."""
    table = Table(given={"A.hand": ["msn_koss_1", "msn_cora_1"], "B.slot": "slp_badintel"})
    twice = c.SetStandingOrders(kinds=("mission_announced", "mission_announced"), until="off")
    assert "bad_choice" == code(table, "red", twice)
    table.do("red", c.SetStandingOrders(kinds=("mission_announced",), until="round_end"))
    assert {"type", "seat"} == set(table.seen("StandingOrdersSet", "blue") or {}) - {"draws"}
    decide(table.rules, table.play, "blue", mission("msn_koss_1"))

    assert {} == asked(table)
    assert table.seen("WindowAnswered", "blue") is None
    assert ("mission_announced",) == table.view("red").seats["red"].orders
    assert table.view("blue").seats["red"].orders is None


@pytest.mark.parametrize(("until", "left"), [("off", True), ("slot_change", False), ("round_end", True)])
def test_standing_orders_last_as_long_as_was_said(until: str, left: bool) -> None:
    """SND-WIN-09."""
    table = Table(given={"A.hand": ["slp_asylum", "slp_asylum"]})
    table.do("blue", c.SetStandingOrders(kinds=WINDOWS, until=until))
    table.do("blue", c.ActivateSleeper(card="slp_asylum", burn=False))
    assert left == table.state.passes("blue", "mission_announced")
    table.until_round(4)

    assert (until == "off") == table.state.passes("blue", "mission_announced")


def test_a_sleeper_laid_this_turn_may_be_played_this_turn() -> None:
    """SND-WIN-12, SND-WIN-13: at a rest of phase 1, by anybody."""
    table = Table(given={"A.hand": ["slp_whispers"], "alert": 3, "B.slot": "slp_saboteur", "C.slot": "msn_io_1"})
    table.do("blue", c.ActivateSleeper(card="slp_whispers", burn=False))
    table.do("blue", sleeper("down"))
    assert 2 == table.state.alert
    table.do("red", sleeper("green"))
    table.do("green", c.PassWindow())

    assert (1, 1) == (table.look("C.reinf_armed"), table.look("C.reinf_used"))
    assert ["slp_whispers", "slp_saboteur"] == table.state.discard
    assert "bad_choice" == code(Table(given={"B.slot": "slp_saboteur"}), "red", sleeper("red"))


def test_a_victim_may_turn_a_sleeper_around_in_a_window_of_its_own() -> None:
    """SND-WIN-07, SND-WIN-01."""
    table = Table(given={"B.slot": "slp_saboteur", "C.slot": "slp_turncoat"})
    table.do("red", sleeper("green"))
    assert isinstance(table.state.top, fr.Window)
    table.do("green", sleeper())

    assert "slp_saboteur" == table.event("SleeperCancelled").card
    assert (2, [], []) == (
        table.look("C.reinf_armed"),
        table.state.mats["red"].slot.faces(),
        table.state.mats["green"].slot.faces(),
    )
    assert isinstance(table.state.top, fr.Turn)


def test_the_view_shows_what_a_window_is_about() -> None:
    """SND-INF-07, SND-TURN-02: whoever joins in the middle can decide as well as whoever read on."""
    table = Table(
        given={"A.hand": ["msn_koss_1"], "koss.owner": "C", "B.slot": "slp_badintel", "A.slot": "slp_turncoat"}
    )
    table.do("blue", mission("msn_koss_1", stance="uncoop"))
    assert ("uncoop", 5, ()) == (
        table.view("green").pending.row,
        table.view("green").pending.win_at,
        table.view("green").interrupts,
    )
    table.do("red", sleeper())
    played = table.view("green").interrupts

    assert [("red", "slp_badintel", "blue")] == [(one.seat, one.card, one.victim) for one in played]


def test_a_minefield_shows_that_nothing_can_win() -> None:
    """SND-TV-112, SND-SLP-05."""
    given = {"koss.owner": "B", "B.slot": "slp_minefield", "A.slot": "slp_turncoat"}
    table = Table(given=given)
    table.do("blue", assault("koss", 0))
    assert 6 == table.view("green").pending.win_at
    table.do("red", sleeper())
    table.do("blue", c.PassWindow(), d6=[6])

    assert (None, "red") == (table.event("ActionDieRolled").win_at, table.state.owner("koss"))


def test_a_shield_swallows_the_first_sleeper_of_a_round() -> None:
    """SND-TECH-03."""
    given = {"A.hand": ["msn_koss_1"], "A.techs": ["at_jammer"], "B.slot": "slp_badintel", "C.slot": "slp_badintel"}
    table = Table(given=given)
    table.do("blue", mission("msn_koss_1"))
    table.do("red", sleeper())
    table.do("green", sleeper(), d6=[5])

    assert "at_jammer" == table.event("AbilityUsed").ability
    assert 4 == table.event("ActionDieRolled").value


def test_a_minefield_under_a_fortified_base_lowers_the_roll_instead() -> None:
    """SND-R-40."""
    table = Table(given={"koss.owner": "B", "koss.fortified": True, "B.slot": "slp_minefield"})
    table.do("blue", assault("koss", 2))
    table.do("red", sleeper(), d6=[5])

    rolled = table.event("ActionDieRolled")
    assert (4, 5, False) == (rolled.value, rolled.win_at, rolled.success)


def test_only_the_robbed_seat_may_double_cross() -> None:
    """SND-SLP-05."""
    given = {"A.hand": ["rob_exo_1"], "koss.owner": "C", "B.slot": "slp_doublecross", "C.slot": "slp_doublecross"}
    table = Table(given=given)
    table.do("blue", robbery("rob_exo_1", "koss"))

    assert {"red": ["PassWindow"], "green": ["PassWindow", "PlaySleeper"]} == asked(table)


def test_asylum_frees_from_a_card_at_no_cost() -> None:
    """SND-PAR-03: and whoever is immune is not asked to pay."""
    given = {"node": "sov.begin", "sov_top": "sv_draft", "B.slot": "slp_asylum"}
    table = Table(2, given)
    table.sovereign()
    table.do("red", sleeper())
    table.do("blue", c.AnswerPardon(pay=False))

    assert ("red",) == table.event("PardonsRevealed").free
    assert (18, 20) == (table.event("ResourcesLost").lost.crew * -1 + 20, table.state.mats["red"].purse.crew)
