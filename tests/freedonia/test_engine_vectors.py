"""The spec's vectors that need commands, views or redaction: FRE-T-004, FRE-T-201 … FRE-T-212."""

from typing import Any

import pytest
from msgspec import UNSET

from domain.freedonia import GAME
from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.decisions import decisions
from domain.freedonia.meta import SEATS
from domain.freedonia.state import State
from domain.freedonia.view import LayView
from domain.kernel.audience import Event, see
from domain.kernel.command import Command
from domain.kernel.play import stamp
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SPECTATOR
from tests.freedonia.table import Table


def code(refused: Refused | None) -> str | None:
    """Why a command was refused, or None."""
    return refused.code if refused else None


def lays(*names: str) -> list[dict[str, list[str]]]:
    """What a vector says, so that the table knows the cards."""
    return [{"cards": list(names)}]


def shown(table: Table, viewer: str) -> list[tuple[str, dict[str, Any]]]:
    """What a viewer got of all events so far."""
    forms = [see(event, viewer, SEATS) for event in table.play.events]
    return [(type(form).__name__, fields(form)) for form in forms if form is not None]


def fields(form: Any) -> dict[str, Any]:
    """The fields that are there."""
    return {name: getattr(form, name) for name in form.__struct_fields__ if getattr(form, name) is not UNSET}


@pytest.mark.parametrize(("difficulty", "parliament"), [("story", 18), ("normal", 13), ("hard", 13), ("crisis", 9)])
def test_parliament_starts_as_the_difficulty_says(difficulty: str, parliament: int) -> None:
    """FRE-T-004, FRE-DIFF-01, FRE-DIFF-02, FRE-DIFF-04, FRE-SETUP-02, FRE-RUL-58."""
    table = Table({"difficulty": difficulty})
    table.play.state = State()

    GAME.setup(table.rules, table.play, SEATS)

    assert parliament == table.state.counts["parliament"]
    assert [] == [card for cards in table.state.standing.values() for card in cards]


def test_what_may_not_be_laid_is_refused_and_what_is_taken_back_is_refunded() -> None:
    """FRE-T-201, FRE-LAY-01..08, FRE-SECRET-03, FRE-SECRET-05."""
    given = {
        "phase": "lay_opposition",
        "cards": {"A": {"side": "opposition", "clout": 2, "cost": 2, "homes": ["court"]}},
        "hand": {"opposition": ["A", "O2a", "O2b", "O2c"]},
        "fiat": {"opposition": 3},
    }
    table = Table(given, lays("L2", "O9"))
    camp = table.state.camps["opposition"]
    steps: list[tuple[str, c.FreCommand, str | None, int]] = [
        ("leader", c.LayCard(card="L2", venue="court"), "no_such_decision", 3),
        ("opposition", c.LayCard(card="O9", venue="court"), "not_in_hand", 3),
        ("opposition", c.LayCard(card="A", venue="streets"), "not_a_home", 3),
        ("opposition", c.LayCard(card="A", venue="court"), None, 1),
        ("opposition", c.LayCard(card="O2a", venue="court"), None, 0),
        ("opposition", c.LayCard(card="O2b", venue="court"), "venue_full", 0),
        ("opposition", c.LayCard(card="O2b", venue="club"), "not_enough_fiat", 0),
        ("opposition", c.TakeBack(slot="2/opposition/court/1"), None, 2),
        ("opposition", c.LayCard(card="O2b", venue="club"), None, 1),
        ("opposition", c.Seal(), None, 1),
        ("opposition", c.TakeBack(slot="2/opposition/club/1"), "no_such_decision", 1),
    ]
    for seat, command, refusal, left in steps:
        assert (refusal, left) == (code(table.do(seat, command)), camp.fiat), command

    seen = table.view("leader")
    assert "lay_leader" == seen.phase
    covered = [lay for venue in seen.board.values() for lay in venue.face_down]
    assert covered == [
        LayView("2/opposition/court/1", "opposition", "court", "bench", None, None),  # was position 2
        LayView("2/opposition/club/1", "opposition", "club", "bench", None, None),
    ]


