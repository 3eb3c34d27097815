"""The NGATA campaign beyond its vectors: travel, fuel, missions, trouble, vaults, endings (SND-SOLO)."""

from collections import Counter
from typing import Any

import pytest

from domain.kernel.choices import sample
from domain.kernel.decision import lists
from domain.kernel.match.draft import Draft
from domain.kernel.viewers import SPECTATOR
from domain.syndicate import GAME
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.cards.campaign import Courier, Defense, Ordinary, TechJob
from domain.syndicate.resources import Bundle
from tests.harness.lab import Lab, refold
from tests.syndicate.campaign import Voyage
from tests.syndicate.table import built

R = built()
LONG = built(solo_setup="long")
TRADER = {"territory": "cora", "card": "cf_15", "kind": "trader"}
TROUBLE = {"territory": "cora", "card": "cf_04", "kind": "trouble"}


# --- the pack ---------------------------------------------------------------------------------------


def test_the_decks_hold_what_is_stated() -> None:
    """SND-CMP-17, SND-CP-19, SND-R-92."""
    missions = R.content.solo_missions
    assert {Ordinary: 36, Courier: 13, TechJob: 6, Defense: 8} == Counter(type(card) for card in missions)
    assert {"cora": 18, "bohr_station": 10, "ceto": 8, "kronos": 9, "goshen": 9, "etna": 9} == Counter(
        card.deck for card in missions
    )
    assert (27, 18, 4, 15) == (
        sum(card.copies for card in R.content.fuel),
        len(R.content.confrontations),
        len(R.content.solo_techs),
        sum(R.content.tiles.values()),
    )
    places = [t for card in missions if isinstance(card, Ordinary) for t in (card.territory,)]
    assert set(places) <= set(R.territories)
    assert 2 == sum(card.reward.assault for card in missions if isinstance(card, Ordinary))


@pytest.mark.parametrize("rules", [R, LONG], ids=["short", "long"])
def test_there_are_keys_enough_for_every_vault(rules: Any) -> None:
    """SND-CP-19: 1.3 times the demand, and each vault from decks that are open before it."""
    vaults = rules.vaults()
    decks = ["cora", *(vault.territory for vault in vaults[:-1])]
    supply: Counter[str] = Counter()
    demand: Counter[str] = Counter()
    assert "honos" == vaults[-1].territory
    for deck, vault in zip(decks, vaults, strict=True):
        for card in rules.content.solo_missions:
            if card.deck == deck and isinstance(card, Ordinary):
                supply.update(card.reward.keys)
            elif card.deck == deck and isinstance(card, Courier):
                supply.update(card.table[-1].keys)
        demand.update(vault.keys)
        assert demand <= supply
    assert all(supply[colour] >= 1.3 * demand[colour] for colour in demand)


def test_each_set_up_meets_every_tech_once() -> None:
    """SND-SOLO-33, SND-CP-19."""
    for rules in (R, LONG):
        decks = ["cora", *(vault.territory for vault in rules.vaults()[:-1])]
        techs = [card.tech for card in rules.content.solo_missions if isinstance(card, TechJob) and card.deck in decks]
        assert sorted(rules.solo_techs) == sorted(techs)


def test_there_is_always_a_way_out_of_a_confrontation() -> None:
    """SND-CP-20."""
    for card in R.content.confrontations:
        if card.side == "trader":
            assert card.offers
            continue
        assert any(way.pay == type(way.pay)() and not way.cargo for way in card.options), card.id


def test_courier_tables_name_every_number_and_never_fall() -> None:
    """SND-SOLO-27."""
    for card in R.content.solo_missions:
        if isinstance(card, Courier):
            worth = [row.credits + 6 * sum(row.keys.values()) for row in card.table]
            assert card.load + 1 == len(worth)
            assert worth == sorted(worth)


