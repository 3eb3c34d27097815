"""Hostile requests: each gets its documented answer, and no match takes notice of it."""

import gzip
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio

from api_schema.problems import BY_SLUG, URN
from service.settings import BODY_BYTES, Settings
from tests.api.conftest import Running, Table, first_of, running
from tests.api.wire import ENDLESS, GONE, JSON_BODY, Answered, send

KEY, ZEROS = "k" * 22, "0" * 24
DEEP = 5_000
BAD, STALE, ILLEGAL = "invalid-request", "stale-decision", "illegal-command"
AUTH, FORBIDDEN, ABSENT = "unauthorized", "forbidden", "not-found"
METHOD, MEDIA, LARGE, SLOW, REUSED = (
    "method-not-allowed",
    "unsupported-media-type",
    "too-large",
    "timeout",
    "key-reused",
)
POINT = "unknown-point"

CREATE, COMMANDS = "POST /v1/matches", "POST {m}/commands"
CLAIM = "POST {m}/seats/{seat}/claim"
RESIGN = {"type": "match.Resign"}


@dataclass(frozen=True)
class Case:
    """A request, and the problem (and its code) that it gets; a number where it is answered without one."""

    sentence: str
    request: str
    expected: str | int
    code: str | None = None
    body: Any = None
    token: str | None = "{mine}"
    headers: tuple[tuple[str, str], ...] = JSON_BODY
    more: tuple[tuple[str, str], ...] = ()


def create(sentence: str, body: Any, expected: str | int = BAD, code: str | None = None, **more: Any) -> Case:
    """A request to create a match."""
    return Case(sentence, CREATE, expected, code, body, None, **more)


def fresh(sentence: str, **wrong: Any) -> Case:
    """A request to create a match that would be good but for this."""
    return create(sentence, {"game": "ultimatum", "seats": [{"by": "person"}] * 2} | wrong)


def submit(sentence: str, body: Any, expected: str | int = BAD, code: str | None = None, **more: Any) -> Case:
    """A submission of a command by the first seat, unless told otherwise."""
    return Case(sentence, COMMANDS, expected, code, body, **more)


def play(sentence: str, type_: str, expected: str | int = BAD, code: str | None = None, **rest: Any) -> Case:
    """A submission of one command."""
    return submit(sentence, {"command": {"type": type_, **rest}}, expected, code)


def claim(sentence: str, body: Any, expected: str = BAD, code: str | None = None) -> Case:
    """A claim of a seat that is taken, in a match that runs."""
    return Case(sentence, CLAIM, expected, code, body, None)


def look(sentence: str, request: str, expected: str | int = BAD, code: str | None = None, **more: Any) -> Case:
    """A request without a body."""
    return Case(sentence, request, expected, code, headers=(), **more)


def acts(sentence: str, token: str | None, expected: str, code: str | None = None, **more: Any) -> Case:
    """A good command from somebody who may not give it."""
    return submit(sentence, {"command": RESIGN}, expected, code, token=token, **more)


BROKEN = (
    create("a body that ends in the middle", b'{"game":'),
    create("an empty body", b""),
    create("a body with something after it", b'{"game":"ultimatum","seats":[]} {}'),
    create("5,000 open brackets", b"[" * DEEP),
    create("5,000 objects in one another", b'{"game":' * DEEP + b"1" + b"}" * DEEP),
    submit("5,000 brackets inside a command", b'{"command":' + b"[" * DEEP + b"]" * DEEP + b"}"),
    create("a list for an object", []),
    create("a string for an object", "ultimatum"),
    create("a number for an object", b"5"),
    create("nothing at all for an object", b"null"),
    create("NaN", b'{"game":NaN}'),
    create("infinity", b'{"game":-Infinity}'),
    create("a number too large for any machine", b'{"game":"ultimatum","seats":1e999}'),
    create("a number of 5,000 digits", b'{"game":"ultimatum","seats":' + b"9" * 5_000 + b"}"),
    create("bytes that are no text", b'{"game":"\xff\xfe"}'),
    create("a body in UTF-16", '{"game":"ultimatum"}'.encode("utf-16")),
    create("a byte order mark", b'\xef\xbb\xbf{"game":"ultimatum"}'),
    create("single quotes", b"{'game':'ultimatum'}"),
    create("a comment", b'{"game":"ultimatum" /* no */}'),
    create("a comma too many", b'{"game":"ultimatum",}'),
    create("a raw line feed in a string", b'{"game":"ulti\nmatum"}'),
    create("a form", b"game=ultimatum"),
    create("a compressed body", gzip.compress(b"{}"), more=(("Content-Encoding", "gzip"),)),
)

