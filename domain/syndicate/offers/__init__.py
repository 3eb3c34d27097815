"""The commands that can be given, with all their values."""

from domain.kernel.choices import Choice, Record
from domain.kernel.command import Command, tag
from domain.kernel.decision import Offer


def offer(command: type[Command], **fields: Choice) -> Offer:
    """A command whose fields are chosen each on its own."""
    return Offer(tag(command), Record(fields))
