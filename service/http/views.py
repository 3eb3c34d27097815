"""Encoded views, kept for as long as nothing happens in their match."""

from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct

from api_schema import answers
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.viewers import AUDITOR, Viewer, code
from service.room import Told

KEPT: Final = 2_000
TRUTH: Final = "truth"

_ENCODER = msgspec.json.Encoder()


def point(match: Match, viewer: Viewer, seq: int) -> str:
    """A point in a viewer's numbering."""
    return f"{code(match.seats, viewer)}-{seq}"


def name_of(viewer: Viewer) -> str:
    """What a viewer is called in the API."""
    return TRUTH if viewer == AUDITOR else viewer


class _Item(Struct, gc=False):
    """`answers.EventItem`, with an event that is encoded along with it."""

    id: str
    at: int
    text: str
    event: Struct


def item(match: Match, viewer: Viewer, seen: Seen) -> bytes:
    """An event as its viewer gets it."""
    return _ENCODER.encode(_Item(point(match, viewer, seen.seq), seen.at, seen.text, seen.event))


def items(match: Match, viewer: Viewer, told: Told) -> tuple[bytes, ...]:
    """The events of a commit as a viewer gets them; made once, for its answer and for all streams."""
    made = told.items.get(viewer)
    if made is None:
        made = told.items[viewer] = tuple(item(match, viewer, seen) for seen in told.seen(match, viewer))
    return made


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
