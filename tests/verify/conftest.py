"""The store and the service of the API's tests serve here, too."""

from tests.api.conftest import service, store_url

__all__ = ["service", "store_url"]
