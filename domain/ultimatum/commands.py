"""What a seat can ask for in Syndicate Ultimatum."""

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from domain.kernel.command import Command
from domain.ultimatum.meta import District, SeatName, Token

Card = Annotated[str, Meta(description="The id of a district card, such as N1.", pattern=r"^[NHGSB][1-9](?!\n)$")]
Boss = Annotated[str, Meta(description="The id of a Boss card.", pattern=r"^[a-z_]{1,32}(?!\n)$")]


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A token on the board: whose, where, of which type. Tokens of one type and seat are alike."""

    seat: SeatName
    district: District
    token: Token


class _Option(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Swap(_Option, frozen=True, tag="ultimatum.Swap"):
    """Exchange the places of two tokens (ULT-CARD-01)."""

    a: Spot
    b: Spot


class Place(_Option, frozen=True, tag="ultimatum.Place"):
    """Place one more token from your reserve (ULT-CARD-08)."""

    token: Token
    district: District


class Remove(_Option, frozen=True, tag="ultimatum.Remove"):
    """Eliminate an enemy token (ULT-CARD-03)."""

    token: Token
    district: District


class Move(_Option, frozen=True, tag="ultimatum.Move"):
    """Move a token to another district (ULT-CARD-02)."""

    spot: Spot
    to: District


class Replay(_Option, frozen=True, tag="ultimatum.Replay"):
    """Carry out another card of the counter (ULT-CARD-05)."""

    card: Card


class Bury(_Option, frozen=True, tag="ultimatum.Bury"):
    """Put a card of the enemy hand under the pile of its district."""

    card: Card


class Replace(_Option, frozen=True, tag="ultimatum.Replace"):
    """Put an enemy token back into its reserve and bring another one in at its place (ULT-SPEC-01)."""

    district: District
    out: Token
    into: Token


class Evict(_Option, frozen=True, tag="ultimatum.Evict"):
    """Move an enemy token out of your Boss's district (ULT-SPEC-07)."""

    token: Token
    to: District


class Return(_Option, frozen=True, tag="ultimatum.Return"):
    """Bring one of your eliminated tokens back beside your Boss (ULT-SPEC-04)."""

    token: Token


class Reinforce(_Option, frozen=True, tag="ultimatum.Reinforce"):
    """Place one more token from your reserve beside your Boss (ULT-SPEC-05)."""

    token: Token


class Exchange(_Option, frozen=True, tag="ultimatum.Exchange"):
    """Exchange one of your hand cards for one of the enemy's (ULT-SPEC-09)."""

    own: Card
    theirs: Card


class Skip(_Option, frozen=True, tag="ultimatum.Skip"):
    """Do without what is optional (ULT-PLAY-04)."""


Option = Union[  # noqa: UP007  # for msgspec
    Swap, Place, Remove, Move, Replay, Bury, Replace, Evict, Return, Reinforce, Exchange, Skip
]


class PlaceToken(Command, frozen=True, tag="ultimatum.PlaceToken"):
    """Begin your turn: place a token from your reserve in a district (ULT-PLACE-01)."""

    token: Token
    district: District


class Choose(Command, frozen=True, tag="ultimatum.Choose"):
    """Answer what a card or a Boss ability asks of you."""

    option: Option


class PlayCard(Command, frozen=True, tag="ultimatum.PlayCard"):
    """Play a card from your hand; at most one in a turn (ULT-PLAY-01)."""

    card: Card


class EndTurn(Command, frozen=True, tag="ultimatum.EndTurn"):
    """End your turn; the card set aside joins your hand (ULT-END-01)."""


class BossVote(Command, frozen=True, tag="ultimatum.BossVote"):
    """Say what shall happen to the Bosses between rounds; only equal wishes are carried out (ULT-ASYM-05)."""

    choice: Annotated[
        Literal["keep", "redeal", "choose_unused"],
        Meta(description="Keep the Bosses, deal anew from all five, or each choose one of the unused."),
    ]


class BossPick(Command, frozen=True, tag="ultimatum.BossPick"):
    """Take one of the unused Boss cards for the next round (ULT-RUL-30)."""

    card: Boss


COMMANDS: tuple[type[Command], ...] = (PlaceToken, Choose, PlayCard, EndTurn, BossVote, BossPick)
UltCommand = PlaceToken | Choose | PlayCard | EndTurn | BossVote | BossPick
