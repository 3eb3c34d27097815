"""A match in memory: what its commits amount to, what may come next, and what each viewer sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.audience import Event, see
from domain.kernel.chance import Chance, chance_key
from domain.kernel.codec import codec_of
from domain.kernel.codec import envelope as envelope_of
from domain.kernel.command import Command, tag
from domain.kernel.commit import Entry, Envelope, genesis, link
from domain.kernel.contract import AnyGame
from domain.kernel.decision import Answer, Decision, ShownDecision, decision_id, of_seat
from domain.kernel.match import bots, undo
from domain.kernel.match import decisions as standing
from domain.kernel.match.clock import SECOND, Clocks
from domain.kernel.match.commands import RunOut
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import Created, Rested, Resumed, TokenRenewed, Undone
from domain.kernel.match.evolve import TABLE_EVOLVE
from domain.kernel.match.judge import GONE, judge
from domain.kernel.match.state import Table
from domain.kernel.match.text import DECISION_TEXT, event_text
from domain.kernel.match.undo import Saved, seq
from domain.kernel.match.view import lobby
from domain.kernel.match.working import Working, draft_of
from domain.kernel.outcome import Outcome
from domain.kernel.pack import Pack
from domain.kernel.refusal import Refused
from domain.kernel.rules import rules_of
from domain.kernel.viewers import AUDITOR, SYSTEM, Seat, Viewer, bit
from domain.kernel.zones import knowledge

ChanceOf = Callable[[bytes, int], Chance]
Before = tuple[bytes, Clocks]  # what an undo of the commit at hand would go back to


class Broken(Exception):
    """A stored commit does not follow from the one before it. `number` names the commit."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(f"match {match}: commit {number} breaks the chain")
        self.match, self.number = match, number


class Seen(Struct, frozen=True, kw_only=True, gc=False):
    """One event as a viewer gets it: its place in that viewer's own dense numbering, the time of its
    commit in milliseconds since 1970, one line of text, and the redacted event."""

    seq: int
    at: int
    text: str
    event: Struct


