"""Matches played in memory through the kernel, with all that is needed to check them."""

import os
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel.chance import Chance, commitment
from domain.kernel.choices import sample
from domain.kernel.command import Command
from domain.kernel.commit import Entry, Envelope
from domain.kernel.contract import AnyGame
from domain.kernel.decision import Answer, Decision
from domain.kernel.match import commands as c
from domain.kernel.match.aggregate import ChanceOf, Match
from domain.kernel.match.clock import Clock
from domain.kernel.match.create import NewMatch, Promise, create
from domain.kernel.match.draft import Draft
from domain.kernel.match.snapshot import restore, take
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST, SPECTATOR, SYSTEM
from tests.games.bazaar import GAME as BAZAAR
from tests.games.parley import GAME as PARLEY

FIXTURES: dict[str, AnyGame] = {"parley": PARLEY, "bazaar": BAZAAR}
INSTALLED: dict[str, AnyGame] = {entry.name: entry.load() for entry in entry_points(group="conclave.games")}
GAMES: dict[str, AnyGame] = {name: INSTALLED[name] for name in sorted(INSTALLED)} | FIXTURES
DEPTH = int(os.environ.get("CONCLAVE_DEPTH", "1"))  # how many times more seeds than in the short run
FOUND = Path(__file__).parents[1] / "found"
LONGEST = 2_000
CLOCKS = (  # of every fourth seed
    Clock(decision_s=20),
    Clock(budget_s=90, increment_s=2),
    Clock(decision_s=40, budget_s=400, at_end="loss"),
)
RUN_OUT = 0.03  # how often a clock is let run out on purpose
KEY = b"k" * 32
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "freedonia": [
        {},
        {"deck": "tycoon", "difficulty": "story", "years": 12},
        {"deck": "guardian", "difficulty": "crisis", "discard": "open", "favour_return": "discard"},
        {"deck": "tribune", "difficulty": "hard", "backs": "plain", "idle_venues": "skip", "streak": "while_suspended"},
        {"deck": "tycoon", "ambition": "barracks", "bastion_slot": "extra", "aim_anger": "reverse"},
        {"deck": "guardian", "years": 8, "favour_return": "top", "decoys": False},
    ],
    "ultimatum": [
        {},
        {"mode": "tournament", "bosses": "special", "boss_between_rounds": "vote"},
        {"bosses": "special", "boss_between_rounds": "choose_unused", "auto_end_turn": True},
        {"bosses": "special", "boss_between_rounds": "redeal", "hand_backs": "hidden", "no_room": "pass"},
        {"empty_plays": "allow", "first_player": "roy"},
    ],
    "syndicate": [
        {},
        {
            "edition": "draft",
            "phantom": True,
            "solo_fuel_reshuffle": False,
            "pardon_mode": "clockwise",
            "destroyer_trigger": "already_at_max",
        },
        {"extended_turns": True, "phantom": True, "market_removal": "any", "solo_setup": "long"},
        {"phantom": True, "trading": False, "failed_mission_card": "keep", "solo_fuel_reshuffle": False},
        {
            "blockade": False,
            "trade_bases": False,
            "crew_shortage": "lose",
            "solo_exhaustion": "strict",
            "tiebreak": "bases",
        },
        {"mission_round_rule": "above", "syndicate_pick": "open_pick", "solo_fuel_reshuffle": False},
    ],
    "parley": [{}, {"rounds": 2}, {"bid_s": 60}],
    "bazaar": [{"moves": 30}, {"moves": 70}],
}


class Found(msgspec.Struct, frozen=True):
    """A match that went wrong: its game, seed and seats, and who gave which command when."""

    game: str
    seed: int
    seats: int
    given: list[tuple[str, int, Any]]


def again(found: Found) -> "Lab":
    """The match of a replay file, as far as it went."""
    lab = Lab(GAMES[found.game], found.seed, found.seats).open()
    for actor, at, command in found.given:
        lab.at = at - 1_000
        given = lab.give(actor, lab.match.codec.command(msgspec.msgpack.encode(command)))
        assert isinstance(given, Draft), (actor, command, given)
    return lab


def seeds(count: int, first: int = 0) -> range:
    """The seeds of a law: `count` of them in the short run."""
    return range(first, first + count * DEPTH)