WRONG = (
    fresh("a game that there is not", game="chess"),
    fresh("a game whose name ends in a line feed", game="ultimatum\n"),
    fresh("a list for a name", game=["ultimatum"]),
    create("no game", {"seats": [{"by": "person"}] * 2}),
    create("no seats", {"game": "ultimatum"}),
    fresh("an object for a list", seats={"0": {"by": "person"}}),
    fresh("too few seats", seats=[{"by": "person"}]),
    fresh("too many seats", seats=[{"by": "person"}] * 1_000),
    fresh("a computer that there is not", seats=[{"by": "person"}, {"by": "computer", "policy": "deepest"}]),
    fresh("a text for true", undo="true"),
    fresh("a number for true", undo=1),
    fresh("a text for an option that is true or false", options={"auto_end_turn": "5"}),
    fresh("a list for the options", options=[]),
    fresh("nothing for the options", options=None),
    fresh("an option's value in capitals", options={"mode": "Tournament"}),
    fresh("a field that there is not", sneaky=1),
    fresh("an option that there is not", options={"sneaky": 1}),
    fresh("a field of a seat that there is not", seats=[{"by": "person", "name": "x"}, {"by": "person"}]),
    fresh("a proto field", __proto__={"host": True}),
    fresh("a pack's hash with a line feed after it", pack="0" * 64 + "\n"),
    fresh("a path for a pack", pack="../../etc/passwd"),
    create("the game named twice, differently", b'{"game":"ultimatum","game":"chess","seats":[]}'),
    create(
        "the game named twice, alike, in two spellings",
        rb'{"game":"ultimatum","g\u0061me":"ultimatum","seats":[{"by":"person"},{"by":"person"}]}',
    ),
    create("a name twice, deep inside", b'{"game":"ultimatum","seats":[{"by":"person"},{"by":"person","by":"bot"}]}'),
    create("a pack that the game lacks", {"game": "ultimatum", "seats": [{"by": "person"}] * 2, "pack": "0" * 64},
           "unknown-pack"),
    create("a key that is too short", {}, more=(("Idempotency-Key", "1"),)),
    submit("a number for a command", {"command": 5}),
    submit("a list for a command", {"command": [RESIGN]}),
    submit("a command as text", {"command": json.dumps(RESIGN)}),
    submit("no command", {}),
    submit("a number for a decision", {"command": RESIGN, "decision": 5}),
    submit("a number with 400 digits for a decision", b'{"command":{"type":"match.Resign"},"decision":1' + b"0" * 400
           + b"}"),
    submit("a decision of 60,000 letters", {"command": RESIGN, "decision": "x" * 60_000}),
    submit("a field beside the command", {"command": RESIGN, "seat": "roy"}),
    submit("a lone surrogate", b'{"command":{"type":"match.Resign"},"decision":"\\ud800"}'),
    submit("a command without a type", {"command": {}}),
    submit("a command named by a list", {"command": {"type": ["match.Resign"]}}),
    submit("a command named by a number", {"command": {"type": 1}}),
    submit("a command named twice", b'{"command":{"type":"match.Resign","type":"match.Start"}}'),
    submit("a command named twice, alike", b'{"command":{"type":"match.Resign","type":"match.Resign"}}'),
    play("a command that there is not", "ultimatum.Win"),
    play("a command whose name ends in a line feed", "match.Resign\n"),
    play("a command in capitals", "MATCH.RESIGN"),
    play("an event for a command", "match.Ended"),
    play("a command that only the service makes", "match.Claim", seat="roy", epoch=2, proof="", entropy=""),
    play("a field of a command that there is not", "match.Resign", winner="roy"),
    play("a text for a truth value in a command", "match.Consent", what="draw", agree="true"),
    play("a number for a truth value in a command", "match.Consent", what="draw", agree=1),
    play("an unknown field two levels down", "ultimatum.Choose", option={"type": "ultimatum.Skip", "x": 1}),
    play("an unknown field three levels down", "ultimatum.Choose",
         option={"type": "ultimatum.Move", "to": "north", "spot": {"x": 1}}),
    play("a list for an option", "ultimatum.Choose", option=[]),
    play("a card's id with a line feed after it", "ultimatum.PlayCard", card="N1\n"),
    play("a card's id of 60,000 letters", "ultimatum.PlayCard", card="N" * 60_000),
    claim("a claim without a key", {}),
    claim("a claim key with a line feed after it", {"claim_key": KEY + "\n"}),
    claim("a claim key that can be guessed", {"claim_key": "1234"}),
    claim("entropy that is no hex", {"claim_key": KEY, "entropy": "x" * 32}),
    claim("a name that is a lone surrogate", b'{"claim_key":"kkkkkkkkkkkkkkkkkkkkkk","name":"\\udc00"}'),
    claim("a name of 41 letters", {"claim_key": KEY, "name": "x" * 41}),
    claim("a claim with an epoch", {"claim_key": KEY, "epoch": 9}),
)  # fmt: skip

