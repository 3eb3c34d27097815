"""The spec's vectors that need more than one position: ULT-T-006 … 008, 201 … 213."""

from typing import Any

import msgspec
import pytest

from domain.kernel.audience import see
from domain.kernel.play import stamp
from domain.kernel.viewers import AUDITOR, SPECTATOR
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum import events as e
from domain.ultimatum.meta import SEATS
from domain.ultimatum.rules.scoring import decided
from domain.ultimatum.state import Score, State
from domain.ultimatum.view import view
from tests.ultimatum.table import PARTS, SUPPLY, Table, built


def after_rounds(*points: dict[str, int], mode: str = "standard") -> e.Decided | None:
    """What the rounds amount to."""
    state = State()
    for each in points:
        winner = max(SEATS, key=lambda seat: each[seat])
        state.scores.append(Score(each, winner))
        state.match_points[winner] = state.match_points.get(winner, 0) + 1
    return decided(built(mode=mode), state)


def points(stella: int) -> dict[str, int]:
    return {"stella": stella, "roy": 5 - stella}


def test_one_round_each_and_six_to_four_decides_on_totals() -> None:
    """ULT-T-006, ULT-GAME-02."""
    end = after_rounds(points(2), points(4))
    assert end is not None
    assert ("stella", "totals", {"stella": 6, "roy": 4}) == (end.winner, end.reason, end.totals)


def test_five_to_five_is_lost_by_both() -> None:
    """ULT-T-007, ULT-GAME-03."""
    end = after_rounds(points(2), points(3))
    assert end is not None
    assert (None, "equal_totals") == (end.winner, end.reason)


def test_a_tournament_at_one_all_goes_on() -> None:
    """ULT-T-008, ULT-TOUR-01, ULT-TOUR-02."""
    assert after_rounds(points(2), points(4), mode="tournament") is None


def test_winning_both_rounds_wins_whatever_the_sums() -> None:
    """ULT-T-204, ULT-GAME-01."""
    end = after_rounds(points(3), points(3))
    assert end is not None
    assert ("stella", "both_rounds") == (end.winner, end.reason)


def test_a_tournament_ends_after_two_rounds_won_by_one_seat() -> None:
    """ULT-T-205, ULT-RUL-42."""
    end = after_rounds(points(3), points(3), mode="tournament")
    assert end is not None
    assert ("stella", "two_round_wins") == (end.winner, end.reason)


def full_counter(**given: Any) -> dict[str, Any]:
    faces = ["N1", "N2", "N3", "N4", "N5", "H1", "H2", "H3", "H4", "H5", "G1", "G2"]
    return {"clock": faces, "placed_in": "hub", **given}


def test_the_third_tournament_round_is_begun_by_the_second_mover_of_the_second() -> None:
    """ULT-T-206, ULT-TOUR-03."""
    table = Table(full_counter(first="roy", round=2, mover="roy"), mode="tournament")
    table.state.scores = [Score(points(3), "stella")]
    table.state.match_points = {"stella": 1}
    table.state.board["hub"]["roy"] = {"units": 5}
    table.state.board["guild"]["roy"] = {"units": 5}
    table.state.board["squat"]["roy"] = {"links": 2}

    table.do(c.EndTurn())

    assert (3, "stella") == (table.state.round, table.state.first)


def test_everything_returns_for_round_two_and_the_second_mover_begins() -> None:
    """ULT-T-203, ULT-SECOND-01, ULT-SECOND-02, ULT-SECOND-03."""
    given = full_counter(eliminated={"roy": {"units": 2}}, hand={"stella": ["N1"], "roy": ["B1"]})
    table = Table(given)

    table.do(c.EndTurn())

    state = table.state
    assert (2, "roy", "roy") == (state.round, state.first, state.mover)
    assert [SUPPLY, SUPPLY] == [state.mats[seat].reserve for seat in SEATS]
    assert [0, 0] == [len(state.mats[seat].hand) for seat in SEATS]
    assert dict.fromkeys(PARTS, 5) == {district: len(pile) for district, pile in state.piles.items()}
    assert [] == state.counter


def test_only_its_owner_may_know_where_a_hidden_boss_can_go() -> None:
    """ULT-T-201, ULT-SECRET-03, ULT-ASYM-02."""
    bosses = {"roy": "evict", "stella": "replace"}
    table = Table({"first": "roy", "bosses": bosses, "board": {"guild": {"stella": {"units": 1}}}})

    [decision] = GAME.decisions(table.rules, table.state)
    listed = msgspec.to_builtins(decision.offers[0].choice)["values"]

    assert ["guild"] == [value["district"] for value in listed if value["token"] == "boss"]
    seen = {who: view(table.rules, table.state, who).seats for who in (*SEATS, SPECTATOR)}
    assert (None, "replace") == (seen["stella"]["roy"].boss.card, seen["stella"]["stella"].boss.card)
    assert [None, None] == [seen[SPECTATOR][seat].boss.card for seat in SEATS]


