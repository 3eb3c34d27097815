"""Missions, robberies, assaults and sleepers (SND-MIS, SND-ROB, SND-ASSAULT, SND-SLP, SND-WIN)."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.kernel.audience import Audience, Event, Owner
from domain.syndicate.events.words import (
    Choice,
    Cost,
    Face,
    Faces,
    Modifiers,
    Number,
    Party,
    Place,
    Purpose,
    Seat,
    WinAt,
)
from domain.syndicate.frames import Reply
from domain.syndicate.resources import Bundle

Hands = Annotated[str, Meta(description="Extra hands: none, paid, or the chip or tech that hired them.")]
CardOutcome = Annotated[Literal["success", "fail", "cancelled"], Meta(description="What came of it.")]
DieUsed = Annotated[bool, Meta(description="The action die was used without a roll.")]
Kept = Annotated[bool, Meta(description="The card went back to the hand, not to the discards.")]


class MissionAnnounced(Event, frozen=True, tag="syndicate.MissionAnnounced"):
    """A seat attempts a mission; costs are paid (SND-MIS-04 to SND-MIS-07)."""

    seat: Seat
    card: Face
    territory: Place
    row: Annotated[str, Meta(description="vacant, own, coop or uncoop.")]
    hands: Hands
    cost: Cost
    chips: Faces
    abilities: Faces
    modifiers: Modifiers
    win_at: WinAt


class RobberyAnnounced(Event, frozen=True, tag="syndicate.RobberyAnnounced"):
    """A seat attempts a robbery; costs are paid (SND-ROB-01, SND-ROB-02)."""

    seat: Seat
    card: Face
    target: Place
    victim: Party
    hands: Hands
    cost: Cost
    chips: Faces
    abilities: Faces
    modifiers: Modifiers
    win_at: WinAt
    dice: Annotated[int, Meta(description="Consequence dice in case of success.")]


class AssaultAnnounced(Event, frozen=True, tag="syndicate.AssaultAnnounced"):
    """A party storms a base; crew and reinforcements are committed (SND-ASSAULT-01 to SND-ASSAULT-03)."""

    party: Party
    target: Place
    defender: Party
    reinforcements: Number
    crew: Annotated[int, Meta(description="Crew committed.")]
    fortified: Annotated[bool, Meta(description="The target counts as fortified (SND-ASSAULT-06).")]
    chips: Faces
    abilities: Faces
    modifiers: Modifiers
    win_at: WinAt


class ActionDieRolled(Event, frozen=True, tag="syndicate.ActionDieRolled"):
    """An action die was rolled and is used; the value is the roll with everything added, from 1 to 6."""

    party: Party
    purpose: Purpose
    raw: Annotated[int, Meta(description="The die.")]
    modifiers: Modifiers
    value: Annotated[int, Meta(description="The value that counts.")]
    win_at: WinAt
    success: Annotated[bool, Meta(description="It is enough.")]


class ConsequenceDiceRolled(Event, frozen=True, tag="syndicate.ConsequenceDiceRolled"):
    """The consequence dice of a robbery were rolled (SND-ROB-03)."""

    seat: Seat
    dice: Annotated[tuple[int, ...], Meta(description="The dice.")]
    total: Annotated[int, Meta(description="Their sum.")]


class MissionResolved(Event, frozen=True, tag="syndicate.MissionResolved"):
    """A mission is over (SND-MIS-09, SND-MIS-10, SND-MIS-12)."""

    seat: Seat
    card: Face
    outcome: CardOutcome
    rewards: Annotated[dict[str, Bundle], Meta(description="What each seat receives.")]
    die_used: DieUsed
    kept: Kept


class RobberyResolved(Event, frozen=True, tag="syndicate.RobberyResolved"):
    """A robbery is over (SND-ROB-04, SND-ROB-05)."""

    seat: Seat
    card: Face
    victim: Party
    outcome: CardOutcome
    rolled: Annotated[int, Meta(description="The sum of the consequence dice.")]
    stolen: Annotated[int, Meta(description="Credits stolen.")]
    die_used: DieUsed
    kept: Kept


class AssaultResolved(Event, frozen=True, tag="syndicate.AssaultResolved"):
    """An assault is over; its crew is gone either way (SND-ASSAULT-08)."""

    party: Party
    target: Place
    defender: Party
    outcome: Annotated[Literal["success", "fail"], Meta(description="What came of it.")]
    crew_lost: Number


class AlertChanged(Event, frozen=True, tag="syndicate.AlertChanged"):
    """The alert moved."""

    before: Annotated[int, Meta(description="The level before.")]
    after: Annotated[int, Meta(description="The level now.")]
    cause: Annotated[str, Meta(description="What moved it.")]


class DestroyerPlaced(Event, frozen=True, tag="syndicate.DestroyerPlaced"):
    """The Sovereign destroyer blockades a territory (SND-BLK-02)."""

    territory: Place


class DestroyerRemoved(Event, frozen=True, tag="syndicate.DestroyerRemoved"):
    """The destroyer left a territory: paid away, called home by a falling alert, or moved on."""

    territory: Place
    cause: Annotated[Literal["paid", "alert_drop", "moved"], Meta(description="Why.")]
    seat: Annotated[str | None, Meta(description="Who paid 10 influence, or null.")]


class WindowOpened(Event, frozen=True, tag="syndicate.WindowOpened"):
    """Seats with an occupied slot may interrupt; who is asked follows from public facts (SND-WIN-03)."""

    kind: Annotated[str, Meta(description="The kind of window.")]
    acting: Annotated[Party | None, Meta(description="The party that is interrupted, or null.")]
    asked: Annotated[tuple[str, ...], Meta(description="The seats asked.")]


class WindowAnswered(Event, frozen=True, tag="syndicate.WindowAnswered"):
    """You answered in a window; nobody else learns that you have (SND-WIN-05)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    answer: Annotated[Reply, Meta(description="Pass, or play with a choice.")]
    standing: Annotated[bool, Meta(description="Your standing orders answered.")]