KINDS = (
    create("text/plain", b"{}", MEDIA, headers=(("Content-Type", "text/plain"),)),
    create("no content type", b"{}", MEDIA, headers=()),
    create("a form's content type", b"{}", MEDIA, headers=(("Content-Type", "application/x-www-form-urlencoded"),)),
    create("a file's content type", b"{}", MEDIA, headers=(("Content-Type", "multipart/form-data; boundary=x"),)),
    create("a content type that only looks alike", b"{}", MEDIA, headers=(("Content-Type", "application/json5"),)),
    create("two content types in one", b"{}", MEDIA, headers=(("Content-Type", "text/plain, application/json"),)),
    create("a content type with a charset, and nothing in it", b"{}",
           headers=(("Content-Type", "Application/JSON; charset=UTF-8"),)),
    create("a body that is too large", b" " * (BODY_BYTES + 1), LARGE),
    create("a length that is too large", b"{}", LARGE, more=(("Content-Length", str(10**12)),)),
    create("a length that is no number", b"{}", more=(("Content-Length", "many"),)),
    create("a large body in pieces", [b" " * 1_000] * 70, LARGE),
    create("a body that does not end", [b"{", ENDLESS], SLOW),
    create("a body whose sender goes away", [b"{", GONE]),
)  # fmt: skip

WHO = (
    acts("a command without a token", None, AUTH),
    acts("a command with a token of no form", "nonsense", AUTH),
    acts("a command with an empty token", "", AUTH),
    acts("a command with a token that is one letter off", "{forged}", AUTH),
    acts("a command with a token in capitals", "{shouted}", AUTH),
    acts("a command with a token with one part more", "{mine}.1", AUTH),
    acts("a command with another seat's name in one's token", "{renamed}", AUTH),
    acts("a command with a token of 20,000 letters", "x" * 20_000, AUTH),
    acts("a command with a token that is no ASCII", "{id}.roy.1.\xff\xfe", AUTH),
    acts("a command with a token with a path in it", "../{id}.roy.1.0", AUTH),
    acts("a command by basic authentication", None, AUTH, more=(("Authorization", "Basic eDp5"),)),
    acts("a command with a token of another match", "{foreign}", FORBIDDEN, "wrong_match"),
    look("a look with a bad token, where none is needed", "GET {m}/view", AUTH, token="{forged}"),
    look("a look with a token of another match", "GET {m}/view", FORBIDDEN, "wrong_match", token="{foreign}"),
    look("a look at a private match without a token", "GET {private}/view", ABSENT, token=None),
    look("a look at a private match with a foreign token", "GET {private}/events", ABSENT),
    look("a listening to a private match with a bad token", "GET {private}/stream", ABSENT, token="x"),
    Case("a claim in a private match without a token", "POST {private}/seats/roy/claim", ABSENT,
         body={"claim_key": KEY}, token=None),
    Case("a command to a private match by a spectator", "POST {private}/commands", FORBIDDEN, "wrong_role",
         body={"command": RESIGN}, token="{watching}"),
    Case("a bad body from nobody", COMMANDS, AUTH, body=b"{", token=None),
    look("a look as the enemy", "GET {m}/view?as={other}", FORBIDDEN, "not_open"),
    look("a look at the truth before the end", "GET {m}/events?as=truth", FORBIDDEN, "not_open"),
    look("a look as somebody that there is not", "GET {m}/decisions?as=nobody", ABSENT),
)  # fmt: skip

