"""The types that events are made of, with their descriptions."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.syndicate.frames import Modifier
from domain.syndicate.resources import Bundle

Seat = Annotated[str, Meta(description="A seat.")]
Party = Annotated[str, Meta(description="A seat, or `phantom`.")]
Place = Annotated[str, Meta(description="A territory.")]
Places = Annotated[tuple[str, ...], Meta(description="Territories.")]
Face = Annotated[str, Meta(description="The face of a card or chip.")]
Faces = Annotated[tuple[str, ...], Meta(description="Faces of cards or chips.")]
Number = Annotated[int, Meta(description="A number of things.")]
Round = Annotated[int, Meta(description="The round, from 1.")]
Cost = Annotated[Bundle, Meta(description="What was paid.")]
Gain = Annotated[Bundle, Meta(description="What was received.")]
Modifiers = Annotated[tuple[Modifier, ...], Meta(description="Everything added to the roll.")]
WinAt = Annotated[int | None, Meta(description="The smallest winning value; null when nothing wins.")]
Track = Annotated[Literal["tech", "assault"], Meta(description="The track or ladder.")]
Who = Annotated[tuple[Seat, ...], Meta(description="The seats that see the faces.")]
Choice = Annotated[str | None, Meta(description="The choice that went with it, or null.")]
Cause = Annotated[str, Meta(description="What caused it.")]
Purpose = Annotated[Literal["mission", "robbery", "assault"], Meta(description="What is rolled for.")]
Level = Literal["tech", "assault"]
