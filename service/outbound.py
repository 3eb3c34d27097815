"""Requests to addresses that strangers name: to the open internet alone, unless the operator allows more."""

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

import httpx

ANSWER_S: Final = 5.0
HTTPS: Final = 443
LAST_PORT: Final = 65_535
NAT64: Final = ip_network("64:ff9b::/96")
Resolve = Callable[[str, int], Awaitable[list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. OSError when it has none, ValueError when it cannot be one.

    Strangers choose the name, so its server may never answer: each look is a thread of its own, for which neither
    the other work that threads do nor the end of the service waits."""
    found: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
    threading.Thread(target=_look_up, args=(host, port, found), daemon=True).start()
    return await found


def _look_up(host: str, port: int, found: asyncio.Future[list[str]]) -> None:
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        tell = partial(found.set_result, [str(address[0]) for *_, address in infos])
    except (OSError, ValueError) as fault:
        tell = partial(found.set_exception, fault)
    with contextlib.suppress(RuntimeError):  # the service has ended
        found.get_loop().call_soon_threadsafe(lambda: None if found.done() else tell())


def is_public(address: str) -> bool:
    """Whether an address lies in the open internet; what leads to another one by way of IPv6 does not."""
    ip = ip_address(address)
    return ip.is_global and not ip.is_multicast and not (isinstance(ip, IPv6Address) and _leads_on(ip))


def _leads_on(ip: IPv6Address) -> bool:
    return ip.ipv4_mapped is not None or ip.sixtofour is not None or ip.teredo is not None or ip in NAT64


def _as_address(host: str) -> str | None:
    try:
        return str(ip_address(host))
    except ValueError:
        return None


def is_fit(url: str, *, private: bool) -> bool:
    """Whether there may be requests to an address, as far as its text tells. Names are looked up each time anew."""
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        return False
    if parsed.scheme != "https" or not parsed.host or parsed.userinfo or parsed.fragment:
        return False
    if parsed.port is not None and not 0 < parsed.port <= LAST_PORT:
        return False
    literal = _as_address(parsed.host)
    return private or literal is None or is_public(literal)


class Outbound:
    """Posts to such addresses. The name is looked up once, and the connection goes to what was looked at: a name
    that has another address a moment later leads nowhere else. Connections are not kept: two names may share an
    address."""

    def __init__(
        self, *, private: bool, transport: httpx.AsyncBaseTransport | None = None, resolve: Resolve = resolve
    ) -> None:
        self._private, self._transport, self._resolve = private, transport, resolve

    @cached_property
    def _trusted(self) -> ssl.SSLContext:
        """Made once: that takes its time."""
        return httpx.create_ssl_context()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> bool:
        """Whether the address took it: any 2xx in time. Redirects are not followed, answers are not read."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._post(httpx.URL(url), body, headers)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError):
            return False

    async def _post(self, url: httpx.URL, body: bytes, headers: Mapping[str, str]) -> bool:
        if not is_fit(str(url), private=self._private):
            return False
        addresses = await self._resolve(url.host, url.port or HTTPS)
        if not addresses or not (self._private or all(map(is_public, addresses))):
            return False
        named = {**headers, "Host": url.netloc.decode("ascii")}
        transport = self._transport or httpx.AsyncHTTPTransport(verify=self._trusted)
        async with (
            httpx.AsyncClient(transport=transport, timeout=ANSWER_S) as client,
            client.stream(
                "POST",
                url.copy_with(host=addresses[0]),
                content=body,
                headers=named,
                extensions={"sni_hostname": url.host},
            ) as answer,
        ):
            return answer.is_success
