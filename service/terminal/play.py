"""A person at a terminal plays a match of any game, from its decisions, choices and text lines alone."""

from dataclasses import dataclass

from rich.console import Console

from service.terminal.asking import Asker, Read
from service.terminal.client import ApiError, Client, Json
from service.terminal.demo import claim_key

WAIT_S = 20
OFFERED = ("match.",)


@dataclass
class Game:
    """One seat of a match, at a terminal."""

    client: Client
    match: str
    seat: str
    console: Console
    asker: Asker
    after: str | None = None
    over: bool = False

    def run(self) -> None:
        """Play until the match is over."""
        while not self.over:
            mine = self.decisions()
            if mine:
                self.answer(mine)
            self.show_news(wait=0 if mine else WAIT_S)

    def show_news(self, wait: int) -> None:
        """Print what has happened since."""
        page = self.client.events(self.match, self.after, wait=wait)
        for item in page["events"]:
            self.console.print(f"· {item['text']}", highlight=False, markup=False)
            self.over = self.over or item["event"]["type"] == "match.Closed"
        self.after = page["next"]

    def decisions(self) -> list[Json]:
        """What this seat must decide; what it may do goes along with it."""
        found = self.client.get(f"/v1/matches/{self.match}/decisions")["decisions"]
        mine = [decision for decision in found if decision["seat"] == self.seat and "offers" in decision]
        return mine if any(decision["must"] for decision in mine) else []

    def answer(self, mine: list[Json]) -> None:
        """Ask for one command and send it."""
        offers = [(decision, offer) for decision in mine for offer in decision["offers"]]
        offers.sort(key=lambda pair: pair[1]["command"].startswith(OFFERED))
        for decision in mine:
            if decision["must"]:
                self.console.print(f"> {decision['text']}", highlight=False, markup=False, style="bold")
        names = [self._name(offer) for _, offer in offers]
        chosen = self.asker.one_of("What do you do?", names)
        decision, offer = offers[names.index(chosen)]
        command = {"type": offer["command"], **self.asker.choice(offer["choice"])}
        try:
            self.client.command(self.match, command, decision["id"])
        except ApiError as refused:
            self.console.print(f"! {refused}", highlight=False, markup=False, style="red")

    @staticmethod
    def _name(offer: Json) -> str:
        fixed = offer["choice"].get("fields", {})
        known = [f"{part['values'][0]}" for part in fixed.values() if len(part.get("values", ())) == 1]
        return " ".join([offer["command"].partition(".")[2], *known])


def play(url: str, match: str, seat: str | None, token: str | None, console: Console, read: Read) -> None:
    """Take a seat of a match (or use the token of one) and play it to the end."""
    if token is None:
        token, seat = _take_seat(Client(url), match, seat, console)
    seat = seat or token.split(".")[1]
    client = Client(url, token)
    Game(client, match, seat, console, Asker(console, read)).run()


def _take_seat(client: Client, match: str, seat: str | None, console: Console) -> tuple[str, str]:
    about = client.get(f"/v1/matches/{match}")
    free = [each["seat"] for each in about["seats"] if each["kind"] == "open"]
    taken = seat or (free[0] if free else "")
    if taken not in free:
        raise ApiError({"detail": "There is no such open seat in this match."})
    claimed = client.post(f"/v1/matches/{match}/seats/{taken}/claim", {"claim_key": claim_key()})
    console.print(f"You are {taken}. Your token, should you need it again: {claimed['token']}", highlight=False)
    console.print(f"This gets the seat back if the token is stolen: {claimed['recovery']}", highlight=False)
    return claimed["token"], taken
