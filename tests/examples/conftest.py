"""The store of the API's tests serves here, too."""

from tests.api.conftest import store_url

__all__ = ["store_url"]
