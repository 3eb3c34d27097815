"""Missions, robberies and assaults, beyond the vectors: SND-MIS, SND-ROB, SND-ASSAULT."""

import pytest

from domain.kernel.viewers import SPECTATOR
from domain.syndicate import commands as c
from domain.syndicate.resources import Bundle
from domain.syndicate.rules import perks
from tests.syndicate.say import assault, chip, mission, robbery
from tests.syndicate.table import Table


def code(table: Table, seat: str, command: c.SynCommand) -> str | None:
    refused = table.do(seat, command)
    return refused.code if refused else None


@pytest.mark.parametrize(
    ("rule", "round_", "refused"),
    [("at_least", 2, True), ("at_least", 3, False), ("above", 3, True), ("above", 4, False)],
)
def test_a_card_waits_for_its_round(rule: str, round_: int, refused: bool) -> None:
    """SND-R-04, SND-MIS-01."""
    table = Table(given={"round": round_, "A.hand": ["msn_ceto_1"]}, mission_round_rule=rule)

    assert ("round_too_low" if refused else None) == code(table, "blue", mission("msn_ceto_1"))


def test_missions_of_the_rim_wait_for_no_round() -> None:
    """SND-MIS-02."""
    given = {"round": 1, "A.hand": ["msn_koss_1", "rob_exo_1"], "koss.owner": "B"}
    table = Table(given=given, mission_round_rule="above")

    assert code(table, "blue", mission("msn_koss_1", stance="coop")) is None
    assert code(table, "blue", robbery("rob_exo_1", "koss")) is None


def test_a_won_mission_brings_resources_and_no_base() -> None:
    """SND-MIS-03, SND-MIS-14, SND-TURN-02, SND-INF-07."""
    table = Table(given={"A.hand": ["msn_koss_1"]})
    table.do("blue", mission("msn_koss_1"), d6=[4])

    assert {} == table.state.bases
    assert (1, 1) == (table.look("A.dice_armed"), table.look("A.dice_used"))
    for name in ("MissionAnnounced", "ActionDieRolled", "MissionResolved"):
        assert table.seen(name, SPECTATOR) == table.seen(name, "blue")


def test_without_an_armed_die_nothing_is_attempted() -> None:
    """SND-TURN-03."""
    given = {"A.hand": ["msn_koss_1", "rob_exo_1"], "A.dice_armed": 0, "A.dice_used": 2, "koss.owner": "B"}
    table = Table(given=given)
    tries = [mission("msn_koss_1", stance="coop"), robbery("rob_exo_1", "koss"), assault("koss", 1)]

    assert ["no_armed_die"] * 3 == [code(table, "blue", command) for command in tries]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (mission("msn_io_1"), "card_not_in_hand"),
        (mission("rob_exo_1"), "not_a_mission"),
        (robbery("msn_koss_1", "koss"), "not_a_robbery"),
        (mission("msn_koss_1", hands="mi_hands"), "ability_unavailable"),
        (mission("msn_kronos_3", hands="paid"), "no_hands_on_card"),
        (mission("msn_koss_1", chips=("ex_luck",)), "chip_not_held"),
        (mission("msn_koss_1", chips=("ex_cash",)), "chip_not_playable"),
        (mission("msn_koss_1", abilities=("at_lattice",)), "ability_unavailable"),
        (assault("koss", 1), "target_unoccupied"),
        (assault("io", 1), "target_not_rival"),
        (assault("kafka", 3), "reinforcements_unavailable"),
    ],
)
def test_what_cannot_be_attempted_says_why(command: c.SynCommand, expected: str) -> None:
    """SND-MIS-01, SND-MIS-06, SND-CHIP-03, SND-ASSAULT-01, SND-ASSAULT-03."""
    given = {
        "A.hand": ["msn_koss_1", "rob_exo_1", "msn_kronos_3"],
        "A.chips": ["ex_cash"],
        "A.techs": ["at_lattice"],
        "io.owner": "A",
        "kafka.owner": "B",
    }
    assert expected == code(Table(given=given), "blue", command)