def test_the_injunction_bars_a_venue_for_a_year() -> None:
    """FRE-T-202, FRE-ORDER-05, FRE-LAY-05, FRE-RUL-63."""
    given = {
        "year": 3,
        "phase": "lay_opposition",
        "standing": {"court": [{"card": "L3", "since": 2}]},
        "hand": {"leader": ["L2"]},
    }
    table = Table(given)
    assert table.do("opposition", c.PlayOrder(venue="court")) is None
    assert table.do("opposition", c.Seal()) is None
    assert "venue_barred" == code(table.do("leader", c.LayCard(card="L2", venue="court")))
    assert "court" == table.view("leader").barred

    assert table.do("leader", c.Seal()) is None

    names = iter(table.names)
    wanted = ["LaySealed", "OrderPlayed", "LaySealed", "VenueOpened", "VenueDecided", "CountMoved"]
    assert all(name in names for name in wanted)
    assert 25 == next(event.end for event in table.events(e.CountMoved) if event.venue == "court")
    assert (None, "spent") == (table.view("leader").barred, table.state.camps["opposition"].order)


def test_on_story_the_opposition_lays_one_card_in_a_venue_and_no_decoy() -> None:
    """FRE-T-203, FRE-DIFF-01, FRE-DECOY-01, FRE-RUL-57."""
    table = Table({"difficulty": "story", "phase": "lay_opposition", "hand": {"opposition": ["O2a", "O2b"]}})

    assert table.do("opposition", c.LayCard(card="O2a", venue="club")) is None
    assert "venue_full" == code(table.do("opposition", c.LayCard(card="O2b", venue="club")))
    assert "decoys_off" == code(table.do("opposition", c.LayDecoy(venue="court", face="press")))


def test_a_decoy_lies_alone_once_a_year_in_any_venue() -> None:
    """FRE-T-204, FRE-DECOY-01, FRE-RUL-03."""
    table = Table({"phase": "lay_opposition", "hand": {"opposition": ["O2a", "O2b"]}})
    steps: list[tuple[c.FreCommand, str | None]] = [
        (c.LayCard(card="O2a", venue="club"), None),
        (c.LayDecoy(venue="club", face="press"), "venue_not_empty"),
        (c.LayDecoy(venue="court", face="nobody"), "unknown_face"),
        (c.LayDecoy(venue="court", face="press"), None),
        (c.LayCard(card="O2b", venue="court"), "decoy_there"),
        (c.LayDecoy(venue="streets", face="press"), "decoy_used"),
        (c.TakeBack(slot="2/opposition/court/1"), None),
        (c.LayDecoy(venue="streets", face="labour"), None),
    ]

    assert [refusal for _, refusal in steps] == [code(table.do("opposition", command)) for command, _ in steps]
    assert "no_such_decision" == code(table.do("leader", c.LayDecoy(venue="court", face="press")))


def test_while_cards_lie_face_down_sizes_and_money_stay_as_they_were() -> None:
    """FRE-T-205, FRE-SECRET-02, FRE-LAY-06, FRE-DECOY-02, FRE-RUL-53."""
    hand = {"opposition": ["O2a", "O2b", "O4", "O1"]}
    table = Table({"year": 5, "phase": "lay_opposition", "hand": hand, "fiat": {"opposition": 4}})
    table.do("opposition", c.LayCard(card="O4", venue="streets"))
    table.do("opposition", c.LayDecoy(venue="club", face="bench"))
    table.do("opposition", c.Seal())

    seen = table.view("leader")

    assert (4, 4) == (seen.seats["opposition"].hand_size, seen.seats["opposition"].fiat)
    covered = [(lay.venue, lay.face, lay.card, lay.decoy) for v in seen.board.values() for lay in v.face_down]
    assert [("streets", "bench", None, None), ("club", "bench", None, None)] == covered
    table.lay("leader", {})
    table.reveal(6)
    assert 3 == table.view("leader").seats["opposition"].hand_size


def form(event: Event, viewer: str) -> dict[str, Any] | None:
    """An event as a viewer gets it."""
    stamp(event, SEATS)
    seen = see(event, viewer, SEATS)
    return None if seen is None else fields(seen)


EVERYONE = ("leader", "opposition", SPECTATOR)


