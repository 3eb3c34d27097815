"""Hidden places: who knows what lies there, and whether a commit showed anything."""

import pytest

from domain.kernel.zones import Card, Hand, Pile, Sealed, Slot, hidden, knowledge


def test_a_hand_is_known_to_its_seat_alone_and_in_no_order() -> None:
    hand = Hand([Card("b"), Card("a")], "ann")
    assert ["a", "b"] == hand.seen_by("ann")
    assert [] == hand.seen_by("bob")
    assert ["b", "a"] == hand.faces()


def test_nobody_knows_a_pile_but_who_looked() -> None:
    pile = Pile([Card("a"), Card("b", ("bob",))])
    assert ["b"] == pile.seen_by("bob")
    pile.show("ann")
    pile.show("ann")
    assert [("ann",), ("bob", "ann")] == [card.known for card in pile.cards]


def test_a_spectator_knows_no_hidden_card_and_the_auditor_every_one() -> None:
    for zone in (Pile([Card("a")]), Hand([Card("a")], "ann"), Slot([Card("a", ("bob",))])):
        assert [] == zone.seen_by("spectator")
        assert ["a"] == zone.seen_by("auditor")


def test_taking_removes_one_card_of_the_face() -> None:
    pile = Pile([Card("a"), Card("b"), Card("a")])
    assert "a" == pile.take("a").face
    assert ["b", "a"] == pile.faces()
    assert "b" == pile.take_top().face
    with pytest.raises(ValueError, match="c"):
        pile.take("c")


def test_every_hidden_place_of_a_state_is_found() -> None:
    places = {"deck": [Pile()], "ann": (Hand([], "ann"), Slot()), "bids": [Sealed("bob", 3)], "n": 1}
    assert [Pile, Hand, Slot, Sealed] == [type(place) for place in hidden(places)]


def test_knowledge_changes_when_someone_looks_and_not_by_moving_hidden_cards() -> None:
    before = {"a": Pile([Card("x"), Card("y")]), "b": Pile()}
    after = {"a": Pile([Card("y")]), "b": Pile([Card("x")])}
    assert knowledge(before) == knowledge(after)
    after["a"].show("ann")
    assert knowledge(before) != knowledge(after)
    assert knowledge([Sealed("ann", 1)]) != knowledge([Sealed("bob", 1)])
