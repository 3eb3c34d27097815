"""Whose turn it is: one request for many matches, and webhooks for players who are away."""

import asyncio
import hashlib
import hmac
import json
import secrets
import socket
import ssl
import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from structlog.testing import capture_logs

from service.outbound import Outbound, is_public, resolve
from tests.api.conftest import JSON, Running, Table, running
from tests.api.test_hostile import its_decision
from tests.api.test_limits import FAR, client_at, served

LOOK_MS = 30_000
HOUR = timedelta(hours=1)
URL = "https://example.org/turn?of=me"


async def turns(service: Running, tokens: list[str], wait: int = 0, since: str | None = None) -> JSON:
    headers = {"Prefer": f"wait={wait}"} if wait else {}
    body = {"tokens": tokens} | ({"since": since} if since else {})
    answer = await service.post("/v1/decisions/open", body, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def pass_the_turn(table: Table) -> str:
    """Play until it is somebody else's turn; what comes back is whose."""
    first, _ = await its_decision(table)
    while (await its_decision(table))[0] == first:
        await table.play_one()
    return (await its_decision(table))[0]


# --- one request for many ------------------------------------------------------------------------------


async def test_one_request_tells_for_many_seats_whose_turn_it_is(service: Running) -> None:
    one, other = await service.table(), await service.table(visibility="private")
    mover, _ = await its_decision(one)
    tokens = [one.seats["stella"], other.seats["roy"], one.seats["roy"]]
    told = (await turns(service, tokens))["seats"]
    assert [(one.id, "stella"), (other.id, "roy"), (one.id, "roy")] == [(each["match"], each["seat"]) for each in told]
    assert [mover == "stella", mover == "roy"] == [told[0]["must"] > 0, told[2]["must"] > 0]


async def test_of_a_token_that_is_no_seats_or_not_good_nothing_is_told(service: Running) -> None:
    table = await service.table(visibility="private")
    mine = table.seats["roy"]
    renewed = await service.post(f"{table.path}/seats/roy/token", None, mine)
    bad = [mine, table.host, str(table.spectator), "", "x", f"{'a' * 20}.roy.1.{'0' * 32}", mine[:-1] + "x"]
    told = (await turns(service, [*bad, renewed.json()["token"]]))["seats"]
    nothing = {"good": False, "match": None, "seat": None, "must": 0, "deadline_at": None}
    assert ([nothing] * len(bad), True) == (told[:-1], told[-1]["good"])


async def test_a_wait_ends_when_it_is_ones_turn_on_whichever_worker(store_url: str) -> None:
    prefix = secrets.token_hex(4)
    async with running(store_url, prefix) as one, running(store_url, prefix) as two:
        table, other = await one.table(), await one.table()
        mover, _ = await its_decision(table)
        waiting = next(token for seat, token in table.seats.items() if seat != mover)
        busy, _ = await its_decision(other)
        idle = next(token for seat, token in other.seats.items() if seat != busy)
        asked = asyncio.create_task(turns(two, [waiting, idle], wait=20))
        await pass_the_turn(table)
        told = await asyncio.wait_for(asked, 10)
        assert [True, False] == [each["must"] > 0 for each in told["seats"]]


async def test_a_wait_since_a_known_state_ends_with_the_next_one(service: Running) -> None:
    table = await service.table()
    mover, _ = await its_decision(table)
    known = await turns(service, [table.seats[mover]])
    assert known == await turns(service, [table.seats[mover]])
    asked = asyncio.create_task(turns(service, [table.seats[mover]], wait=20, since=known["state"]))
    await table.play_one()
    assert known["state"] != (await asyncio.wait_for(asked, 10))["state"]


@pytest.mark.parametrize("body", [{}, {"tokens": []}, {"tokens": ["x"] * 101}, {"tokens": "x"}, {"tokens": [5]}])
async def test_it_takes_one_to_a_hundred_tokens(service: Running, body: JSON) -> None:
    assert 400 == (await service.post("/v1/decisions/open", body)).status_code


async def test_no_token_of_the_list_is_logged(service: Running) -> None:
    table = await service.table()
    with capture_logs() as lines:
        await turns(service, list(table.seats.values()))
    assert all(token.rpartition(".")[2] not in str(lines) for token in table.seats.values())


async def test_each_token_of_the_list_costs_as_much_as_a_request(store_url: str) -> None:
    async with served(store_url, address_rate=1, address_burst=10) as (service, _), client_at(service, FAR) as far:
        answers = [await far.post("/v1/decisions/open", json={"tokens": ["x"] * count}) for count in (6, 6)]
        assert [200, 429] == [answer.status_code for answer in answers]


# --- webhooks ------------------------------------------------------------------------------------------


class Receiver(Outbound):
    """Keeps what was posted, and takes it or not, as told."""

    def __init__(self) -> None:
        super().__init__(private=False)
        self.got: list[tuple[str, bytes, Mapping[str, str]]] = []
        self.takes = True

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> bool:
        self.got.append((url, body, headers))
        return self.takes


@pytest.fixture
async def receiver(service: Running) -> Receiver:
    service.app.service.hooks.outbound = made = Receiver()
    return made


async def set_hook(table: Table, seat: str, url: str | None = URL) -> httpx.Response:
    return await table.service.post(f"{table.path}/webhook", {"url": url}, table.seats[seat])


async def looked(service: Running, times: int = 1, pause_ms: int = LOOK_MS) -> None:
    """Time passes, and the worker looks."""
    for _ in range(times):
        service.clock.now += pause_ms
        await service.app.service.hooks.work()


async def hooked(service: Running, **more: Any) -> tuple[Table, str, str]:
    """A match, the seat that must decide, which has a webhook, and its secret."""
    table = await service.table(**more)
    mover, _ = await its_decision(table)
    made = await set_hook(table, mover)
    assert 200 == made.status_code
    return table, mover, made.json()["secret"]


async def test_a_player_who_is_away_is_told_once_by_a_signed_request(service: Running, receiver: Receiver) -> None:
    table, mover, secret = await hooked(service)
    await looked(service)
    assert [] == receiver.got  # it may be answered yet
    await looked(service)
    url, body, headers = receiver.got[0]
    at = service.clock.now
    said = {"match": table.id, "seat": mover, "count": 1, "at": at}
    assert (URL, said) == (url, json.loads(body))
    expected = hmac.new(secret.encode(), b"%d." % (at // 1000) + body, hashlib.sha256).hexdigest()
    assert f"t={at // 1000},v1={expected}" == headers["Conclave-Signature"]
    await looked(service, 5)
    assert 1 == len(receiver.got)


async def test_an_answered_decision_is_not_told_and_the_next_one_is(service: Running, receiver: Receiver) -> None:
    table, mover, _ = await hooked(service)
    await looked(service)
    await pass_the_turn(table)
    await looked(service, 3)
    assert [] == receiver.got
    await pass_the_turn(table)
    await looked(service, 3)
    assert [mover] == [json.loads(body)["seat"] for _, body, _ in receiver.got]


async def test_what_was_not_taken_comes_again_less_and_less_often_until_it_is_disabled(
    service: Running, receiver: Receiver
) -> None:
    table, mover, _ = await hooked(service)
    receiver.takes = False
    await looked(service, 2)
    times = [service.clock.now]
    while len(times) < 12:
        await looked(service)
        if len(receiver.got) > len(times):
            times.append(service.clock.now)
    gaps = [(later - sooner) // 1000 for sooner, later in pairwise(times)]
    assert [60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600] == gaps
    state = await table.get("/webhook", table.seats[mover])
    assert {"url": URL, "secret": None, "disabled": True} == state.json()
    await looked(service, 10, 6 * 3_600_000)
    assert 12 == len(receiver.got)
    receiver.takes = True
    await set_hook(table, mover)
    await looked(service, 2)
    assert 13 == len(receiver.got)


async def test_a_restart_forgets_no_webhook_and_two_workers_tell_once(store_url: str) -> None:
    prefix = secrets.token_hex(4)
    async with running(store_url, prefix) as first:
        await hooked(first)
    async with running(store_url, prefix) as one, running(store_url, prefix) as two:
        got = [Receiver(), Receiver()]
        for service, receiver in zip((one, two), got, strict=True):
            service.app.service.hooks.outbound = receiver
        for _ in range(3):
            one.clock.now += LOOK_MS
            two.clock.now += LOOK_MS
            await asyncio.gather(one.app.service.hooks.work(), two.app.service.hooks.work())
        assert 1 == len(got[0].got) + len(got[1].got)


async def test_a_webhook_ends_with_its_person_and_with_the_match(service: Running, receiver: Receiver) -> None:
    seats = [{"by": "person"}] * 2
    for command in ({"type": "match.Revoke", "then": "computer"}, None):
        table, mover, _ = await hooked(service, seats=seats)
        if command is not None:
            await table.command(table.host, command | {"seat": mover})
        else:
            await table.command(table.seats[mover], {"type": "match.Resign"})
        await looked(service, 3)
    assert [] == receiver.got
    assert [] == await service.app.service.matches.store.hooks_due.due(2**50)


async def test_a_webhook_stays_when_the_token_is_made_anew_and_is_taken_back_by_its_seat(
    service: Running, receiver: Receiver
) -> None:
    table, mover, _ = await hooked(service)
    renewed = (await service.post(f"{table.path}/seats/{mover}/token", None, table.seats[mover])).json()
    table.seats[mover] = renewed["token"]
    assert URL == (await table.get("/webhook", table.seats[mover])).json()["url"]
    assert {"url": None, "secret": None, "disabled": False} == (await set_hook(table, mover, None)).json()
    assert (await table.get("/webhook", table.seats[mover])).json()["url"] is None
    await looked(service, 3)
    assert [] == receiver.got


async def test_a_webhook_that_is_set_anew_while_one_is_told_stays_set(service: Running, receiver: Receiver) -> None:
    table, mover, _ = await hooked(service)
    await looked(service)

    async def slow(url: str, body: bytes, headers: Mapping[str, str]) -> bool:
        await set_hook(table, mover, "https://example.org/other")
        return True

    receiver.post = slow  # type: ignore[method-assign]  # meanwhile
    await looked(service)
    assert "https://example.org/other" == (await table.get("/webhook", table.seats[mover])).json()["url"]


async def test_webhooks_are_for_seats(service: Running) -> None:
    table = await service.table(visibility="private")
    for token, status in ((None, 401), (table.host, 403), (table.spectator, 403)):
        assert status == (await table.get("/webhook", token)).status_code
        assert status == (await service.post(f"{table.path}/webhook", {"url": URL}, token)).status_code


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("http://example.org/", 400),
        ("https://", 400),
        ("ftp://example.org/", 400),
        ("https://example.org/\n", 400),
        ("https://example.org/" + "x" * 400, 400),
        ("https://me:secret@example.org/", 409),
        ("https://127.0.0.1/", 409),
        ("https://[::1]/", 409),
        ("https://[::ffff:10.0.0.1]/", 409),
        ("https://169.254.169.254/latest", 409),
        ("https://10.0.0.1:8443/", 409),
        ("https://:443/", 409),
        ("https://example.org:99999/", 409),
    ],
)
async def test_an_address_that_is_not_of_the_open_internet_is_refused(service: Running, url: str, status: int) -> None:
    table = await service.table()
    assert status == (await set_hook(table, "roy", url)).status_code


# --- the way out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("172.16.0.1", False), ("192.168.1.1", False), ("169.254.169.254", False), ("100.64.0.1", False),
        ("0.0.0.1", False), ("224.0.0.1", False), ("255.255.255.255", False), ("::1", False), ("::", False),
        ("fe80::1", False), ("fc00::1", False), ("ff02::1", False), ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False), ("2002:7f00:1::", False), ("2001:0:1::1", False),
    ],
)  # fmt: skip
def test_the_open_internet_has_no_private_addresses(address: str, public: bool) -> None:
    assert public is is_public(address)