@pytest.mark.parametrize(
    ("start", "end", "fuel", "dice", "bands"),
    [
        ("koss", "io", 2, 1, "CCCTTX"),
        ("io", "koss", 2, 1, "CCCTTX"),
        ("io", "honos", 2, 1, "CCTTXX"),
        ("honos", "io", 2, 1, "CCTTXX"),
        ("koss", "honos", 3, 2, "CCTTXX"),
        ("honos", "koss", 3, 2, "CCTTXX"),
    ],
)
def test_the_hyperjump_table(start: str, end: str, fuel: int, dice: int, bands: str) -> None:
    """SND-TV-023, SND-SOLO-10, SND-SOLO-11."""
    jump = R.jump(start, end)
    assert jump is not None
    found = "".join("C" if n <= jump.clean else "T" if n <= jump.trouble else "X" for n in range(1, 7))

    assert (fuel, dice, bands) == (jump.fuel, jump.dice, found)
    assert R.jump("koss", "cora") is None


@pytest.mark.parametrize(
    ("rules", "limit", "vaults"),
    [(R, 6, ["bohr_station", "ceto", "honos"]), (LONG, 8, ["kronos", "goshen", "etna", "honos"])],
    ids=["short", "long"],
)
def test_the_set_ups(rules: Any, limit: int, vaults: list[str]) -> None:
    """SND-TV-029, SND-SOLO-01, SND-SOLO-02, SND-SOLO-05, SND-R-61."""
    voyage = Voyage(rules.options.solo_setup)
    seen: Any = GAME.view(voyage.rules, voyage.state, "blue")

    assert vaults == [vault.territory for vault in seen.campaign.vaults]
    assert (limit, ["cora", *vaults[:-1]]) == (seen.alert.max, list(seen.campaign.decks))
    assert not any(vault.unlocked or vault.story for vault in seen.campaign.vaults)


def test_a_campaign_begins_at_cora_with_a_full_tank() -> None:
    """SND-SOLO-03, SND-SOLO-04, SND-R-63, SND-R-76: without dice, cards or bases."""
    lab = Lab(GAME, 6, 1, options={}).open()
    solo = lab.match.state.solo

    assert ("cora", 6, 1, [], Bundle(4, 3, 3)) == (solo.ship, solo.fuel, lab.match.state.alert, solo.hand, solo.purse)
    assert (27, 18, {}, {}) == (
        len(solo.fuel_deck),
        len(solo.confrontations),
        lab.match.state.mats,
        lab.match.state.bases,
    )


def test_everybody_watching_sees_what_the_seat_sees() -> None:
    """SND-R-82, SND-SOLO-56."""
    lab = Lab(GAME, 6, 1, options={}).open().play(12)

    assert lab.match.view("blue") == lab.match.view(SPECTATOR)


# --- travel and fuel --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "command", "code"),
    [
        ({"ship": "vimana", "contraband": 3}, c.SoloTravel(to="new_victoria", mode="zone"), None),
        ({"ship": "koss", "contraband": 3}, c.SoloTravel(to="vimana", mode="route"), "too_much_contraband"),
        ({"ship": "koss", "contraband": 4, "techs": ["nt_hold"]}, c.SoloTravel(to="vimana", mode="route"), None),
        ({"ship": "koss"}, c.SoloTravel(to="koss", mode="zone"), "same_place"),
        ({"ship": "koss", "fuel": 0}, c.SoloTravel(to="cora", mode="zone"), "no_fuel"),
        ({"ship": "koss"}, c.SoloHyperjump(to="cora"), "same_zone"),
        ({"ship": "koss", "fuel": 2}, c.SoloHyperjump(to="honos"), "no_fuel"),
    ],
)
def test_where_the_ship_may_fly(given: dict[str, Any], command: c.SynCommand, code: str | None) -> None:
    """SND-SOLO-08, SND-R-68, SND-R-77, SND-SOLO-12, SND-SOLO-06."""
    assert code == Voyage(given=given).code(command)


def test_a_jump_may_end_in_a_confrontation_at_the_arrival() -> None:
    """SND-R-66, SND-SOLO-34, SND-R-80: and nothing else is done before that is resolved."""
    voyage = Voyage(given={"ship": "koss", "confrontation_deck_top": "cf_04"})
    voyage.do(c.SoloHyperjump(to="goshen"), cons=[4])
    assert ("goshen", "cf_04") == (voyage.event("ConfrontationDrawn").territory, voyage.solo.facing)
    tries: list[c.SynCommand] = [
        c.SoloDrawFuel(), c.SoloTravel(to="io", mode="zone"), c.Exchange(give="credits", get="crew", times=1),
        c.SoloDiscardMission(card="nm_cora_o1"),
    ]  # fmt: skip

    assert {"wrong_node"} == {voyage.code(command) for command in tries}


