"""A command being played on private copies of a match's table and state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import force_setattr

from domain.kernel.audience import Event
from domain.kernel.chance import Chance
from domain.kernel.command import Command, tag
from domain.kernel.commit import Entry, Envelope, link, nonce
from domain.kernel.match import commands as c
from domain.kernel.match import ending, seats, undo
from domain.kernel.match import events as e
from domain.kernel.match.clock import Clock, Clocks, Step, after
from domain.kernel.match.draft import Draft
from domain.kernel.match.evolve import TABLE_EVOLVE
from domain.kernel.match.state import Chair, Table
from domain.kernel.match.timeout import run_out
from domain.kernel.outcome import Outcome
from domain.kernel.play import Play, stamp
from domain.kernel.viewers import Seat

if TYPE_CHECKING:
    from domain.kernel.match.aggregate import Match

_TABLES = msgspec.msgpack.Decoder(Table)


class SilentCommand(Exception):
    """A fault of a game: an accepted command gave no event, so nobody could learn that it happened."""


class Working:
    """The copies, and the events so far. Nothing of it touches the match."""

    def __init__(self, match: Match, chance: Chance, at: int) -> None:
        self.match, self.at = match, at
        self.table = match.table
        self.chance = chance
        self._play: Play[Any] = Play(match.codec.copy(match.state), chance, match.seats, match.game.evolve)
        self.events = self._play.events

    @property
    def state(self) -> Any:  # noqa: ANN401  # the state is of the game's own type
        """The game's state after the events so far."""
        return self._play.state

    def say(self, event: Event) -> None:
        """Emit one of the kernel's own events."""
        stamp(event, self.match.seats)
        if self.table is self.match.table:  # few commands change it
            self.table = _TABLES.decode(msgspec.msgpack.encode(self.match.table))
        TABLE_EVOLVE[type(event)](self.table, event)
        self.events.append(event)

    def play(self, actor: Seat, command: Command) -> None:
        """Carry out a command that was judged to be allowed."""
        handler = HANDLERS.get(type(command))
        if handler is not None:
            handler(self, actor, command)
        else:
            self.play_game(actor, command)
        self._close_if_over()
        if not self.events:
            raise SilentCommand(tag(type(command)))

    def play_game(self, seat: Seat, command: Command) -> None:
        """Carry out a command of the game."""
        self.match.game.decide(self.match.rules, self._play, seat, command)

    def start(self) -> None:
        """K-LOBBY-06: the match begins with the game's own opening."""
        self.say(e.Started(seats=self.match.seats))
        self.match.game.setup(self.match.rules, self._play, self.match.seats)

    def take_back(self) -> None:
        """K-UNDO-02: the live state goes on from before the last commit; nothing is renumbered."""
        saved = self.match.saved[-1]
        self.say(undo.undone(saved, self.match.seats))
        self._play.state = self.match.codec.state(saved.state)

    def end(self, outcome: Outcome) -> None:
        """The last event of every match; the secret is opened with it where that was promised."""
        secret, entropies = self.match.opened_secret() if self.table.reveal == "everything" else (None, ())
        self.say(
            e.Closed(
                reason=outcome.reason,
                winners=outcome.winners,
                ranking=outcome.ranking,
                secret=secret,
                entropies=entropies,
            )
        )

    def abort(self) -> None:
        """The match ends without a result."""
        self.say(e.Aborted())
        self.end(ending.aborted(self.table))

    def chair(self, seat: Seat) -> Chair:
        """The chair of a seat that there is."""
        return next(chair for chair in self.table.chairs if chair.seat == seat)

    def seat(self, seat: Seat, proof: bytes, entropy: bytes) -> None:
        """A person has the seat; no token that was made for it before is good."""
        epoch = self.chair(seat).epoch + 1
        self.say(e.SeatClaimed(seat=seat, epoch=epoch, proof=proof, entropy=entropy))

    def replace(self, seat: Seat) -> None:
        """K-END-02: a computer plays on; where it would play among computers alone, the match ends."""
        self.say(e.SeatReplaced(seat=seat, bot=next(iter(self.match.game.bots))))
        if not self.table.people:
            self.abort()

    def _close_if_over(self) -> None:
        if self.table.status != "running":
            return
        outcome = self.match.game.outcome(self.state)
        if outcome is not None:
            self.end(outcome)

    def rest(self) -> None:
        """Store what the match waits for and whose time runs, if this commit changed it."""
        state, before = self.state, self.match.state
        undone = type(self.events[0]) is e.Undone
        if not undone and (state.serial != before.serial or state.agenda != before.agenda):
            self.events.append(e.Rested(agenda=state.agenda, serial=state.serial))
        if self.table.clock is not None:
            clocks = self._clocks(self.table.clock, self.match.saved[-1].clocks if undone else self.table.clocks)
            if clocks != self.table.clocks:
                self.say(e.Timed(clocks=clocks))

    def _clocks(self, rule: Clock, before: Clocks) -> Clocks:
        """The times after this commit. What is taken back gives no time back: it has run on meanwhile."""
        match, table, state = self.match, self.table, self.state
        if table.status != "running":
            return Clocks()
        step = Step(
            at=self.at,
            told=reduce(or_, (event.to for event in self.events)),
            seats=match.seats,
            people=table.people,
            pending={frame.serial for frame in state.agenda},
        )
        return after(rule, before, [] if table.paused else match.game.decisions(match.rules, state), step)