class Lab:
    """One match, its stored entries, and a clock that moves a second with every commit."""

    def __init__(
        self,
        game: AnyGame,
        seed: int,
        seats: int | None = None,
        chance: ChanceOf = Chance,
        options: dict[str, Any] | None = None,
        clock: Clock | UnsetType | None = UNSET,
    ) -> None:
        self.rng, self.at = Random(seed), 1_000_000
        chosen = [options] if options is not None else OPTIONS.get(game.meta.id, [{}])
        options = msgspec.convert(chosen[seed % len(chosen)], game.options)
        count = seats or game.meta.counts[seed % len(game.meta.counts)]
        self.match = blank(game, f"m{seed}", chance)
        by_seed = CLOCKS[seed // 4 % len(CLOCKS)] if seed % 4 == 3 else None
        clock = by_seed if clock is UNSET else clock
        new = NewMatch(game=game.meta.id, bots=[None] * count, options=options, clock=clock)
        self.secret = b"secret-%d" % seed
        promise = Promise(commitment=commitment(self.secret), secret=self.secret, server="s", host=b"h")
        draft = create(self.match, new, promise, at=self.at, command_id=b"create", body=b"")
        self.match.advance(draft)
        self.entries: list[Entry] = [draft.entry]

    def give(self, actor: str, command: Command, decision: str | None = None) -> Draft | Refused:
        """Give a command; an accepted one is stored."""
        self.at += 1_000
        name = b"%d" % len(self.entries)
        draft = self.match.play(actor, command, at=self.at, command_id=name, decision=decision)
        if isinstance(draft, Draft):
            self.match.advance(draft)
            self.entries.append(draft.entry)
        return draft

    def open(self) -> "Lab":
        """Everyone sits down and the match starts."""
        for seat in self.match.seats:
            claimed = self.give("claim", c.Claim(seat=seat, proof=b"p", entropy=seat.encode()))
            assert isinstance(claimed, Draft), claimed
        started = self.give(HOST, c.Start())
        assert isinstance(started, Draft), started
        return self

    def choices(self) -> list[Decision]:
        """The game's open decisions, the system's too."""
        return [d for d in self.match.decisions() if not d.offers[0].command.startswith("match.")]

    def command(self, decision: Decision) -> Command:
        """A command that answers the decision. Of a form, whose samples may be refused, one that is not."""
        match = self.match
        while True:
            offer = self.rng.choice(decision.offers)
            fields: Any = sample(offer.choice, self.rng)
            made: Command = msgspec.convert({"type": offer.command, **fields}, match.codec.command_type)
            if offer.exact or match.game.why_not(match.rules, match.state, decision.seat, made) is None:
                return made

    def step(self) -> Draft:
        """One random legal command of the game, or a time that is over; a match with neither is stuck."""
        if (over := self.time_over()) is not None:
            draft = self.give(SYSTEM, over)
            assert isinstance(draft, Draft), (over, draft)
            return draft
        choices = self.choices()
        must = [decision for decision in choices if decision.must]
        assert must, f"{self.match.id} is stuck at commit {self.match.version}"
        decision = self.rng.choice(must if self.rng.random() < 0.8 else choices)
        if decision.seat == SYSTEM:
            self.at = self.when(decision) - 1_000
        command = self.command(decision)
        draft = self.give(decision.seat, command)
        assert isinstance(draft, Draft), (decision, command, draft)
        return draft

    def when(self, decision: Decision) -> int:
        """The time at which the decision can be answered next."""
        return max(self.at + 1_000, self.match.not_before(decision) or 0)

    def time_over(self) -> Command | None:
        """What the system must play next, because a time is over; now and then one is let run out."""
        clocks = self.match.table.clocks
        end = clocks.next()
        if end is not None and self.rng.random() < RUN_OUT:
            self.at = max(self.at, end[0] - 1_000)
        return self.match.overdue(self.at + 1_000)

    def play(self, steps: int = LONGEST) -> "Lab":
        """Random legal play, to the end or for some steps."""
        try:
            for _ in range(steps):
                if self.match.outcome is not None:
                    return self
                self.step()
            assert steps < LONGEST, f"{self.match.id} does not end"
        except Exception:
            self.keep()
            raise
        return self

    def answers(self, policy: str) -> Iterator[tuple[str, Answer]]:
        """What the computers of this policy would answer on all seats that are asked."""
        match = self.match
        for seat in match.seats:
            own = [match.show(decision, seat) for decision in match.asked() if decision.seat == seat]
            answer = match.game.bots[policy](match.rules, match.view(seat), own, self.rng) if own else None
            if answer is not None:
                yield seat, answer

    def by_computers(self, policy: str = "") -> "Lab":
        """Play to the end as computers would, the first policy of the game unless another is named."""
        policy = policy or next(iter(self.match.game.bots))
        while self.match.outcome is None:
            seat, answer = next(self.answers(policy), ("", None))
            if answer is None or self.match.overdue(self.at + 1_000) is not None:
                self.step()
                continue
            given = self.give(seat, answer.command, answer.decision)
            assert isinstance(given, Draft), (seat, answer, given)
        return self

    def keep(self) -> Path:
        """Write what was played to a file from which `python -m tests.harness FILE` plays it again."""
        FOUND.mkdir(exist_ok=True)
        file = FOUND / f"{self.match.game.meta.id}-{self.match.id}.json"
        envelopes = [msgspec.msgpack.decode(entry.k, type=Envelope) for entry in self.entries]
        given = [(e.actor, e.at, msgspec.msgpack.decode(e.command)) for e in envelopes[len(self.match.seats) + 2 :]]
        found = Found(self.match.game.meta.id, int(self.match.id[1:]), len(self.match.seats), given)
        file.write_bytes(msgspec.json.encode(found))
        return file

    def viewers(self) -> tuple[str, ...]:
        """Everyone who watches."""
        return (*self.match.seats, SPECTATOR)


def blank(game: AnyGame, id_: str, chance: ChanceOf = Chance) -> Match:
    """A match before its first commit; its secret is stored in the clear."""
    return Match(id_, KEY, game, game.pack(), lambda stored: stored, chance)


def refold(match: Match, entries: list[Entry]) -> Match:
    """The match once more, from what is stored."""
    again = blank(match.game, match.id)
    for entry in entries:
        again.fold(entry)
    return again


def copied(match: Match, entries: list[Entry]) -> Match:
    """The same match once more, by way of a snapshot: what a long match would take long to fold again."""
    again = blank(match.game, match.id)
    assert restore(again, take(match), entries[-1])
    return again


def labs(game: AnyGame, seeds: range, steps: int = LONGEST) -> Iterator[Lab]:
    """Matches of a game, each played from its seed."""
    return (Lab(game, seed).open().play(steps) for seed in seeds)


def seen(match: Match, viewer: str) -> bytes:
    """All that a viewer is shown of a match now, as bytes."""
    return msgspec.json.encode((match.view(viewer), match.shown(viewer)))