def test_a_bunker_asks_for_credits_and_a_patrol_brings_trouble() -> None:
    """SND-SOLO-15, SND-SOLO-35."""
    voyage = Voyage(given={"fuel": 1, "fuel_deck_top": "bunker"})
    voyage.do(c.SoloDrawFuel())
    assert isinstance(voyage.state.top, fr.FuelChoice)
    voyage.do(c.SoloAnswerFuel(pay=True))
    assert (6, 8) == (voyage.solo.fuel, voyage.solo.purse.credits)

    poor = Voyage(given={"fuel": 1, "fuel_deck_top": "bunker", "credits": 1, "confrontation_deck_top": "cf_07"})
    poor.do(c.SoloDrawFuel())
    assert "cannot_afford" == poor.code(c.SoloAnswerFuel(pay=True))
    poor.do(c.SoloAnswerFuel(pay=False))
    assert (1, "cf_07") == (poor.solo.fuel, poor.solo.facing)


def test_customs_look_for_contraband_and_long_tanks_hold_more() -> None:
    """SND-SOLO-13, SND-SOLO-15, SND-SOLO-16, SND-R-64."""
    voyage = Voyage(given={"fuel_deck_top": "customs", "contraband": 1, "confrontation_deck_top": "cf_07"})
    voyage.do(c.SoloDrawFuel())
    assert "cf_07" == voyage.solo.facing
    full = Voyage(given={"fuel_deck_top": "clean", "techs": ["nt_tanks"]})
    full.do(c.SoloDrawFuel())

    assert 8 == full.solo.fuel


@pytest.mark.parametrize(("reshuffle", "code"), [(True, None), (False, "fuel_deck_empty")])
def test_an_empty_fuel_deck_is_made_anew_where_that_was_agreed(reshuffle: bool, code: str | None) -> None:  # a case
    """SND-SOLO-17, SND-R-64."""
    voyage = Voyage(solo_fuel_reshuffle=reshuffle)
    voyage.solo.fuel_done = voyage.solo.fuel_deck.faces()
    voyage.solo.fuel_deck.cards = []

    assert code == voyage.code(c.SoloDrawFuel())


def test_without_any_confrontation_left_the_tank_is_filled() -> None:
    """SND-SOLO-43, SND-R-79: and discarded ones are shuffled before that."""
    voyage = Voyage(given={"fuel": 1, "fuel_deck_top": "patrol"})
    voyage.solo.confrontations.cards = []
    voyage.do(c.SoloDrawFuel())
    assert 6 == voyage.solo.fuel
    again = Voyage(given={"fuel": 1, "fuel_deck_top": "patrol", "confrontations_done": ["cf_07"]})
    again.solo.confrontations.cards = []
    again.do(c.SoloDrawFuel())

    assert "cf_07" == again.solo.facing


