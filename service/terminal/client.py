"""A thin client of the public API: one match, one token."""

import secrets
from collections.abc import Iterator
from typing import Any

import httpx

Json = dict[str, Any]  # what the API answers


class ApiError(Exception):
    """The service said no; `problem` is what it said (RFC 9457)."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem.get("detail") or problem.get("title", "The service refused."))
        self.problem = problem


class Client:
    """Requests to one service. Commands carry a key, so that a repeated one counts once."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=httpx.Timeout(70.0))

    def get(self, path: str, headers: dict[str, str] | None = None, **query: str | int) -> Json:
        """Read. ApiError when it is refused."""
        return self._said(self._http.get(path, params=query, headers=headers))

    def post(self, path: str, body: Json) -> Json:
        """Ask for something, once. ApiError when it is refused."""
        return self._said(self._http.post(path, json=body, headers={"Idempotency-Key": secrets.token_hex(16)}))

    @staticmethod
    def _said(answer: httpx.Response) -> Json:
        said: Json = answer.json()
        if answer.is_error:
            raise ApiError(said)
        return said

    def command(self, match: str, command: Json, decision: str | None = None) -> Json:
        """Give a command in a match."""
        body: Json = {"command": command}
        if decision is not None:
            body["decision"] = decision
        return self.post(f"/v1/matches/{match}/commands", body)

    def events(self, match: str, after: str | None = None, *, wait: int = 0, as_: str | None = None) -> Json:
        """A page of events after a point, waiting up to `wait` seconds for the first."""
        query: dict[str, str | int] = {"limit": 500}
        if after is not None:
            query["after"] = after
        if as_ is not None:
            query["as"] = as_
        return self.get(f"/v1/matches/{match}/events", {"Prefer": f"wait={wait}"} if wait else None, **query)

    def replay(self, match: str, as_: str) -> Iterator[Json]:
        """All events so far as `as_` gets them, page by page."""
        after: str | None = None
        while True:
            page = self.events(match, after, as_=as_)
            yield from page["events"]
            after = page["next"]
            if not page["more"]:
                return

    def close(self) -> None:
        """Close the connections."""
        self._http.close()
