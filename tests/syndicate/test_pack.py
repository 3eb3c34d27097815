"""The house pack keeps to what is printed and to its own counts: SND-CP, SND-CMP."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.kernel.pack import Pack
from domain.syndicate import GAME
from domain.syndicate.cards import effects as f
from domain.syndicate.cards.content import Hands
from domain.syndicate.meta import WINDOWS
from domain.syndicate.options import Options
from domain.syndicate.packs import back, rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.assaults import win_at
from tests.syndicate.table import Table

R = rules(Options(), GAME.pack())
C = R.content
TARGETS = {"EXO": 8.0, "MIDDLE": 13.0, "INNER": 20.0}
FACTOR = {3: 0.8, 4: 1.0, 5: 1.35}


def worth(bundle: Bundle) -> float:
    return bundle.credits + bundle.influence + 0.75 * bundle.crew


def zone(territory: str) -> str:
    return R.territories[territory].zone


def test_there_are_eighteen_territories_in_three_zones() -> None:
    """SND-CP-01, SND-CMP-01."""
    assert {"EXO": 6, "MIDDLE": 9, "INNER": 3} == Counter(card.zone for card in C.territories)
    assert 18 == len(R.territories)


def test_zone_figures_are_the_printed_ones() -> None:
    """SND-CP-02, SND-BASE-07, SND-CREW-01."""
    figures = {z.id: (z.buy, z.income, z.fortify) for z in C.zones}

    assert figures == {
        "EXO": (Bundle(8, 4, 0), Bundle(3, 3, 3), Bundle(4, 0, 6)),
        "MIDDLE": (Bundle(12, 6, 0), Bundle(6, 3, -3), Bundle(6, 0, 10)),
        "INNER": (Bundle(16, 8, 0), Bundle(9, 3, -6), Bundle(8, 0, 12)),
    }


def test_the_printed_places_are_there() -> None:
    """SND-CP-03."""
    printed = [
        "Blackstar",
        "Koss",
        "Goshen",
        "Vimana",
        "Kafka",
        "Io",
        "Kepler",
        "Ceto",
        "Etna",
        "Honos",
        "Kronos",
        "Cora",
    ]
    assert {*printed, "New Victoria", "Ukemochi City", "Bohr Station"} <= {card.name for card in C.territories}


def test_ceto_guards_two_neighbours_with_three_boxes() -> None:
    """SND-CP-04."""
    ceto = R.territories["ceto"]

    assert ("military", 3, ("ukemochi_city", "etna")) == (ceto.special, ceto.boxes, ceto.beams)
    assert "printed" == ceto.label["special"]


def test_the_travel_example_fits_the_zones() -> None:
    """SND-CP-05."""
    assert zone("blackstar") == zone("koss") != zone("goshen") == zone("vimana")


def test_each_route_spans_two_zones() -> None:
    """SND-CP-06."""
    members = {route.id: set(route.members) for route in C.routes}

    assert {"exo_middle": {"koss", "new_victoria", "vimana"}, "middle_inner": {"kafka", "io", "kepler"}} == members
    assert [{"EXO", "MIDDLE"}, {"MIDDLE", "INNER"}] == [{zone(t) for t in route.members} for route in C.routes]


def test_special_places_have_what_they_need() -> None:
    """SND-CP-07, SND-CP-08."""
    kinds = Counter(card.special for card in C.territories)
    assert {"military": 3, "research": 3, "mining": 3, "casino": 1, "none": 8} == kinds
    for card in C.territories:
        assert (card.special == "military") == bool(card.beams)
        assert (card.special in {"military", "research"}) == (1 <= card.boxes <= 6)
        assert (card.special == "mining") == (card.yields in {1, 2})
        assert card.id not in card.beams
        assert set(card.beams) <= set(R.territories)


def test_ten_syndicates_start_within_bounds() -> None:
    """SND-CP-09, SND-CMP-02."""
    starts = [card.bonus.territory for card in C.syndicates if isinstance(card.bonus, f.StartBase)]
    fidge = next(card for card in C.syndicates if card.id == "fidge")

    assert 10 == len(C.syndicates)
    assert all(card.assault <= 2 and card.tech <= 4 for card in C.syndicates)
    assert len(starts) == len(set(starts))
    assert (Bundle(3, 0, 2), Bundle(3, 0, 3)) == (fidge.start, fidge.income)
    assert f.StartBase(territory="koss", fortified=True) == fidge.bonus


def test_there_are_seventy_eight_operation_cards() -> None:
    """SND-CP-10, SND-CMP-03."""
    assert (48, 14, 16) == (len(C.missions), len(C.robberies), sum(card.copies for card in C.sleepers))
    assert 78 == len(R.operation_faces)
    for card in C.missions:
        assert (card.min_round == 1) == (zone(card.territory) == "EXO")
        assert card.min_round <= 6
    assert all(card.min_round <= 6 for card in C.robberies)


def test_mission_thresholds_are_in_order() -> None:
    """SND-CP-11, SND-R-10."""
    for card in C.missions:
        rows = card.win_at
        assert 2 <= rows.own <= rows.vacant <= 6
        assert rows.coop <= rows.uncoop <= 6
    goshen = R.missions["msn_goshen_1"]
    assert (4, Hands(Bundle(1, 2, 2), 1)) == (goshen.win_at.vacant, goshen.hands)


@pytest.mark.parametrize(
    ("where", "vacant", "rounds"),
    [
        ("EXO", {3: 5, 4: 10, 5: 3}, {1: 18}),
        ("MIDDLE", {3: 4, 4: 13, 5: 7}, {2: 8, 3: 10, 4: 6}),
        ("INNER", {4: 2, 5: 4}, {4: 2, 5: 3, 6: 1}),
    ],
)
def test_missions_are_spread_as_stated(where: str, vacant: dict[int, int], rounds: dict[int, int]) -> None:
    """SND-CP-10."""
    here = [card for card in C.missions if zone(card.territory) == where]

    assert vacant == Counter(card.win_at.vacant for card in here)
    assert rounds == Counter(card.min_round for card in here)


def test_mission_rewards_and_hands_keep_their_price() -> None:
    """SND-CP-11."""
    assert 6 == sum(card.hands is None for card in C.missions)
    for card in C.missions:
        target = TARGETS[zone(card.territory)] * FACTOR[card.win_at.vacant]
        assert abs(worth(card.reward) - target) <= 0.15 * target, card.id
        assert card.reward.credits >= 0.6 * worth(card.reward), card.id
        if card.hands is not None and card.id != "msn_goshen_1":
            low, high = (0.15, 0.30) if card.hands.lowers_by == 1 else (0.30, 0.45)
            assert low * target <= worth(card.hands.cost) <= high * target, card.id


def test_robberies_are_spread_as_stated() -> None:
    """SND-CP-12, SND-CMP-08."""
    assert {"EXO": 5, "MIDDLE": 6, "INNER": 3} == Counter(card.zone for card in C.robberies)
    dice = Counter((card.zone, card.dice.unfortified, card.dice.fortified) for card in C.robberies)
    assert dice == {
        ("EXO", 2, 1): 5,
        ("MIDDLE", 2, 1): 3,
        ("MIDDLE", 3, 1): 1,
        ("MIDDLE", 3, 2): 2,
        ("INNER", 3, 2): 3,
    }
    prices = {"EXO": (1.5, 3), "MIDDLE": (2.5, 4), "INNER": (4, 6)}
    for card in C.robberies:
        low, high = prices[card.zone]
        assert low <= worth(card.hands.cost) <= high, card.id


def test_every_sleeper_says_when_and_against_whom() -> None:
    """SND-CP-13, SND-WIN-01: and each kind of window is used by one."""
    assert {2} == {card.copies for card in C.sleepers}
    assert {*WINDOWS, "rest"} == {card.window for card in C.sleepers}
    assert all(card.text and card.effect for card in C.sleepers)


def test_sovereign_cards_grow_harsher() -> None:
    """SND-CP-14, SND-CMP-04, SND-CMP-09."""
    finals = [card for card in C.sovereign if any(isinstance(e, f.FinalRound) for e in card.effect)]
    assert (16, ["sv_star"]) == (len(C.sovereign), [card.id for card in finals])
    maps = [
        number
        for card in C.sovereign
        for effect in card.effect
        for number in msgspec.to_builtins(effect).values()
        if isinstance(number, tuple) and all(isinstance(n, int) for n in number)
    ]
    assert len(maps) > 15
    assert all(list(number) == sorted(number) for number in maps)


def test_chips_fill_the_board_and_leave_nineteen() -> None:
    """SND-CP-15, SND-CMP-06."""
    counts: Counter[str] = Counter()
    for chip in C.chips:
        counts[chip.zone] += chip.copies
    assert {"EXO": 13, "MIDDLE": 16, "INNER": 8} == counts
    assert 19 == counts.total() - len(R.territories)


def test_techs_awards_and_ladders() -> None:
    """SND-CP-16, SND-CP-18, SND-CMP-05, SND-CMP-15, SND-CMP-16."""
    assert (12, 7) == (len(C.techs), len(C.awards))
    assert {"tech", "assault"} == set(C.market)
    assert all((5, 10, 15) == ladder[:3] and list(ladder) == sorted(set(ladder)) for ladder in C.market.values())
    assert (10, 4) == (C.tech_max, C.assault_max)


@pytest.mark.parametrize(("seats", "highest"), [(2, 6), (3, 6), (4, 8), (5, 8)])
def test_the_alert_track_has_all_three_colours(seats: int, highest: int) -> None:
    """SND-CP-17, SND-BLK-01, SND-R-05, SND-CMP-10."""
    track = R.track(seats)
    assert highest == track.max
    assert 1 < track.orange < track.red <= track.max


def test_every_part_says_where_it_comes_from() -> None:
    """SND-CP-21: with a source where it is no substitute."""
    records: list[Any] = [
        *C.territories, *C.zones, *C.routes, *C.syndicates, *C.chips, *C.sovereign, *C.alert, *C.awards, *C.techs,
        *C.missions, *C.robberies, *C.sleepers,
    ]  # fmt: skip
    for record in records:
        assert record.label
        assert bool(record.source) == (set(record.label.values()) != {"substitute"}), record


def test_a_pack_with_an_unknown_effect_is_refused() -> None:
    """SND-CP-22."""
    text = GAME.pack().text.replace(b'"op":"free_hands"', b'"op":"summon"')
    with pytest.raises(msgspec.ValidationError):
        rules(Options(), Pack(text))


def test_a_back_shows_the_colour_of_a_chip_and_no_face() -> None:
    """SND-R-52, SND-INF-05."""
    assert {chip.face: f"chip {chip.zone}" for chip in C.chips} == {chip.face: back(chip.face) for chip in C.chips}
    assert {"operation"} == {back(face) for face in R.operation_faces}
    assert {"sovereign"} == {back(card) for card in R.sovereign}
    assert {"syndicate"} == {back(card.id) for card in C.syndicates}


def test_the_assault_table() -> None:
    """SND-TV-004, SND-ASSAULT-04."""
    rows = [(n, win_at(n, fortified=False), win_at(n, fortified=True)) for n in range(5)]
    assert [(0, 6, None), (1, 5, 6), (2, 4, 5), (3, 3, 4), (4, 2, 3)] == rows


def test_small_things_are_numbers_not_pieces() -> None:
    """SND-CMP-07, SND-CMP-11, SND-CMP-12, SND-CMP-13, SND-CMP-14, SND-R-24, SND-R-83: dice, the destroyer, cubes and
    the one marker of the first player are counts and places, so none of them can run out."""
    mat = Table(5).state.mats["violet"]
    assert (2, 0) == (mat.dice_armed, mat.dice_used)
    mat.purse += Bundle(10_000, 10_000, 10_000)
    assert 10_020 == mat.purse.crew
