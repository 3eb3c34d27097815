"""The Lua scripts, each in a file of its own beside this module, loaded once."""

import hashlib
from importlib.resources import files
from typing import Final


class Script:
    """A script and the name by which a server that has it already runs it."""

    def __init__(self, name: str) -> None:
        self.source: Final = (files(__package__) / f"{name}.lua").read_bytes()
        # The server names scripts by SHA-1; nothing rests on its strength.
        self.sha: Final = hashlib.sha1(self.source, usedforsecurity=False).hexdigest().encode()


APPEND: Final = Script("append")
LOAD: Final = Script("load")
SNAPSHOT: Final = Script("snapshot")
ARCHIVE: Final = Script("archive")
UNARCHIVE: Final = Script("unarchive")
CLEAR: Final = Script("clear")
REBUILD: Final = Script("rebuild")
RENAME: Final = Script("rename")
NEWEST: Final = Script("newest")
SETTLE: Final = Script("settle")
LEASE: Final = Script("lease")
