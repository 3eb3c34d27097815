"""A commit as the fields of a stream entry, and back."""

from typing import cast

from domain.kernel.commit import Entry
from service.store.port import Damaged

HASH_FIELD = 5
FIRST_EVENT = 6


def fields_of(entry: Entry) -> list[bytes]:
    """Field names and values in the stored order: c, k, h, then x if it closes, then each event."""
    fields = [b"c", entry.c, b"k", entry.k, b"h", entry.h]
    if entry.x is not None:
        fields += (b"x", entry.x.encode())
    for event in entry.d:
        fields += (b"d", event)
    return fields


def entry_of(reply: list[object]) -> Entry:
    """The commit that one element of an XRANGE reply holds. Damaged when it is not of our form."""
    stored = cast(bytes, reply[0])
    fields = cast(list[bytes], reply[1])
    number, _, part = stored.partition(b"-")
    if part != b"0" or fields[0:6:2] != [b"c", b"k", b"h"]:
        raise Damaged(f"entry {stored.decode()} is not a commit")
    closes = len(fields) > FIRST_EVENT and fields[FIRST_EVENT] == b"x"
    events = fields[FIRST_EVENT + 2 :] if closes else fields[FIRST_EVENT:]
    reason = fields[FIRST_EVENT + 1].decode() if closes else None
    return Entry(int(number), fields[1], fields[3], fields[HASH_FIELD], tuple(events[1::2]), reason)