SHED = e.CardsShed(seat="leader", who=("leader",), count=1, cards=("a",), record_cards=(), open=False)
TOLD: dict[str, tuple[Event, str, str | None]] = {
    "a shuffle": (
        e.DeckShuffled(seat="leader", who=EVERYONE, size=2, reason="draw", order=("a", "b")),
        "seat size reason",
        "seat size reason",
    ),
    "a favour's shuffle": (
        e.DeckShuffled(seat="leader", who=("leader",), size=1, reason="favour", order=("a",)),
        "seat size reason",
        None,
    ),
    "a draw": (e.CardsDrawn(seat="leader", count=1, cards=("a",)), "seat count cards", "seat count"),
    "a lay": (
        e.CardLaid(seat="leader", slot="s", card="a", venue="club", face=None, cost=1),
        "seat slot card venue face cost",
        None,
    ),
    "a decoy": (e.DecoyLaid(seat="leader", slot="s", venue="club", face=None), "seat slot venue face", None),
    "a take-back": (e.LayTakenBack(seat="leader", slot="s", refund=1), "seat slot refund", None),
    "an order staged": (e.OrderStaged(seat="leader", order="o", venue="club"), "seat order venue", None),
    "a favour": (
        e.FavourCalled(seat="leader", gave="a", got="b", goes_to="bottom"),
        "seat gave got goes_to",
        None,
    ),
    "a shed": (SHED, "seat count cards record_cards open", "seat count record_cards open"),
    "a seal": (e.LaySealed(seat="leader", lays=(), cards=()), "seat lays cards", "seat lays"),
    "a look": (e.LaysShown(seat="leader", venue="club", cards=()), "seat venue cards", None),
    "a choice": (e.OpeningSwapChosen(seat="leader", cards=("a",)), "seat cards", "seat"),
}


@pytest.mark.parametrize(("event", "owner", "others"), TOLD.values(), ids=TOLD)
def test_an_event_tells_each_viewer_its_part(event: Event, owner: str, others: str | None) -> None:
    """FRE-T-206, FRE-SECRET-01, FRE-SECRET-04, FRE-SETUP-03."""
    assert owner.split() == list(form(event, "leader") or {})
    for viewer in ("opposition", SPECTATOR):
        seen = form(event, viewer)
        assert (None if others is None else others.split()) == (None if seen is None else list(seen))


def defaults(table: Table) -> dict[str, Command]:
    """What the clock does for each seat, where there is one."""
    found = decisions(table.rules, table.state)
    assert all(decision.limit_s == 60 for decision in found)
    return {decision.seat: decision.default for decision in found if isinstance(decision.default, Command)}


def test_on_crisis_the_clock_seals_what_is_laid() -> None:
    """FRE-T-207, FRE-CLOCK-01, FRE-DIFF-04, FRE-RUL-56."""
    given = {"difficulty": "crisis", "phase": "lay_leader", "hand": {"leader": ["L2", "L3"]}, "fiat": {"leader": 5}}
    table = Table(given)
    table.do("leader", c.LayCard(card="L2", venue="club"))
    table.chance.dice = [6]

    default = defaults(table)["leader"]

    assert c.Seal() == default
    assert table.do("leader", c.Seal()) is None
    assert 24 == next(event.end for event in table.events(e.CountMoved))
    assert ["L3"] == table.hand("leader")
    assert "no_such_decision" == code(table.do("leader", c.Seal()))


def test_on_crisis_the_clock_sheds_what_was_longest_in_hand() -> None:
    """FRE-T-208, FRE-CLOCK-01, FRE-YEAR-05."""
    given = {
        "difficulty": "crisis",
        "year": 5,
        "phase": "shed",
        "hand": {"opposition": ["O1a", "O2a", "O3a", "O4a", "O5a"]},
        "deck": {"opposition": ["O6a", "O6b", "O6c"]},
    }
    table = Table(given)

    default = defaults(table)["opposition"]

    assert c.Shed(cards=("O1a", "O2a")) == default
    assert table.do("opposition", c.Shed(cards=("O1a", "O2a"))) is None
    assert ["O3a", "O4a", "O5a", "O6a", "O6b", "O6c"] == table.hand("opposition")
    assert ["O1a", "O2a"] == table.state.camps["opposition"].shed.faces()


def test_without_crisis_no_clock_runs() -> None:
    """FRE-DIFF-03."""
    table = Table({"difficulty": "hard", "phase": "lay_leader"})

    assert [None] == [decision.limit_s for decision in decisions(table.rules, table.state)]


