"""The Sovereign card, the blockade and the collection: SND-SOV, SND-PAR, SND-CRK, SND-TAX, SND-BLK, SND-COL."""

from itertools import combinations
from typing import Any

import pytest

from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.resources import Bundle
from domain.syndicate.rules import alert, penalties, perks, upkeep
from tests.syndicate.say import submit
from tests.syndicate.table import Table


def code(table: Table, seat: str, command: c.SynCommand) -> str | None:
    refused = table.do(seat, command)
    return refused.code if refused else None


def drawn(card: str, seats: int = 3, **given: Any) -> Table:
    """A table on which this card has just been drawn."""
    options = given.pop("options", {})
    table = Table(
        seats, {"node": "sov.begin", "sov_top": card} | {k.replace("_at_", "."): v for k, v in given.items()}, **options
    )
    table.sovereign()
    return table


def decline(table: Table) -> None:
    """Nobody buys a pardon."""
    while isinstance(table.state.top, fr.Pardons):
        table.by_default()


@pytest.mark.parametrize("bases", range(14))
def test_what_a_pardon_costs(bases: int) -> None:
    """SND-TV-017, SND-PAR-02."""
    table = Table(given={"A.bases": bases})

    assert (5 * bases or 3) == perks.pardon_cost(table.rules, table.state, "blue")


@pytest.mark.parametrize(
    ("syndicate", "techs", "cost"), [("ngata", [], 5), ("ngata", ["at_codes"], 0), ("test_plain", ["at_codes"], 5)]
)
def test_some_pay_less_for_a_pardon(syndicate: str, techs: list[str], cost: int) -> None:
    """SND-TECH-05, SND-TECH-04."""
    table = Table(given={"A.syndicate": syndicate, "A.techs": techs, "A.bases": 2})

    assert cost == perks.pardon_cost(table.rules, table.state, "blue")


def test_a_pardon_frees_from_what_the_card_does_to_the_seat() -> None:
    """SND-PAR-01, SND-PAR-03, SND-R-57, SND-SOV-02."""
    table = drawn("sv_draft", alert=5)
    table.do("blue", c.AnswerPardon(pay=True))
    table.do("red", c.AnswerPardon(pay=False))
    table.do("green", c.AnswerPardon(pay=False))

    assert (17, 20, 16) == (table.look("A.influence"), table.look("A.crew"), table.look("B.crew"))


@pytest.mark.parametrize("card", ["sv_star", "sv_quiet"])
def test_cards_without_an_effect_on_seats_cannot_be_bought_off(card: str) -> None:
    """SND-PAR-04, SND-R-07, SND-R-57."""
    table = drawn(card, alert=3, C_at_slot="slp_asylum")

    assert not {"PardonsRevealed", "WindowOpened"} & set(table.names())
    assert (2 if card == "sv_quiet" else 3) == table.state.alert
    assert (4 if card == "sv_star" else None) == table.state.final_round


def test_who_cannot_be_touched_is_not_asked() -> None:
    """SND-PAR-01, SND-CRK-04."""
    table = drawn("sv_crk_i", koss_at_owner="A", honos_at_owner="B")

    assert ["red"] == [d.seat for d in table.asked() if d.kind == "pardon"]


def test_open_pardons_are_answered_in_turn() -> None:
    """SND-R-31."""
    table = drawn("sv_draft", options={"pardon_mode": "clockwise"})
    assert ["blue"] == [d.seat for d in table.asked() if d.kind == "pardon"]
    assert "wrong_node" == code(table, "red", c.AnswerPardon(pay=True))
    table.do("blue", c.AnswerPardon(pay=True))
    seen = table.seen("PardonAnswered", "green")

    assert seen is not None
    assert (True, True) == (seen["openly"], "pay" not in seen)