# --- missions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "command", "code"),
    [
        ({"hand": ["nm_cora_o1"]}, c.SoloAttempt(card="nm_cora_o1", hands=None), "not_at_place"),
        ({"hand": ["nm_cora_c1"]}, c.SoloAttempt(card="nm_cora_c1", hands=None), "not_ordinary"),
        ({}, c.SoloAttempt(card="nm_cora_o1", hands=None), "card_not_in_hand"),
        (
            {"ship": "koss", "hand": ["nm_cora_o1"], "credits": 3},
            c.SoloAttempt(card="nm_cora_o1", hands=1),
            "cannot_afford",
        ),
        ({"ship": "koss", "hand": ["nm_cora_o1"]}, c.SoloAttempt(card="nm_cora_o1", hands=2), "no_such_hands"),
        ({"hand": ["nm_cora_o1"]}, c.SoloActivate(card="nm_cora_o1"), "not_special"),
        ({"hand": ["nm_cora_c1"]}, c.SoloActivate(card="nm_cora_c1"), "not_at_place"),
        (
            {"hand": ["nm_cora_c2"], "special": {"card": "nm_cora_c1"}},
            c.SoloActivate(card="nm_cora_c2"),
            "special_active",
        ),
        ({"special": {"card": "nm_cora_c1"}}, c.SoloDiscardMission(card="nm_cora_c1"), "special_is_active"),
        ({}, c.SoloPickUp(), "nothing_here"),
        ({}, c.SoloDeliver(number=1), "nothing_aboard"),
        ({}, c.SoloDefend(), "not_at_place"),
        ({}, c.SoloAbandonContraband(number=1), "nothing_aboard"),
        ({"special": {"card": "nm_cora_t1"}}, c.SoloAbandonMission(), "not_a_courier"),
        ({}, c.SoloReopen(card="cf_04"), "no_tile"),
        ({"decks.cora": []}, c.SoloDrawMission(deck="cora"), "deck_empty"),
        ({}, c.SoloPlaceKeys(colour="jade", number=1), "not_at_vault"),
        ({"ship": "ceto"}, c.SoloPlaceKeys(colour="jade", number=1), "wrong_vault"),
        ({"ship": "bohr_station"}, c.SoloPlaceKeys(colour="jade", number=1), "no_such_key"),
        ({"ship": "bohr_station", "keys": {"amber": 1}}, c.SoloPlaceKeys(colour="amber", number=1), "no_placeholder"),
        ({}, c.SoloTrade(trader="cf_15", offer="sell_cargo", give=(), get=None), "no_trader_here"),
        ({}, c.Exchange(give="influence", get="credits", times=1), "bad_exchange"),
        ({}, c.Exchange(give="credits", get="crew", times=6), "cannot_afford"),
        ({}, c.SoloAnswerFuel(pay=False), "wrong_node"),
        ({}, c.EndTurn(), "wrong_node"),
    ],
)
def test_what_cannot_be_done_says_why(given: dict[str, Any], command: c.SynCommand, code: str) -> None:
    """SND-SOLO-19, SND-SOLO-20, SND-SOLO-21, SND-SOLO-25, SND-SOLO-46, SND-R-76."""
    assert code == Voyage(given=given).code(command)


def test_more_dice_help_and_any_of_them_may_win() -> None:
    """SND-SOLO-23, SND-SOLO-24, SND-R-73."""
    voyage = Voyage(given={"ship": "koss", "hand": ["nm_cora_o1"], "techs": ["nt_fixers"]})
    voyage.do(c.SoloAttempt(card="nm_cora_o1", hands=1), d6=[1, 1, 4, 1])

    rolled = voyage.event("SoloMissionRolled")
    assert ((1, 1, 4, 1), True, 4) == (rolled.dice, rolled.success, rolled.paid)
    assert (10 - 4 + 2, {"crimson": 1}, ["nm_cora_o1"]) == (
        voyage.solo.purse.credits,
        voyage.solo.keys,
        voyage.solo.gone,
    )


@pytest.mark.parametrize(("card", "place", "alert"), [("nm_cora_o1", "koss", 1), ("nm_cora_o6", None, 2)])
def test_failure_raises_the_alert_only_where_the_card_says_so(card: str, place: str | None, alert: int) -> None:
    """SND-SOLO-22."""
    mission = R.solo_missions[card]
    assert isinstance(mission, Ordinary)
    voyage = Voyage(given={"ship": place or mission.territory, "hand": [card]})
    voyage.do(c.SoloAttempt(card=card, hands=None), d6=[1])

    assert alert == voyage.state.alert


def test_some_missions_bring_an_assault_level_up_to_the_fourth() -> None:
    """SND-R-92, SND-SOLO-51."""
    mission = next(m for m in R.content.solo_missions if isinstance(m, Ordinary) and m.reward.assault)
    for level, reached in ((1, 2), (4, 4)):
        voyage = Voyage(given={"ship": mission.territory, "hand": [mission.id], "assault": level})
        voyage.do(c.SoloAttempt(card=mission.id, hands=None), d6=[6])
        assert reached == voyage.solo.assault


