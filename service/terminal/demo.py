"""A whole match of computers through the running service: watched, then replayed as a seat and as the truth."""

import secrets

from rich.console import Console

from service.terminal.client import Client, Json

WAIT_S = 20


def demo(url: str, game: str, console: Console) -> None:
    """Create a match, start it, show it as a spectator sees it, and replay it."""
    client = Client(url)
    about = client.get(f"/v1/games/{game}")
    policies = about["bots"]
    seats = [{"by": "computer", "policy": policies[place % len(policies)]} for place in range(about["players"][0])]
    made = client.post("/v1/matches", {"game": game, "seats": seats})
    match = made["id"]
    console.rule(f"{about['title']}, match {match}, as a spectator sees it")
    Client(url, made["host_token"]).command(match, {"type": "match.Start"})
    _watch(client, match, console)
    seat = about["seats"][0]
    console.rule(f"The same match, replayed as {seat}")
    _replay(client, match, console, seat)
    console.rule("The same match as it truly was")
    _replay(client, match, console, "truth")


def _watch(client: Client, match: str, console: Console) -> None:
    after: str | None = None
    while True:
        page = client.events(match, after, wait=WAIT_S)
        for item in page["events"]:
            _line(item, console)
        after = page["next"]
        if any(item["event"]["type"] == "match.Closed" for item in page["events"]):
            return


def _replay(client: Client, match: str, console: Console, viewer: str) -> None:
    for item in client.replay(match, viewer):
        _line(item, console)


def _line(item: Json, console: Console) -> None:
    console.print(f"{item['id']:>8}  {item['text']}", highlight=False, markup=False)


def claim_key() -> str:
    """A fresh key to claim a seat with."""
    return secrets.token_hex(16)
