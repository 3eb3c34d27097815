"""What schemathesis knows beyond openapi.json: matches that there are, and the token for each."""

import os
from typing import Any

import httpx
import schemathesis

URL = os.environ.get("CONCLAVE_URL", "")
NEW = {"game": "ultimatum", "seats": [{"by": "person"}, {"by": "computer", "policy": "random"}]}
KEY = "schemathesis-knows-it-too"


class Matches:
    """A match in the lobby, one that runs and one that is over, and the token to use in each match."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.ids = [self._made(*commands) for commands in ((), ("match.Start",), ("match.Start", "match.Resign"))]
        self.pack = httpx.get(f"{URL}/v1/games/ultimatum").raise_for_status().json()["packs"][0]["hash"]
        self.turn = 0

    def _made(self, *commands: str) -> str:
        made = httpx.post(f"{URL}/v1/matches", json=NEW).raise_for_status().json()
        match = f"{URL}/v1/matches/{made['id']}"
        seats = httpx.get(match).raise_for_status().json()["seats"]
        self.seat = next(seat["seat"] for seat in seats if seat["kind"] == "open")
        taken = httpx.post(f"{match}/seats/{self.seat}/claim", json={"claim_key": KEY}).raise_for_status().json()
        for command in commands:
            token = made["host_token"] if command == "match.Start" else taken["token"]
            body = {"command": {"type": command}}
            httpx.post(f"{match}/commands", json=body, headers={"Authorization": f"Bearer {token}"}).raise_for_status()
        self.tokens[made["id"]] = taken["token"]
        return str(made["id"])

    def next(self) -> str:
        """One of the three, in turn."""
        self.turn += 1
        return self.ids[self.turn % len(self.ids)]


KNOWN: list[Matches] = []


def known() -> Matches:
    """Made when first asked for."""
    if not KNOWN:
        KNOWN.append(Matches())
    return KNOWN[0]


def is_made_up(case: Any) -> bool:
    """Whether the case is meant to be accepted, but its ids come from no answer: all it would get is 404."""
    meta = case.meta
    return meta is not None and meta.generation.mode.value == "positive" and meta.phase.name.value != "stateful"


def lead_to_a_match(parts: dict[str, Any]) -> None:
    """Ask about matches, seats and games that there are."""
    there = {"match_id": known().next(), "seat": known().seat, "game": "ultimatum", "hash": known().pack}
    there["message"] = "all-1"
    parts.update({name: there[name] for name in parts})


def lead_to_a_point(query: dict[str, Any], path: str) -> None:
    """Look as somebody that there is, at a point that was reached."""
    query.pop("ticket", None)  # no made-up one is good
    if "/talk" in path:
        query.update({name: "all-0" for name in query if name == "after"})
        return
    if query.keys() & {"as", "at", "after"}:
        query["as"] = "spectator"
    query.update({name: "p-0" for name in query if name in {"at", "after"}})


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Remember the host's token of each match that is made on the way, and each token that is made anew."""
    if case.operation.label == "POST /v1/matches" and response.status_code == 201:
        made = response.json()
        known().tokens[made["id"]] = made["host_token"]
    if case.operation.label.endswith("/seats/{seat}/token") and response.status_code == 200:
        made = response.json()
        known().tokens[made["match"]] = made["token"]


@schemathesis.auth()
class TokenOfTheMatch:
    """Each match has tokens of its own."""

    def get(self, case: Any, context: Any) -> str:
        return ""

    def set(self, case: Any, data: str, context: Any) -> None:
        parts = case.path_parameters or {}
        if is_made_up(case):
            lead_to_a_match(parts)
            lead_to_a_point(case.query or {}, case.operation.path)
        match = parts.get("match_id")
        token = known().tokens.get(match)
        if token is not None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
