"""Playing until every operation has answered and every command was accepted once."""

import secrets
from random import Random
from typing import Any

import httpx
import msgspec

from api_schema.archive import NDJSON
from api_schema.examples import Examples, Exchange
from api_schema.operation import JSON as JSON_TYPE
from api_schema.operations import OPERATIONS
from domain.kernel.chance import Chance
from domain.kernel.choices import Choice, sample
from domain.kernel.command import tag
from domain.kernel.commit import Envelope
from domain.kernel.contract import AnyGame
from domain.kernel.match.commands import PUBLIC_COMMANDS
from service.settings import Settings
from tests.api.conftest import JSON, Running, Table
from tests.harness.lab import Lab

TEXT = 700
QUICK = Settings(beat_s=0.05, stream_max_s=0)
"""A stream ends when there is no more to tell."""
SEEDS = 200
NEWCOMERS = 3
"""Seats of a table at which newcomers are let in, at least."""
OPTIONS: list[JSON] = [
    {"bosses": "special", "boss_between_rounds": "vote", "mode": "tournament"},
    {"bosses": "special", "boss_between_rounds": "choose_unused"},
    {},
]


def steady(key: bytes, commit: int) -> Chance:
    """The same chance in every recording."""
    return Chance(b"examples", commit)


def _shown(answer: httpx.Response) -> Any:
    """What the document shows of an answer: JSON whole, the first of several lines of it, the start of a text."""
    media = answer.headers["content-type"]
    if media.startswith((JSON_TYPE, NDJSON)):
        first = answer.content.split(b"\n")[0] if media.startswith(NDJSON) else answer.content
        return msgspec.json.decode(first)
    return answer.text[:TEXT].rpartition("\n\n" if media.startswith("text/event-stream") else "\n")[0]


class Recorder:
    """Asks, and keeps the first exchange of each operation and the first command of each type."""

    def __init__(self, service: Running) -> None:
        self.service, self.rng = service, Random(1)
        self.operations: dict[str, Exchange] = {}
        self.commands: dict[str, JSON] = {}
        self.recovery = ""

    def keep(self, id_: str, sent: JSON | None, answer: httpx.Response) -> JSON:
        """Keep an exchange, unless the operation has one."""
        assert answer.is_success, answer.text
        got = _shown(answer)
        self.operations.setdefault(id_, Exchange(sent, got))
        found: JSON = got if isinstance(got, dict) else {}
        return found

    async def get(self, id_: str, path: str, token: str | None = None, **more: Any) -> JSON:
        """A read."""
        return self.keep(id_, None, await self.service.get(path, token, **more))

    async def command(self, table: Table, token: str, command: JSON, decision: str | None = None) -> None:
        """A command, which must be accepted."""
        sent: JSON = {"command": command} | ({"decision": decision} if decision else {})
        answer = await self.service.post(f"{table.path}/commands", sent, token)
        if "decision" in sent:
            self.keep("submitCommand", sent, answer)
        assert answer.is_success, answer.text
        self.commands.setdefault(command["type"], command)

    async def step(self, table: Table) -> bool:
        """One random legal command; False when nobody must decide."""
        for seat, token in table.seats.items():
            shown = (await self.service.get(f"{table.path}/decisions", token)).json()["decisions"]
            mine = [decision for decision in shown if decision["seat"] == seat and decision["must"]]
            if mine:
                offer = self.rng.choice(mine[0]["offers"])
                fields: Any = sample(msgspec.convert(offer["choice"], Choice), self.rng)
                await self.command(table, token, {"type": offer["command"], **fields}, mine[0]["id"])
                return True
        return False


def accepted(game: AnyGame) -> dict[str, JSON]:
    """One accepted command of each type of a game, from matches in memory: at random and by computers in turn,
    two of three with as few seats as can play, for they are short."""
    found: dict[str, JSON] = {}
    for seed in range(SEEDS):
        lab = Lab(game, seed, min(game.meta.counts) if seed % 3 else None).open()
        for entry in (lab.by_computers() if seed % 2 else lab.play()).entries:
            command = msgspec.msgpack.decode(msgspec.msgpack.decode(entry.k, type=Envelope).command)
            found.setdefault(command["type"], command)
        if {tag(kind) for kind in game.commands} <= found.keys():
            break
    return {name: command for name, command in found.items() if not name.startswith("match.")}


async def record(service: Running) -> Examples:
    """All examples."""
    recorder = Recorder(service)
    await _about(recorder)
    table = await _lobby(recorder)
    await _look(recorder, table)
    await _talk(recorder, table)
    await _await(recorder, table)
    await _end(recorder, table)
    await _again(recorder, table)
    await _revoke(recorder)
    for options in OPTIONS:
        played = await service.table(options=options)
        while await recorder.step(played):
            continue
    await recorder.get("streamEvents", f"{played.path}/stream?after=p-1&as=spectator")
    games = service.app.service.contract.games.values()
    for game in games:
        for name, command in accepted(game).items():
            recorder.commands.setdefault(name, command)
    wanted = {tag(kind) for game in games for kind in game.commands} | {tag(kind) for kind in PUBLIC_COMMANDS}
    large = next((game for game in games if max(game.meta.counts) >= NEWCOMERS), None)
    if large is None:
        wanted.remove("match.Welcome")
    else:
        await _welcome(recorder, large)
    assert wanted == set(recorder.commands)
    assert {operation.id for operation in OPERATIONS} - {"getOpenapi"} == set(recorder.operations)
    return Examples(dict(sorted(recorder.operations.items())), dict(sorted(recorder.commands.items())))