def test_a_courier_loads_delivers_and_is_paid_by_the_number() -> None:
    """SND-SOLO-25, SND-SOLO-26, SND-SOLO-27, SND-SOLO-28, SND-R-75."""
    voyage = Voyage(given={"ship": "blackstar", "hand": ["nm_cora_c1"]})
    voyage.do(c.SoloActivate(card="nm_cora_c1"))
    assert (3, []) == (voyage.solo.contraband, voyage.solo.hand)
    voyage.do(c.SoloAbandonContraband(number=1))
    voyage.solo.ship = "goshen"
    voyage.do(c.SoloDeliver(number=1))
    assert voyage.solo.special is not None
    voyage.do(c.SoloDeliver(number=1))

    assert (None, {"crimson": 1}, 11) == (voyage.solo.special, voyage.solo.keys, voyage.solo.purse.credits)


def test_an_abandoned_courier_is_paid_for_what_it_delivered() -> None:
    """SND-R-74, SND-SOLO-27."""
    voyage = Voyage(given={"ship": "goshen", "special": {"card": "nm_cora_c1"}, "contraband": 3})
    voyage.do(c.SoloDeliver(number=1))
    voyage.do(c.SoloAbandonMission())

    assert (12, 0, None) == (voyage.solo.purse.credits, voyage.solo.contraband, voyage.solo.special)


def test_a_tech_is_won_with_all_its_crystals() -> None:
    """SND-SOLO-29, SND-SOLO-33."""
    voyage = Voyage(given={"hand": ["nm_cora_t1"]})
    voyage.do(c.SoloActivate(card="nm_cora_t1"))
    for place in ("koss", "blackstar"):
        voyage.solo.ship = place
        assert voyage.code(c.SoloPickUp()) is None
        assert "nothing_here" == voyage.code(c.SoloPickUp())
    voyage.solo.ship = "kronos"
    assert "not_at_place" == voyage.code(c.SoloDeliver(number=1))
    voyage.do(c.SoloDeliver(number=2))

    assert (["nt_hold"], 0, None) == (voyage.solo.techs, voyage.solo.contraband, voyage.solo.special)


@pytest.mark.parametrize(("die", "credits_"), [(4, 14), (3, 10)])
def test_crystals_help_a_defense_and_are_spent(die: int, credits_: int) -> None:
    """SND-SOLO-31, SND-SOLO-32, SND-R-78: abandoned crystals do not end it."""
    voyage = Voyage(given={"special": {"card": "nm_cora_d1", "collected": ["koss", "blackstar"]}, "contraband": 3})
    voyage.do(c.SoloAbandonContraband(number=1))
    assert voyage.solo.special is not None
    voyage.do(c.SoloDefend(), d6=[die])

    assert (credits_, 0, None) == (voyage.solo.purse.credits, voyage.solo.contraband, voyage.solo.special)


# --- trouble and traders ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "option", "given", "die", "expected"),
    [
        ("cf_01", "bribe", {}, None, {"influence": 2}),
        ("cf_02", "fight", {}, 5, {"credits": 12}),
        ("cf_02", "fight", {}, 4, {"crew": 3, "alert": 2}),
        ("cf_01", "bluff", {}, 3, {"alert": 2}),
        ("cf_06", "detour", {}, None, {"fuel": 4}),
        ("cf_07", "erase", {"alert": 3, "influence": 6}, None, {"influence": 0, "alert": 2}),
        ("cf_09", "fight", {"crew": 1}, 1, {"crew": 0, "alert": 2}),
        ("cf_10", "fight", {}, 6, {"assault": 2}),
        ("cf_11", "tithe", {"fuel": 4}, None, {"influence": 3, "fuel": 5}),
        ("cf_11", "tithe", {"fuel": 6}, None, {"influence": 3, "fuel": 6}),
        ("cf_11", "tithe", {"fuel": 6, "techs": ["nt_tanks"]}, None, {"influence": 3, "fuel": 7}),
        ("cf_12", "fight", {"keys": {"jade": 2, "amber": 1}}, 1, {"keys": {"jade": 1, "amber": 1}, "alert": 1}),
        ("cf_12", "fight", {}, 1, {"alert": 2}),
        ("cf_13", "bluff", {}, 5, {"credits": 13}),
    ],
)
def test_ways_out_cost_roll_and_bring_what_they_say(
    card: str, option: str, given: dict[str, Any], die: int | None, expected: dict[str, Any]
) -> None:
    """SND-SOLO-36, SND-SOLO-37, SND-SOLO-49, SND-SOLO-13: nothing fills a tank above its brim."""
    voyage = Voyage(given=given | {"confrontation": card})
    assert voyage.code(c.SoloResolve(option=option, key=None), d6=[die] if die else []) is None
    purse = voyage.solo.purse
    found = {"alert": voyage.state.alert, "credits": purse.credits, "influence": purse.influence, "crew": purse.crew}
    found |= {name: getattr(voyage.solo, name) for name in ("fuel", "assault", "keys")}

    assert expected == {name: found[name] for name in expected}
    assert [card] == voyage.solo.confrontations_done