RULES = (
    submit("a decision of the other seat", "{command_of_other}", STALE),
    submit("an old command again, with its decision", "{old}", STALE, token="{mine}"),
    submit("a decision that never was", {"command": RESIGN, "decision": ZEROS}, STALE),
    submit("a decision that is a path", {"command": RESIGN, "decision": "../" * 5}, STALE),
    submit("an empty decision", {"command": RESIGN, "decision": ""}, STALE),
    submit("a key with another body", {"command": RESIGN}, REUSED, more=(("Idempotency-Key", KEY),)),
    submit("a key with the same body", "{offer}", 200, more=(("Idempotency-Key", KEY),)),
    submit("a key with a line feed after it", {"command": RESIGN}, more=(("Idempotency-Key", KEY + "\n"),)),
    submit("a key of 10,000 letters", {"command": RESIGN}, more=(("Idempotency-Key", "k" * 10_000),)),
    play("a start by a seat", "match.Start", ILLEGAL, "not_the_host"),
    submit("a second start", {"command": {"type": "match.Start"}}, ILLEGAL, "already_started", token="{host}"),
    submit("a resignation of the host", {"command": RESIGN}, ILLEGAL, "no_such_decision", token="{host}"),
    submit("a move of the host", "{move}", ILLEGAL, "no_seat", token="{host}"),
    submit("a kick in a match that runs", {"command": {"type": "match.Kick", "seat": "roy"}}, ILLEGAL,
           "already_started", token="{host}"),
    play("a leaving of a match that runs", "match.Leave", ILLEGAL, "already_started"),
    play("a vote that nobody asked for", "ultimatum.BossVote", ILLEGAL, "no_such_decision", choice="keep"),
    claim("a claim of a seat that is taken", {"claim_key": "z" * 22}, ILLEGAL, "seat_taken"),
    Case("a claim of a seat that there is not", "POST {m}/seats/nobody/claim", ABSENT, body={"claim_key": KEY}),
)  # fmt: skip

RENEW, RECOVER, TICKET = "POST {m}/seats/{seat}/token", "POST {m}/seats/{seat}/recovery", "POST {m}/ticket"
CODE = "{id}.{seat}." + "0" * 32


def recover(sentence: str, body: Any, expected: str = BAD, request: str = RECOVER) -> Case:
    """A wish to get a seat back."""
    return Case(sentence, request, expected, None, body, None)


def revoke(sentence: str, expected: str = ILLEGAL, code: str | None = None, **command: Any) -> Case:
    """A wish of the host to take a seat away."""
    return submit(sentence, {"command": {"type": "match.Revoke", **command}}, expected, code, token="{host}")


