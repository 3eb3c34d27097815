"""Encoded views, kept for as long as nothing happens in their match."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final

import msgspec
from msgspec import Struct

from api_schema import answers
from domain.kernel.audience import form_of, shape
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import AUDITOR, Viewer, bit, code
from service.room import Told

KEPT: Final = 2_000
OPENING: Final = b'{"id":"%b-%d",'
"""What stands before the form of an event: whose it is, and its number."""
BLOCK: Final = 1_000
OPENINGS: Final = 64
"""Blocks of openings that are kept, some 60 KB each."""
TRUTH: Final = "truth"

_ENCODER = msgspec.json.Encoder()


def point(match: Match, viewer: Viewer, seq: int) -> str:
    """A point in a viewer's numbering."""
    return f"{code(match.seats, viewer)}-{seq}"


def name_of(viewer: Viewer) -> str:
    """What a viewer is called in the API."""
    return TRUTH if viewer == AUDITOR else viewer


class _Form(Struct, gc=False):
    """`answers.EventItem` but for its id, which alone differs between those who see the same."""

    at: int
    text: str
    event: Struct


def _made(match: Match, viewer: Viewer, told: Told, place: int) -> bytes:
    event = told.events[place]
    form = form_of(event, viewer)
    made = _ENCODER.encode(_Form(told.at, match.line(form, viewer), form))[1:]
    told.forms[place, shape(event, viewer)] = made
    return made


def forms(match: Match, viewer: Viewer, told: Iterable[Told]) -> list[bytes]:
    """The events of commits that a viewer gets, each from behind the bracket that opens it: an opening with its
    number goes before it. Each is encoded once for all who see the same of it."""
    own = 0 if viewer == AUDITOR else bit(match.seats, viewer)
    return [
        each.forms.get((place, shape(event, viewer))) or _made(match, viewer, each, place)
        for each in told
        for place, event in enumerate(each.events)
        if event.to & own or viewer == AUDITOR
    ]


def items(match: Match, viewer: Viewer, told: Told) -> tuple[bytes, ...]:
    """The events of a commit as a viewer gets them; made once, for its answer and for all streams."""
    shown = told.to(match, viewer)
    if shown.items is None:
        whose = code(match.seats, viewer).encode()
        numbered = zip(shown.span, forms(match, viewer, (told,)), strict=True)
        shown.items = tuple([OPENING % (whose, number) + form for number, form in numbered])
    return shown.items


@lru_cache(OPENINGS)
def _openings(whose: str, first: int) -> list[bytes]:
    return [b"," + OPENING % (whose.encode(), number) for number in range(first, first + BLOCK)]


def openings(whose: str, after: int, until: int) -> list[bytes]:
    """What stands before the events with these numbers of a viewer in a list of them, each with the comma that
    parts it from the one before."""
    skipped = after % BLOCK
    blocks = [_openings(whose, first + 1) for first in range(after - skipped, until, BLOCK)]
    return list(chain.from_iterable(blocks))[skipped : skipped + until - after]


class Views:
    """The views last asked for, as bytes, by match and viewer."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self._kept: OrderedDict[tuple[str, Viewer], tuple[int, bytes]] = OrderedDict()
        self._encoder = msgspec.json.Encoder()

    def tag(self, at: str) -> str:
        """The ETag of a view at a point."""
        return f'"{at}-{self.fingerprint}"'

    def now(self, match: Match, viewer: Viewer) -> bytes:
        """The view as it is now."""
        key = (match.id, viewer)
        kept = self._kept.get(key)
        if kept is None or kept[0] != match.version:
            kept = (match.version, self.made(match, viewer, match.seq(viewer)))
            self._kept[key] = kept
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept[1]

    def made(self, match: Match, viewer: Viewer, seq: int) -> bytes:
        """The view of a match that stands at `seq` in the viewer's numbering."""
        said = answers.View(
            at=point(match, viewer, seq),
            viewer=name_of(viewer),
            status=match.table.status,
            outcome=match.outcome,
            view=msgspec.Raw(self._encoder.encode(match.view(viewer))),
        )
        return self._encoder.encode(said)