@pytest.mark.parametrize(
    ("card", "option", "key", "code"),
    [
        ("cf_01", "surrender", None, "needs_cargo"),
        ("cf_03", "bribe", None, None),
        ("cf_08", "fee", None, None),
        ("cf_12", "pledge", None, "cannot_afford"),
        ("cf_05", "nothing", None, "no_such_option"),
        ("cf_04", "submit", "jade", "bad_choice"),
    ],
)
def test_ways_out_that_are_closed_say_why(card: str, option: str, key: str | None, code: str | None) -> None:
    """SND-SOLO-36."""
    assert code == Voyage(given={"confrontation": card}).code(c.SoloResolve(option=option, key=key))


def test_surrendered_contraband_is_gone_and_keys_are_not_cargo() -> None:
    """SND-R-67, SND-SOLO-49, SND-SOLO-30."""
    given = {"confrontation": "cf_08", "contraband": 2, "special": {"card": "nm_cora_t1"}, "keys": {"jade": 1}}
    voyage = Voyage(given=given)
    voyage.do(c.SoloResolve(option="surrender", key=None))

    assert (0, None, {"jade": 1}) == (voyage.solo.contraband, voyage.solo.special, voyage.solo.keys)


def test_a_pledged_key_is_chosen() -> None:
    """SND-SOLO-49."""
    voyage = Voyage(given={"confrontation": "cf_12", "keys": {"jade": 1, "amber": 1}})
    voyage.do(c.SoloResolve(option="pledge", key="amber"))

    assert {"jade": 1} == voyage.solo.keys


@pytest.mark.parametrize(
    "command",
    [
        c.SoloAttempt(card="nm_x", hands=None), c.SoloActivate(card="nm_cora_t1"), c.SoloDrawMission(deck="cora"),
        c.SoloTrade(trader="cf_15", offer="sell_cargo", give=(), get=None),
    ],
)  # fmt: skip
def test_trouble_stops_missions_draws_and_trades_until_it_is_cleared(command: c.SynCommand) -> None:
    """SND-SOLO-39, SND-SOLO-40, SND-R-69: but one may fly and draw fuel."""
    ordinary = next(m.id for m in R.content.solo_missions if isinstance(m, Ordinary) and m.territory == "cora")
    if isinstance(command, c.SoloAttempt):
        command = c.SoloAttempt(card=ordinary, hands=None)
    given = {"hand": [ordinary, "nm_cora_t1"], "tiles": [TROUBLE, TRADER], "traders": ["cf_15"], "contraband": 1}
    voyage = Voyage(given=given | {"fuel_deck_top": "clean"})

    assert "encumbered" == voyage.code(command)
    assert voyage.code(c.SoloDrawFuel()) is None
    assert voyage.code(c.SoloTravel(to="koss", mode="zone")) is None


def test_trouble_is_cleared_by_facing_it_again() -> None:
    """SND-SOLO-41, SND-SOLO-38: and from that there is no fleeing."""
    voyage = Voyage(given={"tiles": [TROUBLE | {"card": "cf_05"}]})
    voyage.solo.confrontations.take("cf_05")
    voyage.do(c.SoloReopen(card="cf_05"))
    assert "flee_not_allowed" == voyage.code(c.SoloFlee(to="io"))
    voyage.do(c.SoloResolve(option="sweep", key=None))

    assert ([], 1, ["cf_05"]) == (voyage.solo.tiles, voyage.solo.purse.crew, voyage.solo.confrontations_done)


