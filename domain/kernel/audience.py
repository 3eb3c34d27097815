"""What each viewer gets of an event, decided by types alone.

An event class has an audience of its own (`public` unless it says otherwise) and its fields
narrow it: `Owner[T]` is for the event's `seat`, `Seats[T]` for the viewers in its `who`,
`Nobody[T]` for the auditor alone, `Stored[T]` for no viewer at all, and `Each[T]` gives every viewer
its own part of a mapping.
Redaction reads the event and nothing else: no state, no options.
"""

from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, ClassVar, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.viewers import AUDITOR, SPECTATOR, Seat, Viewer, bit, everyone

T = TypeVar("T")


class Audience(Enum):
    """For whom an event or a field is; the auditor belongs to all of them but the last."""

    PUBLIC = "public"
    OWNER = "owner"
    SEATS = "seats"
    NOBODY = "nobody"
    EACH = "each"
    STORED = "stored"


Owner = Annotated[T, Audience.OWNER]
Seats = Annotated[T, Audience.SEATS]
Nobody = Annotated[T, Audience.NOBODY]
Stored = Annotated[T, Audience.STORED]
Each = Annotated[dict[Viewer, T], Audience.EACH]


class Event(Struct, tag_field="type", frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something that happened, in the past tense, with all that `evolve` needs.

    `to` is the mask of viewers who get the event in some form and `draws` are the numbers of the
    draws of its commit that it shows; both are written by the kernel. `v` is the version of the form.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC

    to: int = 0
    draws: tuple[int, ...] = ()
    v: int = 1


KERNEL_FIELDS = frozenset(Event.__struct_fields__)
Plan = tuple[tuple[str, Audience], ...]


def _audience_of(hint: object) -> Audience:
    marks = getattr(hint, "__metadata__", ())
    return next((mark for mark in marks if isinstance(mark, Audience)), Audience.PUBLIC)


def _hints(event: type[Event]) -> dict[str, object]:
    hints = get_type_hints(event, include_extras=True)
    shown = (name for name in event.__struct_fields__ if name not in KERNEL_FIELDS)
    return {name: hints[name] for name in shown if _audience_of(hints[name]) is not Audience.STORED}


@cache
def plan(event: type[Event]) -> Plan:
    """The fields of an event class that people may see, each with its audience."""
    return tuple((name, _audience_of(hint)) for name, hint in _hints(event).items())


def _seen_field(name: str, hint: object, field: msgspec.structs.FieldInfo) -> tuple[str, object, object]:
    audience = _audience_of(hint)
    if audience is Audience.EACH:
        hint = hint.__origin__.__args__[1]  # type: ignore[attr-defined]  # Annotated[dict[Viewer, T], EACH] -> T
    if audience is Audience.PUBLIC:
        return (name, hint, msgspec.field())
    return (name, hint | UnsetType, UNSET)  # a type known at run time only


@cache
def seen_type(event: type[Event]) -> type[Struct]:
    """The redacted form of an event class: what a viewer may not see is absent from it."""
    fields = {field.name: field for field in msgspec.structs.fields(event)}
    narrowed = any(audience is not Audience.PUBLIC for _, audience in plan(event))
    seen = [_seen_field(name, hint, fields[name]) for name, hint in _hints(event).items()]
    made = msgspec.defstruct(
        event.__name__,
        seen,
        module=event.__module__,
        tag=event.__struct_config__.tag,
        tag_field="type",
        kw_only=narrowed,
        frozen=True,
        gc=False,
    )
    made.__doc__ = event.__doc__
    return made


def mask(event: Event, seats: Sequence[Seat]) -> int:
    """Who gets this event in some form, computed from the event alone when it is written."""
    audience = type(event).audience
    if audience is Audience.PUBLIC:
        return everyone(seats)
    if audience is Audience.OWNER:
        return bit(seats, event.seat)  # type: ignore[attr-defined]
    if audience is Audience.SEATS:
        who: tuple[Viewer, ...] = event.who  # type: ignore[attr-defined]
        return sum({bit(seats, viewer) for viewer in who})
    return 0


def _may_see(event: Event, audience: Audience, viewer: Viewer) -> bool:
    if audience is Audience.PUBLIC or viewer == AUDITOR:
        return True
    if audience is Audience.OWNER:
        return bool(viewer == event.seat)  # type: ignore[attr-defined]
    return audience is Audience.SEATS and viewer in event.who  # type: ignore[attr-defined]


@cache
def _reader(event: type[Event]) -> Callable[[Event, Viewer], Struct]:
    """The function that builds the redacted form; one for each event class, made once."""
    seen, fields = seen_type(event), plan(event)
    narrowed = [field for field in fields if field[1] is not Audience.PUBLIC]
    public = [name for name, audience in fields if audience is Audience.PUBLIC]
    if not narrowed:
        return lambda event, viewer: seen(*[getattr(event, name) for name in public])

    def read(event: Event, viewer: Viewer) -> Struct:
        values = {name: getattr(event, name) for name in public}
        for name, audience in narrowed:
            if audience is Audience.EACH:
                values[name] = getattr(event, name).get(viewer, UNSET)
            elif _may_see(event, audience, viewer):
                values[name] = getattr(event, name)
        return seen(**values)

    return read


def sees(event: Event, viewer: Viewer, seats: Sequence[Seat]) -> bool:
    """Whether `viewer` gets the event in some form."""
    return viewer == AUDITOR or bool(event.to & bit(seats, viewer))


def form_of(event: Event, viewer: Viewer) -> Struct:
    """The event as `viewer` gets it, who is known to get it."""
    return _reader(type(event))(event, viewer)


def see(event: Event, viewer: Viewer, seats: Sequence[Seat]) -> Struct | None:
    """The event as `viewer` gets it, or None when it is not for it at all."""
    return form_of(event, viewer) if sees(event, viewer, seats) else None


@cache
def _shaper(event: type[Event]) -> Callable[[Event, Viewer], Hashable]:
    """What tells the forms of an event class apart; one for each class, made once."""
    audiences = tuple({audience for _, audience in plan(event)} - {Audience.PUBLIC})
    if not audiences:
        return lambda event, viewer: None
    if audiences == (Audience.OWNER,):
        return lambda event, viewer: viewer in (event.seat, AUDITOR)  # type: ignore[attr-defined]
    return lambda event, viewer: tuple(
        [viewer if one is Audience.EACH else _may_see(event, one, viewer) for one in audiences]
    )


def shape(event: Event, viewer: Viewer) -> Hashable:
    """What tells the forms of an event apart: of those who get it, all with the same shape get the same form."""
    return _shaper(type(event))(event, viewer)


def viewers(seats: Sequence[Seat]) -> tuple[Viewer, ...]:
    """All who watch without the auditor's right: the seats, then the spectators."""
    return (*seats, SPECTATOR)
