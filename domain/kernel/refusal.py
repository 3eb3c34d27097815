"""The one way to say no: a value with a stable code, the rule behind it and the facts."""

from msgspec import Struct


class Refused(Struct, frozen=True, kw_only=True):
    """Why a command is not accepted. Nothing in it may tell its seat what it cannot see.

    `code` is stable and machine-readable, `rule` the id of the rule (or of a kernel law, `K-…`),
    `message` one sentence for people, `facts` the values that the sentence speaks of.
    """

    code: str
    rule: str
    message: str
    facts: dict[str, str | int | bool] = {}
