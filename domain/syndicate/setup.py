"""The opening of a match (rulebook: Preparing the Game Board; NGATA, Set-Up)."""

from domain.kernel.play import Play
from domain.syndicate.packs import Rules
from domain.syndicate.rules import flow, opening
from domain.syndicate.rules.ngata import opening as campaign
from domain.syndicate.state import State


def setup(rules: Rules, play: Play[State], seats: tuple[str, ...]) -> None:
    """SND-SET-07, SND-SOLO-01: one seat plays the campaign; else syndicates are given out, and the rest follows."""
    if len(seats) == 1:
        campaign.begin(rules, play, seats[0])
        return
    opening.deal_syndicates(rules, play, seats)
    flow.run(rules, play)
