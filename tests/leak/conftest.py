"""The store of the API's tests serves here, too."""

import secrets
from collections.abc import AsyncIterator

import pytest

from service.settings import Settings
from tests.api.conftest import Running, running, store_url
from tests.harness.lab import GAMES

QUICK = Settings(beat_s=0.001, stream_max_s=0)
"""A stream of a match that runs ends at its first silent moment."""

__all__ = ["store_url"]


@pytest.fixture
async def service(store_url: str) -> AsyncIterator[Running]:
    """A service with every game, the fixture games too."""
    async with running(store_url, secrets.token_hex(4), QUICK, games=GAMES) as one:
        yield one
