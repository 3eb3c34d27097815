"""A table on which positions are set up by hand and played, in the players' words."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.audience import see
from domain.kernel.chance import Chance
from domain.kernel.decision import Decision
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM
from domain.kernel.zones import Card, Hand, Pile, Sealed, Slot
from domain.syndicate import GAME
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.cards.content import Syndicate
from domain.syndicate.decide import decide, why_not
from domain.syndicate.decisions import decisions
from domain.syndicate.meta import PHANTOM, SEATS
from domain.syndicate.options import Options
from domain.syndicate.packs import Rules, rules
from domain.syndicate.resources import NOTHING, Bundle
from domain.syndicate.rules import collection, flow, levels
from domain.syndicate.rules.board import is_active, is_fortified
from domain.syndicate.rules.perks import market_price
from domain.syndicate.state import Base, Mat, Orders, State

LETTERS = dict(zip("ABCDE", SEATS, strict=True)) | {"PH": PHANTOM}
PLAIN = Syndicate(
    id="test_plain", name="Plain", start=NOTHING, income=NOTHING, tech=3, assault=2, label={"all": "substitute"}
)
DICE = {"action die": "d6", "consequence die": "cons", "crackdown die": "d12"}
MAT = {"tech": 3, "assault": 2, "reinf_armed": 2, "dice_armed": 2}
NODES: dict[str, str] = {
    "turn.idle": "Turn",
    "turn.tech_choice": "TechChoice",
    "mission.window": "Window",
    "sov.pardon": "Pardons",
}


def built(**chosen: Any) -> Rules:
    """The rules with these options, and a syndicate without any peculiarity."""
    whole = rules(msgspec.convert(chosen, Options), GAME.pack())
    return Rules(whole.options, msgspec.structs.replace(whole.content, syndicates=(*whole.content.syndicates, PLAIN)))


class Loaded(Chance):
    """Dice that fall as scripted while the script lasts; a shuffle may have its first cards named."""

    def __init__(self) -> None:
        super().__init__(b"vectors", 1)
        self.script: dict[str, list[int]] = {}
        self.first: dict[str, list[Any]] = {}

    def pick(self, purpose: str, bound: int) -> int:
        left = self.script.get(DICE.get(purpose, ""), [])
        return left.pop(0) - 1 if left else super().pick(purpose, bound)

    def shuffle(self, purpose: str, things: Sequence[Any]) -> list[Any]:
        order = super().shuffle(purpose, things)
        named = self.first.get(purpose, [])
        return [*named, *(thing for thing in order if thing not in named)]


def names(value: Any) -> Any:
    """Seat letters as seat names, in keys and values alike."""
    if isinstance(value, dict):
        return {names(key): names(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [names(part) for part in value]
    return LETTERS.get(value, value) if isinstance(value, str) else value


class Table:
    """A position being played. Every command is listed exactly if it is accepted."""

    def __init__(self, seats: int = 4, given: dict[str, Any] | None = None, **chosen: Any) -> None:
        self.rules, self.chance, self.given = built(**chosen), Loaded(), given or {}
        state = State(round=3, first=SEATS[0], circle=list(SEATS[:seats]), mover=SEATS[0])
        if chosen.get("phantom"):
            state.circle.append(PHANTOM)
        state.mats = {seat: self._mat(seat) for seat in SEATS[:seats]}
        state.deck = Pile([Card(face) for face in self.rules.operation_faces])
        state.techs = list(self.rules.techs)
        state.sov_deck = Pile([Card(name) for name in ("sv_crk_1", *self.rules.sovereign)])
        self.play = Play(state, self.chance, SEATS[:seats], GAME.evolve)
        for path, value in self.given.items():
            self._set(path, names(value))
        self._stage(self.given.get("node", "turn.idle"))

    def _mat(self, seat: str) -> Mat:
        mat = Mat(syndicate="test_plain", purse=Bundle(20, 20, 20), **MAT)
        mat.hand, mat.slot, mat.chips = Hand(seat=seat), Slot(seat=seat), Hand(seat=seat)
        mat.offered, mat.orders = Hand(seat=seat), Sealed(seat, Orders())
        return mat

    @property
    def state(self) -> State:
        """The state now."""
        return self.play.state

    # --- setting up ---------------------------------------------------------------------------

    def _set(self, path: str, value: Any) -> None:
        head, _, part = path.partition(".")
        if head in LETTERS:
            self._set_mat(LETTERS[head], part, value)
        elif head in self.rules.territories:
            self._set_base(head, part, value)
        elif head in {"op_deck", "op_discard"}:
            self._set_pile(head, value)
        elif head == "phantom_draw":
            self.chance.first["phantom cards"] = value
        elif head == "sov_top":
            self.state.sov_deck.cards.insert(0, Card(value))
        elif head in {"round", "alert", "destroyer"}:
            setattr(self.state, head, value)

    def _set_pile(self, which: str, faces: list[str]) -> None:
        if which == "op_deck":
            self.state.deck = Pile([Card(face) for face in faces])
        else:
            self.state.discard = list(faces)

    def _set_mat(self, seat: str, part: str, value: Any) -> None:
        mat = self.state.mats[seat]
        if part in {"credits", "influence", "crew"}:
            mat.purse = msgspec.structs.replace(mat.purse, **{part: value})
        elif part in {"hand", "chips"}:
            getattr(mat, part).cards = [Card(face) for face in value]
        elif part == "slot":
            mat.slot.cards = [Card(value)] if value else []
        elif part == "market":
            mat.market = {track: list(range(count)) for track, count in value.items()}
        elif part == "bases":
            free = [t for t in self.rules.territories if t not in self.state.bases]
            self.state.bases |= {t: Base(seat) for t in free[:value]}
        else:
            setattr(mat, part, value)

    def _set_base(self, territory: str, part: str, value: Any) -> None:
        if part == "chip" and value != "absent":
            self.state.board_chips[territory] = Slot([Card(value)])
        elif part == "owner" and value is not None:
            self.state.bases[territory] = Base(value)
        elif part == "owner":
            self.state.bases.pop(territory, None)
        elif part == "inactive":
            self.state.bases[territory].resting = [reason for reason in value if reason != "blockade"]
        elif part in {"fortified", "research"}:
            setattr(self.state.bases[territory], part, value)

    def _stage(self, node: str) -> None:
        state = self.state
        card = self.given.get("sov_card", "")
        if node == "turn.idle":
            state.push(fr.Round())
            state.push(fr.Turn(seat=SEATS[0]))
        elif node == "turn.phantom_wait":
            state.push(fr.Round())
            state.push(fr.WaitForPhantom())
        elif node == "col.choose":
            state.push(fr.Round(stage="advance"))
            asked = [seat for seat in state.mats if collection.has_choice(self.rules, state, seat)]
            state.push(fr.Collection(asked=asked))
            flow.run(self.rules, self.play)
        elif node in {"sov.pardon", "sov.tax_choice"}:
            state.push(fr.Round(stage="collection"))
            state.push(fr.Sovereign(card=card, stage="pardons" if node == "sov.pardon" else "resolve"))
            flow.run(self.rules, self.play)
        elif node == "sov.begin":
            state.push(fr.Round(stage="sovereign"))

    # --- playing ------------------------------------------------------------------------------

    def do(self, seat: str, command: c.SynCommand, **dice: list[int]) -> Refused | None:
        """Give a command; a window whose seats have all answered is then closed by the system."""
        self.chance.script |= {kind: list(rolls) for kind, rolls in dice.items()}
        refused = why_not(self.rules, self.state, seat, command)
        if refused is not None:
            return refused
        decide(self.rules, self.play, seat, command)
        self.settle()
        return None

    def settle(self) -> None:
        """The system closes what waits for it alone."""
        while any(decision.seat == SYSTEM for decision in self.asked()):
            decide(self.rules, self.play, SYSTEM, c.CloseWindow())

    def asked(self) -> list[Decision]:
        """The open decisions."""
        return decisions(self.rules, self.state)

    def question(self, seat: str, kind: str) -> Decision:
        """The open decision of a seat."""
        return next(decision for decision in self.asked() if (decision.seat, decision.kind) == (seat, kind))

    def by_default(self) -> None:
        """Whoever has to decide does what is done when time runs out."""
        decision = next(decision for decision in self.asked() if decision.must)
        assert decision.default is not None
        assert self.do(decision.seat, decision.default) is None  # type: ignore[arg-type]  # one of the game's own

    def until(self, name: str, more: int = 1) -> None:
        """Defaults, until an event has happened once more."""
        wanted = self.count(name) + more
        while self.count(name) < wanted:
            self.by_default()

    def until_round(self, number: int) -> None:
        """Defaults, until a round has begun."""
        while self.state.round < number:
            self.by_default()

    def collect(self) -> None:
        """A whole collection, by default; then what was pending is pending again."""
        pending, self.state.agenda = self.state.agenda, []
        collection.begin(self.rules, self.play)
        flow.run(self.rules, self.play)
        while self.state.top is not None:
            self.by_default()
        self.state.agenda = pending

    def begin_turn(self, seat: str) -> None:
        """What happens by itself when a turn begins."""
        levels.convert_research(self.rules, self.play, seat)

    def sovereign(self) -> None:
        """Phase 2 begins now."""
        self.state.agenda.clear()
        self.state.push(fr.Round(stage="sovereign"))
        flow.run(self.rules, self.play)

    # --- looking ------------------------------------------------------------------------------

    @property
    def events(self) -> list[Any]:
        """All events so far."""
        return self.play.events

    def names(self) -> list[str]:
        """The names of all events so far."""
        return [type(event).__name__ for event in self.events]

    def count(self, name: str) -> int:
        """How often an event has happened."""
        return self.names().count(name)

    def event(self, name: str) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if type(event).__name__ == name)

    def seen(self, name: str, viewer: str) -> dict[str, Any] | None:
        """The last event of a kind as a viewer gets it."""
        form = see(self.event(name), viewer, tuple(self.state.mats))
        return None if form is None else msgspec.to_builtins(form)

    def view(self, viewer: str) -> Any:
        """The table as a viewer sees it."""
        return GAME.view(self.rules, self.state, viewer)

    def look(self, path: str) -> Any:
        """A value by its path in a vector."""
        head, _, part = path.partition(".")
        if head in LETTERS:
            return self._of_mat(self.state.mats[LETTERS[head]], part)
        if head in self.rules.territories:
            return self._of_base(head, part)
        if head == "op_discard_top":
            return self.state.discard[-1]
        if head == "turn":
            return self.state.active
        return getattr(self.state, path)

    def _of_mat(self, mat: Mat, part: str) -> Any:
        if part in {"credits", "influence", "crew"}:
            return mat.purse.of(part)
        if part in {"hand", "chips"}:
            return sorted(getattr(mat, part).faces())
        if part == "slot":
            return next(iter(mat.slot.faces()), None)
        if part == "market":
            return {track: len(boxes) for track, boxes in mat.market.items()}
        if part.startswith("market."):
            return len(mat.market[part.removeprefix("market.")])
        if part.startswith("price."):
            return market_price(self.rules, mat, part.removeprefix("price."))
        if part == "advanced_techs":
            return mat.techs
        if part == "passed_out":
            return next(seat for seat, own in self.state.mats.items() if own is mat) in self.state.done
        return getattr(mat, part)

    def _of_base(self, territory: str, part: str) -> Any:
        base = self.state.bases.get(territory)
        if part == "owner":
            return base.owner if base else None
        assert base is not None
        if part == "effectively_fortified":
            return is_fortified(self.rules, self.state, territory)
        if part == "inactive":
            reasons = [*base.resting, *(["blockade"] if self.state.destroyer == territory else [])]
            assert is_active(self.state, territory) == (not reasons)
            return reasons
        return getattr(base, part)
