"""Bases, levels, exchange, sale, chips, techs, awards and trading: SND-BASE, SND-LVL, SND-TECH, SND-AWD, SND-TRADE."""

import pytest

from domain.kernel.viewers import SPECTATOR
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.resources import Bundle
from domain.syndicate.rules import awards, perks
from domain.syndicate.rules.board import is_active
from tests.syndicate.say import accept, assault, chip, mission, sleeper, submit, trade
from tests.syndicate.table import Table


def code(table: Table, seat: str, command: c.SynCommand) -> str | None:
    refused = table.do(seat, command)
    return refused.code if refused else None


def test_a_turn_may_end_without_any_action_and_nobody_else_acts_in_it() -> None:
    """SND-TURN-04, SND-TURN-06."""
    table = Table()

    assert "not_your_turn" == code(table, "red", c.BuyBase(territory="koss"))
    assert "not_your_turn" == code(table, "red", c.EndTurn())
    assert code(table, "blue", c.EndTurn()) is None
    assert "red" == table.state.active


def test_bases_are_bought_anywhere_at_any_time_and_in_any_number() -> None:
    """SND-R-86, SND-BASE-01, SND-BASE-02, SND-TURN-01."""
    table = Table(given={"round": 1, "A.credits": 60, "A.influence": 40})
    for territory in ("honos", "koss", "kafka"):
        assert code(table, "blue", c.BuyBase(territory=territory)) is None
        assert not table.state.bases[territory].fortified

    assert Bundle(60 - 36, 40 - 18, 20) == table.state.mats["blue"].purse
    assert "territory_occupied" == code(table, "blue", c.BuyBase(territory="koss"))
    assert "unknown_territory" == code(table, "blue", c.BuyBase(territory="luna"))


def test_fortifying_says_why_not() -> None:
    """SND-BASE-05, SND-BASE-06."""
    table = Table(given={"koss.owner": "A", "io.owner": "B", "A.crew": 7})
    assert code(table, "blue", c.FortifyBase(territory="koss")) is None

    assert "already_fortified" == code(table, "blue", c.FortifyBase(territory="koss"))
    assert "not_owner" == code(table, "blue", c.FortifyBase(territory="io"))
    assert Bundle(16, 20, 1) == table.state.mats["blue"].purse


def test_bunker_moulds_halve_the_price_of_a_fortress_and_round_up() -> None:
    """SND-TECH-04."""
    table = Table(given={"A.techs": ["at_bunkers"]})
    prices = [perks.fortify_cost(table.rules, table.state.mats["blue"], t) for t in ("koss", "kafka", "honos")]

    assert [Bundle(2, 0, 3), Bundle(3, 0, 5), Bundle(4, 0, 6)] == prices


@pytest.mark.parametrize(
    ("syndicate", "techs", "prices"),
    [
        ("test_plain", [], [5, 10, 15, 20, 25]),
        ("altair", [], [1, 6, 11, 16, 21]),
        ("altair", ["at_backdoor"], [1, 1, 6, 11, 16]),
    ],
)
def test_the_market_price_follows_the_own_cubes_alone(syndicate: str, techs: list[str], prices: list[int]) -> None:
    """SND-LVL-02, SND-LVL-03, SND-TV-006, SND-TECH-04, SND-CMP-15."""
    table = Table(given={"A.syndicate": syndicate, "A.techs": techs, "B.market": {"tech": 5, "assault": 5}})
    found = []
    for cubes in range(5):
        table.state.mats["blue"].market["tech"] = list(range(cubes))
        found.append(perks.market_price(table.rules, table.state.mats["blue"], "tech"))

    assert prices == found


def test_a_level_brings_its_reinforcement_armed() -> None:
    """SND-R-41, SND-LVL-05, SND-LVL-08."""
    table = Table(given={"A.chips": ["mi_assault"], "A.reinf_armed": 0, "A.reinf_used": 2})
    table.do("blue", chip("mi_assault"))
    assert (3, 1, 2) == (table.look("A.assault"), table.look("A.reinf_armed"), table.look("A.reinf_used"))
    table.do("blue", c.BuyLevel(track="assault"))

    assert (4, 2, 15) == (table.look("A.assault"), table.look("A.reinf_armed"), table.look("A.credits"))


