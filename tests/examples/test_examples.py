"""The examples of the document are what a service answers today."""

import secrets

from api_schema.examples import recorded
from tests.api.conftest import running
from tests.examples.recording import QUICK, record, steady


def shape(value: object) -> object:
    """The fields of a value, however deep, without what differs from one recording to the next."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items()}
    return shape(value[0]) if isinstance(value, list) and value else type(value).__name__


async def test_every_operation_and_command_has_an_example_that_is_true_today(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), QUICK, chance=steady) as service:
        today = await record(service)

    stored = recorded()
    assert shape({k: [v.sent, v.got] for k, v in today.operations.items()}) == shape(
        {k: [v.sent, v.got] for k, v in stored.operations.items()}
    )
    assert today.commands.keys() == stored.commands.keys()
