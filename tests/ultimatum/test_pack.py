"""The house pack: what any pack of this game must be."""

import pytest

from domain.ultimatum import GAME
from domain.ultimatum.cards import effects as f
from domain.ultimatum.meta import DISTRICTS
from domain.ultimatum.packs import Rules, back
from tests.ultimatum.table import built

VERBS = {"networks": f.Swap, "hub": f.Place, "guild": f.Remove, "squat": f.Move}


@pytest.fixture
def rules() -> Rules:
    return built()


def test_five_different_cards_for_each_district(rules: Rules) -> None:
    """ULT-SETUP-02."""
    districts = [card.district for card in rules.cards.values()]

    assert dict.fromkeys(DISTRICTS, 5) == {district: districts.count(district) for district in DISTRICTS}
    assert 25 == len({card.text for card in rules.cards.values()})
    assert 25 == len({card.name for card in rules.cards.values()})


def test_each_district_has_its_purpose(rules: Rules) -> None:
    """ULT-CARD-08."""
    for card in rules.cards.values():
        main = type(card.effect[0])
        if card.district == "bazaar":
            assert main not in VERBS.values()
        else:
            assert VERBS[card.district] is main


def test_the_borders_favour_nobody_and_leave_nobody_out(rules: Rules) -> None:
    """ULT-CARD-07."""
    for district, near in rules.bordering.items():
        assert district not in near
        assert 2 <= len(near) <= 4
        assert all(district in rules.bordering[neighbour] for neighbour in near)


def test_every_part_says_where_it_comes_from(rules: Rules) -> None:
    """Names, texts and effects that no source prints are marked as substitutes."""
    sources = {"printed", "inferred", "substitute"}
    labels = [card.label for card in rules.cards.values()] + [boss.labels for boss in rules.bosses.values()]

    assert all(label and set(label.values()) <= sources for label in labels)
    printed = sorted(face for face, card in rules.cards.items() if card.label["effect"] == "printed")
    assert ["B1", "H1", "N1"] == printed


def test_there_are_two_basic_and_five_special_bosses(rules: Rules) -> None:
    """ULT-SETUP-03, ULT-ASYM-01."""
    kinds = [boss.kind for boss in rules.bosses.values()]

    assert (2, 5) == (kinds.count("basic"), len(rules.specials()))


def test_a_back_tells_the_district_and_no_more(rules: Rules) -> None:
    """ULT-SECRET-02, ULT-SECRET-03: all Boss cards have one back."""
    assert {face: card.district for face, card in rules.cards.items()} == {face: back(face) for face in rules.cards}
    assert {"boss"} == {back(boss) for boss in rules.bosses}


def test_the_pack_is_pinned_by_its_content() -> None:
    """Equal content, equal hash."""
    assert GAME.pack(GAME.packs[0].hash) is GAME.packs[0]
    assert 64 == len(GAME.packs[0].hash)
