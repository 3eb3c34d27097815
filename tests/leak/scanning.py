"""Everything that a service says in seeded matches, and every secret of them, in every form it could be said in."""

import base64
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from structlog.testing import capture_logs

from domain.kernel.commit import Envelope
from domain.kernel.match.aggregate import Match
from domain.kernel.zones import Sealed, Zone, hidden
from tests.leak.twins import World, answer_to

GRANTS = ("/claim", "/token", "/recovery", "/ticket", "/webhook", "/v1/matches")
"""What hands out something secret, to whoever asks for it by right."""

DECK = 8
"""The least number of things in a shuffle whose order cannot be told by chance."""

WHISPER = "between-the-two-of-us"


class Overheard(World):
    """A world in which every answer is kept, by what was asked and for whom."""

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self.rng = Random(self.seed)
        self.said: list[tuple[str, str]] = []
        self.granted: list[tuple[str, httpx.Response]] = []
        self.hook = ""

    async def open(self) -> None:
        """A match in which the first two seats talk in private, and the first is told of its turns."""
        await super().open()
        one, other = self.match.seats[:2]
        said = await super().ask("POST", f"{self.path}/talk", self.tokens[one], {"text": WHISPER, "to": other})
        assert said.status_code == 201
        hook = await self.ask("POST", f"{self.path}/webhook", self.tokens[one], {"url": "https://example.org/"})
        self.hook = hook.json()["secret"]

    async def ask(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> httpx.Response:
        """Ask, and keep the answer."""
        answer = await super().ask(method, path, token, body, **headers)
        if method == "POST" and path.endswith(GRANTS) and answer.is_success:
            self.granted.append((path, answer))
        else:
            receipt = answer.json().get("receipt", "") if path.endswith("/commands") else ""
            text = "\n".join([*(f"{name}: {value}" for name, value in answer.headers.items()), answer.text])
            self.said.append((f"{method} {path}", text.replace(receipt, "") if receipt else text))
        return answer

    async def step(self) -> None:
        """One random command, or some time passes."""
        turn = await self.turn(self.rng)
        if turn is None:
            await self.turn_the_clock()
        else:
            await self.command(turn[0], answer_to(turn[1], self.rng), turn[1]["id"])

    async def play(self, steps: int) -> None:
        """Random play, with everyone looking at everything after each step."""
        for _ in range(steps):
            await self.look()
            if self.match.outcome is None:
                await self.step()

    async def look(self) -> None:
        """Every look of everyone, now and a moment ago, what is refused too; lists, metrics, the contract."""
        for viewer in (*self.match.seats, "host", None):
            token = self.tokens[viewer] if viewer else None
            for what in ("", "/view", "/decisions", "/events?limit=500", "/archive", "/view?as=truth", "/view?at=a-1"):
                await self.ask("GET", self.path + what, token)
            await self.ask("GET", f"{self.path}/stream", token, Last_Event_ID="p-0")
            await self.look_at_the_company(viewer, token)
            for command in ({"type": "match.Start"}, {"type": "match.Undo"}, {"type": "no.Such"}, 5):
                await self.ask("POST", f"{self.path}/commands", token, {"command": command, "decision": "0" * 24})
            for seat in self.match.seats:
                claim = {"claim_key": "z" * 32, "name": "Zoe"}
                await self.ask("POST", f"{self.path}/seats/{seat}/claim", token, claim)
                code = {"recovery": self.recovery[seat][:-1] + "x", "claim_key": "z" * 32}
                await self.ask("POST", f"{self.path}/seats/{seat}/recovery", token, code)
        for path in ("/v1", "/v1/games", f"/v1/games/{self.game.meta.id}", "/v1/matches", "/metrics", "/no/such"):
            await self.ask("GET", path, None)

    async def look_at_the_company(self, viewer: str | None, token: str | None) -> None:
        """What is beside the game; but for the two who talk in private, who may hear it."""
        if viewer not in self.match.seats[:2]:
            for what in ("", "/stream", *(f"?with={seat}" for seat in self.match.seats)):
                await self.ask("GET", f"{self.path}/talk{what}", token)
            await self.ask("POST", f"{self.path}/talk/s1s2-1/erase", token)
        for what in ("/presence", "/rematch", "/webhook"):
            await self.ask("GET", self.path + what, token)
        await self.ask("POST", "/v1/decisions/open", None, {"tokens": [token or "none"]})

    async def never(self) -> dict[str, bytes | str]:
        """What nobody may be told before the end, whoever it is; keys and proofs not even then."""
        match, app = self.match, self.service.app.service
        secret, entropies = match.opened_secret()
        found: dict[str, bytes | str] = {
            "the server key": app.matches.server_key,
            "the match key": match.key,
            "the match secret": bytes.fromhex(secret),
            "the stored secret": match.table.secret,
            "the host's proof": match.table.host,
        }
        found |= {f"the entropy of {seat}": bytes.fromhex(e) for seat, e in zip(match.seats, entropies, strict=True)}
        found |= {f"the proof of {chair.seat}": chair.proof for chair in match.table.chairs}
        for entry in await app.matches.store.read(match.id):
            envelope = msgspec.msgpack.decode(entry.k, type=Envelope)
            found[f"the nonce of {entry.number}"], found[f"the hash of {entry.number}"] = envelope.nonce, entry.h
            found[f"the command id of {entry.number}"] = entry.c
            for draw in envelope.draws:
                if isinstance(draw.result, tuple) and len(draw.result) >= DECK:
                    found[f"the draw {draw.purpose} of {entry.number}"] = ",".join(map(str, draw.result))
        return found

    def theirs(self) -> dict[str, str]:
        """What is told to one alone, once, when it is granted."""
        keys = {f"the claim key {number}": f"claim-{number}-" for number, _ in enumerate(self.match.seats)}
        macs = {f"the token of {name}": token.rpartition(".")[2] for name, token in self.tokens.items()}
        codes = {f"the recovery code of {seat}": code.rpartition(".")[2] for seat, code in self.recovery.items()}
        return keys | macs | codes | {"private talk": WHISPER, "the webhook's secret": self.hook}


def forms(value: bytes | str) -> set[str]:
    """How a value could be written."""
    if isinstance(value, str):
        return {value, value.replace(",", ", ")}
    encoded = (base64.b64encode(value), base64.urlsafe_b64encode(value), base64.b32encode(value))
    return {value.hex(), value.hex().upper(), value.decode("latin-1"), repr(value)} | {
        each.decode().rstrip("=") for each in encoded
    }


def found_in(said: list[tuple[str, str]], secrets: dict[str, Any]) -> list[tuple[str, str]]:
    """Which secret stands where."""
    written = [(name, form) for name, value in secrets.items() for form in forms(value)]
    return [(name, where) for where, text in said for name, form in written if form in text]


def open_words(thing: object) -> Iterator[str]:
    """Every word of a state outside of its hidden places."""
    if isinstance(thing, Zone | Sealed):
        return
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Struct):
        yield from (word for name in thing.__struct_fields__ for word in open_words(getattr(thing, name)))
    elif isinstance(thing, dict):
        yield from (word for part in (*thing.keys(), *thing.values()) for word in open_words(part))
    elif isinstance(thing, list | tuple):
        yield from (word for part in thing for word in open_words(part))


def unseen(match: Match, viewer: str) -> set[str]:
    """The faces of cards that the viewer cannot see, if no card that it sees has them, in a hand or face up."""
    zones = [place for place in hidden(match.state) if isinstance(place, Zone)]
    known = {card.face for zone in zones for card in zone.cards if zone.knows(viewer, card)}
    known |= set(open_words(match.state))
    return {card.face for zone in zones for card in zone.cards if not zone.knows(viewer, card)} - known


class Logs:
    """All that was logged, by whichever library."""

    def __init__(self, lines: list[Any], records: list[logging.LogRecord]) -> None:
        self._lines, self._records = lines, records

    @property
    def said(self) -> list[tuple[str, str]]:
        """Line by line."""
        told = [*map(repr, self._lines), *(record.getMessage() for record in self._records)]
        return [("log", line) for line in told]


@contextmanager
def overheard_logs() -> Iterator[Logs]:
    """Everything that is logged meanwhile, at every level."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]  # all that it has to do
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        with capture_logs() as lines:
            yield Logs(lines, records)
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
