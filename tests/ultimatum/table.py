"""A table on which positions are set up by hand and played, in the players' words."""

from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.codec import codec_of
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Card, Hand, Pile, Slot
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum.decide import decide, options, why_not
from domain.ultimatum.meta import DISTRICTS, SEATS
from domain.ultimatum.options import Options
from domain.ultimatum.packs import Rules, rules
from domain.ultimatum.state import CardOrEnd, Cell, Mat, Pick, Place, State, Vote, empty_board

SUPPLY = {"boss": 1, "links": 2, "hunters": 3, "commandos": 4, "units": 5}
PARTS = ("networks", "hub", "guild", "squat", "bazaar")


def built(**chosen: Any) -> Rules:
    """The rules with these options."""
    return rules(Options(**chosen), GAME.pack())


def _reserve(given: dict[str, Any], seat: str) -> dict[str, int]:
    if seat in given.get("reserve", {}):
        return {token: n for token, n in given["reserve"][seat].items() if n}
    used: dict[str, int] = {}
    places = [sides.get(seat, {}) for sides in given.get("board", {}).values()]
    for counts in (*places, given.get("eliminated", {}).get(seat, {})):
        for token, n in counts.items():
            used[token] = used.get(token, 0) + n
    return {token: n - used.get(token, 0) for token, n in SUPPLY.items() if n > used.get(token, 0)}


def position(given: dict[str, Any]) -> State:
    """A state from the words of a vector."""
    first = given.get("first", "stella")
    state = State(round=given.get("round", 1), first=first, mover=given.get("mover", first), number=1)
    bosses = given.get("bosses", {})
    state.board = empty_board()
    for district, sides in given.get("board", {}).items():
        for seat, counts in sides.items():
            state.board[district][seat] = {token: n for token, n in counts.items() if n}
    for seat in SEATS:
        boss = bosses.get(seat, f"basic_{seat}")
        on_board = any("boss" in state.board[d][seat] for d in DISTRICTS)
        state.mats[seat] = Mat(
            _reserve(given, seat),
            dict(given.get("eliminated", {}).get(seat, {})),
            Hand([Card(face) for face in given.get("hand", {}).get(seat, [])], seat),
            Slot([Card(boss)], seat),
            on_board or boss.startswith("basic"),
        )
    faces = {d: given.get("piles", {}).get(d, []) for d in DISTRICTS}
    state.piles = {d: Pile([Card(face) for face in order]) for d, order in faces.items()}
    state.counter = [Cell(face, first) for face in given.get("clock", [])]
    held = {bosses.get(seat) for seat in SEATS}
    state.unused = Pile([Card(name) for name in built().specials() if bosses and name not in held])
    _stage(state, given)
    return state


def _stage(state: State, given: dict[str, Any]) -> None:
    if given.get("stage") == "vote":
        state.push(Vote())
    elif given.get("stage") == "boss_pick":
        coming = given["round_next_first"]
        state.first = next(seat for seat in SEATS if seat != coming)
        state.push(Pick(actor=coming, left=[state.first]))
    elif "placed_in" in given:
        state.placed = given["placed_in"]
        state.push(CardOrEnd())
    else:
        state.push(Place())


class Table:
    """A position being played: what was refused, and every event so far."""

    def __init__(self, given: dict[str, Any], **chosen: Any) -> None:
        self.rules = built(**chosen)
        self.play = Play(position(given), Chance(b"vectors", 1), SEATS, GAME.evolve)
        self.refused: list[str] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self.play.state

    def copy(self) -> State:
        """The state as it is now, to come back to."""
        return codec_of(GAME).copy(self.state)

    @property
    def names(self) -> list[str]:
        """The names of all events so far."""
        return [type(event).__name__ for event in self.play.events]

    def event(self, name: str) -> Any:
        """The last event of a kind, or None."""
        return next((event for event in reversed(self.play.events) if type(event).__name__ == name), None)

    def do(self, command: c.UltCommand, seat: str | None = None) -> Refused | None:
        """Give a command for whoever decides; it is listed exactly if it is accepted."""
        top = self.state.top
        actor = seat or getattr(top, "actor", self.state.mover)
        refused = why_not(self.rules, self.state, actor, command)
        if refused is None:
            decide(self.rules, self.play, actor, command)
        return refused

    def choose(self, option: c.Option) -> Refused | None:
        """Answer a step or an ability."""
        return self.do(c.Choose(option=option))

    def wishes(self) -> list[c.Option]:
        """What may be chosen now."""
        return options(self.rules, self.state)
