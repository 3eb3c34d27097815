"""The house pack, and what any pack of this game must be."""

from typing import Any

import msgspec
import pytest

from domain.freedonia import GAME
from domain.freedonia.cards import CONTENTS, back
from domain.freedonia.cards import content as f
from domain.freedonia.cards.lint import problems
from domain.freedonia.meta import SEATS, VENUES
from domain.freedonia.options import Options
from domain.freedonia.packs import rules
from domain.kernel.pack import Pack

HOUSE = CONTENTS[0]
PRINTED = {
    "Martial Law", "The Enemy at the Gates", "The Foreign Hand", "Delay the Elections", "The Scapegoat",
    "Cancel Elections", "The Unity Curfew", "The Indefinite Emergency", "The Rival Paper", "Deploy Emergency Forces",
}  # fmt: skip


def changed(**parts: Any) -> f.Content:
    """The house pack with some parts otherwise."""
    return msgspec.structs.replace(HOUSE, **parts)


def with_card(id_: str, **parts: Any) -> f.Content:
    """The house pack with one card otherwise."""
    card = msgspec.structs.replace(HOUSE.cards[id_], **parts)
    return changed(cards=HOUSE.cards | {id_: card})


def with_copies(deck: str, **copies: int) -> f.Deck:
    """A deck of the house with other copies of some cards."""
    return msgspec.structs.replace(HOUSE.decks[deck], cards=HOUSE.decks[deck].cards | copies)


def test_the_house_pack_is_good() -> None:
    """FRE-CARD-01, FRE-CARD-02."""
    assert [] == problems(HOUSE)


def test_every_card_has_a_place_and_every_number_a_source() -> None:
    """FRE-CARD-01, FRE-RECORD-01: no card is printed; ten names are."""
    in_decks = {card for deck in HOUSE.decks.values() for card in deck.cards}
    record = {card for cards in HOUSE.record.values() for card in cards}

    assert set(HOUSE.cards) == in_decks | record
    assert PRINTED == {card.name.text for card in HOUSE.cards.values() if card.name.label == "printed"}
    assert not [id_ for id_, card in HOUSE.cards.items() if card.label == "printed"]


def test_banning_the_papers_and_a_general_strike_call_whom_the_text_says() -> None:
    """FRE-RECORD-03."""
    calls = {card.name.text: brings.card for card in HOUSE.cards.values() if (brings := f.ability(card, f.Brings))}

    assert ("o_rival_paper", "l_emergency_forces") == (calls["Ban the Papers"], calls["General Strike"])