@pytest.mark.parametrize(("alert_", "limit"), [(1, 2), (4, 4), (6, 6)])
def test_a_crackdown_rolls_for_each_base_by_colour(alert_: int, limit: int) -> None:
    """SND-CRK-01, SND-CRK-03, SND-CRK-05, SND-R-58, SND-SOV-02, SND-BASE-08."""
    given = {"node": "sov.begin", "sov_top": "sv_crk_1", "alert": alert_, "koss.owner": "A", "io.owner": "A"}
    table = Table(2, given)
    table.chance.script["d12"] = [limit, limit + 1]
    table.sovereign()
    decline(table)

    rolls = [event for event in table.events if type(event).__name__ == "CrackdownRolled"]
    assert [("koss", True), ("io", False)] == [(event.territory, event.seized) for event in rolls]
    assert (None, "blue") == (table.state.owner("koss"), table.state.owner("io"))


def test_only_the_tile_protects_from_a_crackdown() -> None:
    """SND-CRK-02."""
    table = Table(
        2,
        {
            "node": "sov.begin",
            "sov_top": "sv_crk_1",
            "ceto.owner": "A",
            "etna.owner": "A",
            "koss.owner": "A",
            "koss.fortified": True,
        },
    )
    table.sovereign()
    decline(table)
    limits = {e.territory: e.limit for e in table.events if type(e).__name__ == "CrackdownRolled"}

    assert {"koss": 1, "ceto": 2, "etna": 2} == limits


def test_the_phantom_owes_nothing_and_is_never_cracked_down() -> None:
    """SND-CRK-04, SND-PH-10."""
    for card in ("sv_crk_1", "sv_tax_1"):
        table = Table(2, {"node": "sov.begin", "sov_top": card, "koss.owner": "PH"}, phantom=True)
        table.sovereign()
        assert not {"CrackdownRolled", "TaxAssessed"} & set(table.names())


@pytest.mark.parametrize(("card", "due"), [("sv_tax_1", 6), ("sv_tax_z", 3 + 1 + 4), ("sv_tax_f", 1 + 3 + 1)])
def test_tax_is_owed_for_every_base(card: str, due: int) -> None:
    """SND-TAX-01, SND-TAX-02, SND-TAX-05, SND-R-84: blockaded ones too, and whoever can pay must."""
    given = {
        "node": "sov.begin",
        "sov_top": card,
        "alert": 5,
        "koss.owner": "A",
        "kafka.owner": "A",
        "honos.owner": "A",
    }
    given |= {"kafka.fortified": True, "destroyer": "koss"}
    table = Table(3, given)
    table.sovereign()
    decline(table)

    assert due == table.event("TaxAssessed").total
    assert 20 - due == table.event("TaxSettled").paid * -1 + 20


def test_the_default_of_unpaid_tax_gives_up_least() -> None:
    """SND-TAX-04."""
    given = {
        "node": "sov.tax_choice",
        "sov_card": "sv_tax_z",
        "alert": 1,
        "koss.owner": "A",
        "honos.owner": "A",
        "kafka.owner": "A",
        "A.credits": 4,
    }
    table = Table(3, given)
    decision = table.question("blue", "tax_flips")

    assert c.ChooseTaxFlips(flip=("kafka",)) == decision.default
    blockaded = Table(3, given | {"destroyer": "honos"}).question("blue", "tax_flips")
    assert c.ChooseTaxFlips(flip=("honos",)) == blockaded.default
    assert "not_owner" == code(table, "blue", c.ChooseTaxFlips(flip=("io",)))
    assert "wrong_node" == code(table, "red", c.ChooseTaxFlips(flip=("koss",)))


@pytest.mark.parametrize(("alert_", "losses"), [(1, {"crew": 2}), (4, {"crew": 4}), (6, {"crew": 6})])
def test_losses_grow_with_the_colour_and_stop_at_nothing(alert_: int, losses: dict[str, int]) -> None:
    """SND-SOV-02, SND-SOV-03."""
    table = drawn("sv_draft", alert=alert_, B_at_crew=1)
    decline(table)
    lost = {e.seat: e.lost for e in table.events if type(e).__name__ == "ResourcesLost"}

    assert {"blue": Bundle(**losses), "red": Bundle(crew=1), "green": Bundle(**losses)} == lost


