"""The headers of the API: those that operations take, and those that they send."""

from collections.abc import Mapping
from typing import Any, Final

HEADERS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "Idempotency-Key": (
        (
            "At least 128 random bits (22 to 128 letters, digits, `-`, `_`). The same request again "
            "with the same key has no further effect and gets the same answer; another request with "
            "it is refused."
        ),
        {"type": "string", "pattern": r"^[A-Za-z0-9_-]{22,128}(?!\n)$"},
    ),
    "If-None-Match": (
        "The `ETag` of the view you have: while it is still good the answer is an empty 304.",
        {"type": "string"},
    ),
    "Last-Event-ID": (
        "The last id you received: the stream goes on right after it. Nonsense is ignored.",
        {"type": "string"},
    ),
    "Prefer": (
        (
            "`wait=N`: if there are no events yet, wait up to N seconds for one (capped, see the "
            "service's limits). While it waits it counts as a live stream. Anything else is ignored."
        ),
        {"type": "string"},
    ),
}

SENT: Final[Mapping[str, str]] = {
    "ETag": "Names this very view.",
    "Location": "Where the new match is.",
    "Preference-Applied": "The wait that was applied, if one was asked for.",
    "Idempotent-Replayed": "`true` when this answers a request that had been carried out before.",
}
