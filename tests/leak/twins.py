"""Two worlds over HTTP that differ only in what a viewer cannot know, driven by the same requests.

Both services have the same server key, the same creation key and a chance that gives the same results, but
for a few cards that lie elsewhere. That those are places the viewer cannot see is read off the states alone,
by masking them; no view, event or decision has a say in it. As long as the masked states agree, everything
that the viewer is answered must agree, to the last byte of every header.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import msgspec

from domain.kernel.chance import Chance, Draw, permutation
from domain.kernel.choices import Choice, sample
from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SPECTATOR
from domain.kernel.zones import Zone, hidden
from service.settings import Settings
from tests.api.conftest import JSON, Running, bearing, running
from tests.harness.lab import OPTIONS, Lab

QUICK = Settings(beat_s=0.001, stream_max_s=0)
SEATS = 3
"""Seats at a table, where the game leaves a choice: enough for others to have secrets from one another."""

SWAPS = 400
CREATION_KEY, SAME = "w" * 32, {"X-Request-Id": "twin"}
STEP_MS = 10_000
WAITS = 0.15  # how often a seat lets its clock run
CLOCKS: list[JSON | None] = [None, {"decision_s": 8}, {"budget_s": 60, "increment_s": 3}]
RECEIPT = re.compile(rb'"receipt":"[0-9a-f]{64}"')
SECRET = re.compile(rb'"secret":"[0-9a-f]{64}"')
TICKET = re.compile(rb"\.[0-9a-f]{16}\.[0-9a-f]{32}")
NUMBER = re.compile(rb" [0-9.e+-]+\n")


class Swapped(Chance):
    """A chance in whose shuffles two things have changed places."""

    def __init__(self, key: bytes, commit: int, swap: int) -> None:
        super().__init__(key, commit)
        self.swap = swap

    def shuffle(self, purpose: str, things: Any) -> list[Any]:
        """As without the swap, but for two places."""
        order = list(permutation(self._stream(purpose), len(things)))
        if len(order) > 1:
            one, other = Random(f"{self.swap}{purpose}").sample(range(len(order)), 2)
            order[one], order[other] = order[other], order[one]
        self.draws.append(Draw(purpose, "shuffle", len(things), tuple(order)))
        return [things[place] for place in order]


def chances(seed: int, start: int, swap: int | None) -> Callable[[bytes, int], Chance]:
    """The chance of a world: in the commit of the start two things of each shuffle are swapped, or none."""

    def of(key: bytes, commit: int) -> Chance:
        named = b"%d" % seed
        return Chance(named, commit) if swap is None or commit != start else Swapped(named, commit, swap)

    return of


def masked(match: Match, viewer: str) -> bytes:
    """The state without what `viewer` cannot see: of a hidden card only the back, of a sealed answer nothing."""
    state = match.codec.copy(match.state)
    for place in hidden(state):
        if isinstance(place, Zone):
            for card in place.cards:
                card.face = card.face if place.knows(viewer, card) else match.game.back(card.face)
        elif place.seat != viewer:
            place.value = None
    return match.codec.encode(state)


def seats_of(game: AnyGame) -> int:
    """How many sit at the table."""
    return min(game.meta.counts, key=lambda count: abs(count - SEATS))


def swaps_of(game: AnyGame, seed: int, viewer: str) -> Iterator[int]:
    """The swaps that change something right after the start, and nothing that `viewer` can see."""
    seats = seats_of(game)
    here = Lab(game, seed, seats, chances(seed, seats + 2, None), options_of(game, seed)).open().match
    for swap in range(SWAPS):
        there = Lab(game, seed, seats, chances(seed, seats + 2, swap), options_of(game, seed)).open().match
        if here.state != there.state and masked(here, viewer) == masked(there, viewer):
            yield swap


def options_of(game: AnyGame, seed: int) -> JSON:
    """The options of the match with this seed."""
    chosen = OPTIONS.get(game.meta.id, [{}])
    return chosen[seed % len(chosen)]


def answer_to(decision: JSON, rng: Random) -> JSON:
    """A command that the decision lists."""
    offer = rng.choice(decision["offers"])
    fields: Any = sample(msgspec.convert(offer["choice"], Choice), rng)
    return {"type": offer["command"], **fields}


class World:
    """One of the two: a service with one match, and the tokens of all its seats."""

    def __init__(self, service: Running, game: AnyGame, seed: int) -> None:
        self.service, self.game, self.seed = service, game, seed
        self.tokens: dict[str, str] = {}
        self.recovery: dict[str, str] = {}
        self.path = self.id = ""
        self.creation: JSON = {
            "game": game.meta.id,
            "seats": [{"by": "person"}] * seats_of(game),
            "options": options_of(game, seed),
            "clock": CLOCKS[seed % len(CLOCKS)],
        }

    @property
    def match(self) -> Match:
        """The match as the service has it in memory."""
        found = self.service.app.service.matches.near(self.id)
        assert found is not None
        return found

    async def ask(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> httpx.Response:
        """One request, the same in both worlds."""
        given = bearing(token) | SAME | {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.service.client.request(method, path, json=body, headers=given)

    async def open(self) -> None:
        """Create the match, take all seats, start."""
        made = (await self.ask("POST", "/v1/matches", None, self.creation, Idempotency_Key=CREATION_KEY)).json()
        self.id, self.path, self.tokens["host"] = made["id"], f"/v1/matches/{made['id']}", made["host_token"]
        for number, seat in enumerate(self.match.seats):
            claim = {"claim_key": f"claim-{number}-".ljust(32, "k"), "entropy": f"{number + 1}e" * 16}
            claimed = (await self.ask("POST", f"{self.path}/seats/{seat}/claim", None, claim)).json()
            self.tokens[seat], self.recovery[seat] = claimed["token"], claimed["recovery"]
        await self.command("host", {"type": "match.Start"})

    async def command(self, actor: str, command: JSON, decision: str | None = None) -> httpx.Response:
        """A command with a key, the same in both worlds."""
        body = {"command": command} | ({"decision": decision} if decision else {})
        key = f"{self.match.version}{actor}".ljust(22, "-")
        return await self.ask("POST", f"{self.path}/commands", self.tokens[actor], body, Idempotency_Key=key)

    async def turn(self, rng: Random) -> tuple[str, JSON] | None:
        """A seat that must decide, and one of its decisions; None when time has to pass, or all is over."""
        for seat in self.match.seats:
            shown = (await self.ask("GET", f"{self.path}/decisions", self.tokens[seat])).json()
            mine = [one for one in shown["decisions"] if one["seat"] == seat and one["must"]]
            if mine:
                return seat, rng.choice(mine)
        return None

    async def turn_the_clock(self) -> None:
        """Let windows close and everything be written that is due."""
        self.service.clock.now += STEP_MS
        await self.service.app.workers.work()
        await self.service.app.listing.settle()

    def plain(self, answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
        """An answer without what is random in every world, known to everyone, and no secret: the commitment and
        what it opens to, a ticket's nonce, one's own receipt and webhook's secret, and the counts of a process that
        serves both."""
        body = answer.content
        secret, _ = self.match.opened_secret()
        for value in (self.match.table.commitment, secret):
            body = body.replace(value.encode(), b"?" * len(value))
        body = TICKET.sub(b".nonce.mac", RECEIPT.sub(b'"receipt":"?"', SECRET.sub(b'"secret":"?"', body)))
        if answer.headers.get("content-type", "").startswith("text/plain"):
            body = NUMBER.sub(b" ?\n", body)
            return answer.status_code, [], body
        return answer.status_code, sorted(answer.headers.multi_items()), body


class Twins:
    """Both worlds, and the viewer who must not be able to tell them apart."""

    def __init__(self, game: AnyGame, seed: int, viewer: str, here: World, there: World) -> None:
        self.game, self.viewer, self.rng = game, viewer, Random(seed)
        self.worlds = (here, there)
        self.here, self.there = here, there
        self.asked: set[str] = set()
        self.strangers: list[JSON] = []

    @property
    def alike(self) -> bool:
        """Whether the worlds still differ only in what the viewer cannot know."""
        return masked(self.here.match, self.viewer) == masked(self.there.match, self.viewer)

    @property
    def differ(self) -> bool:
        """Whether they differ at all."""
        return bool(self.here.match.state != self.there.match.state)

    async def same(self, id_: str, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> Any:
        """Ask both the same, and get the same."""
        self.asked.add(id_)
        answers = [await world.ask(method, path, token, body, **headers) for world in self.worlds]
        here, there = (world.plain(answer) for world, answer in zip(self.worlds, answers, strict=True))
        assert here == there, (id_, path, self.viewer)
        return answers[0]

    async def whisper(self) -> None:
        """Others talk in private, in one of the worlds alone."""
        one, other = ([seat for seat in self.here.match.seats if seat != self.viewer] * 2)[:2]
        if one != other:
            said = await self.there.ask(
                "POST", f"{self.there.path}/talk", self.there.tokens[one], {"text": "Psst!", "to": other}
            )
            assert said.status_code in {201, 429}

    async def step(self) -> bool:
        """One random command of a seat, or a time that is let run out, in both worlds; False when there is none, or
        when it tells them apart."""
        turn = await self.here.turn(self.rng)
        waits = bool(self.here.match.table.clocks.timers) and self.rng.random() < WAITS
        if turn is not None and not waits:
            return await self._answer(*turn)
        for world in self.worlds:
            await world.turn_the_clock()
        return self.here.match.outcome is None and self.alike

    async def _answer(self, seat: str, decision: JSON) -> bool:
        command, named = answer_to(decision, self.rng), decision["id"] if seat == self.viewer else None
        self.strangers.append(command)
        answers = [await world.command(seat, command, named) for world in self.worlds]
        assert answers[0].status_code == 200, answers[0].text
        if seat == self.viewer and self.alike:
            here, there = (world.plain(answer) for world, answer in zip(self.worlds, answers, strict=True))
            assert here == there, ("submitCommand", command, self.viewer)
        for world in self.worlds:
            await world.service.app.listing.settle()
        return answers[1].status_code == 200 and self.here.match.outcome is None and self.alike

    def refused(self) -> list[JSON]:
        """Commands that the viewer may not give now, of those that others gave."""
        match, found = self.here.match, []
        for command in self.strangers[-6:]:
            made = msgspec.convert(command, match.codec.command_type)
            if isinstance(match.game.why_not(match.rules, match.state, self.viewer, made), Refused):
                found.append(command)
        return found


async def twins(stack: AsyncExitStack, url: str, prefix: str, game: AnyGame, seed: int, viewer: str) -> Twins | None:
    """Two worlds for a seed and a viewer, started; None when no swap of this seed leaves the viewer as it was."""
    swap = next(swaps_of(game, seed, viewer), None)
    if swap is None:
        return None
    worlds = []
    for name, chosen in (("a", None), ("b", swap)):
        chance = chances(seed, seats_of(game) + 2, chosen)
        games = {game.meta.id: game}
        service = await stack.enter_async_context(running(url, f"{prefix}{name}", QUICK, games=games, chance=chance))
        world = World(service, game, seed)
        await world.open()
        await service.app.listing.settle()
        worlds.append(world)
    made = Twins(game, seed, viewer, *worlds)
    assert made.differ
    assert made.alike
    return made


def viewers(game: AnyGame) -> tuple[str, ...]:
    """Everyone who must not be able to tell."""
    return (*game.meta.seats[: seats_of(game)], SPECTATOR)