SEATS = (
    look("a token made anew for nobody", RENEW, AUTH, token=None),
    look("a token made anew for a forger", RENEW, AUTH, token="{forged}"),
    look("a token made anew for another seat", RENEW, FORBIDDEN, "wrong_seat", token="{theirs}"),
    look("a token made anew for the host", RENEW, FORBIDDEN, "wrong_seat", token="{host}"),
    look("a token made anew with one of another match", RENEW, FORBIDDEN, "wrong_match", token="{foreign}"),
    look("a token made anew of a seat that there is not", "POST {m}/seats/nobody/token", FORBIDDEN, "wrong_seat"),
    look("a token made anew of the host's seat", "POST {m}/seats/host/token", FORBIDDEN, "wrong_seat", token="{host}"),
    look("a token made anew by looking", "GET {m}/seats/{seat}/token", METHOD),
    recover("a seat got back without a code", {"claim_key": KEY}),
    recover("a seat got back without a key", {"recovery": CODE}),
    recover("a seat got back with a key that can be guessed", {"recovery": CODE, "claim_key": "1234"}),
    recover("a seat got back with a number", {"recovery": 5, "claim_key": KEY}),
    recover("a seat got back with a code of 60,000 letters", {"recovery": "x" * 60_000, "claim_key": KEY}),
    recover("a seat got back with an epoch", {"recovery": CODE, "claim_key": KEY, "epoch": 9}),
    recover("a seat got back with a guess", {"recovery": CODE, "claim_key": KEY}, AUTH),
    recover("a seat got back with an empty code", {"recovery": "", "claim_key": KEY}, AUTH),
    recover("a seat got back that there is not", {"recovery": CODE, "claim_key": KEY}, AUTH,
            "POST {m}/seats/nobody/recovery"),
    recover("a seat got back in a match that there is not", {"recovery": CODE, "claim_key": KEY}, AUTH,
            "POST /v1/matches/" + "a" * 20 + "/seats/roy/recovery"),
    recover("a seat got back in what is no match", {"recovery": CODE, "claim_key": KEY}, AUTH,
            "POST /v1/matches/*/seats/roy/recovery"),
    recover("a seat got back in a private match", {"recovery": CODE, "claim_key": KEY}, AUTH,
            "POST {private}/seats/roy/recovery"),
    look("a ticket for nobody", TICKET, AUTH, token=None),
    look("a ticket for a forger", TICKET, AUTH, token="{forged}"),
    look("a ticket of another match", TICKET, FORBIDDEN, "wrong_match", token="{foreign}"),
    look("a ticket of a private match for a stranger", "POST {private}/ticket", ABSENT),
    look("a ticket by looking", "GET {m}/ticket", METHOD),
    look("a stream with a made-up ticket", "GET {m}/stream?ticket=junk", AUTH, token=None),
    look("a stream with a token for a ticket", "GET {m}/stream?ticket={mine}", AUTH, token=None),
    look("a stream with a ticket that is no text", "GET {m}/stream?ticket=%ff%00", AUTH, token=None),
    look("a stream of a private match with a made-up ticket", "GET {private}/stream?ticket=junk", ABSENT, token=None),
    look("a ticket of 10,000 letters", "GET {m}/stream?ticket=" + "x" * 10_000),
    look("two tickets", "GET {m}/stream?ticket=x&ticket=y"),
    look("an auditor's token that was made up", "GET {m}/view", AUTH, token="{id}.auditor.999999999999." + "0" * 32),
    look("an auditor's token with an end of 400 digits", "GET {m}/view", AUTH,
         token="{id}.auditor.1" + "0" * 400 + "." + "0" * 32),
    look("an auditor's token in other digits", "GET {m}/view", AUTH, token="{id}.auditor.\xb2." + "0" * 32),
    play("a command that only the service makes of a renewal", "match.Renew", proof=""),
    play("a seat taken away by a seat", "match.Revoke", ILLEGAL, "not_the_host", seat="roy", then="computer"),
    revoke("a seat taken away that there is not", code="nobody_there", seat="nobody", then="computer"),
    revoke("a seat for a newcomer at a table of two", code="not_at_this_table", seat="roy", then="newcomer"),
    revoke("a seat taken away for a friend", BAD, seat="roy", then="friend"),
    revoke("a seat taken away for nothing", BAD, seat="roy"),
    play("a welcome to nobody", "match.Welcome", ILLEGAL, "nobody_asks", seat="roy", agree=True),
    fresh("a delay below none", spectator_delay=-1),
    fresh("a delay of more than an hour", spectator_delay=3_601),
    fresh("a delay in quotes", spectator_delay="60"),
    fresh("a delay of true", spectator_delay=True),
)  # fmt: skip

PATHS = (
    look("a way up", "GET /v1/matches/../../etc/passwd", ABSENT),
    look("a way up, escaped", "GET /v1/matches/%2e%2e/%2e%2e/etc/passwd", ABSENT),
    look("a way up out of the static files", "GET /static/swagger/../../app.py", ABSENT),
    look("a way up out of the static files, escaped", "GET /static/swagger/%2e%2e%2f%2e%2e%2fapp.py", ABSENT),
    look("a way up out of the static files, escaped twice", "GET /static/swagger/%252e%252e/app.py", ABSENT),
    look("an absolute static file", "GET /static/swagger//etc/passwd", ABSENT),
    look("a static file with a null byte", "GET /static/swagger/swagger-ui.css%00.txt", ABSENT),
    look("a name for a file that is too long", "GET /static/swagger/" + "x" * 5_000, ABSENT),
    look("backslashes", "GET /v1/matches/..%5C..%5Cetc", ABSENT),
    look("an empty part", "GET /v1/matches//view", ABSENT),
    look("a null byte in an id", "GET {m}%00/view", ABSENT),
    look("a line feed after an id", "GET {m}%0A/view", ABSENT),
    look("an id in capitals", "GET {upper}/view", ABSENT),
    look("an id that is a wildcard", "GET /v1/matches/*/view", ABSENT),
    look("an id of 20,000 letters", "GET /v1/matches/" + "a" * 20_000, ABSENT),
    look("an id that is no UTF-8", "GET /v1/matches/%ff%fe/view", ABSENT),
    look("a line of the store's protocol for an id", "GET /v1/matches/x%0D%0AFLUSHALL%0D%0A", ABSENT),
    look("a line feed after a game", "GET /v1/games/ultimatum%0A", ABSENT),
    look("a pack that is a key of the store", "GET /v1/games/ultimatum/packs/*", ABSENT),
    Case("a line feed after a seat", "POST {m}/seats/{seat}%0A/claim", ABSENT, body={"claim_key": KEY}, token=None),
    look("a method that deletes", "DELETE {m}", METHOD),
    look("a method that replaces", "PUT {m}/commands", METHOD),
    look("a method that patches", "PATCH {m}/view", METHOD),
    look("a method that echoes", "TRACE /v1", METHOD),
    look("a method that there is not", "BREW /v1/games", METHOD),
    look("a method in small letters", "get /v1/games", METHOD),
)