def test_chips_and_techs_named_in_an_attempt_are_used_up() -> None:
    """SND-CHIP-03, SND-TECH-03, SND-MIS-07, SND-ROB-02."""
    table = Table(given={"A.hand": ["msn_koss_1"], "A.chips": ["ex_luck", "ex_luck"], "A.techs": ["at_fixers"]})
    table.do("blue", mission("msn_koss_1", hands="at_fixers", chips=("ex_luck", "ex_luck")), d6=[1])

    rolled = table.event("ActionDieRolled")
    assert (1, 3, 3, True) == (rolled.raw, rolled.value, rolled.win_at, rolled.success)
    assert ([], ["at_fixers"], 20 + 5) == (table.look("A.chips"), table.look("A.spent"), table.look("A.credits"))


def test_a_chip_may_hire_hands_that_one_cannot_pay() -> None:
    """SND-MIS-06."""
    table = Table(given={"A.hand": ["msn_koss_1"], "A.chips": ["mi_hands"], "A.crew": 0})
    assert "cannot_afford" == code(table, "blue", mission("msn_koss_1", hands="paid"))
    table.do("blue", mission("msn_koss_1", hands="mi_hands"), d6=[3])

    assert table.event("MissionResolved").outcome == "success"
    assert ["mi_hands"] == table.state.chips_played


@pytest.mark.parametrize(("rule", "hand"), [("discard", []), ("keep", ["msn_koss_1"])])
def test_the_card_of_a_failed_attempt_goes_where_that_was_agreed(rule: str, hand: list[str]) -> None:
    """SND-R-09, SND-MIS-12."""
    table = Table(given={"A.hand": ["msn_koss_1"]}, failed_mission_card=rule)
    table.do("blue", mission("msn_koss_1"), d6=[1])

    assert hand == table.look("A.hand")


def test_a_quiet_failure_moves_neither_alert_nor_destroyer() -> None:
    """SND-R-90: and only once a round."""
    given = {"A.hand": ["msn_koss_1", "msn_cora_1"], "A.techs": ["at_drives"], "alert": 8}
    table = Table(given=given)
    table.do("blue", mission("msn_koss_1"), d6=[1])
    assert (8, None, "at_drives") == (table.state.alert, table.state.destroyer, table.event("AbilityUsed").ability)
    table.do("blue", mission("msn_cora_1"), d6=[1])

    assert "cora" == table.state.destroyer


def test_techs_change_the_dice_of_a_robbery_within_one_and_three() -> None:
    """SND-ROB-07, SND-TECH-04."""
    table = Table(given={"A.techs": ["at_cover"], "B.techs": ["at_vaults"]})
    robber, victim = table.state.mats["blue"], table.state.mats["red"]

    assert [1, 2, 3] == [perks.robbery_dice(table.rules, robber, victim, dice) for dice in (1, 2, 3)]
    assert [2, 3, 3] == [perks.robbery_dice(table.rules, robber, None, dice) for dice in (1, 2, 3)]
    assert [1, 1, 2] == [perks.robbery_dice(table.rules, victim, victim, dice) for dice in (1, 2, 3)]


def test_beams_do_not_lower_the_dice_of_a_robbery_and_resting_bases_can_be_robbed() -> None:
    """SND-R-39, SND-SPC-04, SND-ROB-08, SND-R-19."""
    given = {"A.hand": ["rob_middle_1"], "ceto.owner": "B", "etna.owner": "B", "etna.inactive": ["tax"]}
    table = Table(given=given)
    table.do("blue", robbery("rob_middle_1", "etna"), d6=[1])

    assert 3 == table.event("RobberyAnnounced").dice


def test_the_casino_helps_robberies_and_no_assaults() -> None:
    """SND-R-38, SND-SPC-02, SND-ASSAULT-11."""
    given = {"A.hand": ["rob_exo_1"], "new_victoria.owner": "A", "koss.owner": "B"}
    table = Table(given=given)
    table.do("blue", robbery("rob_exo_1", "koss"), d6=[3], cons=[1, 1])
    assert (4, True) == (table.event("ActionDieRolled").value, table.event("ActionDieRolled").success)
    table.do("blue", assault("koss", 1), d6=[4])

    assert (4, False) == (table.event("ActionDieRolled").value, table.event("ActionDieRolled").success)