def _claim(working: Working, actor: Seat, command: c.Claim) -> None:
    """In a running match a newcomer asks; what it brought does not change the chance any more (K-SEAT-03)."""
    if working.table.status == "running":
        working.say(e.NewcomerAsked(seat=command.seat, proof=command.proof))
    else:
        working.seat(command.seat, command.proof, command.entropy)


def _leave(working: Working, actor: Seat, command: c.Leave) -> None:
    working.say(e.SeatLeft(seat=actor, kicked=False))


def _kick(working: Working, actor: Seat, command: c.Kick) -> None:
    working.say(e.SeatLeft(seat=command.seat, kicked=True))


def _start(working: Working, actor: Seat, command: c.Start) -> None:
    working.start()


def _expire(working: Working, actor: Seat, command: c.Expire) -> None:
    working.abort()


def _resign(working: Working, actor: Seat, command: c.Resign) -> None:
    """K-END-02: with two seats or fewer this ends the match, with more a computer takes the seat."""
    working.say(e.Resigned(seat=actor))
    if len(working.table.seats) <= ending.PAIR:
        working.end(ending.lost(working.table, actor, "resigned"))
    else:
        working.replace(actor)


def _renew(working: Working, actor: Seat, command: c.Renew) -> None:
    working.say(e.TokenRenewed(seat=actor, epoch=working.chair(actor).epoch + 1, proof=command.proof))


def _pass_host(working: Working, actor: Seat, command: c.PassHost) -> None:
    """K-HOST-01: hosting belongs to whoever has the key: on a seat, that by which the seat was claimed."""
    proof = command.proof if command.seat is None else working.chair(command.seat).proof
    working.say(e.HostPassed(seat=command.seat, epoch=working.table.host_epoch + 1, proof=proof))


def _revoke(working: Working, actor: Seat, command: c.Revoke) -> None:
    """K-SEAT-02: a computer plays on at once, so that nobody waits; or there is no result."""
    working.say(e.SeatRevoked(seat=command.seat, then=command.then))
    if command.then == "abort":
        working.abort()
    else:
        working.replace(command.seat)


def _welcome(working: Working, actor: Seat, command: c.Welcome) -> None:
    """K-SEAT-03: with the last person's word the newcomer has the seat, with what its first person brought."""
    working.say(e.NewcomerAnswered(seat=actor, place=command.seat, agree=command.agree))
    chair = working.chair(command.seat)
    if chair.asked and seats.all_welcome(working.table, chair):
        working.seat(chair.seat, chair.asked, chair.entropy)


def _consent(working: Working, actor: Seat, command: c.Consent) -> None:
    working.say(e.ConsentGiven(seat=actor, what=command.what, agree=command.agree))
    if not command.agree or not ending.all_agree(working.table, command.what):
        return
    match command.what:
        case "draw":
            working.say(e.Drawn())
            working.end(ending.drawn(working.table))
        case "abort":
            working.abort()
        case "pause":
            working.say(e.Paused())
        case "resume":
            working.say(e.Resumed())


def _undo(working: Working, actor: Seat, command: c.Undo) -> None:
    working.take_back()


HANDLERS: Mapping[type[Command], Callable[[Working, Seat, Any], None]] = {  # each takes its own command
    c.Claim: _claim,
    c.Leave: _leave,
    c.Kick: _kick,
    c.Start: _start,
    c.Expire: _expire,
    c.Resign: _resign,
    c.Renew: _renew,
    c.PassHost: _pass_host,
    c.Revoke: _revoke,
    c.Welcome: _welcome,
    c.Consent: _consent,
    c.Undo: _undo,
    c.RunOut: run_out,
}


def sealed_entry(
    match: Match, events: tuple[Event, ...], envelope: Envelope, command_id: bytes, reason: str | None
) -> Entry:
    """The stored form of a commit, with its link in the chain."""
    codec = match.codec
    stored = tuple(map(codec.encode, events))
    entry = Entry(match.version + 1, command_id, msgspec.msgpack.encode(envelope), b"", stored, reason)
    force_setattr(entry, "h", link(match.head, entry))
    return entry


def draft_of(
    match: Match, working: Working, actor: Seat, command: Command, at: int, command_id: bytes, body: bytes
) -> Draft:
    """The commit that a played command becomes."""
    envelope = Envelope(
        actor=actor,
        at=at,
        command=msgspec.Raw(match.codec.encode(command)),
        body=body,
        ruleset=match.game.meta.ruleset,
        nonce=nonce(match.key, match.version + 1),
        draws=tuple(working.chance.draws),
    )
    events = tuple(working.events)
    outcome = working.table.outcome
    entry = sealed_entry(match, events, envelope, command_id, outcome.reason if outcome else None)
    return Draft(entry, at, events, working.table, working.state, actor)
