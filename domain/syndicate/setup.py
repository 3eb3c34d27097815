"""The opening of a match (rulebook: Preparing the Game Board)."""

from domain.kernel.play import Play
from domain.syndicate.packs import Rules
from domain.syndicate.rules import flow, opening
from domain.syndicate.state import State


def setup(rules: Rules, play: Play[State], seats: tuple[str, ...]) -> None:
    """SND-SET-07: syndicates are given out; the rest follows once all have one."""
    opening.deal_syndicates(rules, play, seats)
    flow.run(rules, play)
