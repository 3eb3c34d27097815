"""Bundles of the three resources: credits, influence and crew. Cubes are never counted apart (SND-R-24)."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

Resource = Literal["credits", "influence", "crew"]
RESOURCES: Final = ("credits", "influence", "crew")


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """Some of each resource; in a difference a number may be negative."""

    credits: Annotated[int, Meta(description="Credits.")] = 0
    influence: Annotated[int, Meta(description="Influence.")] = 0
    crew: Annotated[int, Meta(description="Crew.")] = 0

    def __add__(self, other: "Bundle") -> "Bundle":
        return Bundle(self.credits + other.credits, self.influence + other.influence, self.crew + other.crew)

    def __sub__(self, other: "Bundle") -> "Bundle":
        return Bundle(self.credits - other.credits, self.influence - other.influence, self.crew - other.crew)

    def __mul__(self, times: int) -> "Bundle":
        return Bundle(self.credits * times, self.influence * times, self.crew * times)

    def __bool__(self) -> bool:
        return bool(self.credits or self.influence or self.crew)

    def covers(self, cost: "Bundle") -> bool:
        """Whether the cost can be paid from this."""
        return self.credits >= cost.credits and self.influence >= cost.influence and self.crew >= cost.crew

    def of(self, resource: str) -> int:
        """How much of one resource there is."""
        return int(getattr(self, resource))

    @property
    def total(self) -> int:
        """All three together."""
        return self.credits + self.influence + self.crew


NOTHING = Bundle()


def some(resource: str, amount: int) -> Bundle:
    """That much of one resource and nothing else."""
    return Bundle(**{resource: amount})