@pytest.mark.parametrize(
    ("chosen", "levels"),
    [({}, (5, 7, 9)), ({"edition": "draft"}, (6, 8, 10)), ({"tech_bonus_levels": "6-8-10"}, (6, 8, 10))],
)
def test_bonus_levels_by_edition_or_choice(chosen: dict[str, str], levels: tuple[int, int, int]) -> None:
    """SND-R-02."""
    assert levels == Table(**chosen).rules.options.bonus_levels


def test_each_bonus_level_brings_one_tech_of_the_seats_choice() -> None:
    """SND-TECH-01, SND-R-53, SND-AUT-03, SND-INF-06: the third with five credits."""
    table = Table(given={"A.tech": 8, "A.ranks": [1, 2], "A.chips": ["ex_tech"], "A.techs": ["at_ghost"]})
    table.state.techs.remove("at_ghost")
    table.do("blue", chip("ex_tech"))
    assert (25, [3]) == (table.look("A.credits"), [table.event("TechBonusReached").rank])
    assert "wrong_node" == code(table, "blue", c.EndTurn())
    assert "tech_taken" == code(table, "blue", c.ChooseAdvancedTech(tech="at_ghost"))
    table.do("blue", c.ChooseAdvancedTech(tech="at_codes"))

    assert ["at_ghost", "at_codes"] == table.look("A.techs")
    assert "at_codes" not in table.view("red").techs


def test_when_no_tech_is_left_there_are_credits() -> None:
    """SND-TECH-02."""
    table = Table(given={"A.tech": 4, "A.chips": ["ex_tech"]})
    table.state.techs = []
    table.do("blue", chip("ex_tech"))

    assert (26, None) == (table.look("A.credits"), table.event("AdvancedTechTaken").tech)


def test_two_bonus_levels_at_once_ask_twice() -> None:
    """SND-TECH-01, SND-TURN-05: two research stations are full when the turn begins."""
    given = {"A.tech": 6, "A.ranks": [1], "kronos.owner": "A", "kronos.research": 3, "bohr_station.owner": "A"}
    table = Table(given=given | {"bohr_station.research": 4, "A.assault": 2})
    table.begin_turn("blue")

    assert (8, [1, 2]) == (table.look("A.tech"), table.look("A.ranks"))
    assert 1 == sum(isinstance(frame, fr.TechChoice) for frame in table.state.agenda)


def test_exchange_rates_are_those_of_the_mat() -> None:
    """SND-EXC-03."""
    table = Table(given={"A.syndicate": "lanterns"})
    table.do("blue", c.Exchange(give="credits", get="crew", times=2))
    assert Bundle(14, 20, 24) == table.state.mats["blue"].purse

    assert "cannot_afford" == code(table, "blue", c.Exchange(give="credits", get="crew", times=5))


@pytest.mark.parametrize(
    ("syndicate", "chosen", "value"),
    [
        ("test_plain", {}, 1),
        ("test_plain", {"edition": "draft"}, 2),
        ("halcyon", {}, 2),
        ("test_plain", {"sale_value": 2}, 2),
    ],
)
def test_a_sold_card_lies_open_and_brings_its_value(syndicate: str, chosen: dict[str, object], value: int) -> None:
    """SND-R-27, SND-SELL-01."""
    table = Table(given={"A.syndicate": syndicate, "A.hand": ["msn_io_1"]}, **chosen)
    assert "sale_amount" == code(table, "blue", c.SellCard(card="msn_io_1", gain=c.Amounts(value + 1, 0, 0)))
    table.do("blue", c.SellCard(card="msn_io_1", gain=c.Amounts(0, 0, value)))

    assert (20 + value, ("msn_io_1",)) == (table.look("A.crew"), table.view("red").discard)


@pytest.mark.parametrize(
    ("face", "choice", "path", "value"),
    [
        ("ex_cash", None, "A.credits", 24),
        ("mi_favour", None, "A.influence", 25),
        ("in_hires", None, "A.crew", 28),
        ("ex_quiet", None, "alert", 2),
        ("mi_walls", "koss", "koss.fortified", True),
    ],
)
def test_chips_do_what_they_say(face: str, choice: str | None, path: str, value: object) -> None:
    """SND-CHIP-01, SND-CHIP-02."""
    table = Table(given={"A.chips": [face], "koss.owner": "A", "honos.owner": "A", "alert": 3})
    assert "bad_choice" == code(table, "blue", chip(face, "honos"))
    assert "chip_not_held" == code(table, "blue", chip("in_cash"))
    table.do("blue", chip(face, choice))

    assert (value, [face]) == (table.look(path), table.state.chips_played)


