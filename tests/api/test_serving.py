"""The `conclave` command, as its user meets it: it serves, says where, and stops at once."""

import asyncio
import contextlib
import json
import re
import signal
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from service.cli import Upkeep
from service.http.limits import Limits
from service.serving import Protocol
from service.settings import Settings

PATIENCE_S = 30


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def conclave(*words: str) -> Process:
    command = "from service.cli import main; main()"
    return await asyncio.create_subprocess_exec(sys.executable, "-c", command, *words, stdout=PIPE, stderr=PIPE)


@asynccontextmanager
async def serving(data: Path, *more: str) -> AsyncIterator[tuple[Process, httpx.AsyncClient]]:
    """A served folder and a client, once it answers."""
    port = free_port()
    process = await conclave("serve", "--port", str(port), "--data", str(data), *more)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as client:
            async with asyncio.timeout(PATIENCE_S):
                while not await answers(client):
                    assert process.returncode is None, await process.communicate()
            yield process, client
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def answers(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/ready")).status_code == 200
    except httpx.TransportError:
        await asyncio.sleep(0.05)  # a real process is starting; there is no clock of ours in it yet
        return False


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_it_serves_and_stops_at_once_with_a_live_stream_open(tmp_path: Path, workers: str) -> None:
    async with serving(tmp_path / "data", "--workers", workers) as (process, client):
        seats = [{"by": "person"}, {"by": "person"}]
        made = (await client.post("/v1/matches", json={"game": "ultimatum", "seats": seats})).json()
        async with client.stream("GET", f"/v1/matches/{made['id']}/stream?after=p-0") as stream:
            lines = stream.aiter_lines()
            assert "id: p-1" in [await anext(lines) for _ in range(3)]
            asked = time.monotonic()
            process.send_signal(signal.SIGINT)
            rest = [line async for line in lines]
        assert 'data: {"reason":"shutdown"}' in rest
        out, _ = await process.communicate()
        assert time.monotonic() - asked < 5, "a loaded machine may be slow; nothing waits for a time-out"
    assert process.returncode == 0
    assert f"in {tmp_path / 'data'}" in out.decode()


async def test_what_was_acknowledged_is_there_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (process, client):
        seats = [{"by": "person"}, {"by": "person"}]
        made = (await client.post("/v1/matches", json={"game": "ultimatum", "seats": seats})).json()
        before = (await client.get(f"/v1/matches/{made['id']}/view")).json()
        process.send_signal(signal.SIGTERM)
        await process.communicate()
    assert process.returncode == 0
    assert not (tmp_path / "data" / "server.sock").is_socket(), "a clean stop ends the store, too"
    async with serving(tmp_path / "data") as (_, client):
        assert before == (await client.get(f"/v1/matches/{made['id']}/view")).json()


async def test_heads_without_a_body_are_sent_and_the_connection_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (_, client):
        pack = (await client.get("/v1/games/ultimatum")).json()["packs"][0]["hash"]
        path = f"/v1/games/ultimatum/packs/{pack}"
        tag = (await client.get(path)).headers["etag"]
        asked = [
            await client.head("/v1/games"),
            await client.get("/v1/games"),
            await client.get(path, headers={"If-None-Match": tag}),
            await client.options("/v1/games"),
            await client.get("/v1/games"),
        ]
    assert [405, 200, 304, 204, 200] == [answer.status_code for answer in asked]


async def test_each_line_of_the_log_is_json_whatever_a_client_sends(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (process, client):
        for sent in (b"GARBAGE\r\n\r\n", b"GET /v1 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"):
            reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
            writer.write(sent)
            await reader.readline()
            writer.close()
        process.send_signal(signal.SIGTERM)
        _, err = await process.communicate()
    routes = [json.loads(line)["route"] for line in err.splitlines()]
    assert {"/ready", "/v1"} == set(routes)


async def test_no_token_is_in_the_log(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as (process, client):
        seats = [{"by": "person"}, {"by": "person"}]
        made = (await client.post("/v1/matches", json={"game": "ultimatum", "seats": seats})).json()
        await client.get(f"/v1/matches/{made['id']}?token={made['host_token']}")
        process.send_signal(signal.SIGTERM)
        _, err = await process.communicate()
    assert b'"route":"/v1/matches/{match_id}"' in err
    assert made["host_token"].encode() not in err


async def test_a_folder_that_is_not_ours_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    process = await conclave("serve", "--data", str(tmp_path))
    _, err = await process.communicate()
    assert process.returncode == 1
    assert err.decode().startswith("conclave: ")
    assert "Traceback" not in err.decode()


async def test_the_contract_is_written_by_the_command(tmp_path: Path) -> None:
    committed = Path(__file__).parents[2] / "api_schema" / "openapi.json"
    process = await conclave("openapi", "--out", str(tmp_path / "openapi.json"))
    await process.communicate()
    assert (tmp_path / "openapi.json").read_bytes() == committed.read_bytes()


def test_what_the_command_line_says_when_nothing_is_said_is_what_the_settings_say() -> None:
    assert Settings() == Settings(**asdict(Upkeep()))


async def test_two_hosts_with_archive_folders_of_their_own_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--archive", str(tmp_path / "one")):
        pass
    process = await conclave("serve", "--data", str(tmp_path / "data"), "--archive", str(tmp_path / "other"))
    _, err = await process.communicate()
    assert process.returncode == 1
    assert "is not the archive folder that this store began with" in err.decode()


async def test_several_workers_count_together(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--workers", "2") as (_, client):
        for _ in range(20):
            async with httpx.AsyncClient(base_url=client.base_url) as fresh:  # a new connection may meet either worker
                await fresh.get("/v1/games")
        said: list[str] = []
        for _ in range(4):
            async with httpx.AsyncClient(base_url=client.base_url) as fresh:
                said.append((await fresh.get("/metrics")).text)
    counts = [re.search(r'conclave_requests_total{.*route="/v1/games".*} ([0-9.]+)', text) for text in said]
    assert ["20.0"] * 4 == [count and count[1] for count in counts]


async def test_it_stops_soon_with_a_thousand_live_streams_open(tmp_path: Path) -> None:
    """A loaded machine may be slow; that it takes less than a second on an idle one is measured by the bench."""
    async with serving(tmp_path / "data") as (process, client):
        seats = [{"by": "person"}, {"by": "person"}]
        made = (await client.post("/v1/matches", json={"game": "ultimatum", "seats": seats})).json()
        ask = f"GET /v1/matches/{made['id']}/stream HTTP/1.1\r\nHost: test\r\n\r\n".encode()
        streams = [await asyncio.open_connection(client.base_url.host, client.base_url.port) for _ in range(1_000)]
        for reader, writer in streams:
            writer.write(ask)
            await reader.readuntil(b"retry: ")
        asked, logged = time.monotonic(), asyncio.create_task(process.communicate())  # each stream leaves a line
        process.send_signal(signal.SIGTERM)
        ends = await asyncio.gather(*(reader.read() for reader, _ in streams))
        await logged
        assert time.monotonic() - asked < PATIENCE_S
        for _, writer in streams:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in streams), return_exceptions=True)
    assert {True} == {b'{"reason":"shutdown"}' in end for end in ends}
    assert process.returncode == 0


class Endless:
    """An application whose answer is more than any buffer holds."""

    def __init__(self) -> None:
        self.limits = Limits(Settings(stall_s=0.001))
        self.written, self.ended = 0, asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        with self.limits.stream(scope, send, None) as outlet:
            await outlet({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(2_000):
                await outlet({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})
                self.written += 1
        self.ended.set()


@asynccontextmanager
async def bare(app: Any) -> AsyncIterator[int]:
    """An application served by our protocol, with real sockets, in this process; what comes is its port."""
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, http=Protocol, log_level="critical", lifespan="off"))
    with contextlib.suppress(asyncio.CancelledError):
        running = asyncio.create_task(server._serve())
        async with asyncio.timeout(PATIENCE_S):
            while not server.started:  # noqa: ASYNC110  # it tells nobody
                await asyncio.sleep(0)
            yield port
        server.should_exit = True
        await running


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def test_a_head_without_an_end_is_refused() -> None:
    async with bare(hello) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: test\r\nX-Long: " + b"x" * 60_000 + b"\r\n\r\n")
        assert b"HTTP/1.1 204 No Content\r\n" == await reader.readline()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"GET / HTTP/1.1\r\nHost: test\r\nX-Long: " + b"x" * 70_000)
        assert b"HTTP/1.1 400 Bad Request\r\n" == await reader.readline()
        await reader.read()
        writer.close()


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost:"])
async def test_who_does_not_go_on_with_a_request_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr("service.serving.HEAD_S", 0.05)
    async with bare(hello) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert b"" == await reader.read()
        writer.close()


async def test_a_client_that_takes_nothing_is_cut_with_all_that_it_did_not_take() -> None:
    app = Endless()
    async with bare(app) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        before = -1
        while app.written != before or not app.written:  # until it writes no more
            before = app.written
            await asyncio.sleep(0.2)  # real sockets fill; no clock of ours is in them
        assert 1 == app.limits.cut_stalled()
        await app.ended.wait()
        assert not app.limits._outlets
        writer.close()
