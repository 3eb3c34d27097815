"""Encoded views, kept for as long as nothing happens in their match."""

from collections import OrderedDict
from typing import Final

import msgspec

from api_schema import answers
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.viewers import AUDITOR, Viewer, code

KEPT: Final = 2_000
TRUTH: Final = "truth"

_ENCODER = msgspec.json.Encoder()


def point(match: Match, viewer: Viewer, seq: int) -> str:
    """A point in a viewer's numbering."""
    return f"{code(match.seats, viewer)}-{seq}"


def name_of(viewer: Viewer) -> str:
    """What a viewer is called in the API."""
    return TRUTH if viewer == AUDITOR else viewer


def item(match: Match, viewer: Viewer, seen: Seen) -> answers.EventItem:
    """An event as its viewer gets it."""
    raw = msgspec.Raw(_ENCODER.encode(seen.event))
    return answers.EventItem(id=point(match, viewer, seen.seq), at=seen.at, text=seen.text, event=raw)


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