def test_frozen_accounts_take_a_share_with_a_cap() -> None:
    """SND-SOV-03."""
    table = drawn("sv_freeze", alert=6, A_at_credits=90, B_at_credits=7)
    decline(table)

    assert (80, 5) == (table.look("A.credits"), table.look("B.credits"))


def test_discards_are_chosen_sealed_and_whoever_has_few_loses_all() -> None:
    """SND-SOV-03, SND-INF-09, SND-R-58."""
    table = drawn(
        "sv_sweep", alert=4, A_at_hand=["msn_io_1", "msn_koss_1", "slp_asylum"], B_at_hand=["msn_io_1", "msn_io_2"]
    )
    decline(table)
    assert (("msn_io_1", "msn_io_2"), []) == (table.event("CardsDiscarded").cards, table.look("B.hand"))
    assert "wrong_number" == code(table, "blue", c.ChooseDiscards(cards=("msn_io_1",)))
    assert "card_not_in_hand" == code(table, "blue", c.ChooseDiscards(cards=("msn_io_1", "msn_io_3")))
    assert table.question("blue", "discard").sealed
    table.do("blue", c.ChooseDiscards(cards=("msn_io_1", "slp_asylum")))

    assert ("msn_io_1", "slp_asylum") == table.event("CardsDiscarded").cards
    assert ["sv_sweep"] * 2 == [event.cause for event in table.events if type(event).__name__ == "CardsDiscarded"]
    assert "msn_koss_1" in table.look("A.hand")


def test_informers_burn_the_slot() -> None:
    """SND-SOV-03."""
    table = drawn("sv_inform", C_at_slot="slp_skimmers")
    table.do("green", c.PassWindow())
    decline(table)

    assert ("slp_skimmers", 0) == (table.event("SlotBurned").card, len(table.state.mats["green"].slot))


def test_the_alert_stays_on_its_track() -> None:
    """SND-R-87."""
    table = Table(given={"alert": 1})
    alert.move(table.rules, table.play, -1, "test")
    assert "AlertChanged" not in table.names()
    alert.move(table.rules, table.play, 20, "test")

    assert 8 == table.state.alert


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ({}, None),
        ({"edition": "draft"}, "io"),
        ({"destroyer_leaves_on_alert_drop": False}, "io"),
        ({"edition": "draft", "destroyer_leaves_on_alert_drop": True}, None),
    ],
)
def test_a_falling_alert_may_call_the_destroyer_home(chosen: dict[str, Any], left: str | None) -> None:
    """SND-R-16, SND-BLK-06, SND-AUT-04."""
    table = Table(given={"alert": 8, "destroyer": "io", "io.owner": "A"}, **chosen)
    alert.move(table.rules, table.play, -1, "test")

    assert left == table.state.destroyer


def test_the_destroyer_can_be_paid_away_in_phase_two_beside_a_pardon() -> None:
    """SND-BLK-04, SND-R-15: but not with influence that is promised for the pardon."""
    given = {
        "node": "sov.begin",
        "sov_top": "sv_draft",
        "destroyer": "koss",
        "koss.owner": "A",
        "A.influence": 14,
        "alert": 6,
    }
    table = Table(3, given)
    table.sovereign()
    table.do("blue", c.AnswerPardon(pay=True))
    assert "cannot_afford" == code(table, "blue", c.RemoveDestroyer())
    assert "not_blockaded" == code(table, "red", c.RemoveDestroyer())

    richer = Table(3, given | {"A.influence": 15})
    richer.sovereign()
    richer.do("blue", c.AnswerPardon(pay=True))
    assert code(richer, "blue", c.RemoveDestroyer()) is None
    assert 5 == richer.look("A.influence")


