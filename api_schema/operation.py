"""What an operation of the API is: its path, what it takes, what it answers, how it may fail."""

from typing import Any, Final, Literal

from msgspec import Struct

from api_schema.requests import NoQuery

Auth = Literal["none", "watch", "act"]
"""`none`: open to all. `watch`: a public match needs no token, a private one is not there without.
`act`: a seat's or the host's token, always."""

PROBLEM: Final = "application/problem+json"
JSON: Final = "application/json"


class Operation(Struct, frozen=True, kw_only=True):
    """One operation. `path` names its parts in braces; `fails` are the statuses of its own besides the usual ones.
    With `tickets` a ticket in the query does for the header."""

    id: str
    method: Literal["GET", "POST"]
    path: str
    tag: Literal["service", "games", "matches", "play", "table"]
    summary: str
    description: str
    answer: Any = None
    status: int = 200
    media: str = JSON
    auth: Auth = "none"
    query: type[Struct] = NoQuery
    body: Any = None
    headers: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()
    fails: tuple[int, ...] = ()
    cached: bool = False
    tickets: bool = False


MATCH: Final = "/v1/matches/{match_id}"
