"""What is true of every match: its seats, its standing and how it ended."""

import hashlib
from typing import Literal

from msgspec import Struct

from domain.kernel.match.clock import Clock, Clocks
from domain.kernel.match.events import Reveal, Visibility
from domain.kernel.outcome import Outcome
from domain.kernel.viewers import Seat

Status = Literal["lobby", "running", "over"]


class Chair(Struct, kw_only=True):
    """A seat and who has it. `epoch` counts who had it and which token is good; `proof` and `entropy`
    are what the person brought; `joined` is the epoch with which a newcomer took the seat of a running
    match, else 0. `free` says that a newcomer may ask for it; `asked` is the proof of the
    one who does, `welcome` who agreed to that."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    bot: str = ""
    epoch: int = 0
    proof: bytes = b""
    entropy: bytes = b""
    joined: int = 0
    free: bool = False
    asked: bytes = b""
    welcome: list[Seat] = []

    @property
    def person(self) -> bytes:
        """What tells its person from all others who ever have the seat, and stays when the token is made anew."""
        return hashlib.sha256(self.proof).digest()[:8] if self.kind == "person" else b""


class Table(Struct, kw_only=True):
    """The part of a match's state that the kernel owns. `opened` is when each pending frame was
    opened, in milliseconds since 1970; `consents` who agreed to what. `spectator_delay` is in seconds;
    `founder` is the proof of whoever created it, `host` that of who is the host now, by its `host_epoch`;
    `revoked` says that the host ever took a seat from a person. `clock` is None where no time is ever limited;
    `clocks` are the times as of the last commit that changed one."""

    game: str = ""
    options: dict[str, object] = {}
    pack: str = ""
    visibility: Visibility = "public"
    reveal: Reveal = "everything"
    undo: bool = False
    commitment: str = ""
    secret: bytes = b""
    server: str = ""
    founder: bytes = b""
    host: bytes = b""
    host_epoch: int = 0
    spectator_delay: int = 0
    rematch_of: str | None = None
    clock: Clock | None = None
    clocks: Clocks = Clocks()
    paused: bool = False
    revoked: bool = False
    created_at: int = 0
    status: Status = "lobby"
    chairs: list[Chair] = []
    consents: dict[str, list[Seat]] = {}
    opened: dict[int, int] = {}
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The names of all seats of this match, in order."""
        return tuple(chair.seat for chair in self.chairs)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that persons have."""
        return tuple(chair.seat for chair in self.chairs if chair.kind == "person")

    def chair(self, seat: Seat) -> Chair | None:
        """The chair with this name, or None when the match has no such seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)