def test_a_favour_is_called_before_laying_once_a_year() -> None:
    """FRE-T-209, FRE-HAND-03, FRE-RUL-51."""
    given = {
        "phase": "lay_leader",
        "hand": {"leader": ["L1", "L2", "L3"]},
        "deck": {"leader": ["L5", "L6"]},
        "fiat": {"leader": 3},
    }
    table = Table(given)
    table.do("leader", c.LayCard(card="L2", venue="club"))
    assert "draft_not_empty" == code(table.do("leader", c.CallFavour(card="L1")))
    table.do("leader", c.TakeBack(slot="2/leader/club/1"))
    assert table.do("leader", c.CallFavour(card="L1")) is None
    assert "favour_used" == code(table.do("leader", c.CallFavour(card="L2")))

    camp = table.state.camps["leader"]
    assert (["L2", "L3", "L5"], ["L6", "L1"], 2) == (sorted(camp.hand.faces()), camp.deck.faces(), camp.fiat)


def test_the_opening_swap_is_sealed() -> None:
    """FRE-T-210, FRE-HAND-01, FRE-HAND-02, FRE-SECRET-01, FRE-SETUP-04, FRE-RUL-49."""
    given = {
        "phase": "opening",
        "hand": {"leader": ["L1", "L2", "L3", "L4"], "opposition": ["O1", "O2", "O3", "O4"]},
        "deck": {"leader": ["L5", "L6"], "opposition": ["O5", "O6"]},
    }
    table = Table(given)
    table.do("opposition", c.OpeningSwap(cards=("O1",)))
    assert "already_chosen" == code(table.do("opposition", c.OpeningSwap(cards=())))
    assert [("OpeningSwapChosen", {"seat": "opposition"})] == shown(table, "leader")

    table.do("leader", c.OpeningSwap(cards=()))

    assert ("OpeningSwapped", {"seat": "opposition", "count": 1}) in shown(table, "leader")
    camp = table.state.camps["opposition"]
    assert (["O2", "O3", "O4", "O5"], ["O6", "O1"]) == (camp.hand.faces(), camp.deck.faces())
    assert 1 == table.state.year


def test_the_black_chamber_shows_a_venue_to_the_leader_alone() -> None:
    """FRE-T-211, FRE-ORDER-04, FRE-SECRET-01, FRE-RUL-55."""
    table = Table({"leader_order": "black_chamber", "phase": "lay_leader", "hand": {"leader": ["L1"]}}, lays("O4"))
    table.lay("opposition", {"streets": ["O4"], "club": ["decoy"]})
    table.play.events.clear()

    assert table.do("leader", c.PlayOrder(venue="club")) is None

    assert "nothing_staged" == code(table.do("leader", c.TakeBackOrder()))
    assert "draft_not_empty" == code(table.do("leader", c.CallFavour(card="L1")))
    played = ("OrderPlayed", {"seat": "leader", "order": "black_chamber", "venue": "club"})
    cards = (e.Uncovered("2/opposition/club/1", None),)
    assert [played, ("LaysShown", {"seat": "leader", "venue": "club", "cards": cards})] == shown(table, "leader")
    assert [played] == shown(table, "opposition") == shown(table, SPECTATOR)
    known = [[lay.decoy for lay in table.view("leader").board[venue].face_down] for venue in ("streets", "club")]
    assert [[None], [True]] == known
    assert [None] == [lay.decoy for lay in table.view(SPECTATOR).board["club"].face_down]


def test_a_deck_that_runs_out_is_made_anew_in_the_middle_of_a_draw() -> None:
    """FRE-T-212, FRE-HAND-04, FRE-YEAR-04."""
    given = {
        "year": 6,
        "hand": {"leader": ["L1"]},
        "deck": {"leader": ["L5"]},
        "discard": {"leader": ["L2", "L3"]},
    }
    table = Table(given)
    table.turn_year(shuffled={"leader": ["L3", "L2"]})

    told = [event for event in table.play.events if isinstance(event, e.CardsDrawn | e.DeckShuffled)]

    assert [("L5",), ("L3", "L2"), ("L3", "L2")] == [
        event.cards if isinstance(event, e.CardsDrawn) else event.order for event in told
    ]
    assert ["L1", "L5", "L3", "L2"] == table.hand("leader")
    assert [] == table.state.camps["leader"].discard