def test_before_phase_two_ends_the_blockaded_seat_is_asked_once_more() -> None:
    """SND-BLK-04."""
    table = drawn("sv_quiet", options={"edition": "draft"}, destroyer="koss", koss_at_owner="B", alert=6)
    assert isinstance(table.state.top, fr.Closing)
    table.do("red", c.RemoveDestroyer())
    assert table.state.destroyer is None
    again = drawn("sv_quiet", options={"edition": "draft"}, destroyer="koss", koss_at_owner="B", alert=6)
    again.do("red", c.CloseSovereign())

    assert "koss" == again.state.destroyer
    assert "SovereignPhaseEnded" in again.names()


def test_without_blockade_there_is_no_destroyer() -> None:
    """SND-BLK-01: and nobody pays it away."""
    assert "wrong_node" == code(Table(blockade=False), "blue", c.RemoveDestroyer())


# --- the collection -------------------------------------------------------------------------------


def blue_lines(given: dict[str, Any]) -> dict[str, Bundle]:
    """What the first seat collects from these bases, its mine giving credits."""
    table = Table(given={"node": "col.choose", **given})
    table.by_default()
    incomes = [event for event in table.events if type(event).__name__ == "IncomeCollected"]
    lines: dict[str, Bundle] = next(event.lines for event in incomes if event.seat == "blue")
    return lines


def test_resting_bases_earn_nothing_and_cost_nothing() -> None:
    """SND-COL-09, SND-R-19, SND-R-22."""
    route = {"koss.owner": "A", "vimana.owner": "A", "new_victoria.owner": "A"}
    assert Bundle(3, 1, 2) == blue_lines(route)["routes"]
    lines = blue_lines(route | {"vimana.inactive": ["tax"]})

    assert "routes" not in lines
    assert (Bundle(3, 3, 3), Bundle(6, 3, 0), Bundle(0, 0, -3)) == (lines["exo"], lines["middle"], lines["upkeep"])


def test_a_route_broken_by_want_of_crew_brings_nothing() -> None:
    """SND-SPC-08, SND-R-22, SND-CREW-04: its crew would not be there either."""
    given = {"kafka.owner": "A", "io.owner": "A", "kepler.owner": "A", "A.crew": 9}
    table = Table(given={"node": "col.choose", **given})
    sets = upkeep.unpaid_sets(table.rules, table.state, "blue", {})

    assert {("kafka",), ("io",), ("kepler",)} == set(sets)


def test_crew_that_is_left_over_decides_which_sets_are_legal() -> None:
    """SND-CREW-01, SND-CREW-02, SND-CREW-04, SND-AUT-09: payable, and no base could be paid in addition."""
    table = Table(given={"A.bases": 18, "A.crew": 4})
    costs = {t: perks.upkeep(table.rules, table.state.mats["blue"], t) for t in table.rules.territories}
    dear = [t for t, cost in costs.items() if cost]

    def payable(left: frozenset[str]) -> bool:
        routes = sum(r.bonus.crew for r in table.rules.content.routes if not left & set(r.members))
        return 4 + 6 * 3 + routes >= sum(cost for t, cost in costs.items() if t not in left)

    every = (frozenset(left) for size in range(len(dear) + 1) for left in combinations(dear, size))
    wanted = {left for left in every if payable(left) and not any(payable(left - {t}) for t in left)}

    assert wanted == set(map(frozenset, upkeep.unpaid_sets(table.rules, table.state, "blue", {})))


@pytest.mark.parametrize(("rule", "owner"), [("flip", "blue"), ("lose", None)])
def test_unpaid_bases_rest_or_are_lost(rule: str, owner: str | None) -> None:
    """SND-R-03, SND-CREW-05, SND-CREW-06."""
    table = Table(given={"node": "turn.idle", "kafka.owner": "A", "A.crew": 0}, crew_shortage=rule)
    table.collect()

    assert owner == table.state.owner("kafka")