FAULTS: dict[str, tuple[f.Content, str]] = {
    "a venue is missing": (changed(venues=VENUES[:4]), "the venues are five"),
    "a die with too few faces": (changed(die=f.Die(3)), "4 to 12 faces"),
    "a start that is printed otherwise": (
        changed(start=msgspec.structs.replace(HOUSE.start, parliament=HOUSE.start.parliament | {"story": 17})),
        "Parliament starts at 18",
    ),
    "a start that rises with the difficulty": (
        changed(start=msgspec.structs.replace(HOUSE.start, parliament=HOUSE.start.parliament | {"hard": 14})),
        "lower where it is harder",
    ),
    "a difficulty without a start": (
        changed(start=msgspec.structs.replace(HOUSE.start, parliament={"story": 18})),
        "a start for each difficulty",
    ),
    "a start that has lost already": (changed(start=msgspec.structs.replace(HOUSE.start, club=0)), "1 to 49"),
    "a goal that is met at once": (
        changed(ambitions=HOUSE.ambitions | {"x": f.Ambition("X", "marshal", {"court": 20}, "substitute")}),
        "x: a goal lies above",
    ),
    "an ambition too many": (
        changed(ambitions=HOUSE.ambitions | {"x": f.Ambition("X", "marshal", {"court": 50}, "substitute")}),
        "the own deck of one ambition",
    ),
    "an ambition without goals": (
        changed(ambitions=HOUSE.ambitions | {"x": f.Ambition("X", "marshal", {}, "substitute")}),
        "x: one to five goals",
    ),
    "a card without a box": (with_card("checkpoint", when_lands=None), "checkpoint: a card has a box"),
    "a card nobody can pay": (with_card("checkpoint", cost=7), "checkpoint: cost 1 to 6"),
    "a card that mostly backfires": (with_card("checkpoint", risk=3), "checkpoint: cost 1 to 6"),
    "a card without a home": (with_card("checkpoint", homes=()), "checkpoint: one to five wedges"),
    "five wedges without the mark": (with_card("letter", abilities=()), "letter: five wedges and Far-reaching"),
    "a strong Far-reaching card": (with_card("letter", clout=2), "letter: a Far-reaching card has clout 1"),
    "a weak Bastion": (with_card("citadel", clout=1), "citadel: a Bastion has clout 2"),
    "a Leader card without a category": (with_card("checkpoint", category="x"), "checkpoint: a Leader card has"),
    "an Opposition card without a face": (with_card("leaflet", face=None), "leaflet: an Opposition card has"),
    "a power of the Opposition": (with_card("leaflet", abilities=(f.AimAnger(),)), "leaflet: rare powers"),
    "a call for one's own Record": (
        with_card("wildcat", abilities=(f.Brings("o_dissent"),)),
        "wildcat: it brings a Record card",
    ),
    "a call that is missing": (with_card("wildcat", abilities=()), "the Opposition calls all six"),
    "a Record card that nobody calls": (with_card("lockout", abilities=()), "each Record card of the Opposition"),
    "a deck that is too thin": (
        changed(decks=HOUSE.decks | {"marshal": f.Deck("leader", "show_of_force", {"checkpoint": 2})}),
        "marshal: 18 to 24 cards",
    ),
    "a deck of two seats": (
        changed(decks=HOUSE.decks | {"marshal": f.Deck("leader", "show_of_force", {"leaflet": 20})}),
        "marshal: all cards are its seat's",
    ),
    "a deck of heavy cards": (
        changed(decks=HOUSE.decks | {"marshal": f.Deck("leader", "show_of_force", {"martial_law": 20})}),
        "marshal: at most a tenth is heavy",
    ),
    "a deck with an unknown card": (
        changed(decks=HOUSE.decks | {"marshal": f.Deck("leader", "show_of_force", {"x": 20})}),
        "marshal: no such card as x",
    ),
    "a deck with an unknown order": (
        changed(decks=HOUSE.decks | {"marshal": f.Deck("leader", "x", HOUSE.decks["marshal"].cards)}),
        "marshal: no such order as x",
    ),
    "a second Opposition": (changed(decks=HOUSE.decks | {"x": HOUSE.decks["opposition"]}), "one deck"),
    "a strong card that is cheap": (with_card("reserve", clout=5), "more clout never costs"),
    "two suspenders": (with_card("citadel", abilities=(f.SuspendElection(),)), "one suspender"),
    "two copies of a suspender": (
        changed(decks=HOUSE.decks | {"marshal": with_copies("marshal", martial_law=2)}),
        "one suspender",
    ),
    "two Bastions": (
        changed(decks=HOUSE.decks | {"marshal": with_copies("marshal", citadel=2)}),
        "at most one Bastion",
    ),
    "no Opposition": (
        changed(decks={id_: deck for id_, deck in HOUSE.decks.items() if deck.seat == "leader"}),
        "the Opposition has one deck",
    ),
    "a seat without a Record": (changed(record={"leader": HOUSE.record["leader"]}), "each seat has a Record"),
    "a Record of the other seat's cards": (
        changed(record=HOUSE.record | {"leader": HOUSE.record["opposition"]}),
        "leader: six Record cards of its own",
    ),
    "an order that would show too late": (
        changed(orders=HOUSE.orders | {"x": f.Order("X", f.PeekLay(), "at_seal", "substitute")}),
        "x: an order that pays or shows",
    ),
    "a short Record": (changed(record=HOUSE.record | {"leader": HOUSE.record["leader"][:5]}), "six Record cards"),
    "a face that names a card": (with_card("leaflet", homes=("club", "court")), "press in court: two cards fit"),
    "a face that is rare": (changed(faces=(*HOUSE.faces, "x")), "x: four cards of the deck show it"),
}


@pytest.mark.parametrize(("content", "complaint"), FAULTS.values(), ids=FAULTS)
def test_a_pack_that_breaks_a_constraint_is_refused_by_name(content: f.Content, complaint: str) -> None:
    pack = Pack(msgspec.json.encode(content))

    with pytest.raises(msgspec.ValidationError) as refused:
        rules(Options(), pack)

    assert complaint in str(refused.value)


def test_what_another_pack_has_cannot_be_chosen_from_this_one() -> None:
    """FRE-SETUP-01: the options name the decks and ambitions of all packs."""
    other = changed(
        decks={"colonel" if id_ == "marshal" else id_: deck for id_, deck in HOUSE.decks.items()},
        ambitions={
            id_: msgspec.structs.replace(each, own_deck="colonel") if each.own_deck == "marshal" else each
            for id_, each in HOUSE.ambitions.items()
        },
    )

    with pytest.raises(msgspec.ValidationError, match="this pack has no marshal"):
        rules(Options(deck="marshal"), Pack(msgspec.json.encode(other)))


def test_a_back_tells_the_seat_the_kind_and_the_picture() -> None:
    """FRE-LAY-06, FRE-SECRET-01."""
    assert {"leader deck None"} == {back(card) for card in HOUSE.decks["marshal"].cards}
    assert {f"opposition deck {face}" for face in HOUSE.faces} == {
        back(card) for card in HOUSE.decks["opposition"].cards
    }
    assert "opposition record press" == back("o_rival_paper")


def test_a_face_and_a_venue_never_name_a_card() -> None:
    """FRE-LAY-06: of every pair that occurs there are two cards or more."""
    names = [*HOUSE.decks["opposition"].cards, *HOUSE.record["opposition"]]
    pairs = [(HOUSE.cards[name].face, venue) for name in names for venue in HOUSE.cards[name].homes]

    assert 2 <= min(pairs.count(pair) for pair in set(pairs))


def test_the_pack_is_pinned_by_its_content() -> None:
    """FRE-SETUP-01: equal content, equal hash."""
    assert GAME.pack(GAME.packs[0].hash) is GAME.packs[0]
    assert HOUSE == f.read(GAME.packs[0])
    assert set(HOUSE.record) == set(SEATS)
