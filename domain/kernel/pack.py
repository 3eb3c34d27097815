"""Content packs: the cards and figures of a game as data, pinned by the hash of their text."""

import hashlib
from functools import cached_property
from importlib.resources import files

import msgspec


class Pack:
    """One content pack: its canonical JSON text and that text's SHA-256, which matches pin."""

    def __init__(self, text: bytes) -> None:
        self.text = canonical(text)
        self.hash = hashlib.sha256(self.text).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @cached_property
    def id(self) -> str:
        """The pack's own name."""
        return msgspec.json.decode(self.text, type=_Named).id


class _Named(msgspec.Struct):
    id: str


def canonical(text: bytes) -> bytes:
    """The same JSON with sorted keys and no spaces, so that equal content has equal bytes."""
    return msgspec.json.encode(msgspec.json.decode(text), order="sorted")


def shipped(package: str, name: str) -> Pack:
    """A pack that comes with a game's package, as a JSON file in its `cards` folder or beside it."""
    return Pack(files(package).joinpath(name).read_bytes())