@pytest.mark.parametrize(
    ("syndicate", "reinforcements", "crew"),
    [("test_plain", 0, 5), ("test_plain", 1, 10), ("terrans", 0, 2), ("terrans", 2, 7)],
)
def test_an_assault_costs_crew(syndicate: str, reinforcements: int, crew: int) -> None:
    """SND-ASSAULT-02, SND-TECH-04."""
    table = Table(given={"A.syndicate": syndicate, "koss.owner": "B"})
    table.do("blue", assault("koss", reinforcements), d6=[1])

    assert 20 - crew == table.look("A.crew")
    assert (2 - reinforcements, reinforcements) == (table.look("A.reinf_armed"), table.look("A.reinf_used"))


def test_a_tech_helps_an_assault_once_a_round() -> None:
    """SND-TECH-03."""
    table = Table(given={"koss.owner": "B", "A.techs": ["at_lattice"]})
    table.do("blue", assault("koss", 0, abilities=("at_lattice",)), d6=[5])

    assert "blue" == table.state.owner("koss")
    again = table.do("blue", assault("koss", 0, abilities=("at_lattice",)))
    assert again is not None


def test_assaults_never_move_the_destroyer() -> None:
    """SND-BLK-08."""
    table = Table(given={"alert": 8, "koss.owner": "B"})
    table.do("blue", assault("koss", 1), d6=[1])

    assert table.state.destroyer is None


def test_one_may_fail_on_purpose_against_a_rival() -> None:
    """SND-BLK-07."""
    table = Table(given={"alert": 8, "A.hand": ["msn_koss_1"], "koss.owner": "B"})
    table.do("blue", mission("msn_koss_1", stance="uncoop"), d6=[1])

    assert ["blockade"] == table.look("koss.inactive")


def test_two_attempts_use_both_dice_and_a_chip_arms_one_again() -> None:
    """SND-TURN-01, SND-TURN-07, SND-CHIP-01, SND-CHIP-02."""
    given = {
        "A.hand": ["msn_koss_1", "msn_cora_1", "msn_blackstar_1"],
        "A.chips": ["ex_rearm"],
        "A.techs": ["at_overclock"],
    }
    table = Table(given=given)
    assert "chip_not_playable" == code(table, "blue", chip("ex_rearm"))
    assert "ability_unavailable" == code(table, "blue", c.UseAbility(ability="at_overclock"))
    table.do("blue", mission("msn_koss_1"), d6=[6])
    table.do("blue", mission("msn_cora_1"), d6=[6])
    assert 0 == table.look("A.dice_armed")
    table.do("blue", chip("ex_rearm"))
    table.do("blue", c.UseAbility(ability="at_overclock"))

    assert (2, ["at_overclock"], ["ex_rearm"]) == (
        table.look("A.dice_armed"),
        table.look("A.spent"),
        table.state.chips_played,
    )


def test_a_coop_reward_is_halved_kind_by_kind() -> None:
    """SND-R-11: 9 credits and 4 influence."""
    table = Table(given={"A.hand": ["msn_goshen_1"], "goshen.owner": "B"})
    table.do("blue", mission("msn_goshen_1", stance="coop"), d6=[6])

    assert {"blue": Bundle(5, 2, 0), "red": Bundle(4, 2, 0)} == table.event("MissionResolved").rewards


def test_skimmers_take_half_of_the_credits() -> None:
    """SND-SLP-08, SND-R-89."""
    table = Table(given={"A.hand": ["msn_goshen_1"], "B.slot": "slp_skimmers"})
    table.do("blue", mission("msn_goshen_1"), d6=[6])
    table.do("red", c.PassWindow())
    table.do("red", c.PlaySleeper(choice=None))

    assert {"blue": Bundle(5, 4, 0), "red": Bundle(4, 0, 0)} == table.event("MissionResolved").rewards
