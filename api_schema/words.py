"""What the fields of the kernel's types mean, in the words of the API. Games describe their own."""

from collections.abc import Mapping
from typing import Any, Final

ANYWHERE: Final[Mapping[str, str]] = {
    "seat": "A seat's name.",
    "bot": "The policy of the computer that plays the seat.",
    "game": "The id of the game.",
    "pack": "The content hash of the pack that the match is played with.",
    "options": "The options that the match was created with.",
    "visibility": "Whether anyone may watch (`public`), or token holders alone.",
    "reveal": "What opens after the end: everything, or each seat its own view alone.",
    "undo": "Whether commands may be taken back.",
    "spectator_delay": "How many seconds after the players spectators are shown what happens; 0: at once.",
    "clock": "How long persons may think; null: no time is ever limited.",
    "rematch_of": "The id of the match before, whose persons alone may take the seats; null for any other.",
    "commitment": "The SHA-256 (hex) of the secret behind all chance in the match.",
    "reason": "Why the match ended: one of the game's endings.",
    "winners": "The seats that won; empty when nobody did.",
    "ranking": "Groups of seats, best first; those of one group are equal.",
    "serial": "The number of this frame: it tells it from every other frame of the match.",
    "v": "The version of this form.",
}
FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "Arm": {
        "fields": "The further fields that go with `value`, each with its choice.",
        "value": "The value of the case's field.",
    },
    "Budget": {"costs": "What each named thing costs.", "purse": "What all taken things may cost together, at most."},
    "Case": {"field": "The field that decides.", "arms": "Its possible values, each with what follows."},
    "Bank": {
        "left": "The milliseconds of its budget that were left to the seat at `since`, or as they stand.",
        "since": "Since when they are spent, in milliseconds since 1970; null: they stand.",
    },
    "Clocks": {
        "timers": "The times of decisions that are open, or that wait for others.",
        "banks": "What is left of each seat's budget, by seat.",
    },
    "LobbySeat": {"kind": "`open`, held by a `person`, or played by a computer (`bot`)."},
    "Offer": {
        "command": "The type of the command.",
        "choice": "The values that its other fields may have, together.",
        "exact": (
            "True: every listed value is accepted. False: a value may be refused all the same, with the rule's id."
        ),
    },
    "OneOf": {"values": "The allowed values."},
    "Order": {"of": "The values to put in order; each is used once."},
    "Pick": {
        "of": "The values to pick from.",
        "low": "How many to pick at least.",
        "high": "How many to pick at most.",
    },
    "Range": {"low": "The least allowed number.", "high": "The greatest allowed number."},
    "Record": {"fields": "The fields of the object, each with its choice; all must be there."},
    "ShownDecision": {
        "seat": "Who decides: a seat, or `host`.",
        "kind": "What it is about, in the game's own word.",
        "must": "True: play waits for it. False: it may be left alone.",
        "sealed": "True: the answer stays hidden until all of its group have answered.",
        "group": "Joins decisions that are answered together; null when it stands alone.",
        "deadline_at": "When the time is over, in milliseconds since 1970; null: never.",
        "not_before": "When it may be answered at the earliest, in milliseconds since 1970; null: at once.",
        "text": "One plain line for people.",
        "id": "Send this with the command that answers; absent when the decision is another's.",
        "offers": "The commands that answer it, with their values; absent when the decision is another's.",
    },
    "Split": {"total": "What is to be shared out.", "caps": "The parts, all of which are named, each with its most."},
    "Text": {"max": "How many characters at most."},
    "Timer": {
        "kind": "What the decision is about.",
        "serial": "The number of the decision's frame.",
        "left": "The milliseconds that were left at `since`, or as they stand; null: only a budget limits it.",
        "since": "Since when they run, in milliseconds since 1970; null: they stand.",
        "shared": "Whether everybody may know of the decision, so that the seat's budget is spent.",
        "then": "What follows at the end: the usual command (`default`), or the seat loses (`loss`).",
    },
    "match.ClockRan": {
        "who": "Whom this is told. For the truth alone.",
        "kind": "What the decision was about.",
        "then": "What follows: the usual command, or one of the listed by chance (`default`), or the seat loses.",
    },
    "match.Closed": {
        "secret": "The match secret (hex), where everything is revealed; else null.",
        "entropies": "What each seat brought (hex), in seat order, where everything is revealed; else empty.",
    },
    "match.ConsentGiven": {
        "what": "A draw for all, no result at all, a pause, or to go on after one.",
        "agree": "False: declined, which clears all offers.",
    },
    "match.Created": {
        "chairs": "The seats in order, and who is to have them.",
        "secret": "The match secret, encrypted (base64). For the truth alone.",
        "server": "The fingerprint of the service's key. For the truth alone.",
        "host": "What proves the host (base64). For the truth alone.",
    },
    "match.Lobby": {"seats": "The seats in order."},
    "match.SeatClaimed": {
        "epoch": "How often the seat has been taken. For the truth alone.",
        "proof": "What proves its person (base64). For the truth alone.",
        "entropy": "What its person added to the chance (base64). For the truth alone.",
    },
    "match.SeatLeft": {"kicked": "True: the host sent its person away."},
    "match.NewcomerAnswered": {
        "seat": "Who answers.",
        "place": "The seat that the newcomer asks for.",
        "agree": "False: the newcomer was turned away.",
    },
    "match.Started": {"seats": "The seats in order."},
    "match.Timed": {"clocks": "All times of the match. For the truth alone."},
    "match.Undone": {
        "who": "Whom this is told. For the truth alone.",
        "commits": "Which commits are void. For the truth alone.",
        "events": "The numbers, in your own numbering, of the events that are void now.",
    },
}


def describe(components: Mapping[str, dict[str, Any]]) -> None:
    """Add the words to the fields that have none."""
    for name, schema in components.items():
        for field, said in schema.get("properties", {}).items():
            words = FIELDS.get(name, {}).get(field) or ANYWHERE.get(field)
            if words is not None and "description" not in said and "const" not in said:
                said["description"] = words
