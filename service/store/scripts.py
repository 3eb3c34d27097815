"""The Lua scripts beside this module: each checks, then writes at most once."""

import hashlib
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoScriptError


class Script:
    """One script, by the hash the server knows it by."""

    def __init__(self, name: str) -> None:
        self.text = files("service.store").joinpath(f"{name}.lua").read_bytes()
        self.sha = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()

    async def __call__(self, client: Redis, keys: list[bytes], *args: bytes | str | int) -> Any:  # noqa: ANN401  # a reply
        """Run it; a server that has lost it is given it again."""
        try:
            return await client.execute_command("EVALSHA", self.sha, len(keys), *keys, *args)
        except NoScriptError:
            return await client.execute_command("EVAL", self.text, len(keys), *keys, *args)


APPEND = Script("append")
LOAD = Script("load")
SNAPSHOT = Script("snapshot")
ARCHIVE = Script("archive")
UNARCHIVE = Script("unarchive")
NEWEST = Script("newest")
SETTLE = Script("settle")
LEASE = Script("lease")