def test_drawn_cards_are_seen_by_their_seat_alone() -> None:
    """SND-INF-02, SND-INF-08."""
    table = Table(given={"A.chips": ["ex_leads"]})
    table.do("blue", chip("ex_leads"))
    own, others = table.seen("CardsDrawn", "blue"), table.seen("CardsDrawn", SPECTATOR)

    assert own is not None
    assert others is not None
    assert (2, 2) == (len(own["cards"]), others["count"])
    assert "cards" not in others
    assert ((), 2) == (table.view("red").seats["blue"].hand, table.view("red").seats["blue"].hand_size)


def test_resources_and_levels_are_open_to_all() -> None:
    """SND-R-59, SND-INF-01."""
    table = Table(given={"A.market": {"tech": 2, "assault": 0}})
    seen = table.view(SPECTATOR).seats["blue"]

    assert (Bundle(20, 20, 20), 3, 2, (5, 10)) == (seen.resources, seen.tech, seen.assault, seen.market["tech"])


@pytest.mark.parametrize(
    ("award", "given"),
    [
        ("aw_cartel", {"A.bases": 5}),
        ("aw_route", {"koss.owner": "A", "vimana.owner": "A", "new_victoria.owner": "A"}),
        ("aw_worlds", {"koss.owner": "A", "io.owner": "A", "honos.owner": "A", "koss.inactive": ["tax"]}),
        ("aw_core", {"honos.owner": "A", "tycho.owner": "A"}),
        ("aw_warlord", {"A.assault": 4}),
        ("aw_minds", {"A.ranks": [1, 2]}),
        ("aw_ghosts", {"A.won": 6}),
    ],
)
def test_awards_are_claimed_by_themselves(award: str, given: dict[str, object]) -> None:
    """SND-AWD-01, SND-AWD-04, SND-AUT-02, SND-R-54: resting bases count."""
    table = Table(given=given)
    table.do("blue", c.Exchange(give="credits", get="crew", times=1))

    assert award in table.look("A.awards")


def test_the_first_in_round_order_takes_an_award_and_keeps_it() -> None:
    """SND-AWD-03, SND-R-91, SND-AWD-02."""
    table = Table(given={"A.assault": 4, "B.assault": 4, "honos.owner": "A", "tycho.owner": "A", "B.reinf_armed": 4})
    table.state.first = "red"
    table.do("blue", c.EndTurn())
    assert (["aw_core"], ["aw_warlord"]) == (table.look("A.awards"), table.look("B.awards"))
    table.do("red", assault("honos", 4), d6=[6])

    assert (["aw_core"], ["aw_warlord"], 8) == (
        table.look("A.awards"),
        table.look("B.awards"),
        awards.points(table.rules, table.state, "blue"),
    )


def test_a_taken_base_counts_at_once() -> None:
    """SND-R-91."""
    table = Table(given={"honos.owner": "A", "tycho.owner": "B"})
    table.do("blue", assault("tycho", 2), d6=[6])

    assert ["aw_core"] == table.look("A.awards")


@pytest.mark.parametrize("name", ["assault", "trade"])
def test_any_change_of_owner_clears_research(name: str) -> None:
    """SND-SPC-07, SND-R-47, SND-TRADE-05, SND-R-55."""
    given = {"ceto.owner": "B", "ceto.research": 2, "ceto.inactive": ["tax"], "ceto.fortified": name == "trade"}
    table = Table(given=given)
    if name == "assault":
        table.do("blue", assault("ceto", 2), d6=[6])
    else:
        table.do("red", trade("green", {"bases": ("ceto",)}, {"credits": 1}))
        table.do("green", accept(1))

    assert (0, ["tax"], name == "trade") == (
        table.look("ceto.research"),
        table.look("ceto.inactive"),
        table.look("ceto.fortified"),
    )