QUERIES = (
    look("a limit in quotes", "GET {m}/events?limit=%225%22"),
    look("a limit of none", "GET {m}/events?limit=0"),
    look("a limit below none", "GET {m}/events?limit=-1"),
    look("a limit that is NaN", "GET {m}/events?limit=NaN"),
    look("a limit in other digits", "GET {m}/events?limit=%EF%BC%95"),
    look("a limit with a line feed after it", "GET {m}/events?limit=5%0A"),
    look("a limit of 400 digits", "GET {m}/events?limit=1" + "0" * 400),
    look("a limit given twice", "GET {m}/events?limit=5&limit=6"),
    look("a point given twice", "GET {m}/view?at=s1-1&at=s1-2"),
    look("a point of no form", "GET {m}/view?at=junk"),
    look("a point with a line feed after it", "GET {m}/view?at={code}-1%0A"),
    look("a point below none", "GET {m}/view?at={code}--1"),
    look("a point of ten digits", "GET {m}/events?after={code}-9999999999"),
    look("a point in the future", "GET {m}/events?after={code}-999999999", POINT),
    look("a point of the other seat", "GET {m}/view?at={other_code}-1", POINT),
    look("a point of the truth", "GET {m}/decisions?at=a-1", POINT),
    look("a point of the truth on a stream", "GET {m}/stream?after=a-0", POINT),
    look("a cursor of no form", "GET /v1/matches?cursor=junk"),
    look("a cursor with a line feed after it", "GET /v1/matches?cursor=1.{id}%0A"),
    look("a cursor of 30 digits", "GET /v1/matches?cursor=" + "9" * 30 + ".{id}"),
    look("a cursor of a time that will never come", "GET /v1/matches?cursor=999999999999999.{id}", 200),
    look("a standing that there is not", "GET /v1/matches?status=lost"),
    look("a truth value in capitals", "GET /v1/matches?open=True"),
    look("a query that is no UTF-8", "GET /v1/matches?game=%ff", 200),
    look("a query that nobody asked for", "GET /v1/matches?admin=true&%00=%00", 200),
    look("a junk last event id", "GET {m}/stream", 200, more=(("Last-Event-ID", "junk"),)),
    look("a last event id of the other seat", "GET {m}/stream", 200, more=(("Last-Event-ID", "{other_code}-1"),)),
    look("a last event id of 10,000 digits", "GET {m}/stream", 200, more=(("Last-Event-ID", "s1-" + "9" * 10_000),)),
    look("a last event id in other digits", "GET {m}/stream", 200, more=(("Last-Event-ID", "s1-\xb2"),)),
    look("a junk preference", "GET {m}/events", 200, more=(("Prefer", "wait=for-ever"),)),
    look("a preference below none", "GET {m}/events", 200, more=(("Prefer", "wait=-5"),)),
    look("a preference of 400 digits", "GET {m}/events", 200, more=(("Prefer", "wait=1" + "0" * 400),)),
    look("a junk entity tag", "GET {m}/view", 200, more=(("If-None-Match", '"\xff, W/"'),)),
    look("a range that is none", "GET {m}/view", 200, more=(("Range", "bytes=9-1"),)),
)

TALK, ERASE, HOST, TAKE, AGAIN, HOOK = (
    "POST {m}/talk", "POST {m}/talk/all-1/erase", "POST {m}/host", "POST {m}/host/token", "POST {m}/rematch",
    "POST {m}/webhook",
)  # fmt: skip
OPEN = "POST /v1/decisions/open"


def company(sentence: str, request: str, body: Any, expected: str | int = BAD, code: str | None = None,
            **more: Any) -> Case:  # fmt: skip
    """A wish for what is beside the game."""
    return Case(sentence, request, expected, code, body, **more)


