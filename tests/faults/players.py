"""People at a table: they decide by what is listed, repeat what was not answered, and note what they were told."""

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from domain.kernel.choices import Choice, sample
from domain.kernel.contract import AnyGame
from domain.kernel.viewers import HOST, SPECTATOR
from service.seats import CLAIM
from tests.faults.watchers import Watcher
from tests.faults.wire import Answer, Away, ask
from tests.faults.world import POLL_S, World

Json = dict[str, Any]
AGAIN = 503
STALL_S = 60.0
HANG_UP, TWINS, ODD = 0.2, 0.3, 0.04
"""How often somebody goes away before the answer, asks both services at once, answers what need not be answered."""


@dataclass
class Asked:
    """A request that changes something: sent once or often, always with the same key, answered alike."""

    actor: str
    key: str
    path: str
    body: bytes
    token: str | None
    sent_at: int
    answered_at: int | None = None
    answer: Answer | None = None
    refused: bool = False

    @property
    def headers(self) -> dict[str, str]:
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return bearer | ({"Idempotency-Key": self.key} if self.actor != CLAIM else {})


@dataclass
class Table:
    """One match, from its creation to its end or the end of the round."""

    world: World
    rng: Random
    game: AnyGame
    id: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    watchers: list[Watcher] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    def port(self) -> int:
        """Any service will do."""
        return self.rng.choice(self.world.servers).port

    # --- asking ------------------------------------------------------------------------------

    async def read(self, path: str, actor: str | None = None) -> Json:
        """What is answered in the end, by whichever service."""
        headers = {"Authorization": f"Bearer {self.tokens[actor]}"} if actor else {}
        while True:
            try:
                answer = await ask(self.port(), "GET", path, **headers)
            except Away:
                answer = None
            if answer is not None and answer.status == 200:
                return json.loads(answer.body)  # type: ignore[no-any-return]
            assert answer is None or answer.status == AGAIN, (path, answer)
            self.world.counts["unanswered reads"] += 1
            await asyncio.sleep(POLL_S)

    async def give(self, actor: str, path: str, body: Json, token: str | None, key: str | None = None) -> Asked:
        """Ask until it is accepted or refused, then ask once more; every acceptance must be the same."""
        said = json.dumps(body).encode()
        key = key or self.rng.randbytes(16).hex()
        asked = Asked(actor, key, path, said, token, self.world.ticks.tick())
        self.asked.append(asked)
        while asked.answer is None and not asked.refused:
            count = 2 if self.rng.random() < TWINS else 1
            await asyncio.gather(*(self._attempt(asked) for _ in range(count)))
        if asked.answer is not None:
            await self._attempt(asked)
        return asked

    async def _attempt(self, asked: Asked) -> None:
        """Send it once. Whoever hangs up, or is not answered, knows nothing."""
        patience = self.rng.uniform(0, 0.01) if self.rng.random() < HANG_UP else None
        try:
            async with asyncio.timeout(patience):
                answer = await ask(self.port(), "POST", asked.path, asked.body, **asked.headers)
        except TimeoutError:
            self.world.counts["hung up"] += 1
        except Away:
            self.world.counts["cut off"] += 1
            await asyncio.sleep(POLL_S)
        else:
            await self._note(asked, answer)

    async def _note(self, asked: Asked, answer: Answer) -> None:
        if answer.status == AGAIN:
            self.world.counts["told to repeat"] += 1
            await asyncio.sleep(POLL_S)
        elif answer.status >= 300:
            assert answer.status == 409, (asked, answer)
            assert asked.answer is None, ("accepted, then refused", asked, answer)
            asked.refused = True
            self.world.counts["refused"] += 1
        elif asked.answer is not None:
            assert asked.answer.body == answer.body, ("two answers to one key", asked, answer)
            self.world.counts["answered again"] += 1
        else:
            assert not asked.refused, ("refused, then accepted", asked, answer)
            asked.answer, asked.answered_at = answer, self.world.ticks.tick()
            self.world.counts["acknowledged"] += 1

    # --- playing -----------------------------------------------------------------------------

    async def open(self, computers: int) -> None:
        """Create the match, take the seats, have everybody watch, start."""
        people = self.game.meta.counts[0] - computers
        seats = [{"by": "person"}] * people + [{"by": "computer", "policy": next(iter(self.game.bots))}] * computers
        made = await self.give("create", "/v1/matches", {"game": self.game.meta.id, "seats": seats}, None)
        said = _said(made)
        self.id, self.tokens[HOST] = said["id"], said["host_token"]
        for seat in (await self.read(self.path))["seats"]:
            if seat["kind"] == "open":
                await self._claim(seat["seat"])
        for viewer in (SPECTATOR, *self.seats):
            self.watchers.append(Watcher(self, None if viewer == SPECTATOR else viewer))
        await self.give(HOST, f"{self.path}/commands", {"command": {"type": "match.Start"}}, self.tokens[HOST])

    async def _claim(self, seat: str) -> None:
        key = self.rng.randbytes(16).hex()
        body = {"claim_key": key, "entropy": self.rng.randbytes(16).hex()}
        claimed = await self.give(CLAIM, f"{self.path}/seats/{seat}/claim", body, None, f"{seat}|{key}")
        self.tokens[seat] = _said(claimed)["token"]

    @property
    def seats(self) -> list[str]:
        """The seats that people hold."""
        return [actor for actor in self.tokens if actor != HOST]

    async def turn(self) -> tuple[str, Json] | None:
        """A person who must decide, with a decision to take; None when the match is over. A computer's turn
        passes by itself: TimeoutError when it does not."""
        async with asyncio.timeout(STALL_S):
            while True:
                for seat in self.rng.sample(self.seats, len(self.seats)):
                    own = (await self.read(f"{self.path}/decisions", seat))["decisions"]
                    pressing = [decision for decision in own if "id" in decision and _presses(decision)]
                    if pressing:
                        odd = [decision for decision in own if "id" in decision]
                        return seat, self.rng.choice(odd if self.rng.random() < ODD else pressing)
                if (await self.read(self.path))["status"] == "over":
                    return None
                await asyncio.sleep(POLL_S)

    async def decide(self, seat: str, decision: Json) -> None:
        offer = self.rng.choice(decision["offers"])
        value = sample(msgspec.convert(offer["choice"], Choice), self.rng)
        assert isinstance(value, dict)
        body = {"command": {"type": offer["command"], **value}, "decision": decision["id"]}
        await self.give(seat, f"{self.path}/commands", body, self.tokens[seat])


def _presses(decision: Json) -> bool:
    """Whether play waits for it: also where a pause was agreed on, which somebody must end again."""
    if decision["kind"] != "consent":
        return bool(decision["must"])
    return any(offer["choice"]["fields"]["what"]["values"] == ["resume"] for offer in decision["offers"])


def _said(asked: Asked) -> Json:
    assert asked.answer is not None, ("refused", asked)
    return json.loads(asked.answer.body)  # type: ignore[no-any-return]
