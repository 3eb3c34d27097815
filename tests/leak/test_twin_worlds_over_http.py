"""Non-interference through every endpoint: status, headers, bodies, sizes, numbers, order, frames, entity tags."""

import secrets
from contextlib import AsyncExitStack
from typing import Any

import pytest

from api_schema.operations import OPERATIONS
from domain.kernel.contract import AnyGame
from domain.kernel.viewers import SPECTATOR, code
from tests.harness.lab import DEPTH, GAMES
from tests.leak.twins import CREATION_KEY, Twins, twins, viewers

POSITIONS = 8 * DEPTH
STEPS = 8
SEEDS = 40 * DEPTH


async def look(twin: Twins, token: str | None) -> None:
    """Every reading operation, now and at points of the past."""
    path, same = twin.here.path, twin.same
    game, match = twin.game.meta.id, twin.here.match
    own = code(match.seats, twin.viewer)
    view = await same("getView", "GET", f"{path}/view", token)
    await same("getView", "GET", f"{path}/view", token, If_None_Match=view.headers["etag"])
    await same("getMatch", "GET", path, token)
    await same("getDecisions", "GET", f"{path}/decisions", token)
    last = match.seq(twin.viewer)
    for seq in (last // 2, last - 1, last + 1):
        for what, id_ in (("view", "getView"), ("decisions", "getDecisions")):
            await same(id_, "GET", f"{path}/{what}?at={own}-{seq}", token)
        await same("listEvents", "GET", f"{path}/events?after={own}-{seq}&limit=3", token)
        await same("streamEvents", "GET", f"{path}/stream?after={own}-{seq}", token)
    await same("streamEvents", "GET", f"{path}/stream", token, Last_Event_ID=f"{own}-{last // 2}")
    await same("listEvents", "GET", f"{path}/events?limit=500", token, Prefer="wait=0")
    await look_at_the_company(twin, token)
    for query in ("", "?status=running", "?open=true", f"?game={game}&limit=1"):
        await same("listMatches", "GET", f"/v1/matches{query}", token)


async def look_at_the_company(twin: Twins, token: str | None) -> None:
    """Talk, who is there, whose turn it is, what is still to come."""
    path, same = twin.here.path, twin.same
    for query in ("", "?limit=1", "?after=all-1", "?with=nobody", *(f"?with={seat}" for seat in twin.here.match.seats)):
        await same("readTalk", "GET", f"{path}/talk{query}", token)
    for query in ("", "?after=all-1,s1s2-0"):
        await same("streamTalk", "GET", f"{path}/talk/stream{query}", token)
    for what, id_ in (("presence", "getPresence"), ("rematch", "getRematch"), ("webhook", "getWebhook")):
        await same(id_, "GET", f"{path}/{what}", token)
    await same("listOpenDecisions", "POST", "/v1/decisions/open", None, {"tokens": [token or "none"]}, Prefer="wait=0")


async def keep_company(twin: Twins, token: str | None) -> None:
    """Say something, erase it, ask for what is beside the game, and for what is refused."""
    path, same = twin.here.path, twin.same
    for to in (None, *twin.here.match.seats):
        body = {"text": "Well, well."} | ({"to": to} if to else {})
        await same("say", "POST", f"{path}/talk", token, body)
    for id_ in ("all-1", "all-2", "s1s2-1", "s2s3-1"):
        await same("eraseTalk", "POST", f"{path}/talk/{id_}/erase", token)
    key = {"claim_key": "x" * 32}
    await same("takeRematch", "POST", f"{path}/rematch", token, key)
    await same("takeHost", "POST", f"{path}/host/token", token, key)
    await same("setWebhook", "POST", f"{path}/webhook", token, {"url": "https://example.org/"})
    if twin.viewer == SPECTATOR:
        await same("passHost", "POST", f"{path}/host", token, {"to": "seat", "seat": "nobody"})
    else:
        await same("passHost", "POST", f"{path}/host", token, {"to": "key", **key})


async def look_as_others(twin: Twins, token: str | None) -> None:
    """What is not open before the end."""
    path, same = twin.here.path, twin.same
    for who in (*twin.here.match.seats, SPECTATOR, "truth", "nobody"):
        for what, id_ in (("view", "getView"), ("decisions", "getDecisions"), ("events", "listEvents")):
            await same(id_, "GET", f"{path}/{what}?as={who}", token)
        await same("streamEvents", "GET", f"{path}/stream?after=p-0&as={who}", token)
    await same("getArchive", "GET", f"{path}/archive", token)


async def ask_for_what_is_refused(twin: Twins, token: str | None) -> None:
    """Problems are the same, too."""
    path, same = twin.here.path, twin.same
    for command in (*twin.refused(), {"type": "match.Start"}, {"type": "match.Undo"}, {"type": "no.Such"}):
        await same("submitCommand", "POST", f"{path}/commands", token, {"command": command, "decision": "0" * 24})
        if command["type"].startswith("match.") or twin.viewer != SPECTATOR:
            await same("submitCommand", "POST", f"{path}/commands", token, {"command": command})
    for seat in twin.here.match.seats:
        await same("claimSeat", "POST", f"{path}/seats/{seat}/claim", token, {"claim_key": "x" * 32})
        code_of_another = {"recovery": twin.here.recovery[seat][:-1] + "x", "claim_key": "x" * 32}
        await same("recoverSeat", "POST", f"{path}/seats/{seat}/recovery", token, code_of_another)
        if seat != twin.viewer:
            await same("renewToken", "POST", f"{path}/seats/{seat}/token", token)


async def about_the_service(twin: Twins) -> None:
    """What has nothing to do with a match. The counters of both are the same, for both run in this process."""
    game = twin.game
    await twin.here.ask("GET", "/metrics", None)
    for id_, path in (
        ("getService", "/v1"),
        ("listGames", "/v1/games"),
        ("getGame", f"/v1/games/{game.meta.id}"),
        ("getPack", f"/v1/games/{game.meta.id}/packs/{game.packs[0].hash}"),
        ("getHealth", "/health"),
        ("getReadiness", "/ready"),
        ("getMetrics", "/metrics"),
        ("getOpenapi", "/openapi.json"),
    ):
        await twin.same(id_, "GET", path, None)
    for body in (twin.here.creation, twin.here.creation | {"undo": True}):
        await twin.same("createMatch", "POST", "/v1/matches", None, body, Idempotency_Key=CREATION_KEY)


async def keep_the_seat(twin: Twins, name: str) -> None:
    """One's own token made anew, a ticket, the seat got back: what one is told then."""
    path, same = twin.here.path, twin.same
    assert twin.here.tokens == twin.there.tokens
    if name in twin.here.recovery:
        made = await same("renewToken", "POST", f"{path}/seats/{name}/token", twin.here.tokens[name])
        await same("createTicket", "POST", f"{path}/ticket", made.json()["token"])
        body = {"recovery": twin.here.recovery[name], "claim_key": "y" * 32}
        back = (await same("recoverSeat", "POST", f"{path}/seats/{name}/recovery", None, body)).json()
        for world in twin.worlds:
            world.tokens[name], world.recovery[name] = back["token"], back["recovery"]
    else:
        await same("createTicket", "POST", f"{path}/ticket", twin.here.tokens[name])


async def tell_apart(game: AnyGame, viewer: str, url: str, plant: Any = None) -> set[str]:
    """Look for anything by which `viewer` could tell two worlds apart. AssertionError when there is something;
    otherwise the operations that were tried, at enough positions."""
    asked: set[str] = set()
    positions = 0
    for seed in range(SEEDS):
        if positions >= POSITIONS:
            break
        async with AsyncExitStack() as stack:
            twin = await twins(stack, url, secrets.token_hex(4), game, seed, viewer)
            if twin is None:
                continue
            if plant is not None:
                for world in twin.worlds:
                    plant(world)
            positions += await follow(twin, [None, "host"] if viewer == SPECTATOR else [viewer])
            asked |= twin.asked
    assert positions >= POSITIONS, (game.meta.id, viewer, positions)
    return asked


async def follow(twin: Twins, as_: list[str | None]) -> int:
    """Play on in both worlds and look everywhere after each step; what comes back is at how many positions."""
    await about_the_service(twin)
    await keep_the_seat(twin, as_[-1] or "host")
    for positions in range(1, STEPS + 1):
        await twin.whisper()
        for name in as_:
            token = twin.here.tokens[name] if name else None
            await look(twin, token)
            await ask_for_what_is_refused(twin, token)
            if positions == 1:
                await keep_company(twin, token)
            if positions == STEPS // 2:
                await look_as_others(twin, token)
        if not await twin.step():
            return positions
    return STEPS


CASES = [(name, viewer) for name, game in GAMES.items() for viewer in viewers(game)]


@pytest.mark.parametrize(("name", "viewer"), CASES, ids=[f"{name}-{viewer}" for name, viewer in CASES])
async def test_two_worlds_that_differ_in_the_unknown_answer_the_same(store_url: str, name: str, viewer: str) -> None:
    asked = await tell_apart(GAMES[name], viewer, store_url)
    assert {operation.id for operation in OPERATIONS} == asked
