"""How a year closes: elections and what suspends them (rules text: How to win; Rare powers)."""

from domain.freedonia import events as e
from domain.freedonia.cards.content import SuspendElection, ability
from domain.freedonia.meta import LEADER, OPPOSITION
from domain.freedonia.packs import Rules
from domain.freedonia.rules import counts, year
from domain.freedonia.state import State
from domain.kernel.play import Play

PRICE = -2  # FRE-POWER-03
RUNNING = 2  # FRE-POWER-02


def suspenders(rules: Rules, state: State) -> tuple[str, ...]:
    """FRE-POWER-01, FRE-RUL-37: the cards that stand for the Leader and suspend elections."""
    return tuple(
        card.card
        for cards in state.standing.values()
        for card in cards
        if card.side == card.owner == LEADER and ability(rules.cards[card.card], SuspendElection)
    )


def close_year(rules: Rules, play: Play[State]) -> None:
    """The year end, in order; then the next year, unless the match is decided."""
    end_year(rules, play)
    if play.state.result is None:
        year.turn(rules, play)


def end_year(rules: Rules, play: Play[State]) -> None:
    """FRE-POWER-03, FRE-RUL-33: the price first, then the goals, then who has won."""
    suspended = suspenders(rules, play.state)
    for step in (pay, check_goals, elect, win_in_a_row, rule_for_life, end_term):
        if play.state.result is None:
            step(rules, play, suspended)


def pay(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-POWER-03, FRE-POWER-04, FRE-RUL-32: each suspended year costs the Streets, once."""
    if not suspended:
        return
    if play.state.election_year:
        play.emit(e.ElectionSuspended(year=play.state.year, by=suspended))
    counts.move(rules, play, "streets", PRICE, LEADER, e.Cause("suspended_year"))


def check_goals(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-POWER-02, FRE-RUL-35: how many years running every goal was met."""
    state = play.state
    met = len(state.goals_met) == len(state.goals)
    counted = met and (bool(suspended) or rules.options.streak == "goals")
    play.emit(e.GoalsChecked(met=met, streak=state.goal_streak + 1 if counted else 0))


def elect(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-ELECT-01..03, FRE-RUL-42: Parliament at 0 loses, else every goal met wins."""
    state = play.state
    if suspended or not state.election_year:
        return
    goals = {
        venue: e.GoalCheck(state.counts[venue], goal, state.counts[venue] >= goal)
        for venue, goal in state.goals.items()
    }
    play.emit(e.ElectionHeld(year=state.year, parliament=state.counts["parliament"], goals=goals))
    if state.counts["parliament"] == 0:
        counts.end(play, OPPOSITION, "parliament_at_election", "parliament")
    elif all(goal.met for goal in goals.values()):
        counts.end(play, LEADER, "election")


def win_in_a_row(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-POWER-02: with elections suspended, every goal met two years running wins."""
    if suspended and play.state.goal_streak >= RUNNING:
        counts.end(play, LEADER, "second_year_running")


def rule_for_life(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-WIN-02, FRE-RUL-43: the last year closed, and nobody has won."""
    if play.state.year >= rules.options.years:
        counts.end(play, LEADER, "ruled_for_life")


def end_term(rules: Rules, play: Play[State], suspended: tuple[str, ...]) -> None:
    """FRE-ORDER-02: orders that were not played are lost."""
    if play.state.election_year:
        lost = tuple(seat for seat, camp in play.state.camps.items() if camp.order == "ready")
        play.emit(e.TermEnded(term=play.state.term, lost=lost))
