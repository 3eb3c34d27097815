"""What each viewer may see, built up by naming it (ULT-SECRET-01..04)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.outcome import Outcome
from domain.kernel.viewers import AUDITOR, Viewer
from domain.ultimatum.meta import DISTRICTS, SEATS
from domain.ultimatum.packs import Rules, back
from domain.ultimatum.rules.tokens import strength
from domain.ultimatum.state import Ability, Breakdown, CardOrEnd, Cell, Effect, Mat, Pick, Place, Score, State, Vote

STAGES = {Place: "place", Ability: "boss", CardOrEnd: "card_or_end", Effect: "resolve", Vote: "vote", Pick: "boss_pick"}


class BossView(Struct, frozen=True):
    """A seat's Boss card. `card` is null while it lies face down for you."""

    card: Annotated[str | None, Meta(description="Its id, such as `evict`; null where you may not know it.")]
    face_up: Annotated[bool, Meta(description="It lies face up for everyone; once turned up it stays so.")]


class DistrictView(Struct, frozen=True, kw_only=True):
    """A district: the tokens of each seat by type, their strength now, and who would control it."""

    tokens: Annotated[dict[str, dict[str, int]], Meta(description="For each seat, its tokens here by type.")]
    strength: Annotated[dict[str, Breakdown], Meta(description="For each seat, its strength here and what gives it.")]
    total: Annotated[int, Meta(description="Tokens of both seats; five fill it.")]
    ahead: Annotated[str, Meta(description="The seat that would control it if the round ended now.")]


class SeatView(Struct, frozen=True, kw_only=True):
    """What you see of one seat."""

    reserve: Annotated[dict[str, int], Meta(description="Tokens still on the player board, by type.")]
    eliminated: Annotated[dict[str, int], Meta(description="Tokens out until the round ends, by type.")]
    boss: Annotated[BossView, Meta(description="The Boss card beside the player board.")]
    hand_size: Annotated[int, Meta(description="The number of hand cards.", ge=0)]
    hand_backs: Annotated[
        dict[str, int] | None, Meta(description="Hand cards by district; null where that is hidden from you.")
    ]
    hand: Annotated[
        tuple[str, ...],
        Meta(description="The hand cards whose faces you know, sorted: all of your own, and what you have seen."),
    ]
    set_aside: Annotated[str | None, Meta(description="The district of the card set aside this turn, or null.")]
    barred: Annotated[bool, Meta(description="May not play a card in its next (or this) turn.")]


class Truth(Struct, frozen=True, kw_only=True):
    """What lies hidden on the table, for the auditor; each seat's hand and Boss stand in `seats`."""

    piles: Annotated[dict[str, tuple[str, ...]], Meta(description="Each district's pile, its top card first.")]
    set_aside: Annotated[str | None, Meta(description="The card set aside this turn, or null.")]
    unused: Annotated[tuple[str, ...], Meta(description="The special Boss cards that no seat has, sorted.")]
    votes: Annotated[dict[str, str], Meta(description="Sealed wishes for the Bosses, by seat.")]


class View(Struct, frozen=True, kw_only=True, tag_field="type", tag="ultimatum.View"):
    """The table of a match of Syndicate Ultimatum as you see it: a seat, a spectator or the auditor."""

    round: Annotated[int, Meta(description="The round, from 1.")]
    first: Annotated[str, Meta(description="The seat that began this round.")]
    mover: Annotated[str, Meta(description="The seat whose turn it is.")]
    turn: Annotated[int, Meta(description="The number of the turn in this round, from 1.")]
    stage: Annotated[
        Literal["place", "boss", "card_or_end", "resolve", "vote", "boss_pick", "over"],
        Meta(description="What the match waits for, or that it is over."),
    ]
    placed: Annotated[str | None, Meta(description="The district placed in this turn, or null.")]
    last_turn: Annotated[bool, Meta(description="This is the last turn of the round.")]
    time: Annotated[str, Meta(description="The hour on the time counter, such as 03:00.")]
    counter: Annotated[tuple[Cell, ...], Meta(description="The filled cells in order; a blank hour has no card.")]
    board: Annotated[dict[str, DistrictView], Meta(description="The five districts.")]
    piles: Annotated[dict[str, int], Meta(description="The cards left in each district's pile.")]
    seats: Annotated[dict[str, SeatView], Meta(description="What you see of each seat, your own included.")]
    scores: Annotated[tuple[Score, ...], Meta(description="The result of each round that has ended.")]
    totals: Annotated[dict[str, int], Meta(description="Districts of each seat over all rounds that have ended.")]
    match_points: Annotated[dict[str, int], Meta(description="Rounds won by each seat; none: not named.")]
    result: Annotated[Outcome | None, Meta(description="How the match was decided; null while it runs.")]
    truth: Annotated[Truth | None, Meta(description="What lies hidden; null for everyone but the auditor.")]