def test_without_a_tile_left_there_is_no_fleeing() -> None:
    """SND-SOLO-42, SND-R-70, SND-R-65."""
    tiles = [TROUBLE | {"territory": "io", "card": f"x{n}"} for n in range(11)]
    assert "no_tile_left" == Voyage(given={"confrontation": "cf_09", "tiles": tiles}).code(c.SoloFlee(to="io"))
    assert "same_zone" == Voyage(given={"confrontation": "cf_09"}).code(c.SoloFlee(to="koss"))


def test_a_drawn_trader_opens_and_every_trader_deals_at_every_traders_place() -> None:
    """SND-SOLO-44, SND-SOLO-45, SND-R-71."""
    voyage = Voyage(
        given={"fuel_deck_top": "patrol", "confrontation_deck_top": "cf_16", "keys": {"jade": 2}, "credits": 9}
    )
    voyage.do(c.SoloDrawFuel())
    assert isinstance(voyage.state.top, fr.Idle)
    voyage.solo.traders.append("cf_15")
    assert voyage.code(c.SoloTrade(trader="cf_16", offer="buy_key", give=(), get="amber")) is None
    assert voyage.code(c.SoloTrade(trader="cf_15", offer="swap_keys", give=("jade", "jade"), get="cobalt")) is None
    assert "no_such_offer" == voyage.code(c.SoloTrade(trader="cf_15", offer="buy_key", give=(), get="jade"))
    assert "cannot_afford" == voyage.code(c.SoloTrade(trader="cf_16", offer="buy_key", give=(), get="jade"))
    assert "bad_choice" == voyage.code(c.SoloTrade(trader="cf_16", offer="sell_key", give=("jade",), get=None))

    assert ({"amber": 1, "cobalt": 1}, 0) == (voyage.solo.keys, voyage.solo.purse.credits)


def test_traders_also_sell_favours_arms_cargo_and_calm() -> None:
    """SND-SOLO-44, SND-SOLO-30, SND-SOLO-51."""
    given = {"tiles": [TRADER], "traders": ["cf_17", "cf_18"], "credits": 20, "influence": 6, "alert": 3}
    voyage = Voyage(given=given)
    deals = [("cf_18", "hush"), ("cf_18", "buy_favour"), ("cf_18", "arms")]
    assert [None] * 3 == [voyage.code(c.SoloTrade(trader=t, offer=o, give=(), get=None)) for t, o in deals]
    assert (2, 2, 2, 9) == (
        voyage.state.alert,
        voyage.solo.purse.influence,
        voyage.solo.assault,
        voyage.solo.purse.credits,
    )
    assert "cannot_afford" == voyage.code(c.SoloTrade(trader="cf_17", offer="buy_cargo", give=(), get=None))

    courier = Voyage(given=given | {"special": {"card": "nm_cora_c1"}, "contraband": 2})
    assert courier.code(c.SoloTrade(trader="cf_17", offer="buy_cargo", give=(), get=None)) is None
    assert 3 == courier.solo.contraband
    assert courier.code(c.SoloTrade(trader="cf_17", offer="sell_cargo", give=(), get=None)) is None
    assert 2 == courier.solo.contraband


# --- vaults and endings -----------------------------------------------------------------------------


def test_keys_are_placed_for_good_and_open_the_vault() -> None:
    """SND-SOLO-46, SND-SOLO-47, SND-R-72, SND-SOLO-56."""
    voyage = Voyage(given={"ship": "bohr_station", "keys": {"crimson": 1, "cobalt": 2, "jade": 1}})
    for colour in ("crimson", "cobalt"):
        voyage.do(c.SoloPlaceKeys(colour=colour, number=1))
    assert "vault_locked" == voyage.code(c.SoloDrawMission(deck="bohr_station"))
    voyage.do(c.SoloPlaceKeys(colour="jade", number=1))

    seen: Any = GAME.view(voyage.rules, voyage.state, "blue")
    assert (1, {"cobalt": 1}, {}) == (voyage.solo.opened, voyage.solo.keys, voyage.solo.placed)
    assert seen.campaign.vaults[0].story
    assert voyage.code(c.SoloDrawMission(deck="bohr_station")) is None


