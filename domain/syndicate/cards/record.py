"""What every record of a pack has: where its face comes from (SND-CP-21)."""

from typing import Literal

from msgspec import Struct

Provenance = Literal["printed", "inferred", "substitute"]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all records have: a label for each part (or `all`), and the source of what is no substitute."""

    label: dict[str, Provenance]
    source: str = ""
