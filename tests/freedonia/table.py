"""A table on which positions are set up by hand and played, in the players' words."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from domain.freedonia import GAME
from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.cards import CONTENTS
from domain.freedonia.cards import content as f
from domain.freedonia.decide import decide, why_not
from domain.freedonia.meta import SEATS, VENUES
from domain.freedonia.options import Options
from domain.freedonia.packs import Rules, built
from domain.freedonia.rules import election, laying, reveal, year
from domain.freedonia.state import Laying, Opening, Shedding, Standing, State, Turned, both, empty_board
from domain.freedonia.view import View, view
from domain.kernel.chance import Chance
from domain.kernel.codec import codec_of
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Card, Pile

T = TypeVar("T")
HOUSE = CONTENTS[0]
COUNTS = {"parliament": 13, "court": 22, "newsroom": 22, "streets": 22, "club": 22}
ORDERS = {"boost": "address", "safe": "show_of_force"}
PLAIN: dict[str, f.Ability] = {
    "turncoat": f.Turncoat(),
    "far": f.FarReaching(),
    "oneoff": f.OneOff(),
    "bastion": f.Bastion(),
    "suspend": f.SuspendElection(),
    "aim": f.AimAnger(),
}


class Dice(Chance):
    """Dice and shuffles that were agreed beforehand; what was not is kept in order."""

    def __init__(self) -> None:
        super().__init__(b"", 1)
        self.dice: list[int] = []
        self.orders: dict[str, list[str]] = {}

    def pick(self, purpose: str, bound: int) -> int:
        return self.dice.pop(0) - 1

    def shuffle(self, purpose: str, things: Sequence[T]) -> list[T]:
        return cast(list[T], self.orders.get(purpose.removeprefix("deck "), list(things)))


def abilities(given: dict[str, Any]) -> tuple[f.Ability, ...]:
    """The abilities of a fixture card."""
    found: list[f.Ability] = [each for key, each in PLAIN.items() if given.get(key)]
    if "combo" in given:
        found.append(f.Combo(given["combo"]))
    if "muzzle" in given:
        found.append(f.Muzzle(given["muzzle"]))
    if "brings" in given:
        found.append(f.Brings(given["brings"]))
    return tuple(found)


def fixture(name: str, given: dict[str, Any]) -> f.Card:
    """A card of a vector; what is not said has the plainest value."""
    plain = re.fullmatch(r"([LO])(\d+)[a-z]?", name)
    seat = given.get("side") or ("leader" if plain and plain[1] == "L" else "opposition")
    return f.Card(
        name=f.Name(name, "substitute"),
        seat=seat,
        cost=given.get("cost", 1),
        clout=given.get("clout") or int(plain[2] if plain else 1),
        risk=given.get("risk", 0),
        homes=tuple(given.get("homes", VENUES)),
        when_lands=f.Box(*given["when_lands"]) if "when_lands" in given else None,
        abilities=abilities(given),
        label="substitute",
        category=given.get("kind"),
        face="bench" if seat == "opposition" else None,
    )


def named(thing: Any) -> set[str]:
    """Every plain card that a vector speaks of."""
    if isinstance(thing, str):
        return {thing} if re.fullmatch(r"[LO]\d+[a-z]?", thing) else set()
    parts = [*thing, *thing.values()] if isinstance(thing, dict) else thing if isinstance(thing, list | tuple) else []
    return set().union(*map(named, parts))


def rules_for(given: dict[str, Any], said: object = ()) -> Rules:
    """The rules, with a pack that holds the fixture cards beside the house's."""
    cards = {name: fixture(name, {}) for name in named([given, said])}
    cards |= {name: fixture(name, card) for name, card in given.get("cards", {}).items()}
    order = given.get("leader_order", "show_of_force")
    decks = HOUSE.decks | {"marshal": replace(HOUSE.decks["marshal"], order=order)}
    content = replace(HOUSE, cards=HOUSE.cards | cards, decks=decks)
    ambition = None if given.get("own_ambition", True) else "long_night"
    options = Options(difficulty=given.get("difficulty", "normal"), ambition=ambition, **given.get("options", {}))
    return built(options, content)


def stand(rules: Rules, given: dict[str, Any], venue: str, number: int) -> Standing:
    """A standing card of a vector."""
    owner = rules.cards[given["card"]].seat
    slot = f"{given.get('since', 1)}/{owner}/{venue}/{number}"
    return Standing(
        slot,
        given["card"],
        owner,
        given.get("for", owner),
        given.get("since", 1),
        number,
        given.get("aged", 0),
        given.get("aim_until"),
    )