def out(addresses: list[str], status: int = 204, *, private: bool = False) -> tuple[Outbound, list[httpx.Request]]:
    """A way out to a name with these addresses, and the requests that went there."""
    went: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        went.append(request)
        return httpx.Response(status, headers={"Location": "https://10.0.0.1/"})

    async def resolve(host: str, port: int) -> list[str]:
        if not addresses:
            raise OSError("no such name")
        return addresses

    return Outbound(private=private, transport=httpx.MockTransport(answer), resolve=resolve), went


async def test_a_request_goes_to_the_very_address_that_was_looked_at() -> None:
    way, went = out(["93.184.216.34"])
    assert await way.post(URL, b"{}", {"X": "y"})
    assert ("93.184.216.34", "example.org", b"{}") == (went[0].url.host, went[0].headers["host"], went[0].content)
    assert "example.org" == went[0].extensions["sni_hostname"]


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"], []])
async def test_a_name_with_an_address_that_is_not_public_gets_nothing(addresses: list[str]) -> None:
    way, went = out(addresses)
    assert [False, []] == [await way.post(URL, b"{}", {}), went]


async def test_the_operator_may_allow_private_addresses() -> None:
    way, went = out(["10.0.0.1"], private=True)
    assert [True, 1] == [await way.post(URL, b"{}", {}), len(went)]


