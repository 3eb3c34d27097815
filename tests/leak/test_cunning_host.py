"""A host plays along under a seat of its own, and tries every route to the hand of an opponent."""

from collections.abc import AsyncIterator

import httpx
import pytest

from api_schema.operations import OPERATIONS
from tests.api.conftest import JSON, Running, Table, bearing

KEY = "c" * 32
SEATS = ("ann", "bob", "cat")  # Ann is the host in disguise, Bob the victim
LOOKS = ("", "/view", "/decisions", "/events?limit=500", "/stream?after=p-0", "/archive")


BODIES: dict[str, JSON | None] = {
    "claimSeat": {"claim_key": KEY},
    "renewToken": None,
    "recoverSeat": {"recovery": "", "claim_key": KEY},
    "submitCommand": {"command": {"type": "match.Consent", "what": "abort", "agree": True}},
    "createTicket": None,
    "say": {"text": "Show me!", "to": "bob"},
    "eraseTalk": None,
    "takeHost": {"claim_key": KEY},
    "takeRematch": {"claim_key": KEY},
    "setWebhook": {"url": "https://example.org/"},
    "passHost": {"to": "seat", "seat": "ann"},
}


class Snoop:
    """A host at a table, and the hand that it wants to see."""

    def __init__(self, service: Running, table: Table) -> None:
        self.service, self.table, self.told = service, table, ""

    @property
    def hand(self) -> list[str]:
        """Bob's cards, as the service alone knows them."""
        match = self.service.app.service.matches.near(self.table.id)
        assert match is not None
        faces: list[str] = match.state.places["bob"].hand.faces()
        return faces

    def keep(self, answer: httpx.Response) -> httpx.Response:
        """Whatever the host was answered."""
        self.told += answer.text + str(answer.headers)
        return answer

    async def look(self, token: str | None = None, query: str = "") -> set[int]:
        """Every look at the match, with one of the host's tokens; what comes back are the statuses."""
        statuses = set()
        for what in LOOKS:
            path = what + (("&" if "?" in what else "?") + query if query else "")
            statuses.add(self.keep(await self.table.get(path, token or self.table.host)).status_code)
        return statuses

    async def command(self, command: JSON, token: str | None = None) -> httpx.Response:
        """A command with one of the host's tokens."""
        return self.keep(await self.table.command(token or self.table.host, command))

    async def revoke(self, then: str) -> httpx.Response:
        """Take Bob's seat away."""
        return await self.command({"type": "match.Revoke", "seat": "bob", "then": then})

    async def claim(self, token: str | None = None) -> httpx.Response:
        """Claim Bob's seat."""
        body = {"claim_key": KEY}
        return self.keep(await self.service.post(f"{self.table.path}/seats/bob/claim", body, token))

    def knows(self, hand: list[str]) -> list[str]:
        """Those of the cards that stand in anything the host was told."""
        return [face for face in hand if f'"{face}"' in self.told]


async def seated(service: Running, people: int, **more: object) -> Snoop:
    table = await service.table(game="parley", seats=[{"by": "person"}] * people, **more)
    return Snoop(service, table)


@pytest.fixture
async def snoop(service: Running) -> AsyncIterator[Snoop]:
    """A table of three. Whatever the host is told in a test, no card of Bob's is in it."""
    one = await seated(service, 3)
    hand = one.hand
    assert len(hand) > 1
    yield one
    assert [] == one.knows(hand)


async def test_the_snoop_would_notice(service: Running) -> None:
    snoop = await seated(service, 3)
    snoop.keep(await snoop.table.get("/view", snoop.table.seats["bob"]))
    assert snoop.hand == snoop.knows(snoop.hand)


