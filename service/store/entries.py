"""An entry as fields of a stream: c, k, h, then x if there is one, then d for each event.

The append script relies on these places.
"""

from collections.abc import Sequence

from domain.kernel.commit import Entry
from service.store.port import MAX_BYTES, MAX_EVENTS, Damaged


def to_fields(entry: Entry) -> list[bytes]:
    """The fields and their values; `ValueError` if the entry is too big."""
    fields = [b"c", entry.c, b"k", entry.k, b"h", entry.h]
    if entry.x is not None:
        fields += [b"x", entry.x.encode()]
    for event in entry.d:
        fields += [b"d", event]
    if len(entry.d) > MAX_EVENTS or sum(map(len, fields)) > MAX_BYTES:
        raise ValueError(f"commit {entry.number} is over {MAX_EVENTS} events or {MAX_BYTES} bytes")
    return fields


def from_fields(stored: tuple[bytes, Sequence[bytes]]) -> Entry:
    """The entry with this id and these fields; `Damaged` if they are not as written here."""
    name, fields = stored
    if fields[0:6:2] != [b"c", b"k", b"h"] or not name.endswith(b"-0"):
        raise Damaged(f"stream entry {name.decode()} is not a commit of this store")
    number = int(name[:-2])
    if len(fields) > 6 and fields[6] == b"x":
        return Entry(number, fields[1], fields[3], fields[5], tuple(fields[9::2]), fields[7].decode())
    return Entry(number, fields[1], fields[3], fields[5], tuple(fields[7::2]))
