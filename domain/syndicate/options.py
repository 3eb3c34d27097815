"""What can be agreed before a match (rulings in parentheses)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a match of SYNDICATE is to be played. Null takes what the edition says."""

    edition: Annotated[
        Literal["german2021", "draft"], Meta(description="The rules text that settles what is null below.")
    ] = "german2021"
    sale_value: Annotated[
        Literal[1, 2] | None, Meta(description="Resources for a sold operation card (SND-R-01): 1 German, 2 draft.")
    ] = None
    tech_bonus_levels: Annotated[
        Literal["5-7-9", "6-8-10"] | None,
        Meta(description="Tech levels that bring an advanced tech (SND-R-02): 5-7-9 German, 6-8-10 draft."),
    ] = None
    destroyer_leaves_on_alert_drop: Annotated[
        bool | None, Meta(description="A falling alert sends the destroyer home (SND-R-16): German yes, draft no.")
    ] = None
    crew_shortage: Annotated[
        Literal["flip", "lose"], Meta(description="Bases without crew rest for a round, or are lost (SND-R-03).")
    ] = "flip"
    mission_round_rule: Annotated[
        Literal["at_least", "above"],
        Meta(description="The round must reach, or exceed, the number on a card (SND-R-04)."),
    ] = "at_least"
    blockade: Annotated[bool, Meta(description="Play with the Sovereign destroyer (SND-BLK).")] = True
    destroyer_trigger: Annotated[
        Literal["after_raise", "already_at_max"],
        Meta(description="Whether the failure that brings alert to its maximum already calls it (SND-R-12)."),
    ] = "after_raise"
    failed_mission_card: Annotated[
        Literal["discard", "keep"], Meta(description="Where the card of a failed attempt goes (SND-R-09).")
    ] = "discard"
    market_removal: Annotated[
        Literal["dearest", "any"],
        Meta(description="Which own market cube may be taken off in a collection (SND-R-23)."),
    ] = "dearest"
    trading: Annotated[bool, Meta(description="Seats whose turn it is not may trade (SND-TRADE).")] = True
    trade_bases: Annotated[bool, Meta(description="Bases may be traded too (SND-R-33).")] = True
    pardon_mode: Annotated[
        Literal["sealed", "clockwise"],
        Meta(description="Pardons are answered sealed, or openly in turn (SND-R-31)."),
    ] = "sealed"
    extended_turns: Annotated[
        bool, Meta(description="Many short turns of at most two actions each in a round (SND-EXT).")
    ] = False
    phantom: Annotated[bool, Meta(description="A phantom third party; used only with exactly two seats (SND-PH).")] = (
        False
    )
    phantom_raises_alert: Annotated[bool, Meta(description="Its attacks raise the alert (SND-R-43).")] = True
    syndicate_pick: Annotated[
        Literal["two_keep_one", "random_one", "open_pick"],
        Meta(description="How syndicates are given out (SND-R-49)."),
    ] = "two_keep_one"
    tiebreak: Annotated[
        Literal["shared", "bases"], Meta(description="Equal scores share the win, or bases decide (SND-R-36).")
    ] = "shared"

    solo_setup: Annotated[
        Literal["short", "long"],
        Meta(description="The NGATA campaign of one seat: three vaults or four (SND-SOLO-01)."),
    ] = "short"
    solo_exhaustion: Annotated[
        Literal["lenient", "strict"],
        Meta(description="Without missions the campaign goes on while the next vault can still be filled (SND-R-62)."),
    ] = "lenient"
    solo_fuel_reshuffle: Annotated[
        bool, Meta(description="An empty fuel deck is made anew from its discards (SND-R-64).")
    ] = True

    @property
    def sale(self) -> int:
        """Resources that a sold card brings (SND-R-01)."""
        return self.sale_value or (2 if self.edition == "draft" else 1)

    @property
    def bonus_levels(self) -> tuple[int, int, int]:
        """The three tech levels with a bonus (SND-R-02)."""
        draft = self.edition == "draft" if self.tech_bonus_levels is None else self.tech_bonus_levels == "6-8-10"
        return (6, 8, 10) if draft else (5, 7, 9)

    @property
    def destroyer_goes_home(self) -> bool:
        """Whether a falling alert sends the destroyer home (SND-R-16)."""
        leaves = self.destroyer_leaves_on_alert_drop
        return self.edition == "german2021" if leaves is None else leaves