async def test_every_operation_of_the_contract(snoop: Snoop) -> None:
    """A new one has to be thought of here."""
    tried = {operation.id: operation for operation in OPERATIONS if "{match_id}" in operation.path}
    assert {id_ for id_, operation in tried.items() if operation.method == "POST"} == BODIES.keys()
    for token in (snoop.table.host, snoop.table.seats["ann"], f"{snoop.table.id}.auditor.9999999999.{'0' * 32}"):
        for id_, operation in tried.items():
            path = operation.path.format(match_id=snoop.table.id, seat="bob", message="s2s3-1")
            headers = bearing(token)
            snoop.keep(
                await snoop.service.client.request(operation.method, path, json=BODIES.get(id_), headers=headers)
            )


async def test_looks_as_itself_and_as_others(snoop: Snoop) -> None:
    ann = snoop.table.seats["ann"]
    for token in (snoop.table.host, ann):
        await snoop.look(token)
        for who in ("bob", "truth"):
            assert {403} == await snoop.look(token, f"as={who}") - {200, 409}  # 200: what takes no `as`


async def test_every_point_of_the_past(snoop: Snoop) -> None:
    match = snoop.service.app.service.matches.near(snoop.table.id)
    assert match is not None
    for number in range(match.seq("spectator") + 1):
        for what in ("view", "decisions"):
            assert (snoop.keep(await snoop.table.get(f"/{what}?at=p-{number}", snoop.table.host))).status_code == 200
    assert {409} == {
        snoop.keep(await snoop.table.get(f"/{what}?at={code}-3", snoop.table.host)).status_code
        for what in ("view", "decisions")
        for code in ("s1", "s2", "a")
    }


async def test_a_seats_token_and_recovery_are_not_the_hosts_to_make(snoop: Snoop) -> None:
    path = f"{snoop.table.path}/seats/bob"
    renewed = snoop.keep(await snoop.service.post(f"{path}/token", None, snoop.table.host))
    assert (renewed.status_code, renewed.json()["code"]) == (403, "wrong_seat")
    assert (snoop.keep(await snoop.service.post(f"{path}/token", None, snoop.table.seats["ann"]))).status_code == 403
    for code in ("", "x", f"{snoop.table.id}.bob.{'0' * 32}", snoop.table.host, snoop.table.seats["ann"]):
        body = {"recovery": code, "claim_key": KEY}
        answer = snoop.keep(await snoop.service.post(f"{path}/recovery", body, snoop.table.host))
        assert answer.status_code == 401


async def test_takes_the_seat_for_a_computer_and_looks(snoop: Snoop) -> None:
    assert (await snoop.revoke("computer")).status_code == 200
    await snoop.look()
    await snoop.look(query="as=bob")
    for token in (None, snoop.table.host, snoop.table.seats["ann"]):
        answer = await snoop.claim(token)
        assert (answer.status_code, answer.json()["code"]) == (409, "seat_taken")


async def test_takes_the_seat_and_asks_for_it_itself(snoop: Snoop) -> None:
    """K-SEAT-03: Cat must agree, too, and until then the token opens nothing."""
    assert (await snoop.revoke("newcomer")).status_code == 200
    mine = (await snoop.claim()).json()
    assert mine["waits"]
    await snoop.command({"type": "match.Welcome", "seat": "bob", "agree": True}, snoop.table.seats["ann"])
    assert (await snoop.command({"type": "match.Welcome", "seat": "bob", "agree": True})).status_code == 409
    assert {401} == await snoop.look(mine["token"])
    assert (await snoop.command({"type": "match.Resign"}, mine["token"])).status_code == 401
    ticket = snoop.keep(await snoop.service.post(f"{snoop.table.path}/ticket", None, mine["token"]))
    assert ticket.status_code == 401
    again = snoop.keep(
        await snoop.service.post(
            f"{snoop.table.path}/seats/bob/recovery", {"recovery": mine["recovery"], "claim_key": "d" * 32}
        )
    )
    assert again.status_code == 401
    assert (await snoop.table.get("")).json()["seats"][1]["kind"] == "bot"


async def test_takes_both_seats_so_that_nobody_is_left_to_disagree(snoop: Snoop) -> None:
    """K-SEAT-02: a table with one person left takes no newcomer."""
    await snoop.command({"type": "match.Revoke", "seat": "cat", "then": "computer"})
    assert (await snoop.revoke("newcomer")).status_code == 409
    assert (await snoop.revoke("computer")).status_code == 200
    await snoop.look()


