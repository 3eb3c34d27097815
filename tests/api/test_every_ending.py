"""Two separate clients play whole matches of Syndicate Ultimatum over HTTP, to every way to end."""

import secrets
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from domain.kernel.chance import Chance
from domain.kernel.choices import Choice, sample
from tests.api.conftest import JSON, Running, bearing, running

LIMIT = 600


class Player:
    """A front end of its own: one connection, one token, and no knowledge of the game."""

    def __init__(self, service: Running, match: str, seat: str, seed: int) -> None:
        transport = httpx.ASGITransport(service.app, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://test")
        self.match, self.seat, self.rng = f"/v1/matches/{match}", seat, Random(seed)

    async def sit(self) -> None:
        """Claim the seat."""
        body = {"claim_key": secrets.token_hex(16), "entropy": secrets.token_hex(16)}
        answer = await self.http.post(f"{self.match}/seats/{self.seat}/claim", json=body)
        self.http.headers.update(bearing(answer.json()["token"]))

    async def act(self) -> bool:
        """Answer what must be decided; False when there is nothing."""
        shown = (await self.http.get(f"{self.match}/decisions")).json()["decisions"]
        mine = [decision for decision in shown if decision["seat"] == self.seat and decision["must"]]
        if not mine:
            return False
        decision = self.rng.choice(mine)
        offer = self.rng.choice(decision["offers"])
        command: JSON = {"type": offer["command"]}
        fields: Any = sample(msgspec.convert(offer["choice"], Choice), self.rng)
        await self.say(command | fields, decision["id"])
        return True

    async def say(self, command: JSON, decision: str | None = None) -> None:
        """Give a command, which must be accepted."""
        body = {"command": command} | ({"decision": decision} if decision else {})
        answer = await self.http.post(f"{self.match}/commands", json=body)
        assert answer.status_code == 200, answer.text


async def play(service: Running, seed: int, options: JSON) -> tuple[JSON, list[Player]]:
    """A whole match between two players."""
    made = (await service.create(options=options)).json()
    players = [Player(service, made["id"], seat, seed + n) for n, seat in enumerate(("stella", "roy"))]
    for player in players:
        await player.sit()
    await service.post(f"/v1/matches/{made['id']}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
    for _ in range(LIMIT):
        if not (await players[0].act() or await players[1].act()):
            break
    return (await service.get(f"/v1/matches/{made['id']}")).json(), players


CASES = {
    "both_rounds": (1, {}),
    "totals": (6, {}),
    "equal_totals": (2, {}),
    "two_round_wins": (1, {"mode": "tournament", "bosses": "special", "boss_between_rounds": "vote"}),
}


@pytest.mark.parametrize("ending", CASES)
async def test_two_strangers_play_a_match_to_this_end(store_url: str, ending: str) -> None:
    seed, options = CASES[ending]

    def chance(key: bytes, commit: int) -> Chance:
        return Chance(b"%d" % seed, commit)

    async with running(store_url, secrets.token_hex(4), chance=chance) as service:
        match, players = await play(service, seed, options)

        assert ending == match["outcome"]["reason"]
        path = f"/v1/matches/{match['id']}/events"
        for viewer in ("stella", "roy", "spectator", "truth"):
            page = (await service.get(f"{path}?as={viewer}&limit=500")).json()
            numbers = [int(item["id"].partition("-")[2]) for item in page["events"]]
            assert list(range(1, len(numbers) + 1)) == numbers
            assert all(item["text"] for item in page["events"])
        for player in players:
            await player.http.aclose()
