"""The computers' own model of a venue agrees with the rules, once the dice are known."""

from collections.abc import Sequence

from domain.freedonia import GAME
from domain.freedonia import events as e
from domain.freedonia.bots.outlook import Outlook, outlook, pieces
from domain.freedonia.bots.solver import Landed, Solver
from domain.freedonia.bots.worth import Weights, worth
from domain.freedonia.commands import Seal
from domain.freedonia.meta import LEADER, OPPOSITION, VENUES
from domain.freedonia.packs import Rules
from domain.kernel.audience import Event
from tests.harness.matches import give, new_match


def landed(solver: Solver, turned: Sequence[e.CardTurnedUp], venue: int) -> Landed:
    return tuple(solver.strength(solver.known[card.card], venue) for card in turned if not card.backfired)


def foreseen(rules: Rules, o: Outlook, events: Sequence[Event], venue: int, start: int) -> int:
    """Where the model has the count of a venue end, given what was turned up there."""
    value = worth(rules, o, Weights())
    turned = [each for each in events if isinstance(each, e.CardTurnedUp) and each.venue == VENUES[venue]]
    sides = [[card for card in turned if card.seat == seat] for seat in (LEADER, OPPOSITION)]
    solvers = [Solver(rules, o, value, leader=leader, scenarios=()) for leader in (True, False)]
    known = pieces(rules)
    up = [landed(solver, cards, venue) for solver, cards in zip(solvers, sides, strict=True)]
    red = [sum(known[card.card].clout for card in cards if card.backfired) for cards in sides]
    end, _ = solvers[0].decide(venue, start, (up[0], up[1]), (red[1], red[0]))
    return end


def is_plain(events: Sequence[Event]) -> bool:
    """Whether nothing began in the middle of the reveal that the model leaves out."""
    aims = any(isinstance(event, e.CardStands) and event.aim_until for event in events)
    return not aims and not any(isinstance(event, e.MuzzleStarted | e.OrderPlayed | e.GameEnded) for event in events)


def test_with_the_dice_known_the_model_ends_where_the_rules_end() -> None:
    """FRE-VENUE-02, FRE-VENUE-03, FRE-VENUE-06: strengths, guards, Muzzles and the limit of four."""
    compared = 0
    for seed in range(10):
        match = new_match(GAME, seed, deck=("marshal", "tycoon", "tribune", "guardian")[seed % 4])
        while match.outcome is None:
            seat = match.decisions()[0].seat
            answer = match.bot_answer(seat)
            assert answer is not None
            before = outlook(match.rules, match.view(LEADER), LEADER)
            events = give(match, seat, answer.command, answer.decision)
            if seat != LEADER or not isinstance(answer.command, Seal) or not is_plain(events):
                continue
            for moved in (event for event in events if isinstance(event, e.CountMoved) and event.cause.kind == "venue"):
                venue = VENUES.index(moved.venue)
                assert moved.end == foreseen(match.rules, before, events, venue, moved.start), (seed, moved)
                compared += 1
    assert compared > 100