@pytest.mark.parametrize(
    ("syndicate", "techs", "cost"), [("test_plain", [], 3), ("covent", [], 2), ("covent", ["at_synths"], 1)]
)
def test_some_bases_cost_less_crew(syndicate: str, techs: list[str], cost: int) -> None:
    """SND-TECH-04, SND-CREW-01."""
    mat = Table(given={"A.syndicate": syndicate, "A.techs": techs}).state.mats["blue"]

    assert (cost, 0) == tuple(perks.upkeep(Table().rules, mat, t) for t in ("kafka", "koss"))


def test_bonuses_and_techs_bring_their_own_lines() -> None:
    """SND-COL-03, SND-TECH-05, SND-TECH-03."""
    table = Table(given={"A.syndicate": "ledger", "A.techs": ["at_ghost"], "kafka.owner": "A"})
    table.collect()
    lines = next(e for e in table.events if type(e).__name__ == "IncomeCollected" and e.seat == "blue").lines

    assert ["racketeering", "syndicate", "techs", "middle", "upkeep"] == list(lines)
    assert (Bundle(4, 0, 2), Bundle(1), Bundle(3)) == (lines["racketeering"], lines["syndicate"], lines["techs"])


def test_orion_draws_one_more() -> None:
    """SND-COL-01."""
    table = Table(given={"A.syndicate": "orion", "A.dice_armed": 0, "A.dice_used": 2})
    table.collect()

    assert [3, 4, 4, 4] == [e.count for e in table.events if type(e).__name__ == "CardsDrawn"]
    assert (2, 0) == (table.look("A.dice_armed"), table.look("A.dice_used"))


def test_reinforcements_and_techs_are_fresh_again() -> None:
    """SND-COL-02."""
    table = Table(given={"A.reinf_armed": 0, "A.reinf_used": 2, "A.spent": ["at_drives"]})
    table.collect()

    assert (2, 0, []) == (table.look("A.reinf_armed"), table.look("A.reinf_used"), table.look("A.spent"))


@pytest.mark.parametrize(
    ("rule", "market", "answers"),
    [
        ("dearest", {"tech": 2, "assault": 1}, {"tech", "assault", "none"}),
        ("any", {"tech": 2, "assault": 1}, {"tech 5", "tech 10", "assault 5", "none"}),
    ],
)
def test_which_cube_may_come_off(rule: str, market: dict[str, int], answers: set[str]) -> None:
    """SND-R-23, SND-LVL-04, SND-COL-05, SND-COL-04."""
    table = Table(given={"node": "col.choose", "A.market": market}, market_removal=rule)
    choice = table.question("blue", "collection").offers[0].choice
    assert answers == set(choice.arms[0].fields["market_cube"].values)  # type: ignore[union-attr]  # a case
    assert "no_cube" == code(table, "blue", submit(cube="tech 15"))
    table.do("blue", submit(cube=min(answers - {"none", "assault", "assault 5"})))

    assert 1 == len(table.state.mats["blue"].market["tech"])


def test_clock_defaults_are_what_the_rules_say() -> None:
    """SND-TV-132, SND-AUT-01."""
    assert c.EndTurn() == Table().question("blue", "act").default
    table = Table(given={"node": "col.choose", "goshen.owner": "A", "kafka.owner": "A", "A.crew": 4})
    default = submit({"goshen": {"credits": 2}}, ("kafka",))
    assert default == table.question("blue", "collection").default
    table.by_default()

    assert (28, 23, 1) == (table.look("A.credits"), table.look("A.influence"), table.look("A.crew"))


def test_flip_sets_leave_nothing_that_could_be_paid() -> None:
    """SND-R-17, SND-R-84."""
    table = Table(given={"A.credits": 4})
    due = {"koss": 2, "io": 3, "honos": 4}

    assert {("koss", "io"), ("koss", "honos"), ("io", "honos")} >= set(penalties.flip_sets(table.state, "blue", due))
    assert {("koss", "io"), ("io", "honos"), ("koss", "honos")} == set(penalties.flip_sets(table.state, "blue", due))
