"""A running service in this process, as the tests of the API have it."""

from tests.api.conftest import service, store_url

__all__ = ["service", "store_url"]