class WindowClosed(Event, frozen=True, tag="syndicate.WindowClosed"):
    """A window is over."""

    kind: Annotated[str, Meta(description="The kind of window.")]
    played: Annotated[tuple[str, ...], Meta(description="The seats that interrupted, in order.")]


class SleeperLapsed(Event, frozen=True, tag="syndicate.SleeperLapsed"):
    """Your sleeper no longer fitted and stays in your slot, unseen (SND-WIN-06)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat


class SleeperPlayed(Event, frozen=True, tag="syndicate.SleeperPlayed"):
    """A seat revealed and played its sleeper (SND-SLP-06)."""

    seat: Seat
    card: Face
    victim: Annotated[str | None, Meta(description="The seat it is played against, or null.")]
    choice: Choice


class SleeperCancelled(Event, frozen=True, tag="syndicate.SleeperCancelled"):
    """A sleeper came to nothing because of another one."""

    seat: Seat
    card: Face


class ReinforcementExhausted(Event, frozen=True, tag="syndicate.ReinforcementExhausted"):
    """Armed reinforcements of a seat are used without a fight."""

    seat: Seat
    number: Number


class StandingOrdersSet(Event, frozen=True, tag="syndicate.StandingOrdersSet"):
    """A seat said in which windows it always passes, or in none; it alone knows what it said (SND-WIN-09)."""

    seat: Seat
    kinds: Owner[Annotated[tuple[str, ...], Meta(description="The kinds of windows.")]]
    until: Owner[Annotated[str, Meta(description="round_end, slot_change or off.")]]


class SlotBurned(Event, frozen=True, tag="syndicate.SlotBurned"):
    """The slot card of a seat was discarded face up by a Sovereign card."""

    seat: Seat
    card: Face