COMPANY = (
    company("talk from nobody", TALK, {"text": "x"}, AUTH, token=None),
    company("talk from a forger", TALK, {"text": "x"}, AUTH, token="{forged}"),
    company("talk from another match", TALK, {"text": "x"}, FORBIDDEN, "wrong_match", token="{foreign}"),
    company("talk from a spectator", "POST {private}/talk", {"text": "x"}, FORBIDDEN, "wrong_role", token="{watching}"),
    company("talk without a text", TALK, {}),
    company("talk of 60,000 letters", TALK, {"text": "x" * 60_000}),
    company("talk with a null byte", TALK, {"text": "a\x00b"}),
    company("talk that rings the bell", TALK, {"text": "a\x07b"}),
    company("talk that turns the writing around", TALK, {"text": "a\u202eb"}),
    company("talk with a lone surrogate", TALK, b'{"text":"\\ud800"}'),
    company("talk in the name of another", TALK, {"text": "x", "by": "roy"}),
    company("talk to a list", TALK, {"text": "x", "to": ["roy"]}),
    company("talk to nobody that there is", TALK, {"text": "x", "to": "nobody"}, ABSENT),
    company("talk to the host", TALK, {"text": "x", "to": "host"}, ABSENT),
    look("private talk of others", "GET {m}/talk?with={other}", FORBIDDEN, "wrong_role", token="{host}"),
    look("private talk for nobody", "GET {m}/talk?with={other}", FORBIDDEN, "wrong_role", token=None),
    look("private talk with oneself", "GET {m}/talk?with={seat}", ABSENT),
    look("a place in other talk", "GET {m}/talk?after=s1s2-1", POINT),
    look("a place in talk of no form", "GET {m}/talk?after=junk"),
    look("talk of a private match", "GET {private}/talk", ABSENT),
    look("a message erased that never was", ERASE, ABSENT),
    look("a message erased by nobody", ERASE, AUTH, token=None),
    look("a message erased that is a path", "POST {m}/talk/..%2F..%2Fview/erase", ABSENT),
    look("a message erased with other digits", "POST {m}/talk/all-%C2%B2/erase", ABSENT),
    company("the hosting passed by a seat", HOST, {"to": "seat", "seat": "roy"}, FORBIDDEN, "wrong_role"),
    company("the hosting passed to nobody", HOST, {"to": "seat", "seat": "nobody"}, ILLEGAL, "nobody_there",
            token="{host}"),
    company("the hosting passed to a key that can be guessed", HOST, {"to": "key", "claim_key": "1234"},
            token="{host}"),
    company("the hosting passed to all", HOST, {"to": "all"}, token="{host}"),
    company("the hosting taken with a guess", TAKE, {"claim_key": KEY}, AUTH, token=None),
    company("the hosting taken in what is no match", "POST /v1/matches/*/host/token", {"claim_key": KEY}, AUTH,
            token=None),
    company("a rematch before the end", AGAIN, {"claim_key": KEY}, ILLEGAL, "not_over"),
    company("a rematch of the host", AGAIN, {"claim_key": KEY}, FORBIDDEN, "wrong_role", token="{host}"),
    company("a rematch of nobody", AGAIN, {"claim_key": KEY}, AUTH, token=None),
    look("a rematch that there is not", "GET {m}/rematch", ABSENT),
    look("who is there in a private match", "GET {private}/presence", ABSENT),
    company("a webhook at home", HOOK, {"url": "https://127.0.0.1/"}, ILLEGAL, "unfit_url"),
    company("a webhook in the clear", HOOK, {"url": "http://example.org/"}),
    company("a webhook with a line feed", HOOK, {"url": "https://example.org/\r\nX: y"}),
    company("a webhook of the host", HOOK, {"url": "https://example.org/"}, FORBIDDEN, "wrong_role", token="{host}"),
    look("a webhook that is somebody's", "GET {m}/webhook", AUTH, token=None),
    company("decisions for no token", OPEN, {"tokens": []}),
    company("decisions for 101 tokens", OPEN, {"tokens": ["x"] * 101}),
    company("decisions for tokens that are none", OPEN, {"tokens": ["", "..", "*.roy.1.0", "a.roy.\xb2.0"]}, 200),
    company("decisions for a token of 60,000 letters", OPEN, {"tokens": ["x" * 60_000]}),
)  # fmt: skip

CASES = (*BROKEN, *WRONG, *KINDS, *WHO, *RULES, *SEATS, *COMPANY, *PATHS, *QUERIES)