def test_opening_the_last_vault_wins_at_once() -> None:
    """SND-SOLO-48, SND-SOLO-55, SND-R-81, SND-AUT-08: even without a mission left."""
    voyage = Voyage(given={"ship": "honos", "vaults.2": True, "keys": {"crimson": 1}, "decks.cora": []})
    voyage.solo.placed = {"cobalt": 1, "jade": 1, "amber": 2}
    voyage.do(c.SoloPlaceKeys(colour="crimson", number=1))

    assert ("vaults_opened", 3) == (voyage.reason, voyage.event("CampaignEnded").vaults)


@pytest.mark.parametrize(
    ("keys", "reason"), [({"crimson": 1, "cobalt": 1, "jade": 1}, None), ({"jade": 3}, "missions")]
)
def test_the_last_mission_decides_whether_one_can_go_on(keys: dict[str, int], reason: str | None) -> None:
    """SND-SOLO-53, SND-R-62."""
    voyage = Voyage(given={"hand": ["nm_cora_t1"], "decks.cora": [], "keys": keys})
    voyage.do(c.SoloDiscardMission(card="nm_cora_t1"))

    assert reason == voyage.reason


def test_keys_that_traders_can_mix_together_keep_the_campaign_alive() -> None:
    """SND-R-62: one for nine credits, one for two keys that the vault does not need."""
    given = {"hand": ["nm_cora_t1"], "decks.cora": [], "keys": {"jade": 1, "amber": 2}, "tiles": [TRADER], "credits": 9}
    mixed = Voyage(given=given | {"traders": ["cf_15", "cf_16"]})
    mixed.do(c.SoloDiscardMission(card="nm_cora_t1"))
    assert mixed.reason is None
    alone = Voyage(given=given | {"traders": ["cf_16"]})
    alone.do(c.SoloDiscardMission(card="nm_cora_t1"))

    assert "missions" == alone.reason


def test_where_nothing_can_be_done_any_more_the_ship_is_stranded() -> None:
    """SND-SOLO-54."""
    given = {"ship": "koss", "hand": ["nm_cora_o1"], "credits": 0, "influence": 0, "crew": 0, "fuel": 0}
    voyage = Voyage(given=given, solo_fuel_reshuffle=False)
    voyage.solo.fuel_done, voyage.solo.fuel_deck.cards = voyage.solo.fuel_deck.faces(), []
    voyage.do(c.SoloDiscardMission(card="nm_cora_o1"))

    assert "stranded" == voyage.reason


def test_exchange_goes_on_in_a_campaign() -> None:
    """SND-SOLO-50."""
    voyage = Voyage()
    voyage.do(c.Exchange(give="credits", get="influence", times=2))

    assert Bundle(6, 7, 5) == voyage.solo.purse


# --- whole campaigns --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_laws_hold_deep_into_a_campaign(seed: int) -> None:
    """What a captain is offered is accepted, what it does is listed, and the replay is equal."""
    lab = Lab(GAME, 4 * seed, 1, options={"solo_setup": "long" if seed % 2 else "short"}).open()
    while lab.match.outcome is None:
        decision = lab.choices()[0]
        for offer in decision.offers:
            assert GAME.why_not(lab.match.rules, lab.match.state, "blue", made(lab, offer)) is None
        seat, answer = next(lab.answers("greedy"))
        assert lists(decision, answer.command)
        assert isinstance(lab.give(seat, answer.command, answer.decision), Draft)

    assert lab.match.state == refold(lab.match, lab.entries).state
    assert lab.match.version > 40


def made(lab: Lab, offer: Any) -> Any:
    """A sample of an offer."""
    import msgspec

    fields: Any = sample(offer.choice, lab.rng)
    return msgspec.convert({"type": offer.command, **fields}, lab.match.codec.command_type)
