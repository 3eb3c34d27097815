"""How a campaign ends (rulebook: Winning and Losing)."""

from domain.kernel.outcome import Outcome
from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.packs import Rules
from domain.syndicate.rules import alert
from domain.syndicate.rules.board import alert_max
from domain.syndicate.state import State


def end(play: Play[State], reason: str, *, won: bool) -> None:
    """SND-SOLO-55: no score; only whether it was won, and how far one came."""
    solo = play.state.solo
    winners = (solo.seat,) if won else ()
    outcome = Outcome(reason=reason, winners=winners, ranking=((solo.seat,),))
    play.emit(e.CampaignEnded(outcome=outcome, vaults=solo.opened, fuel_cards=solo.refuels))
    play.state.agenda.clear()


def is_over(state: State) -> bool:
    """Whether the campaign has been decided."""
    return state.result is not None


def raise_alert(rules: Rules, play: Play[State], delta: int, cause: str) -> None:
    """SND-SOLO-52, SND-R-61, SND-R-81: at the limit the campaign is lost at once, whatever else is pending."""
    if delta and not is_over(play.state):
        alert.move(rules, play, delta, cause)
        if play.state.alert >= alert_max(rules, play.state):
            end(play, "alert", won=False)