@dataclass
class Scene:
    """Two matches that run and one that is private, and what a hostile client may know of them."""

    service: Running
    table: Table
    known: dict[str, str]
    bodies: dict[str, Any] = field(default_factory=dict)

    async def stored(self) -> dict[str, Any]:
        """Every stream of the store, entry by entry."""
        store = self.service.app.service.matches.store
        return {match: await store.read(match) async for match in store.matches()}


async def its_decision(table: Table) -> tuple[str, dict[str, Any]]:
    """Whose turn it is, and what that seat may send."""
    for seat, token in table.seats.items():
        for decision in (await table.get("/decisions", token)).json()["decisions"]:
            if decision["must"] and decision["seat"] == seat:
                return seat, {"command": first_of(decision["offers"][0]), "decision": decision["id"]}
    raise AssertionError("nobody must decide")


async def set_the_scene(service: Running) -> Scene:
    table, other, private = [await service.table(**more) for more in ({}, {}, {"visibility": "private"})]
    old_seat, old = await its_decision(table)
    assert (await service.post(f"{table.path}/commands", old, table.seats[old_seat])).status_code == 200
    (seat, mine), (enemy, theirs) = sorted(table.seats.items(), key=lambda pair: pair[0] != old_seat)
    while (turn := await its_decision(table))[0] != enemy:
        answer = await service.post(f"{table.path}/commands", turn[1], mine)
        assert answer.status_code == 200
    offer = {"command": {"type": "match.Consent", "what": "draw", "agree": True}}
    headers = {"Idempotency-Key": KEY}
    assert (await service.post(f"{table.path}/commands", offer, mine, headers=headers)).status_code == 200
    codes = {name: f"s{n + 1}" for n, name in enumerate(table.seats)}
    known = {
        "m": table.path, "id": table.id, "upper": f"/v1/matches/{table.id.upper()}", "private": private.path,
        "seat": seat, "other": enemy, "code": codes[seat], "other_code": codes[enemy],
        "mine": mine, "theirs": theirs, "host": table.host, "foreign": other.host, "watching": private.spectator or "",
        "forged": mine[:-1] + ("0" if mine[-1] != "0" else "1"), "shouted": mine.upper(),
        "renamed": mine.replace(f".{seat}.", f".{enemy}."),
    }  # fmt: skip
    bodies = {"{old}": old, "{command_of_other}": turn[1], "{move}": {"command": turn[1]["command"]}, "{offer}": offer}
    return Scene(service, table, known, bodies)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(store_url: str) -> AsyncIterator[Scene]:
    settings = Settings(body_timeout_s=0.05, beat_s=0.001, stream_max_s=0)
    async with running(store_url, "hostile", settings) as service:
        yield await set_the_scene(service)


def filled(text: str, known: dict[str, str]) -> str:
    """The text with what is known in the place of its braces."""
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return text


def in_pieces(scene: Scene, body: Any) -> list[Any]:
    """The body as it is sent: bytes as they are, names of the scene looked up, all else as JSON."""
    if body is None:
        return []
    if isinstance(body, list) and body and isinstance(body[0], bytes):
        return body
    said = scene.bodies.get(body, body) if isinstance(body, str) else body
    return [said if isinstance(said, bytes) else json.dumps(said, separators=(",", ":")).encode()]


async def sent(scene: Scene, case: Case) -> Answered:
    method, _, target = filled(case.request, scene.known).partition(" ")
    headers = [*case.headers, *((name, filled(value, scene.known)) for name, value in case.more)]
    if case.token is not None:
        token = (
            scene.known["mine"]
            if case.token == "seat"
            else filled(case.token, scene.known | {"seat": scene.known["mine"]})
        )
        headers.append(("Authorization", f"Bearer {token}"))
    return await send(scene.service.app, method, target, headers, in_pieces(scene, case.body))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
async def test_a_hostile_request_gets_its_documented_answer_and_changes_nothing(scene: Scene, case: Case) -> None:
    before = await scene.stored()
    answer = await sent(scene, case)
    if isinstance(case.expected, int):
        assert case.expected == answer.status, answer.body
    else:
        kind, said = BY_SLUG[case.expected], answer.json()
        assert (kind.status, "application/problem+json") == (answer.status, answer.headers["content-type"]), said
        assert (URN + kind.slug, kind.status, kind.title) == (said["type"], said["status"], said["title"])
        assert (case.code or said["code"]) == said["code"] != ""
        assert said["detail"]
    assert before == await scene.stored()


def test_the_table_is_large_and_each_sentence_is_one_case() -> None:
    assert len(CASES) >= 60
    assert len(CASES) == len({case.sentence for case in CASES})
