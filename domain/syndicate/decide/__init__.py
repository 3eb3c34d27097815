"""The guard, and what follows from a command that passed it: at a table, or in the campaign of one seat."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate.commands import SynCommand
from domain.syndicate.decide import campaign, table
from domain.syndicate.packs import Rules
from domain.syndicate.state import State


def why_not(rules: Rules, state: State, seat: str, command: SynCommand) -> Refused | None:
    """Why `seat` may not give this command now; it depends on what the seat can see alone."""
    if state.campaign is None:
        return table.why_not(rules, state, seat, command)
    return campaign.why_not(rules, state, seat, command)


def decide(rules: Rules, play: Play[State], seat: str, command: SynCommand) -> None:
    """Play a command that `why_not` passed, and all that follows without an answer."""
    if play.state.campaign is None:
        table.decide(rules, play, seat, command)
    else:
        campaign.decide(rules, play, command)
