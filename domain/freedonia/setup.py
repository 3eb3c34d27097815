"""The opening of a match (rules text: Your hand and deck)."""

from domain.freedonia import events as e
from domain.freedonia.meta import SEATS
from domain.freedonia.packs import Rules
from domain.freedonia.rules import hands
from domain.freedonia.state import Opening, State
from domain.kernel.play import Play

OPENING_HAND = 4


def setup(rules: Rules, play: Play[State], seats: tuple[str, ...]) -> None:
    """FRE-SETUP-01..04, FRE-HAND-01: the board, both decks, four cards each; then both may swap."""
    play.emit(
        e.MatchStarted(
            deck=rules.options.deck,
            ambition=rules.ambition,
            own_ambition=rules.own_ambition,
            difficulty=rules.options.difficulty,
            counts=rules.content.start.counts(rules.options.difficulty),
            goals=dict(rules.goals),
            record={seat: rules.content.record[seat] for seat in SEATS},
        )
    )
    for seat in SEATS:
        cards = [card for card, copies in rules.decks[seat].cards.items() for _ in range(copies)]
        hands.shuffle(play, seat, cards, "setup")
    for seat in SEATS:
        hands.draw(play, seat, OPENING_HAND)
    play.state.push(Opening())
