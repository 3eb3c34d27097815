"""Decisions: who may or must act now, and with what. What is listed here is legal."""

import hmac
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.choices import Choice, Record, holds
from domain.kernel.command import Command, tag, values
from domain.kernel.viewers import Seat, Viewer


class Offer(Struct, frozen=True):
    """One command that answers a decision.

    `command` is its type, `choice` the values of its other fields together; `exact` says that every
    listed value is accepted, otherwise a sample may be refused, with the rule's id.
    """

    command: str
    choice: Choice = Record()
    exact: bool = True


class Decision(Struct, frozen=True, kw_only=True):
    """One open question to one seat, as the rules put it.

    `serial` is its frame's, 0 for a standing one; `must` that play waits for it; `group` joins
    decisions that are answered together; `sealed` answers stay hidden until all are given.
    `shown_to` names the viewers who may know that it is open (None: all). `limit_s` is the time
    allowed in seconds while it is open, where it must be answered by a person; `min_s` the least time that must
    pass from the opening of the frame. `default` is what is played when the time is over; none means by chance.
    """

    seat: Seat
    kind: str
    offers: tuple[Offer, ...]
    serial: int = 0
    must: bool = True
    group: str | None = None
    sealed: bool = False
    shown_to: tuple[Viewer, ...] | None = None
    limit_s: float | None = None
    min_s: float = 0
    default: Command | None = None


class ShownDecision(Struct, frozen=True, kw_only=True):
    """An open question as one viewer sees it.

    `id` and `offers` are there only for the seat that decides. `deadline_at` and `not_before` are
    milliseconds since 1970, null when there is no limit. `text` is one line for people.
    """

    seat: Seat
    kind: str
    must: bool
    sealed: bool
    group: str | None
    deadline_at: int | None
    not_before: int | None
    text: str
    id: str | UnsetType = UNSET
    offers: tuple[Offer, ...] | UnsetType = UNSET


class Answer(Struct, frozen=True):
    """A command given in answer to a decision."""

    decision: str
    command: Command


def decision_id(match_key: bytes, decision: Decision) -> str:
    """The id of a decision: it changes when the question, its frame or its choices change."""
    asked = f"decision|{decision.seat}|{decision.kind}|{decision.serial}|".encode()
    return hmac.digest(match_key, asked + msgspec.json.encode(decision.offers), "sha256")[:12].hex()


def lists(decision: Decision, command: Command) -> bool:
    """Whether the decision lists exactly this command."""
    name = tag(type(command))
    offers = [offer for offer in decision.offers if offer.command == name]
    return bool(offers) and any(holds(offer.choice, values(command)) for offer in offers)


def of_seat(decisions: Sequence[Decision], seat: Seat) -> Iterator[Decision]:
    """The decisions that `seat` may or must take."""
    return (decision for decision in decisions if decision.seat == seat)