def test_everything_movable_may_be_traded_and_moves_at_once() -> None:
    """SND-TRADE-03, SND-TRADE-04, SND-R-33, SND-R-88."""
    given = {
        "B.hand": ["slp_asylum"],
        "B.chips": ["ex_cash"],
        "koss.owner": "B",
        "C.hand": ["msn_io_1"],
        "C.chips": ["in_luck", "ex_luck"],
    }
    table = Table(given=given)
    offered = {"cards": ("slp_asylum",), "chips": ("ex_cash",), "bases": ("koss",), "credits": 2}
    table.do("red", trade("green", offered, {"cards": 1, "chips": 1, "crew": 3}))
    assert "bad_choice" == code(table, "green", accept(1, ("msn_io_1",)))
    table.do("green", accept(1, ("msn_io_1",), ("in_luck",)))

    assert ("green", ["slp_asylum"], ["ex_cash", "ex_luck"]) == (
        table.look("koss.owner"),
        table.look("C.hand"),
        table.look("C.chips"),
    )
    assert (["msn_io_1"], ["in_luck"]) == (table.look("B.hand"), table.look("B.chips"))
    assert (18, 23, 22, 17) == tuple(table.look(path) for path in ("B.credits", "B.crew", "C.credits", "C.crew"))
    seen = table.seen("TradeExecuted", "yellow")
    assert seen is not None
    assert not {"cards", "chips"} & set(seen)


@pytest.mark.parametrize(
    ("seat", "command", "expected"),
    [
        ("red", trade("green", {}, {}), "trade_empty"),
        ("red", trade("green", {"credits": 21}, {}), "trade_not_held"),
        ("red", trade("green", {"cards": ("msn_io_1",)}, {}), "trade_not_held"),
        ("red", trade("green", {}, {"chips": 1}), "trade_not_held"),
        ("red", trade("red", {"credits": 1}, {}), "trade_not_allowed"),
        ("red", trade("blue", {"credits": 1}, {}), "trade_not_allowed"),
        ("blue", trade("red", {"credits": 1}, {}), "trade_not_allowed"),
        ("green", accept(7), "trade_stale"),
        ("green", c.DeclineTrade(trade=7), "trade_stale"),
        ("green", c.WithdrawTrade(trade=7), "trade_stale"),
    ],
)
def test_what_cannot_be_traded_says_why(seat: str, command: c.SynCommand, expected: str) -> None:
    """SND-TRADE-01, SND-R-32, SND-INF-12."""
    assert expected == code(Table(), seat, command)


@pytest.mark.parametrize(
    ("chosen", "expected"), [({"trading": False}, "trade_not_allowed"), ({"trade_bases": False}, "trade_not_held")]
)
def test_trading_can_be_agreed_away(chosen: dict[str, bool], expected: str) -> None:
    """SND-R-33, SND-R-32."""
    table = Table(given={"koss.owner": "B"}, **chosen)

    assert expected == code(table, "red", trade("green", {"bases": ("koss",)}, {"credits": 1}))


def test_offers_end_when_a_partner_becomes_active_or_phase_one_ends() -> None:
    """SND-TRADE-02: and what was put aside comes back."""
    table = Table(given={"B.hand": ["slp_asylum"]})
    table.do("red", trade("green", {"cards": ("slp_asylum",)}, {"credits": 1}))
    table.do("green", trade("yellow", {"credits": 1}, {"crew": 1}))
    assert ([], ("slp_asylum",), ()) == (
        table.look("B.hand"),
        table.view("green").trades[0].cards,
        table.view("yellow").trades[0].cards,
    )
    table.do("blue", c.EndTurn())
    assert (["slp_asylum"], 1) == (table.look("B.hand"), len(table.state.trades))
    table.until("SovereignPhaseBegan")

    assert [] == table.state.trades
    assert {"expired"} == {event.why for event in table.events if type(event).__name__ == "TradeClosed"}


def test_an_offer_is_declined_withdrawn_or_no_longer_kept() -> None:
    """SND-TRADE-03."""
    table = Table(given={"B.credits": 2})
    table.do("red", trade("green", {"credits": 2}, {"crew": 1}))
    table.do("red", trade("yellow", {"credits": 2}, {"crew": 1}))
    table.do("green", accept(1))
    assert "trade_stale" == code(table, "yellow", accept(2))
    table.do("yellow", c.DeclineTrade(trade=2))
    table.do("red", trade("yellow", {"crew": 1}, {"influence": 1}))
    table.do("red", c.WithdrawTrade(trade=3))

    assert ["declined", "withdrawn"] == [event.why for event in table.events if type(event).__name__ == "TradeClosed"]