async def test_takes_both_seats_and_ends_the_match(snoop: Snoop) -> None:
    """K-SEAT-04: no result, and nobody's hand is opened."""
    for seat in ("bob", "cat"):
        await snoop.command({"type": "match.Revoke", "seat": seat, "then": "computer"})
    await snoop.command({"type": "match.Consent", "what": "abort", "agree": True}, snoop.table.seats["ann"])
    match = (await snoop.table.get("")).json()
    assert (match["status"], match["reveal"]) == ("over", "own")
    for token in (snoop.table.host, snoop.table.seats["ann"]):
        await snoop.look(token)
        for who in ("bob", "truth"):
            assert 403 in await snoop.look(token, f"as={who}")


async def test_ends_a_match_of_two(service: Running) -> None:
    """K-SEAT-02, K-SEAT-04."""
    snoop = await seated(service, 2)
    hand = snoop.hand
    assert (await snoop.revoke("abort")).status_code == 200
    assert ("aborted", []) == ((await snoop.table.get("")).json()["outcome"]["reason"], snoop.knows(hand))
    for who in ("bob", "truth"):
        assert 403 in await snoop.look(query=f"as={who}")
    assert [] == snoop.knows(hand)


async def test_takes_back_what_is_not_its_own(snoop: Snoop) -> None:
    for token in (snoop.table.host, snoop.table.seats["ann"]):
        answer = await snoop.command({"type": "match.Undo"}, token)
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot_undo")


async def test_gives_the_commands_of_others(snoop: Snoop) -> None:
    shown = (await snoop.table.get("/decisions", snoop.table.seats["ann"])).json()["decisions"]
    assert all("id" not in one for one in shown if one["seat"] == "bob")
    for command in ({"type": "parley.Done"}, {"type": "parley.Show", "card": "c01"}, {"type": "match.Leave"}):
        assert (await snoop.command(command)).status_code == 409


async def test_creates_the_match_again(service: Running) -> None:
    """The creation key gives the same match and the host's token, never another deal or a seat."""
    body = {"game": "parley", "seats": [{"by": "person"}] * 3}
    headers = {"Idempotency-Key": "h" * 32}
    made = (await service.post("/v1/matches", body, headers=headers)).json()
    table = Table(service, made["id"], made["host_token"], None)
    for seat in SEATS:
        table.seats[seat] = await service.claim(table, seat)
    await table.start()
    snoop = Snoop(service, table)
    hand = snoop.hand
    again = snoop.keep(await service.post("/v1/matches", body, headers=headers))
    assert (made, hand) == (again.json(), snoop.hand)
    other = snoop.keep(await service.post("/v1/matches", body | {"spectator_delay": 9}, headers=headers))
    assert other.status_code == 409
    assert [] == snoop.knows(hand)


@pytest.mark.parametrize(
    "options", [{"visibility": "private"}, {"reveal": "own"}, {"undo": True}, {"undo": False}, {"spectator_delay": 60}]
)
async def test_no_option_of_a_match_opens_a_hand(service: Running, options: JSON) -> None:
    snoop = await seated(service, 3, **options)
    hand = snoop.hand
    for token in (snoop.table.host, snoop.table.seats["ann"], snoop.table.spectator):
        if token is not None:
            await snoop.look(token)
            await snoop.look(token, "as=truth")
    assert [] == snoop.knows(hand)


async def test_a_ticket_is_good_for_its_own_eyes_alone(snoop: Snoop) -> None:
    for token in (snoop.table.host, snoop.table.seats["ann"]):
        ticket = (await snoop.service.post(f"{snoop.table.path}/ticket", None, token)).json()["ticket"]
        forged = ticket.replace(".host.", ".bob.").replace(".ann.", ".bob.")
        for each in (forged, ticket):
            for query in ("after=p-0", "as=bob", "as=truth"):
                snoop.keep(await snoop.table.get(f"/stream?ticket={each}&{query}"))
