"""What the rulebook leaves open, as this project reads it: the rulings on turns, tokens and rounds."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.viewers import SPECTATOR
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum.rules.scoring import controller, decided
from domain.ultimatum.rules.tokens import strength
from domain.ultimatum.state import Score, State
from domain.ultimatum.view import view
from tests.ultimatum.table import SUPPLY, Table, built

ELEVEN = ["N1", "N2", "N3", "N4", "N5", "H1", "H2", "H3", "H4", "H5", "G1"]


def total(table: Table, district: str, seat: str) -> int:
    return strength(table.rules, table.state, district, seat).total


def place(table: Table, token: str, district: str) -> None:
    assert table.do(c.PlaceToken(token=token, district=district)) is None


def end(table: Table) -> None:
    assert table.do(c.EndTurn()) is None


def reason(table: Table) -> str | None:
    ended = table.event("RoundEnded")
    return None if ended is None else ended.reason


def spots(wishes: list[c.Option]) -> set[tuple[str, str]]:
    return {(w.token, w.district) for w in wishes if isinstance(w, c.Place)}


def test_the_twelfth_card_leaves_no_last_turn_even_with_the_first_movers_last_token() -> None:
    """ULT-RUL-01, ULT-GOAL-01."""
    table = Table({"reserve": {"stella": {"units": 1}}, "hand": {"stella": ["B5"]}, "clock": ELEVEN})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="B5"))
    end(table)

    assert "time" == reason(table)
    assert 5 == sum(table.event("RoundScored").score.points.values())


def test_hours_stop_at_twelve() -> None:
    """ULT-RUL-02."""
    table = Table({"hand": {"stella": ["B4"]}, "clock": ELEVEN})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="B4"))

    assert 12 == len(table.state.counter)


def test_a_last_turn_once_announced_stands() -> None:
    """ULT-RUL-03: even though the first mover has a token again."""
    table = Table({"reserve": {"stella": {"units": 1}, "roy": {"units": 3}}})
    place(table, "units", "hub")
    end(table)
    table.state.mats["stella"].reserve = {"units": 1}
    place(table, "units", "guild")
    end(table)

    assert "last_turn" == reason(table)


FULL_BUT_ONE = {
    "networks": {"stella": {"commandos": 3}, "roy": {"commandos": 2}},
    "hub": {"stella": {"units": 3}, "roy": {"units": 2}},
    "guild": {"stella": {"links": 2}, "roy": {"hunters": 3}},
    "squat": {"stella": {"hunters": 2, "commandos": 1}, "roy": {"links": 2}},
    "bazaar": {"stella": {"boss": 1, "units": 1}, "roy": {"commandos": 2}},
}


@pytest.mark.parametrize(("option", "passed"), [("end", 0), ("pass", 1)])
def test_where_no_district_has_room_the_round_ends_at_once_or_after_two_passes(option: str, passed: int) -> None:
    """ULT-RUL-04."""
    given = {"reserve": {"stella": {"units": 1, "hunters": 1}, "roy": {"units": 3}}, "board": FULL_BUT_ONE}
    table = Table(given, no_room=option)
    place(table, "units", "bazaar")
    end(table)

    assert "cannot_begin" == reason(table)
    assert passed == table.names.count("TurnPassed")


def test_a_seat_with_nothing_but_a_boss_that_cannot_act_passes_where_that_was_agreed() -> None:
    """ULT-RUL-05."""
    bosses = {"roy": "replace", "stella": "informer"}
    given = {"reserve": {"stella": {"commandos": 2}, "roy": {"boss": 1}}, "bosses": bosses}
    table = Table({**given, "board": {"hub": {"stella": {"commandos": 1}}}}, no_room="pass", bosses="special")
    place(table, "commandos", "hub")
    end(table)

    assert "TurnPassed" in table.names
    assert "stella" == table.state.mover
    assert reason(table) is None


def test_an_empty_district_is_the_second_movers() -> None:
    """ULT-RUL-06."""
    table = Table({"first": "roy"})
    bare = {seat: strength(table.rules, table.state, "hub", seat) for seat in ("stella", "roy")}

    assert "stella" == controlling(table, "hub")
    assert [0, 0] == [part.total for part in bare.values()]


def controlling(table: Table, district: str) -> str:
    return controller(table.rules, table.state, district)[0]


def test_suppression_lasts_follows_the_boss_and_is_not_done_again() -> None:
    """ULT-RUL-07, ULT-RUL-08."""
    board = {"hub": {"stella": {"units": 3, "boss": 1}}, "guild": {"roy": {"units": 4}}}
    table = Table({"first": "roy", "placed_in": "bazaar", "board": board, "hand": {"roy": ["S2"]}})
    assert 4 == total(table, "hub", "stella")
    table.do(c.PlayCard(card="S2"))
    table.choose(c.Move(c.Spot("stella", "hub", "boss"), "guild"))

    assert (6, 4) == (total(table, "hub", "stella"), total(table, "guild", "roy"))
    assert "BossTurnedUp" not in table.names


def test_a_moved_special_boss_does_not_act_again() -> None:
    """ULT-RUL-08."""
    table = Table(
        {
            "placed_in": "bazaar",
            "bosses": {"stella": "evict", "roy": "informer"},
            "board": {"hub": {"stella": {"boss": 1}}, "guild": {"roy": {"units": 1}}},
            "hand": {"stella": ["S1"]},
        }
    )
    table.do(c.PlayCard(card="S1"))
    table.choose(c.Move(c.Spot("stella", "hub", "boss"), "guild"))

    assert ["CardPlayed", "TokenMoved"] == table.names


def test_a_surviving_link_is_worth_three_in_any_company() -> None:
    """ULT-RUL-09."""
    table = Table({"board": {"hub": {"roy": {"links": 1, "hunters": 1}}}, "eliminated": {"roy": {"links": 1}}})

    assert 3 + 3 == total(table, "hub", "roy")


def test_a_returned_twin_ends_the_survivors_bonus() -> None:
    """ULT-RUL-10, ULT-RUL-35."""
    given = {"bosses": {"roy": "reinforce", "stella": "informer"}, "eliminated": {"roy": {"links": 1}}}
    table = Table({**given, "first": "roy", "board": {"hub": {"roy": {"links": 1}}}})
    assert 3 == total(table, "hub", "roy")
    place(table, "boss", "guild")
    table.choose(c.Return("links"))

    assert 1 == total(table, "hub", "roy")


def test_two_hunters_together_see_each_other() -> None:
    """ULT-RUL-11."""
    assert 6 == total(Table({"board": {"hub": {"roy": {"hunters": 2}}}}), "hub", "roy")


def test_swaps_and_moves_touch_commandos() -> None:
    """ULT-RUL-12."""
    board = {"hub": {"roy": {"commandos": 1}}, "guild": {"stella": {"units": 1}}}
    table = Table({"placed_in": "guild", "board": board, "hand": {"stella": ["N1", "S2"]}})
    table.do(c.PlayCard(card="S2"))

    assert c.Move(c.Spot("roy", "hub", "commandos"), "guild") in table.wishes()


def replacing(**given: Any) -> Table:
    return Table({"first": "roy", "bosses": {"roy": "replace", "stella": "evict"}, **given})


def test_a_replaced_token_goes_back_to_the_reserve() -> None:
    """ULT-RUL-13."""
    table = replacing(board={"hub": {"stella": {"units": 1}}})
    place(table, "boss", "guild")
    table.choose(c.Replace("hub", "units", "hunters"))

    assert {**SUPPLY, "hunters": 2} == table.state.mats["stella"].reserve


def test_replace_may_bring_in_the_same_type_and_a_commando_and_take_off_a_link_pair() -> None:
    """ULT-RUL-14, ULT-RUL-39."""
    table = replacing(board={"hub": {"stella": {"units": 1}}, "squat": {"stella": {"links": 2}}})
    place(table, "boss", "guild")

    for wish in (("hub", "units", "units"), ("hub", "units", "commandos"), ("squat", "links", "boss")):
        assert c.Replace(*wish) in table.wishes()


def test_a_compulsory_ability_that_is_impossible_keeps_the_boss_out_of_that_district() -> None:
    """ULT-RUL-15."""
    given = {"bosses": {"stella": "evict", "roy": "informer"}, "board": {"guild": {"roy": {"units": 1}}}}
    table = Table(given)
    refused = table.do(c.PlaceToken(token="boss", district="hub"))

    assert refused is not None
    assert ("boss_cannot_act", "ULT-PLACE-05") == (refused.code, refused.rule)
    place(table, "boss", "guild")


def test_after_a_refused_chain_another_choice_is_made_without_that_districts_boss_option() -> None:
    """ULT-RUL-16."""
    table = replacing(board={"hub": {"stella": {"units": 1, "hunters": 1}}, "squat": {"stella": {"units": 1}}})
    place(table, "boss", "guild")
    table.choose(c.Replace("hub", "units", "boss"))

    bosses = {(w.district, w.out) for w in table.wishes() if isinstance(w, c.Replace) and w.into == "boss"}
    assert {("squat", "units")} == bosses
    assert ("replace", False) == (table.state.mats["roy"].boss.cards[0].face, table.state.mats["stella"].face_up)


def test_the_owner_decides_for_a_boss_that_was_brought_in_and_gets_no_card() -> None:
    """ULT-RUL-16, ULT-RUL-17."""
    given = {"bosses": {"roy": "replace", "stella": "reinforce"}, "board": {"hub": {"stella": {"units": 1}}}}
    table = Table({**given, "first": "roy", "piles": {"hub": ["H1"], "guild": ["G1"]}})
    place(table, "boss", "guild")
    table.choose(c.Replace("hub", "units", "boss"))
    asked = GAME.decisions(table.rules, table.state)
    table.choose(c.Skip())

    assert [("stella", "boss.reinforce")] == [(decision.seat, decision.kind) for decision in asked]
    assert [("roy", "guild")] == [(e.seat, e.district) for e in table.play.events if type(e).__name__ == "CardSetAside"]
    assert "roy" == table.state.mover


def test_a_token_placed_by_a_card_brings_no_further_card() -> None:
    """ULT-RUL-18."""
    table = Table({"hand": {"stella": ["H1"]}, "piles": {"hub": ["H2", "H3"]}})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="H1"))
    table.choose(c.Place("units", "hub"))

    assert 1 == table.names.count("CardSetAside")


def test_a_card_may_go_any_number_over_the_limit_and_plain_placement_where_there_is_room() -> None:
    """ULT-RUL-19, ULT-RUL-40."""
    board = {"hub": {"stella": {"units": 3}, "roy": {"units": 3}}}
    table = Table({"placed_in": "hub", "board": board, "hand": {"stella": ["H4"]}})
    table.do(c.PlayCard(card="H4"))
    table.choose(c.Place("commandos", "hub"))
    assert 7 == table.state.total("hub")

    roomy = Table({"placed_in": "hub", "hand": {"stella": ["H1"]}})
    roomy.do(c.PlayCard(card="H1"))
    roomy.choose(c.Place("commandos", "hub"))
    assert 1 == roomy.state.total("hub")


def test_no_move_leads_into_a_full_district() -> None:
    """ULT-RUL-20."""
    board = {"hub": {"stella": {"units": 3}, "roy": {"units": 2}}, "guild": {"stella": {"hunters": 1}}}
    table = Table({"placed_in": "guild", "board": board, "hand": {"stella": ["S3"]}})
    table.do(c.PlayCard(card="S3"))

    assert [] == [wish for wish in table.wishes() if isinstance(wish, c.Move) and wish.to == "hub"]


def test_like_tokens_may_be_swapped_to_no_effect() -> None:
    """ULT-RUL-21."""
    board = {"hub": {"stella": {"units": 1}}, "guild": {"roy": {"units": 1}, "stella": {"hunters": 1}}}
    table = Table({"placed_in": "guild", "board": board, "hand": {"stella": ["N1"]}})
    table.do(c.PlayCard(card="N1"))
    table.choose(c.Swap(c.Spot("stella", "hub", "units"), c.Spot("roy", "guild", "units")))

    assert {"roy": {"units": 1}, "stella": {}} == table.state.board["hub"]


@pytest.mark.parametrize(("option", "code"), [("forbid", "cannot_be_carried_out"), ("allow", None)])
def test_a_card_with_nothing_to_do_is_played_only_where_that_was_agreed(option: str, code: str | None) -> None:
    """ULT-RUL-22, ULT-RUL-44."""
    table = Table({"hand": {"stella": ["G1"]}}, empty_plays=option)
    place(table, "units", "hub")
    refused = table.do(c.PlayCard(card="G1"))

    assert code == (refused.code if refused else None)
    assert (code is None) == ("StepSkipped" in table.names)


def test_a_replayed_card_is_the_players_and_of_this_turn_and_never_itself() -> None:
    """ULT-RUL-23, ULT-RUL-24."""
    board = {"hub": {"roy": {"units": 2}}}
    table = Table({"board": board, "hand": {"stella": ["B1"]}, "clock": ["H1", "G1"]})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="B1"))
    assert ["H1", "G1", "B1"] == [cell.card for cell in table.state.counter]
    assert [c.Replay("H1"), c.Replay("G1")] == table.wishes()
    table.choose(c.Replay("G1"))

    assert [("roy", "hub")] == [(table.event("TokenRemoved").seat, table.event("TokenRemoved").district)]
    assert 3 == len(table.state.counter)


def test_nobody_sees_a_card_set_aside_and_everyone_sees_backs_and_counter() -> None:
    """ULT-RUL-25, ULT-RUL-26, ULT-RUL-27."""
    table = Table({"hand": {"roy": ["N1"]}, "piles": {"hub": ["H1"]}, "clock": ["G2"]})
    place(table, "units", "hub")

    for viewer in ("stella", "roy", SPECTATOR):
        seen = view(table.rules, table.state, viewer)
        assert ("hub", {"networks": 1}) == (seen.seats["stella"].set_aside, seen.seats["roy"].hand_backs)
        assert ["G2"] == [cell.card for cell in seen.counter]
        assert "H1" not in seen.seats["stella"].hand


def test_hands_go_back_into_the_piles_for_the_next_round() -> None:
    """ULT-RUL-28, ULT-RUL-31."""
    given = {"placed_in": "hub", "hand": {"stella": ["N1"], "roy": ["B1"]}, "clock": [*ELEVEN, "G2"]}
    table = Table(given)
    end(table)

    assert [5] * 5 == [len(pile) for pile in table.state.piles.values()]
    assert "roy" == table.state.first


def test_control_numbers_do_not_run_out() -> None:
    """ULT-RUL-32, ULT-RUL-42: twice 3 : 2 in a row, and no tie of rounds in a tournament."""
    state = State(scores=[Score({"stella": 3, "roy": 2}, "stella")] * 2, match_points={"stella": 2})
    last = decided(built(), state)

    assert last is not None
    assert {"stella": 6, "roy": 4} == last.totals


@pytest.mark.parametrize("first", ["stella", "roy"])
def test_who_begins_can_be_agreed(first: str) -> None:
    """ULT-RUL-33."""
    table = Table({}, first_player=first)
    table.play.state = State()
    GAME.setup(table.rules, table.play, ("stella", "roy"))

    assert (first, False) == (table.state.mover, table.event("FirstMover").drawn)


def test_a_drawn_first_mover_names_the_draw() -> None:
    """ULT-RUL-33, ULT-SETUP-04."""
    table = Table({})
    table.play.state = State()
    GAME.setup(table.rules, table.play, ("stella", "roy"))

    assert (True, (0,)) == (table.event("FirstMover").drawn, table.event("FirstMover").draws)


def test_a_removed_boss_leaves_its_card_face_up() -> None:
    """ULT-RUL-34."""
    board = {"hub": {"roy": {"boss": 1}}}
    table = Table({"bosses": {"roy": "overseer", "stella": "evict"}, "board": board, "hand": {"stella": ["G1"]}})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="G1"))

    assert {"boss": 1} == table.state.mats["roy"].eliminated
    assert table.state.mats["roy"].face_up


def test_reinforce_never_places_a_boss_and_returns_only_what_is_eliminated() -> None:
    """ULT-RUL-36, ULT-RUL-37."""
    table = Table({"bosses": {"stella": "reinforce", "roy": "evict"}})
    place(table, "boss", "hub")
    assert c.Reinforce("boss") not in table.wishes()

    table = Table({"bosses": {"stella": "reinforce", "roy": "evict"}, "eliminated": {"stella": {"units": 1}}})
    place(table, "boss", "hub")
    assert [c.Skip(), c.Return("units")] == table.wishes()


def test_reinforce_needs_room_beside_the_boss() -> None:
    """ULT-RUL-35: a "may" with nothing left but waiving it is still asked."""
    board = {"hub": {"roy": {"units": 4}}}
    table = Table({"bosses": {"stella": "reinforce", "roy": "evict"}, "board": board})
    place(table, "boss", "hub")

    assert [c.Skip()] == table.wishes()


def test_a_hub_card_may_place_a_boss_with_its_ability() -> None:
    """ULT-RUL-38, ULT-CARD-08."""
    given = {"bosses": {"stella": "evict", "roy": "informer"}, "board": {"hub": {"roy": {"units": 1}}}}
    table = Table({**given, "hand": {"stella": ["H1"]}})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="H1"))
    table.choose(c.Place("boss", "hub"))
    table.choose(c.Evict("units", "guild"))

    assert {"units": 1} == table.state.board["guild"]["roy"]
    assert table.state.mats["stella"].face_up


def test_a_boss_placed_by_a_card_that_finds_nothing_to_do_goes_back_and_the_turn_goes_on() -> None:
    """ULT-RUL-16, ULT-RUL-38."""
    given = {"bosses": {"stella": "replace", "roy": "evict"}, "reserve": {"roy": {"boss": 1}}}
    table = Table({**given, "board": {"guild": {"roy": {"units": 1}}}, "hand": {"stella": ["H1"]}})
    place(table, "units", "hub")
    table.do(c.PlayCard(card="H1"))
    table.choose(c.Place("boss", "hub"))

    assert "BossWithdrawn" in table.names
    assert 1 == table.state.mats["stella"].reserve["boss"]
    end(table)


def test_only_tokens_in_the_district_count_for_the_number() -> None:
    """ULT-RUL-41."""
    board = {"hub": {"stella": {"commandos": 1}, "roy": {"links": 1, "units": 1}}}
    table = Table({"first": "roy", "board": board, "eliminated": {"stella": {"units": 3}}})

    assert "roy" == controlling(table, "hub")


def test_both_seats_have_the_same_kind_of_boss() -> None:
    """ULT-RUL-43."""
    for kind in ("basic", "special"):
        table = Table({}, bosses=kind)
        table.play.state = State()
        GAME.setup(table.rules, table.play, ("stella", "roy"))
        faces = [table.state.mats[seat].boss.cards[0].face for seat in ("stella", "roy")]
        assert [kind, kind] == [table.rules.bosses[face].kind for face in faces]


def test_a_second_move_goes_on_from_the_first_and_not_straight_back() -> None:
    """ULT-CARD-02: *Double March*."""
    board = {"hub": {"stella": {"hunters": 1}}, "guild": {"stella": {"units": 1}}}
    table = Table({"placed_in": "hub", "board": board, "hand": {"stella": ["S5"]}})
    table.do(c.PlayCard(card="S5"))
    table.choose(c.Move(c.Spot("stella", "hub", "hunters"), "guild"))

    assert c.Move(c.Spot("stella", "guild", "hunters"), "hub") not in table.wishes()
    assert c.Move(c.Spot("stella", "guild", "units"), "hub") in table.wishes()
    table.choose(c.Skip())
    end(table)


def test_a_later_step_that_is_impossible_is_passed_over() -> None:
    """ULT-RUL-45: seen on a card of two steps, which this pack does not have."""
    table = Table({"placed_in": "hub", "board": {"hub": {"roy": {"units": 1}}}, "hand": {"stella": ["G1"]}})
    card = table.rules.cards["G1"]
    table.rules.cards["G1"] = replace(card, effect=card.effect * 2)
    table.do(c.PlayCard(card="G1"))

    assert ["CardPlayed", "TokenRemoved", "StepSkipped"] == table.names
    end(table)


def test_another_token_of_the_same_type_may_go_where_the_first_came_from() -> None:
    """ULT-CARD-02: tokens of one type are alike, so one of two may go back."""
    board = {"hub": {"stella": {"units": 1}}, "guild": {"stella": {"units": 1}}}
    table = Table({"placed_in": "hub", "board": board, "hand": {"stella": ["S5"]}})
    table.do(c.PlayCard(card="S5"))
    table.choose(c.Move(c.Spot("stella", "hub", "units"), "guild"))

    assert c.Move(c.Spot("stella", "guild", "units"), "hub") in table.wishes()


def test_the_last_turn_is_a_full_turn() -> None:
    """ULT-RUL-47."""
    table = Table({"reserve": {"stella": {"units": 1}, "roy": {"units": 3}}, "hand": {"roy": ["B5"]}})
    place(table, "units", "hub")
    end(table)
    place(table, "units", "guild")

    assert table.do(c.PlayCard(card="B5")) is None