def position(rules: Rules, given: dict[str, Any]) -> State:
    """A state from the words of a vector."""
    state = State(year=given.get("year", 2), camps=both(), standing=empty_board())
    state.counts = COUNTS | given.get("counts", {})
    state.goals = dict(given.get("goals", {"court": 45}))
    state.goal_streak = given.get("goal_streak", 0)
    for venue, cards in given.get("standing", {}).items():
        state.standing[venue] = [stand(rules, card, venue, number) for number, card in enumerate(cards, 1)]
    holders = {venue: cards[0].side if cards else None for venue, cards in state.standing.items()}
    state.held_at_start = holders | given.get("held", {})
    for seat, camp in state.camps.items():
        camp.fiat = given.get("fiat", {}).get(seat, 20)
        camp.record = dict(given.get("record", {}).get(seat, {}))
        camp.order = "ready" if given.get("order", {}).get(seat, True) else "none"
        camp.hand.cards = [Card(face) for face in given.get("hand", {}).get(seat, [])]
        camp.deck = Pile([Card(face) for face in given.get("deck", {}).get(seat, [])])
        camp.discard = list(given.get("discard", {}).get(seat, []))
        camp.shown.hand, camp.shown.deck, camp.shown.fiat = len(camp.hand), len(camp.deck), camp.fiat
        camp.shown.record, camp.shown.discard = dict(camp.record), list(camp.discard)
    _stage(state, given)
    return state


def _stage(state: State, given: dict[str, Any]) -> None:
    phase = given.get("phase")
    if phase == "opening":
        state.year = 0
        state.push(Opening())
    elif phase == "shed":
        draws = {seat: min(3, len(camp.deck)) for seat, camp in state.camps.items()}
        over = {seat: len(camp.hand) + draws[seat] - 6 for seat, camp in state.camps.items()}
        state.push(Shedding(due={seat: count for seat, count in over.items() if count > 0}, draws=draws))
    elif phase:
        state.push(Laying(seat=phase.removeprefix("lay_")))


class Table:
    """A position and what was said since."""

    def __init__(self, given: dict[str, Any] | None = None, said: object = ()) -> None:
        self.given = given or {}
        self.rules = rules_for(self.given, said)
        self.chance = Dice()
        self.play: Play[State] = Play(position(self.rules, self.given), self.chance, SEATS, GAME.evolve)

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def names(self) -> list[str]:
        """The names of all events so far."""
        return [type(event).__name__ for event in self.play.events]

    def events(self, kind: type[T]) -> list[T]:
        """All events of a kind so far."""
        return [event for event in self.play.events if isinstance(event, kind)]

    def hand(self, seat: str) -> list[str]:
        return self.state.camps[seat].hand.faces()

    def view(self, viewer: str) -> View:
        return view(self.rules, self.state, viewer)

    def do(self, seat: str, command: c.FreCommand) -> Refused | None:
        """Give a command; it is played if it is accepted."""
        refused = why_not(self.rules, self.state, seat, command)
        if refused is None:
            decide(self.rules, self.play, seat, command)
        return refused

    def give(self, seat: str, *cards: str) -> "Table":
        """Put cards into a hand, unless they are there."""
        for card in cards:
            if card not in self.hand(seat):
                self.state.camps[seat].hand.put(card)
        return self

    # --- the steps of a vector ---------------------------------------------------------------

    def lay(self, seat: str, cards: dict[str, list[str]], order: str | None = None) -> None:
        """Lay and seal; nothing is turned up yet."""
        for venue, names in cards.items():
            for card in names:
                self._lay(seat, card, venue)
        if order is not None:
            laying.play_order(self.rules, self.play, seat, order)
        laying.cover(self.rules, self.play, seat)

    def _lay(self, seat: str, card: str, venue: str) -> None:
        if card == "decoy":
            assert laying.why_not_decoy(self.rules, self.state, seat, venue, "bench") is None
            laying.lay_decoy(self.rules, self.play, seat, venue, "bench")
        else:
            self.give(seat, card)
            assert laying.why_not_lay(self.rules, self.state, seat, card, venue) is None
            laying.lay(self.rules, self.play, seat, card, venue)

    def reveal(self, *dice: int) -> None:
        """Turn everything up."""
        self.chance.dice = list(dice)
        reveal.turn_all_up(self.rules, self.play)
        assert [] == self.chance.dice or self.state.result is not None

    def end_year(self) -> None:
        if self.state.result is None:
            election.end_year(self.rules, self.play)

    def turn_year(self, shed: dict[str, list[str]] | None = None, shuffled: dict[str, list[str]] | None = None) -> None:
        """The year turns; a seat whose deck was not given draws nothing."""
        self.chance.orders = shuffled or {}
        year.begin(self.rules, self.play)
        year.hold(self.rules, self.play)
        if self.state.result is not None:
            return
        year.age_all(self.rules, self.play)
        aside = {seat: self.state.camps[seat].discard for seat in SEATS if seat not in self.given.get("deck", {})}
        for seat in aside:
            self.state.camps[seat].discard = []
        year.shed_and_draw(self.rules, self.play)
        for seat, cards in (shed or {}).items():
            assert self.do(seat, c.Shed(cards=tuple(cards))) is None
        for seat, cards in aside.items():
            self.state.camps[seat].discard = cards

    def copy(self) -> State:
        """The state once more."""
        return codec_of(GAME).copy(self.state)


def totals(table: Table, venue: str) -> dict[str, int]:
    """What the last deciding of a venue came to."""
    decided = [event for event in table.events(e.VenueDecided) if event.venue == venue][-1]
    return {"leader": decided.leader.total, "opposition": decided.opposition.total}


def turned(card: str, seat: str, *, backfired: bool = False, order: int = 1) -> Turned:
    """A card that was just turned up."""
    return Turned(f"2/{seat}/court/{order}", card, seat, 6, backfired, order)
