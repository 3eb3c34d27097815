"""Who decides now, and what is allowed: at a table, or in the campaign of one seat."""

from domain.kernel.decision import Decision
from domain.syndicate.decisions import campaign, table
from domain.syndicate.packs import Rules
from domain.syndicate.state import State


def decisions(rules: Rules, state: State) -> list[Decision]:
    """The open decisions of all seats and the system; none once the match is over."""
    if state.campaign is None:
        return table.decisions(rules, state)
    return campaign.decisions(rules, state)