def view(rules: Rules, state: State, viewer: Viewer) -> View:
    """The table as `viewer` sees it: a seat, `spectator` or `auditor`."""
    return View(
        round=state.round,
        first=state.first,
        mover=state.mover,
        turn=state.number,
        stage="over" if state.result else STAGES.get(type(state.top), "over"),  # type: ignore[arg-type]  # one of these
        placed=state.placed,
        last_turn=state.last_turn,
        time=_time(state),
        counter=tuple(state.counter),
        board={district: _district(rules, state, district) for district in DISTRICTS},
        piles={district: len(pile) for district, pile in state.piles.items()},
        seats={seat: _seat(rules, state, seat, viewer) for seat in SEATS},
        scores=tuple(state.scores),
        totals={seat: sum(score.points[seat] for score in state.scores) for seat in SEATS},
        match_points=dict(state.match_points),
        result=state.result,
        truth=_truth(state) if viewer == AUDITOR else None,
    )


def _truth(state: State) -> Truth:
    return Truth(
        piles={district: tuple(pile.faces()) for district, pile in state.piles.items()},
        set_aside=next(iter(state.set_aside.faces()), None),
        unused=tuple(sorted([*state.unused.faces(), *state.given_back.faces()])),
        votes={sealed.seat: sealed.value for sealed in state.votes},
    )


def _time(state: State) -> str:
    """ULT-PLAY-03, ULT-SECOND-01: 01:00 to 12:00, turned over 13:00 to 00:00."""
    cells = len(state.counter)
    hour = cells if state.round % 2 else (12 + cells) % 24
    return f"{hour:02d}:00"


def _district(rules: Rules, state: State, district: str) -> DistrictView:
    broken = {seat: strength(rules, state, district, seat) for seat in SEATS}
    rank = {s: (broken[s].total, sum(state.here(district, s).values()), s != state.first) for s in SEATS}
    return DistrictView(
        tokens={seat: dict(state.here(district, seat)) for seat in SEATS},
        strength=broken,
        total=state.total(district),
        ahead=max(SEATS, key=lambda seat: rank[seat]),
    )


def _seat(rules: Rules, state: State, seat: str, viewer: Viewer) -> SeatView:
    mat = state.mats[seat]
    known = viewer in {seat, AUDITOR}
    backs_known = known or rules.options.hand_backs == "shown"
    hand = mat.hand.faces() if known else mat.hand.seen_by(viewer)
    return SeatView(
        reserve=dict(mat.reserve),
        eliminated=dict(mat.eliminated),
        boss=_boss(mat, known=known),
        hand_size=len(mat.hand),
        hand_backs=_backs(mat) if backs_known else None,
        hand=tuple(sorted(hand)),
        set_aside=state.set_aside_from if state.set_aside_by == seat else None,
        barred=mat.barred,
    )


def _boss(mat: Mat, *, known: bool) -> BossView:
    shown = mat.face_up or known
    return BossView(mat.boss.cards[0].face if shown else None, mat.face_up)


def _backs(mat: Mat) -> dict[str, int]:
    backs = [back(face) for face in mat.hand.faces()]
    return {district: backs.count(district) for district in DISTRICTS if district in backs}