def fields(event: e.Event, viewer: str) -> set[str]:
    stamp(event, SEATS)
    seen = see(event, viewer, SEATS)
    assert seen is not None
    return set(msgspec.to_builtins(seen)) - {"type"}


@pytest.mark.parametrize(
    ("event", "owner", "others"),
    [
        (e.PileShuffled(district="hub", size=1, order=("H1",)), {"district", "size"}, {"district", "size"}),
        (e.CardSetAside(seat="roy", district="hub", card="H1"), {"seat", "district"}, {"seat", "district"}),
        (e.CardTaken(seat="roy", card="H1", district="hub"), {"seat", "card", "district"}, {"seat", "district"}),
        (e.HandShown(seat="roy", of="stella", cards=("H1",)), {"seat", "of", "cards"}, {"seat", "of"}),
        (e.BossVoteGiven(seat="roy", choice="keep"), {"seat", "choice"}, {"seat"}),
        (e.BossPicked(seat="roy", card="evict"), {"seat", "card"}, {"seat"}),
    ],
)
def test_a_hidden_face_reaches_its_owner_alone(event: e.Event, owner: set[str], others: set[str]) -> None:
    """ULT-T-202, ULT-SECRET-01, ULT-SECRET-02."""
    assert owner == fields(event, "roy")
    assert others == fields(event, "stella") == fields(event, SPECTATOR)


def test_a_stolen_or_buried_card_is_seen_by_both_seats_and_no_spectator() -> None:
    """ULT-T-202."""
    stolen = e.CardStolen(seat="roy", of="stella", who=SEATS, card="H1", district="hub")
    buried = e.CardBuried(seat="roy", of="stella", who=SEATS, card="H1", district="hub")
    for event in (stolen, buried):
        assert "card" in fields(event, "roy") & fields(event, "stella") & fields(event, AUDITOR)
        assert "card" not in fields(event, SPECTATOR)


def test_replace_may_always_name_the_hidden_boss_and_fails_by_event() -> None:
    """ULT-T-207, ULT-SPEC-02, ULT-SPEC-03, ULT-SECRET-04."""
    table = Table(
        {
            "first": "roy",
            "bosses": {"roy": "replace", "stella": "evict"},
            "board": {"hub": {"stella": {"units": 1}}},
            "reserve": {"stella": {"boss": 1}, "roy": {"boss": 1, "units": 1}},
        }
    )

    table.do(c.PlaceToken(token="boss", district="guild"))

    assert ["TokenPlaced", "BossTurnedUp", "TokenReplaced", "ChainRefused", "BossWithdrawn"] == table.names
    assert "place" == view(table.rules, table.state, "roy").stage
    assert (True, False) == (table.state.mats["roy"].face_up, table.state.mats["stella"].face_up)
    assert {"boss": 1, "units": 1} == table.state.mats["roy"].reserve
    assert {"boss": 1} == table.state.mats["stella"].reserve
    refused = table.do(c.PlaceToken(token="boss", district="guild"))
    assert refused is not None
    assert "boss_cannot_act" == refused.code


def test_quarantine_stamp_bars_the_next_turn_only() -> None:
    """ULT-T-208, ULT-RUL-46."""
    table = Table({"first": "stella", "hand": {"stella": ["B5"], "roy": ["H2", "S5"]}})
    table.do(c.PlaceToken(token="units", district="hub"))
    table.do(c.PlayCard(card="B5"))
    table.do(c.EndTurn())
    table.do(c.PlaceToken(token="units", district="hub"))

    refused = table.do(c.PlayCard(card="H2"))

    assert refused is not None
    assert "barred" == refused.code
    table.do(c.EndTurn())
    table.do(c.PlaceToken(token="units", district="hub"))
    table.do(c.EndTurn())
    table.do(c.PlaceToken(token="units", district="guild"))
    assert table.do(c.PlayCard(card="H2")) is None
    assert ("resolve", 2) == (view(table.rules, table.state, "roy").stage, len(table.state.counter))


