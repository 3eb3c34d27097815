"""Reading what was told: the pages of a match of 1,000 events, made anew and cut from what is kept."""

import json
from pathlib import Path
from typing import Final

from tests.bench.cpu import seconds
from tests.bench.crowd import caller
from tests.bench.wire import Caller

EVENTS: Final = 1_000
BEFORE: Final = 26
"""Events that are not of a trade: what comes before the first one, and the deck shuffled anew now and then."""
SEATS: Final = ("p0", "p1", "p2", "p3")
MATCHES: Final = 10
TIMES: Final = 100
MB: Final = 1e6


async def _played(asking: Caller) -> tuple[str, list[str]]:
    """A match with so many events: its path and its seats' tokens."""
    asked = {"game": "bazaar", "seats": [{"by": "person"}] * len(SEATS), "options": {"moves": EVENTS}}
    made = await asking.ask("/v1/matches", asked)
    path = f"/v1/matches/{made['id']}"
    tokens = [
        (await asking.ask(f"{path}/seats/{seat}/claim", {"claim_key": f"{seat:k<32}"}))["token"] for seat in SEATS
    ]
    await asking.ask(f"{path}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
    for n in range((EVENTS - BEFORE) // 2):  # a trade and the card drawn for it
        trade = {"command": {"type": "bazaar.Trade", "slot": n % 5, "good": n % 4, "qty": 1}}
        await asking.post(f"{path}/commands", json.dumps(trade).encode(), tokens[n % len(SEATS)])
    return path, tokens


async def _read(asking: Caller, path: str, token: str) -> int:
    """Bytes of all pages."""
    size, after = 0, ""
    while True:
        page = await asking.get(f"{path}/events?limit=1000{after}", token)
        size += len(page)
        if page.endswith(b'"more":false}'):
            return size
        after = "&after=" + page[page.rindex(b'"next":"') + 8 :].partition(b'"')[0].decode()


async def figures(port: int, folder: Path) -> dict[str, float]:
    """Megabytes for a second of the service's CPU."""
    pid = json.loads((folder / "about.json").read_text())["service"]
    asking = await caller(port)
    played = [await _played(asking) for _ in range(MATCHES)]
    before = seconds(pid)
    cold = sum([await _read(asking, path, token) for path, tokens in played for token in tokens])
    between = seconds(pid)
    path, tokens = played[-1]
    warm = sum([await _read(asking, path, token) for _ in range(TIMES) for token in tokens])
    after = seconds(pid)
    asking.close()
    return {
        "events: MB per CPU second, made anew (≥ 40)": cold / MB / (between - before),
        "events: MB per CPU second, kept (≥ 300)": warm / MB / (after - between),
    }
