"""What happens in Syndicate Ultimatum, and who learns what of it (ULT-SECRET-01..04)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.audience import Event, Nobody, Owner, Seats
from domain.ultimatum.commands import Spot
from domain.ultimatum.state import Breakdown, Score

Seat = Annotated[str, Meta(description="A seat: stella or roy.")]
District = Annotated[str, Meta(description="A district.")]
Token = Annotated[str, Meta(description="A type of token.")]
Face = Annotated[str, Meta(description="The id of a card.")]
Faces = Annotated[tuple[str, ...], Meta(description="The ids of cards.")]
Round = Annotated[int, Meta(description="The round, from 1.")]
By = Annotated[Literal["turn", "card", "ability"], Meta(description="What put it there.")]
Who = Annotated[tuple[Seat, ...], Meta(description="The seats that see the face.")]


class BossDealt(Event, frozen=True, tag="ultimatum.BossDealt"):
    """A special Boss card was dealt, face down; `unused` are those that then stayed in the box."""

    seat: Seat
    card: Owner[Face]
    unused: Nobody[Faces]


class FirstMover(Event, frozen=True, tag="ultimatum.FirstMover"):
    """Who begins the match, drawn or agreed (ULT-SETUP-04)."""

    seat: Seat
    drawn: Annotated[bool, Meta(description="Drawn by lot; else agreed.")]


class BasicBosses(Event, frozen=True, tag="ultimatum.BasicBosses"):
    """Each seat has its basic Boss, face up (ULT-SETUP-03)."""

    cards: Annotated[dict[str, str], Meta(description="The Boss card of each seat.")]


class RoundStarted(Event, frozen=True, tag="ultimatum.RoundStarted"):
    """A round begins: all tokens are back in reserve, hands and counter are empty (ULT-SECOND-01)."""

    round: Round
    first: Seat
    reserve: Annotated[dict[str, int], Meta(description="The tokens that each seat has again, by type.")]


class PileShuffled(Event, frozen=True, tag="ultimatum.PileShuffled"):
    """The five cards of a district were shuffled into its face-down pile (ULT-SETUP-02)."""

    district: District
    size: Annotated[int, Meta(description="Cards in the pile.")]
    order: Nobody[Faces]


class TokenPlaced(Event, frozen=True, tag="ultimatum.TokenPlaced"):
    """A token went from its reserve into a district."""

    seat: Seat
    token: Token
    district: District
    by: By


class BossTurnedUp(Event, frozen=True, tag="ultimatum.BossTurnedUp"):
    """A Boss card was turned face up and stays so (ULT-ASYM-03)."""

    seat: Seat
    card: Face


class HandShown(Event, frozen=True, tag="ultimatum.HandShown"):
    """A seat looked at the hand of the other one."""

    seat: Seat
    of: Seat
    cards: Owner[Faces]


class CardsExchanged(Event, frozen=True, tag="ultimatum.CardsExchanged"):
    """Two hand cards changed owners; others see only their districts (ULT-SPEC-09)."""

    seat: Seat
    other: Seat
    who: Who
    gave: Seats[Face]
    got: Seats[Face]
    gave_district: District | None
    got_district: District | None


class TokenReplaced(Event, frozen=True, tag="ultimatum.TokenReplaced"):
    """A token of `seat` went back to its reserve and another one came in at its place (ULT-SPEC-01)."""

    seat: Seat
    district: District
    out: Token
    into: Token


class ChainRefused(Event, frozen=True, tag="ultimatum.ChainRefused"):
    """The Boss brought in cannot act there: it is back in reserve, and the token back on the board."""

    seat: Seat
    district: District
    out: Token


class BossWithdrawn(Event, frozen=True, tag="ultimatum.BossWithdrawn"):
    """A Boss had nothing left to choose and went back to its reserve (ULT-SPEC-03)."""

    seat: Seat
    district: District
    by: By


class TokenReturned(Event, frozen=True, tag="ultimatum.TokenReturned"):
    """An eliminated token came back to the board (ULT-SPEC-04)."""

    seat: Seat
    token: Token
    district: District


class TokenMoved(Event, frozen=True, tag="ultimatum.TokenMoved"):
    """A token of `seat` moved to another district."""

    seat: Seat
    token: Token
    start: District
    end: District
    by: By


class TokensSwapped(Event, frozen=True, tag="ultimatum.TokensSwapped"):
    """Two tokens changed places; both are named with the place they left (ULT-CARD-01)."""

    a: Annotated[Spot, Meta(description="One token, where it stood.")]
    b: Annotated[Spot, Meta(description="The other token, where it stood.")]


class TokenRemoved(Event, frozen=True, tag="ultimatum.TokenRemoved"):
    """A token of `seat` is out until the round ends (ULT-CARD-03)."""

    seat: Seat
    token: Token
    district: District


class CardSetAside(Event, frozen=True, tag="ultimatum.CardSetAside"):
    """The top card of a pile was laid aside unread; nobody knows its face yet (ULT-ASIDE-01)."""

    seat: Seat
    district: District
    card: Nobody[Face]


class CardPlayed(Event, frozen=True, tag="ultimatum.CardPlayed"):
    """A hand card was played; it lies face up in `cell` of the counter, counted from 1 (ULT-PLAY-02)."""

    seat: Seat
    card: Face
    cell: Annotated[int, Meta(description="The cell of the counter, from 1.")]


class CardReplayed(Event, frozen=True, tag="ultimatum.CardReplayed"):
    """A card of the counter is carried out again, in its cell (ULT-CARD-05)."""

    seat: Seat
    card: Face


class CardStolen(Event, frozen=True, tag="ultimatum.CardStolen"):
    """`seat` took a random card from the hand of `of`; others see at most its district (option `hand_backs`)."""

    seat: Seat
    of: Seat
    who: Who
    card: Seats[Face]
    district: District | None


class CardBuried(Event, frozen=True, tag="ultimatum.CardBuried"):
    """`seat` put a card of the hand of `of` under its district's pile; others see only the district."""

    seat: Seat
    of: Seat
    who: Who
    card: Seats[Face]
    district: District