def test_the_informer_looks_in_private() -> None:
    """ULT-T-209, ULT-SPEC-09, ULT-SECRET-02."""
    table = Table(
        {
            "first": "stella",
            "bosses": {"stella": "informer", "roy": "overseer"},
            "hand": {"stella": ["N1"], "roy": ["G1", "B4"]},
            "piles": {"hub": ["H1", "H2"]},
        }
    )
    table.do(c.PlaceToken(token="boss", district="hub"))

    table.choose(c.Exchange("N1", "G1"))

    state = table.state
    assert (["G1"], ["B4", "N1"]) == (state.mats["stella"].hand.faces(), sorted(state.mats["roy"].hand.faces()))
    stella, roy = view(table.rules, state, "stella").seats, view(table.rules, state, "roy").seats
    watcher = view(table.rules, state, SPECTATOR).seats
    assert (("B4", "N1"), "hub") == (stella["roy"].hand, stella["stella"].set_aside)
    assert (("G1",), {"guild": 1}) == (roy["stella"].hand, roy["stella"].hand_backs)
    assert {"networks": 1, "bazaar": 1} == watcher["roy"].hand_backs
    assert ((), ()) == (watcher["stella"].hand, watcher["roy"].hand)


def opening(**chosen: Any) -> Table:
    table = Table({}, **chosen)
    table.play.state = State()
    GAME.setup(table.rules, table.play, SEATS)
    return table


def test_the_deal_of_special_bosses_is_known_to_each_owner_alone() -> None:
    """ULT-T-210, ULT-ASYM-01."""
    table = opening(bosses="special")
    dealt = {seat: table.state.mats[seat].boss.cards[0].face for seat in SEATS}

    for viewer in (*SEATS, SPECTATOR):
        seen = msgspec.json.encode(view(table.rules, table.state, viewer)).decode()
        hidden = set(table.rules.specials()) - ({dealt[viewer]} if viewer in dealt else set())
        assert [] == [face for face in hidden if f'"{face}"' in seen]


def test_different_votes_keep_the_bosses_and_equal_ones_are_carried_out() -> None:
    """ULT-T-211, ULT-ASYM-05, ULT-TOUR-04."""
    given = {"stage": "vote", "bosses": {"stella": "evict", "roy": "overseer"}}
    table = Table(given, bosses="special", boss_between_rounds="vote")
    table.do(c.BossVote(choice="redeal"), "stella")

    again = table.do(c.BossVote(choice="keep"), "stella")

    assert again is not None
    assert "already_chosen" == again.code
    table.do(c.BossVote(choice="choose_unused"), "roy")
    assert ["BossVoteGiven", "BossVoteGiven", "BossesKept", "RoundStarted"] == table.names[:4]
    assert "evict" == table.state.mats["stella"].boss.cards[0].face


def test_equal_votes_for_a_new_deal_deal_anew() -> None:
    """ULT-RUL-29."""
    given = {"stage": "vote", "bosses": {"stella": "evict", "roy": "overseer"}}
    table = Table(given, bosses="special", boss_between_rounds="vote")
    table.do(c.BossVote(choice="redeal"), "stella")
    table.do(c.BossVote(choice="redeal"), "roy")

    assert 2 == table.names.count("BossDealt")
    assert [] == table.state.votes


def test_the_coming_first_mover_picks_from_three_then_the_other_from_two() -> None:
    """ULT-T-212, ULT-RUL-30."""
    given = {
        "stage": "boss_pick",
        "round_next_first": "roy",
        "bosses": {"stella": "evict", "roy": "overseer"},
    }
    table = Table(given, bosses="special", boss_between_rounds="choose_unused")

    early, held = table.do(c.BossPick(card="informer"), "stella"), table.do(c.BossPick(card="overseer"), "roy")

    assert early is not None
    assert held is not None
    assert ("no_such_decision", "not_an_option") == (early.code, held.code)
    assert table.do(c.BossPick(card="replace"), "roy") is None
    taken = table.do(c.BossPick(card="replace"), "stella")
    assert taken is not None
    assert "not_an_option" == taken.code
    assert table.do(c.BossPick(card="informer"), "stella") is None
    assert ["informer", "replace"] == [table.state.mats[seat].boss.cards[0].face for seat in SEATS]
    assert view(table.rules, table.state, "stella").seats["roy"].boss.card is None
    assert {"evict", "overseer", "reinforce"} == set(table.state.unused.faces())


def test_a_boss_card_is_never_put_on_the_counter() -> None:
    """ULT-T-213, ULT-BOSS-06."""
    table = Table({"first": "stella", "hand": {"stella": ["S5"]}, "board": {"hub": {"roy": {"units": 1}}}})
    table.do(c.PlaceToken(token="boss", district="hub"))
    table.do(c.PlayCard(card="S5"))
    table.choose(c.Skip())
    table.do(c.EndTurn())

    assert ["S5"] == [cell.card for cell in table.state.counter]
