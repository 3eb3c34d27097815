"""Who gets which part of an event: by the types of its fields alone."""

from typing import ClassVar

import msgspec
import pytest

from domain.kernel.audience import Audience, Each, Event, Nobody, Owner, Seats, mask, see, seen_type
from domain.kernel.play import stamp

TABLE = ("ann", "bob", "cat")


class Happened(Event, frozen=True, tag="test.Happened"):
    """Something happened."""

    seat: str
    who: tuple[str, ...]
    open: int
    own: Owner[str]
    some: Seats[str]
    none: Nobody[str]
    each: Each[int]


class Whispered(Event, frozen=True, tag="test.Whispered"):
    audience: ClassVar[Audience] = Audience.OWNER
    seat: str


class Passed(Event, frozen=True, tag="test.Passed"):
    audience: ClassVar[Audience] = Audience.SEATS
    who: tuple[str, ...]


class Kept(Event, frozen=True, tag="test.Kept"):
    audience: ClassVar[Audience] = Audience.NOBODY


def happened() -> Happened:
    event = Happened(
        seat="ann", who=("bob", "cat"), open=1, own="o", some="s", none="n", each={"ann": 7, "spectator": 9}
    )
    stamp(event, TABLE)
    return event


PUBLIC = {"type": "test.Happened", "seat": "ann", "who": ("bob", "cat"), "open": 1}


@pytest.mark.parametrize(
    ("viewer", "more"),
    [
        ("ann", {"own": "o", "each": 7}),
        ("bob", {"some": "s"}),
        ("cat", {"some": "s"}),
        ("spectator", {"each": 9}),
        ("auditor", {"own": "o", "some": "s", "none": "n"}),
    ],
)
def test_each_viewer_gets_its_own_fields_and_no_others(viewer: str, more: dict[str, object]) -> None:
    assert PUBLIC | more == msgspec.to_builtins(see(happened(), viewer, TABLE))


def test_hidden_fields_are_absent_not_null() -> None:
    assert b"none" not in msgspec.json.encode(see(happened(), "bob", TABLE))
    assert b"to" not in msgspec.to_builtins(see(happened(), "bob", TABLE))


def test_an_event_of_an_owner_is_for_its_seat_alone() -> None:
    event = Whispered(seat="bob")
    stamp(event, TABLE)
    given = [viewer for viewer in (*TABLE, "spectator", "auditor") if see(event, viewer, TABLE) is not None]
    assert ["bob", "auditor"] == given


def test_an_event_of_seats_is_for_those_it_names() -> None:
    event = Passed(who=("ann", "cat", "ann"))
    stamp(event, TABLE)
    given = [viewer for viewer in (*TABLE, "spectator") if see(event, viewer, TABLE) is not None]
    assert ["ann", "cat"] == given


def test_an_event_for_nobody_has_an_empty_mask() -> None:
    assert 0 == mask(Kept(), TABLE)


def test_a_redacted_event_decodes_in_its_seen_type() -> None:
    for viewer in (*TABLE, "spectator"):
        seen = see(happened(), viewer, TABLE)
        assert seen == msgspec.json.decode(msgspec.json.encode(seen), type=seen_type(Happened))