class HoursAdded(Event, frozen=True, tag="ultimatum.HoursAdded"):
    """Blank hours fill further cells of the counter (ULT-CARD-09)."""

    seat: Seat
    cells: Annotated[int, Meta(description="How many cells.")]


class CardsBarred(Event, frozen=True, tag="ultimatum.CardsBarred"):
    """`seat` may not play a card in its next turn (ULT-RUL-46)."""

    seat: Seat


class StepSkipped(Event, frozen=True, tag="ultimatum.StepSkipped"):
    """A step of a card or ability was waived, or could not be done."""

    seat: Seat
    source: Annotated[str, Meta(description="The card or Boss that asked for it.")]


class CardTaken(Event, frozen=True, tag="ultimatum.CardTaken"):
    """The card set aside joined its taker's hand (ULT-ASIDE-02)."""

    seat: Seat
    card: Owner[Face]
    district: District


class TurnEnded(Event, frozen=True, tag="ultimatum.TurnEnded"):
    """A turn is over and `next` moves; `last_turn` says that it is the last one of the round (ULT-ROUND-03)."""

    seat: Seat
    next: Seat
    number: Annotated[int, Meta(description="The number of the turn in its round, from 1.")]
    last_turn: Annotated[bool, Meta(description="The next turn is the last one of the round.")]


class TurnPassed(Event, frozen=True, tag="ultimatum.TurnPassed"):
    """A seat that could not begin a turn passed (option `no_room`)."""

    seat: Seat
    next: Seat


class RoundEnded(Event, frozen=True, tag="ultimatum.RoundEnded"):
    """A round is over (ULT-ROUND-01..06)."""

    round: Round
    reason: Annotated[
        Literal["time", "last_turn", "second_out", "cannot_begin"], Meta(description="Why the round ended.")
    ]


class DistrictScored(Event, frozen=True, tag="ultimatum.DistrictScored"):
    """Who controls a district, by strength, then number of tokens, then as second mover (ULT-SCORE-01..04)."""

    district: District
    strength: Annotated[dict[str, Breakdown], Meta(description="For each seat, its strength there.")]
    tokens: Annotated[dict[str, int], Meta(description="For each seat, the number of its tokens there.")]
    controller: Seat
    by: Annotated[Literal["strength", "number", "second_mover"], Meta(description="What decided it.")]


class RoundScored(Event, frozen=True, tag="ultimatum.RoundScored"):
    """The points of a round, which sum to 5 (ULT-SCORE-05)."""

    round: Round
    score: Annotated[Score, Meta(description="Points of each seat, and the winner of the round.")]


class BossVoteGiven(Event, frozen=True, tag="ultimatum.BossVoteGiven"):
    """A seat said, sealed, what shall happen to the Bosses."""

    seat: Seat
    choice: Owner[Annotated[str, Meta(description="keep, redeal or choose_unused.")]]


class BossesKept(Event, frozen=True, tag="ultimatum.BossesKept"):
    """The Boss cards stay as they are (ULT-ASYM-05)."""


class BossesOffered(Event, frozen=True, tag="ultimatum.BossesOffered"):
    """A seat looks at the unused Boss cards to take one (ULT-RUL-30)."""

    seat: Seat
    cards: Owner[Faces]


class BossPicked(Event, frozen=True, tag="ultimatum.BossPicked"):
    """A seat took an unused Boss card, face down."""

    seat: Seat
    card: Owner[Face]


class Decided(Event, frozen=True, tag="ultimatum.Decided"):
    """The match is decided; with no winner both lose and the Syndicate wins (ULT-GAME-01..03)."""

    reason: Annotated[
        Literal["both_rounds", "totals", "equal_totals", "two_round_wins"], Meta(description="How it was decided.")
    ]
    winner: Annotated[Seat | None, Meta(description="Who won; null when both lose.")]
    totals: Annotated[dict[str, int], Meta(description="Districts, or in a tournament rounds, of each seat.")]


EVENTS: tuple[type[Event], ...] = (
    FirstMover,
    BasicBosses,
    BossDealt,
    RoundStarted,
    PileShuffled,
    TokenPlaced,
    BossTurnedUp,
    HandShown,
    CardsExchanged,
    TokenReplaced,
    ChainRefused,
    BossWithdrawn,
    TokenReturned,
    TokenMoved,
    TokensSwapped,
    TokenRemoved,
    CardSetAside,
    CardPlayed,
    CardReplayed,
    CardStolen,
    CardBuried,
    HoursAdded,
    CardsBarred,
    StepSkipped,
    CardTaken,
    TurnEnded,
    TurnPassed,
    RoundEnded,
    DistrictScored,
    RoundScored,
    BossVoteGiven,
    BossesKept,
    BossesOffered,
    BossPicked,
    Decided,
)