class Match:
    """One match. It changes by `fold` (from stored entries) and `advance` (after an append) alone.

    `key` is the match key, `unlock` opens the stored match secret; `chance` makes the draws of a commit.
    """

    def __init__(
        self,
        id_: str,
        key: bytes,
        game: AnyGame,
        pack: Pack,
        unlock: Callable[[bytes], bytes],
        chance: ChanceOf = Chance,
    ) -> None:
        self.id, self.key, self.game, self.pack = id_, key, game, pack
        self.codec = codec_of(game)
        self._unlock, self._chance = unlock, chance
        self.table, self.state = Table(), game.state()
        self.version, self.head = 0, genesis(id_)
        self.counts: dict[int, int] = {}
        self.commands: dict[bytes, int] = {}
        self.saved: list[Saved] = []
        self._rules: Any = None
        self._seats: tuple[Seat, ...] = ()
        self._secret = b""
        self._asked: list[Decision] | None = None
        self._decisions: list[Decision] | None = None

    # --- what has happened -------------------------------------------------------------------

    @property
    def rules(self) -> Any:  # noqa: ANN401  # the rules are of the game's own type
        """The game's rules for this match's options and pack."""
        if self._rules is None:
            self._rules = rules_of(self.game, self.table.options, self.pack)
        return self._rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this match, in order; they are fixed from its first commit on."""
        if not self._seats:
            self._seats = self.table.seats
        return self._seats

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it has not."""
        return self.table.outcome

    def fold(self, entry: Entry) -> tuple[Envelope, tuple[Event, ...]]:
        """Take a stored commit in. Broken when it does not follow, Unreadable when it is unknown."""
        if entry.number != self.version + 1 or link(self.head, entry) != entry.h:
            raise Broken(self.id, entry.number)
        envelope = envelope_of(entry.k)
        events = tuple(map(self.codec.event, entry.d))
        before = self._before()
        for event in events:
            self.apply(event)
        self._settle(entry, envelope.at, events, envelope.actor, before, bool(envelope.draws))
        return envelope, events

    def apply(self, event: Event) -> None:
        """Fold one event and count it for those who see it."""
        evolve = TABLE_EVOLVE.get(type(event))
        if evolve is not None:
            evolve(self.table, event)
        elif type(event) is Rested:
            self.state.agenda, self.state.serial = event.agenda, event.serial
        else:
            self.game.evolve[type(event)](self.state, event)
        if type(event) is Undone:
            self.state = self.codec.state(self.saved[-1].state)
        self.counts[event.to] = self.counts.get(event.to, 0) + 1

    def advance(self, draft: Draft) -> None:
        """Take a draft in after the store has it. The same as folding its entry, at no cost."""
        before = self._before()
        drawn = any(event.draws for event in draft.events)
        self.table, self.state = draft.table, draft.state
        for event in draft.events:
            self.counts[event.to] = self.counts.get(event.to, 0) + 1
        self._settle(draft.entry, draft.at, draft.events, draft.actor, before, drawn)

    def _before(self) -> Before:
        return (self.codec.encode(self.state) if self.table.undo else b"", self.table.clocks)

    def _settle(self, entry: Entry, at: int, events: Sequence[Event], actor: Seat, before: Before, drawn: bool) -> None:
        self.version, self.head = entry.number, entry.h
        self.commands[entry.c] = entry.number
        if type(events[0]) is Created:
            self.table.created_at = at
        opened = self.table.opened
        self.table.opened = {frame.serial: opened.get(frame.serial, at) for frame in self.state.agenda}
        self._asked, self._decisions = None, None
        if self.table.undo:
            self._save(entry.number, events, actor, before, drawn)

    def _save(self, number: int, events: Sequence[Event], actor: Seat, before: Before, drawn: bool) -> None:
        if type(events[0]) is Undone:
            self.saved.pop()
            return
        if type(events[0]) is TokenRenewed:
            return  # told to its seat alone, so that it changes nothing for anyone else
        own = actor in self.table.people and self.table.status == "running"
        state, clocks = before
        still = self.table.paused or any(isinstance(event, Resumed) for event in events)  # K-CLOCK-06
        news = drawn or not own or still or knowledge(self.codec.state(state)) != knowledge(self.state)
        if news or (self.saved and self.saved[-1].seat != actor):
            self.saved = []
        if not news and type(events[0]) not in TABLE_EVOLVE:  # K-UNDO-01: what the table agrees on is no step
            counts = dict(self.counts)
            for event in events:
                counts[event.to] -= 1
            self.saved.append(Saved(number, actor, state, tuple(event.to for event in events), counts, clocks))

    # --- what may come next ------------------------------------------------------------------

    def asked(self) -> list[Decision]:
        """The open decisions of the game alone, the system's included; none unless the match runs."""
        if self._asked is None:
            running = self.table.status == "running" and not self.table.paused
            self._asked = list(self.game.decisions(self.rules, self.state)) if running else []
        return self._asked

    def decisions(self) -> list[Decision]:
        """All open decisions of all seats, the host and the system; none once the match is over."""
        if self._decisions is None:
            self._decisions = self._list_decisions()
        return self._decisions

    def _list_decisions(self) -> list[Decision]:
        if self.table.status == "over":
            return []
        if self.table.status == "lobby":
            return list(standing.lobby(self.table))
        own = list(self.asked())
        if self.saved and undo.may_undo(self.saved, own, self.saved[-1].seat) is None:
            own.append(standing.undo(self.saved[-1].seat))
        return [*own, *standing.running(self.table)]

    def decision(self, id_: str, seat: Seat) -> Decision | None:
        """The open decision of `seat` with this id, or None when it is closed, changed or another's."""
        own = of_seat(self.decisions(), seat)
        return next((decision for decision in own if decision_id(self.key, decision) == id_), None)

    def answered_by(self, seat: Seat, command: Command) -> list[Decision]:
        """The game's open decisions of `seat` that commands of this type answer."""
        name = tag(type(command))
        return [d for d in self.asked() if d.seat == seat and any(offer.command == name for offer in d.offers)]

    def not_before(self, decision: Decision) -> int | None:
        """When a decision may be answered at the earliest, in milliseconds since 1970; None: at once."""
        opened = self.table.opened.get(decision.serial, self.table.created_at)
        return opened + round(decision.min_s * SECOND) if decision.min_s else None

    def deadline(self, decision: Decision) -> int | None:
        """When the time for a decision is over, in milliseconds since 1970; None: never, or it stands."""
        timer = self.table.clocks.of(decision)
        end = self.table.clocks.end(timer) if timer else None
        return end[0] if end else None

    def due(self) -> int | None:
        """When the system has something to play, in milliseconds since 1970, or None."""
        times = [self.not_before(d) or 0 for d in self.asked() if d.seat == SYSTEM]
        end = self.table.clocks.next()
        return min([*times, end[0]] if end else times, default=None)

    def overdue(self, at: int) -> RunOut | None:
        """What the system must play first at this time, because a time is over."""
        end = self.table.clocks.next()
        if end is None or end[0] > at:
            return None
        return RunOut(seat=end[1].seat, kind=end[1].kind, serial=end[1].serial)

    def play(
        self,
        actor: Seat,
        command: Command,
        *,
        at: int,
        command_id: bytes,
        body: bytes = b"",
        decision: str | None = None,
    ) -> Draft | Refused:
        """Decide a command. `at` is the time in milliseconds; `body` the hash of the request.

        With `decision`, the command is refused unless that very decision of the actor is still open.
        """
        if decision is not None and self.decision(decision, actor) is None:
            return GONE
        refused = judge(self, actor, command, at)
        if refused is not None:
            return refused
        working = Working(self, self._chance(self._chance_key(), self.version + 1), at)
        working.play(actor, command)
        working.rest()
        return draft_of(self, working, actor, command, at, command_id, body)

    def _chance_key(self) -> bytes:
        if not self._secret:
            self._secret = self._unlock(self.table.secret)
        return chance_key(self._secret, [chair.entropy for chair in self.table.chairs])

    def opened_secret(self) -> tuple[str, tuple[str, ...]]:
        """The match secret and the entropies as hex, as the end opens them where that was promised."""
        return self._unlock(self.table.secret).hex(), tuple(chair.entropy.hex() for chair in self.table.chairs)

    # --- what each viewer sees ---------------------------------------------------------------

    def seq(self, viewer: Viewer) -> int:
        """How many events `viewer` has been given."""
        if viewer == AUDITOR:
            return sum(self.counts.values())
        return seq(self.counts, bit(self.seats, viewer))

    def view(self, viewer: Viewer) -> Struct:
        """What `viewer` may see now: the lobby, or the game's view."""
        if self.table.status == "lobby" or self.state == self.game.state():
            return lobby(self.table)
        return self.game.view(self.rules, self.state, viewer)

    def shown(self, viewer: Viewer) -> list[ShownDecision]:
        """The open decisions that `viewer` may know of; its own with id and choices. The auditor knows all."""
        return [
            self.show(decision, viewer)
            for decision in self.decisions()
            if decision.seat != SYSTEM
            and (decision.shown_to is None or viewer == AUDITOR or viewer in decision.shown_to)
        ]

    def show(self, decision: Decision, viewer: Viewer) -> ShownDecision:
        """One decision as `viewer` sees it. The auditor is told the choices, but answers nothing."""
        shown = ShownDecision(
            seat=decision.seat,
            kind=decision.kind,
            must=decision.must,
            sealed=decision.sealed,
            group=decision.group,
            deadline_at=self.deadline(decision),
            not_before=self.not_before(decision),
            text="",
        )
        if viewer in {decision.seat, AUDITOR}:
            shown = msgspec.structs.replace(shown, offers=decision.offers)
        if viewer == decision.seat:
            shown = msgspec.structs.replace(shown, id=decision_id(self.key, decision))
        return msgspec.structs.replace(shown, text=self._decision_text(shown, viewer))

    def _decision_text(self, shown: ShownDecision, viewer: Viewer) -> str:
        line = DECISION_TEXT.get(shown.kind) if shown.kind in DECISION_TEXT else None
        return line.format(seat=shown.seat) if line else self.game.text(self.rules, shown, viewer)

    def see(self, events: Sequence[Event], at: int, viewer: Viewer, after: int) -> list[Seen]:
        """The events of one commit as `viewer` gets them; `after` is how many it had before."""
        seen: list[Seen] = []
        for event in events:
            form = see(event, viewer, self.seats)
            if form is not None:
                seen.append(Seen(seq=after + len(seen) + 1, at=at, text=self.line(form, viewer), event=form))
        return seen

    def line(self, form: Struct, viewer: Viewer) -> str:
        """An event that `viewer` sees in one line, the same words for everyone who sees the same."""
        return event_text(form) or self.game.text(self.rules, form, viewer)

    def bot_answer(self, seat: Seat) -> Answer | None:
        """What the computer on `seat` answers now, from what its seat is shown alone, at once and here."""
        asked = bots.question(self, seat)
        return None if asked is None else bots.answer({self.game.meta.id: self.game}, asked)