async def test_names_whose_servers_never_answer_hold_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait() and [])
    looks = [asyncio.create_task(resolve("slow.example", 443)) for _ in range(50)]
    await asyncio.sleep(0)
    assert "done" == await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 10)
    looks[0].cancel()
    answered.set()
    assert [[]] * 49 == await asyncio.gather(*looks[1:])


async def test_a_name_that_leads_nowhere_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ["127.0.0.1"] == await resolve("127.0.0.1", 443)
    with pytest.raises(ValueError, match="label"):
        await resolve("x" * 70 + ".example", 443)
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=socket.gaierror("no such name")))
    with pytest.raises(OSError, match="no such name"):
        await resolve("gone.example", 443)


@pytest.mark.parametrize("status", [301, 307, 400, 500])
async def test_what_is_no_success_is_none_and_no_redirect_is_followed(status: int) -> None:
    way, went = out(["93.184.216.34"], status)
    assert [False, 1] == [await way.post(URL, b"{}", {}), len(went)]


def certified(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server with this name needs, and a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now, now + HOUR)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(Encoding.PEM)
    path = folder / "both.pem"
    path.write_bytes(pem + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=pem.decode())


@pytest.mark.parametrize(("named", "taken"), [("hooks.example", True), ("other.example", False)])
async def test_the_certificate_must_be_of_the_name_though_the_connection_goes_to_an_address(
    tmp_path: Path, named: str, taken: bool
) -> None:
    for_server, for_client = certified("hooks.example", tmp_path)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    async def here(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=for_server) as server:
        port = server.sockets[0].getsockname()[1]
        way = Outbound(private=True, transport=httpx.AsyncHTTPTransport(verify=for_client), resolve=here)
        assert taken is await way.post(f"https://{named}:{port}/", b"{}", {})
