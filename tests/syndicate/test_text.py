"""The lines for people: whole sentences, with what a newcomer needs to follow the match."""

from typing import Any

import pytest

from domain.kernel.audience import see
from domain.syndicate import commands as c
from domain.syndicate.rules import awards
from domain.syndicate.text import text
from domain.syndicate.text.words import sleeper_does
from tests.syndicate.campaign import SEAT, Voyage
from tests.syndicate.say import assault, mission, sleeper
from tests.syndicate.table import Table


def lines(table: Table | Voyage, viewer: str = "red") -> list[str]:
    """What a viewer reads of all events so far."""
    forms = (see(event, viewer, table.play.seats) for event in table.play.events)
    return [text(table.rules, form, viewer) for form in forms if form is not None]


def test_an_attempt_says_how_it_is_made() -> None:
    """SND-TURN-02, SND-INF-07."""
    given = {"A.hand": ["msn_koss_1"], "koss.owner": "B", "A.chips": ["ex_luck"]}
    table = Table(given=given)
    table.do("blue", mission("msn_koss_1", stance="coop", hands="paid", chips=("ex_luck",)), d6=[1])

    assert (
        "Blue attempts the mission at Koss (msn_koss_1) in league with its owner with extra hands for 1 credit, "
        "1 crew, using Luck; it takes 3 or more."
    ) == lines(table)[0]
    assert ["Blue rolls 1 (+1 makes 2): failure.", "The alert rises from 1 to 2.", "Blue's mission fails."] == lines(
        table
    )[1:]


def test_an_assault_names_both_parties_and_its_strength() -> None:
    """SND-ASSAULT-01, SND-PH-09."""
    table = Table(2, {"koss.owner": "PH"}, phantom=True)
    table.do("blue", assault("koss", 1), d6=[5])
    table.do("blue", assault("koss", 0))

    assert [
        "Blue storms Koss of the phantom with 1 reinforcement; it takes 5 or more.",
        "Blue rolls 5: success.",
        "The assault on Koss succeeds.",
        "Blue takes Koss from the phantom.",
    ] == lines(table)[:4]


def test_every_sleeper_says_what_it_does() -> None:
    """SND-SLP-06: also to somebody who has never seen the card."""
    table = Table(given={"A.hand": ["msn_koss_1"], "B.slot": "slp_badintel"})
    table.do("blue", mission("msn_koss_1"))
    table.do("red", sleeper())

    assert "Red reveals the sleeper Bad intel against Blue: the roll is worse." in lines(table)
    assert all(sleeper_does(table.rules, face) for face in table.rules.sleepers)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({}, "Final scores: Blue 20, Red 20. Blue and Red share the win."),
        ({"A.awards": ["aw_core"]}, "Final scores: Blue 28, Red 20. Blue wins."),
    ],
)
def test_the_end_says_who_won(given: dict[str, Any], line: str) -> None:
    """SND-END-05."""
    table = Table(2, given)
    awards.score(table.rules, table.play)

    assert [line] == lines(table)


def test_a_collection_tells_what_was_paid_apart() -> None:
    """SND-COL-03, SND-AWD-01."""
    table = Table(2, {"kafka.owner": "A", "honos.owner": "A", "koss.owner": "A", "koss.inactive": ["tax"]})
    table.collect()

    assert "Blue collects 15 credits, 6 influence and pays 9 crew." in lines(table)
    award = "Blue claims the award Three worlds (own a base in each of the three zones), worth 5 points."
    assert award == lines(table)[-1]


def test_a_campaign_reads_as_a_story() -> None:
    """SND-SOLO-11, SND-SOLO-36, SND-SOLO-52."""
    given = {"alert": 5, "fuel": 6, "contraband": 2, "special": {"card": "nm_cora_c1"}, "confrontation": "cf_09"}
    voyage = Voyage(given=given)
    voyage.do(c.SoloResolve(option="toll", key=None))
    voyage.do(c.SoloHyperjump(to="goshen"), cons=[6])

    assert [
        "Orion Raiders, way out: toll for 4 credits.",
        "The ship jumps from Cora to Goshen; 4 fuel left.",
        "The jump die shows 6: it is a trap.",
        "The Sovereign takes 2 contraband.",
        "The alert rises from 5 to 6.",
        "The campaign is lost: the alert reached its limit.",
    ] == lines(voyage, SEAT)
