"""The base of everything that can be asked of a match."""

from typing import cast

import msgspec
from msgspec import Struct


class Command(Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a seat asks for, in the imperative. Unknown fields are refused."""


def tag(kind: type[Struct]) -> str:
    """The type tag of a command, event, frame or view: `<game>.<Name>`."""
    return cast(str, kind.__struct_config__.tag)


def values(command: Command) -> dict[str, object]:
    """The fields of a command as plain JSON values, without its type."""
    built = cast(dict[str, object], msgspec.to_builtins(command))
    del built["type"]
    return built
