"""What can be agreed before a match (rulings in parentheses)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a match of Syndicate Ultimatum is to be played."""

    mode: Annotated[
        Literal["standard", "tournament"],
        Meta(description="Two rounds on the sum of districts, or up to three rounds to two wins (ULT-TOUR-01)."),
    ] = "standard"
    bosses: Annotated[
        Literal["basic", "special"], Meta(description="Two equal Bosses, or secret ones with abilities (ULT-ASYM-01).")
    ] = "basic"
    boss_between_rounds: Annotated[
        Literal["keep", "vote", "redeal", "choose_unused"],
        Meta(description="What happens to special Bosses between rounds (ULT-ASYM-05, ULT-RUL-29)."),
    ] = "keep"
    first_player: Annotated[
        Literal["random", "stella", "roy"], Meta(description="Who begins the first round (ULT-RUL-33).")
    ] = "random"
    hand_backs: Annotated[
        Literal["shown", "hidden"],
        Meta(description="Whether the districts of hand cards are public, or only their number (ULT-RUL-26)."),
    ] = "shown"
    empty_plays: Annotated[
        Literal["forbid", "allow"],
        Meta(description="Whether a card that cannot be carried out may be played to pass time (ULT-RUL-22)."),
    ] = "forbid"
    no_room: Annotated[
        Literal["end", "pass"],
        Meta(description="A seat that cannot begin a turn ends the round, or passes (ULT-RUL-04, ULT-RUL-05)."),
    ] = "end"
    auto_end_turn: Annotated[
        bool, Meta(description="End a turn by itself when no card can be played in it any more.")
    ] = False