async def _about(recorder: Recorder) -> None:
    await recorder.get("getService", "/v1")
    await recorder.get("listGames", "/v1/games")
    game = await recorder.get("getGame", "/v1/games/ultimatum")
    await recorder.get("getPack", f"/v1/games/ultimatum/packs/{game['packs'][0]['hash']}")
    await recorder.get("getHealth", "/health")
    await recorder.get("getReadiness", "/ready")
    await recorder.get("getMetrics", "/metrics")


async def _lobby(recorder: Recorder) -> Table:
    service = recorder.service
    clock = {"budget_s": 1_800, "increment_s": 10, "at_end": "loss"}
    sent: JSON = {"game": "ultimatum", "seats": [{"by": "person"}, {"by": "person"}], "undo": True, "clock": clock}
    made = recorder.keep("createMatch", sent, await service.post("/v1/matches", sent))
    table = Table(service, made["id"], made["host_token"], None)
    for seat in ("stella", "roy", "roy", "roy"):
        claim = {"claim_key": secrets.token_hex(16), "entropy": secrets.token_hex(16), "name": seat.title()}
        answer = await service.post(f"{table.path}/seats/{seat}/claim", claim)
        claimed = recorder.keep("claimSeat", claim, answer)
        table.seats[seat] = claimed["token"]
        if seat == "stella":
            recorder.recovery = claimed["recovery"]
        if seat == "roy" and "match.Kick" not in recorder.commands:
            await recorder.command(table, table.host, {"type": "match.Kick", "seat": "roy"})
        elif seat == "roy" and "match.Leave" not in recorder.commands:
            await recorder.command(table, table.seats["roy"], {"type": "match.Leave"})
    await recorder.command(table, table.host, {"type": "match.Start"})
    await _keep_the_seat(recorder, table)
    return table


async def _keep_the_seat(recorder: Recorder, table: Table) -> None:
    service, seat = recorder.service, f"{table.path}/seats/stella"
    renewed = recorder.keep("renewToken", None, await service.post(f"{seat}/token", None, table.seats["stella"]))
    recorder.keep("createTicket", None, await service.post(f"{table.path}/ticket", None, renewed["token"]))
    back = {"recovery": recorder.recovery, "claim_key": secrets.token_hex(16)}
    table.seats["stella"] = recorder.keep("recoverSeat", back, await service.post(f"{seat}/recovery", back))["token"]


async def _look(recorder: Recorder, table: Table) -> None:
    mover = (await recorder.service.get(f"{table.path}/view")).json()["view"]["mover"]
    token = table.seats[mover]
    await recorder.get("getDecisions", f"{table.path}/decisions", token)
    await recorder.step(table)
    await recorder.get("getView", f"{table.path}/view", token)
    await recorder.get("listEvents", f"{table.path}/events?limit=5&after=p-10")
    await recorder.get("getMatch", table.path)
    await recorder.service.app.listing.settle()
    await recorder.get("listMatches", "/v1/matches?game=ultimatum")
    await recorder.command(table, token, {"type": "match.Undo"})


async def _talk(recorder: Recorder, table: Table) -> None:
    path, service = f"{table.path}/talk", recorder.service
    said = {"text": "Good luck!"}
    made = recorder.keep("say", said, await service.post(path, said, table.seats["roy"]))
    await service.post(path, {"text": "Shall we end it here?", "to": "stella"}, table.seats["roy"])
    await recorder.get("readTalk", path)
    await recorder.get("streamTalk", f"{path}/stream", table.seats["stella"])
    erased = await service.post(f"{path}/{made['id']}/erase", None, table.seats["roy"])
    recorder.keep("eraseTalk", None, erased)
    await recorder.get("getPresence", f"{table.path}/presence")


async def _await(recorder: Recorder, table: Table) -> None:
    service, token = recorder.service, table.seats["stella"]
    asked = {"tokens": [token]}
    recorder.keep("listOpenDecisions", asked, await service.post("/v1/decisions/open", asked))
    hook = {"url": "https://example.org/my-turn"}
    recorder.keep("setWebhook", hook, await service.post(f"{table.path}/webhook", hook, token))
    await recorder.get("getWebhook", f"{table.path}/webhook", token)


async def _again(recorder: Recorder, table: Table) -> None:
    service, path = recorder.service, f"{table.path}/rematch"
    claim = {"claim_key": secrets.token_hex(16)}
    made = recorder.keep("takeRematch", claim, await service.post(path, claim, table.seats["roy"]))
    await recorder.get("getRematch", path)
    match = f"/v1/matches/{made['match']}"
    passed = {"to": "key", "claim_key": secrets.token_hex(16)}
    recorder.keep("passHost", passed, await service.post(f"{match}/host", passed, made["host_token"]))
    key = {"claim_key": passed["claim_key"]}
    recorder.keep("takeHost", key, await service.post(f"{match}/host/token", key))


async def _end(recorder: Recorder, table: Table) -> None:
    await recorder.command(table, table.seats["roy"], {"type": "match.Consent", "what": "draw", "agree": True})
    await recorder.command(table, table.seats["roy"], {"type": "match.Resign"})
    await recorder.get("getArchive", f"{table.path}/archive")


async def _revoke(recorder: Recorder) -> None:
    table = await recorder.service.table()
    await recorder.command(table, table.host, {"type": "match.Revoke", "seat": "roy", "then": "computer"})


async def _welcome(recorder: Recorder, game: AnyGame) -> None:
    """A newcomer takes a seat at a table of a game for several."""
    count = max(game.meta.counts)
    table = await recorder.service.table(game=game.meta.id, seats=[{"by": "person"}] * count)
    gone, *others = table.seats
    await recorder.command(table, table.host, {"type": "match.Revoke", "seat": gone, "then": "newcomer"})
    await recorder.service.claim(table, gone)
    for seat in others:
        await recorder.command(table, table.seats[seat], {"type": "match.Welcome", "seat": gone, "agree": True})