def test_with_two_seats_there_is_nobody_to_trade_with() -> None:
    """SND-TRADE-07."""
    table = Table(2)

    assert "trade_not_allowed" == code(table, "red", trade("blue", {"credits": 1}, {"crew": 1}))
    assert not [d for d in table.asked() if d.kind == "propose_trade"]


def test_own_turn_actions_are_over_in_phases_two_and_three() -> None:
    """SND-R-85, SND-EXC-02, SND-CREW-03."""
    table = Table(given={"node": "col.choose", "goshen.owner": "A", "A.hand": ["msn_io_1"], "A.chips": ["ex_cash"]})
    tries = [
        c.Exchange(give="credits", get="crew", times=1),
        c.SellCard(card="msn_io_1", gain=c.Amounts(1, 0, 0)),
        chip("ex_cash"),
    ]

    assert ["wrong_node"] * 3 == [code(table, "blue", command) for command in tries]
    assert code(table, "blue", submit({"goshen": {"crew": 2}})) is None


def test_hands_have_no_limit() -> None:
    """SND-R-26."""
    table = Table(given={"A.dice_armed": 2})
    for _ in range(5):
        table.collect()

    assert 20 == len(table.state.mats["blue"].hand)


def test_a_full_station_is_converted_when_the_destroyer_leaves_it() -> None:
    """SND-R-46, SND-R-15, SND-TURN-07."""
    table = Table(given={"alert": 8, "destroyer": "kronos", "kronos.owner": "A", "kronos.research": 3})
    table.begin_turn("blue")
    assert not is_active(table.state, "kronos")
    assert 3 == table.look("A.tech")
    table.do("blue", c.RemoveDestroyer())

    assert (4, 0) == (table.look("A.tech"), table.look("kronos.research"))


@pytest.mark.parametrize(
    ("seat", "command"), [("blue", chip("ex_quiet")), ("red", sleeper("down")), ("blue", mission("msn_koss_1"))]
)
def test_a_full_station_is_converted_however_it_becomes_active_again(seat: str, command: c.SynCommand) -> None:
    """SND-R-46: the alert falls, by oneself or by a rival, or the destroyer is called elsewhere."""
    full = {"alert": 8, "destroyer": "kronos", "kronos.owner": "A", "kronos.research": 3}
    table = Table(given=full | {"A.chips": ["ex_quiet"], "A.hand": ["msn_koss_1"], "B.slot": "slp_whispers"})
    table.do(seat, command)
    if "WindowOpened" in table.names():
        table.do("red", c.PassWindow(), d6=[1])

    assert (4, 0) == (table.look("A.tech"), table.look("kronos.research"))


def test_a_full_station_that_wakes_in_another_turn_waits_for_its_owners() -> None:
    """SND-R-46, SND-SPC-06."""
    full = {"alert": 8, "destroyer": "kronos", "kronos.owner": "B", "kronos.research": 3}
    table = Table(given=full | {"A.chips": ["ex_quiet"]})
    table.do("blue", chip("ex_quiet"))
    assert (3, 3) == (table.look("B.tech"), table.look("kronos.research"))
    table.do("blue", c.EndTurn())

    assert (4, 0) == (table.look("B.tech"), table.look("kronos.research"))


def test_a_command_of_another_moment_is_refused() -> None:
    """SND-AUT-01, SND-INF-12."""
    table = Table(given={"A.hand": ["msn_koss_1"]})
    tries: list[c.SynCommand] = [
        c.AnswerPardon(pay=True), c.ChooseTaxFlips(flip=()), c.ChooseDiscards(cards=()), c.CloseSovereign(), submit(),
        c.PhantomReady(), c.PassWindow(), c.ChooseSyndicate(syndicate="orion"), c.ChooseAdvancedTech(tech="at_ghost"),
    ]  # fmt: skip

    assert {"wrong_node"} == {code(table, "blue", command) for command in tries}
    assert {"wrong_node"} == {code(table, "violet", command) for command in (c.EndTurn(), mission("msn_koss_1"))}
