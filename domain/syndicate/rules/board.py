"""What the board says: owners, protection, colours, order (rulebook: Game Board, Base Cards)."""

from collections import Counter
from collections.abc import Sequence

from domain.syndicate.cards.content import AlertTrack
from domain.syndicate.meta import PHANTOM
from domain.syndicate.packs import Rules
from domain.syndicate.state import State

COLOURS = ("yellow", "orange", "red")


def bases_of(rules: Rules, state: State, party: str) -> list[str]:
    """The bases of a party, in the order of the pack."""
    owned = state.bases
    return [t for t in rules.territories if t in owned and owned[t].owner == party]


def is_active(state: State, territory: str) -> bool:
    """SND-R-19, SND-R-20: a base without any reason to rest; the blockade is where the destroyer is."""
    base = state.bases.get(territory)
    return base is not None and not base.resting and state.destroyer != territory


def active_bases(rules: Rules, state: State, party: str) -> list[str]:
    """The active bases of a party, in the order of the pack."""
    return [t for t in bases_of(rules, state, party) if is_active(state, t)]


def is_fortified(rules: Rules, state: State, territory: str) -> bool:
    """SND-ASSAULT-06, SND-SPC-03: by its tile, or by a beam of an active installation of the same owner."""
    base = state.bases[territory]
    return base.fortified or any(
        state.owner(source) == base.owner and is_active(state, source) for source in rules.beams_to[territory]
    )


def has_casino(rules: Rules, state: State, seat: str) -> bool:
    """SND-MIS-13: the owner of the active Casino."""
    return state.owner(rules.casino) == seat and is_active(state, rules.casino)


def _track(rules: Rules, state: State) -> AlertTrack:
    """SND-BLK-01, SND-R-61: by the number of seats; a short campaign uses the short track, a long one the long."""
    if state.campaign is None:
        return rules.track(len(state.mats))
    return rules.track(2 if rules.options.solo_setup == "short" else 4)


def alert_max(rules: Rules, state: State) -> int:
    """SND-BLK-01: the end of the alert track."""
    return _track(rules, state).max


def colour(rules: Rules, state: State) -> int:
    """The alert colour: 0 yellow, 1 orange, 2 red."""
    track = _track(rules, state)
    return (state.alert >= track.orange) + (state.alert >= track.red)


def in_order(state: State) -> list[str]:
    """The real seats from the first player clockwise."""
    return state.clockwise(state.first)


def next_party(state: State) -> str | None:
    """SND-RND-02, SND-EXT-01: who has the next turn of this phase, or None when all are done."""
    circle = state.circle
    at = circle.index(state.mover) + 1 if state.mover else circle.index(state.first)
    turned = [*circle[at:], *circle[:at]]
    return next((party for party in turned if party not in state.done), None)


def next_first(state: State) -> str:
    """SND-RND-03, SND-PH-01: the next first player; the phantom counts as a seat."""
    return state.circle[(state.circle.index(state.first) + 1) % len(state.circle)]


def holds_all(held: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether all wanted faces are held, each as often as wanted."""
    return not Counter(wanted) - Counter(held)


def is_real(party: str) -> bool:
    """Whether a party is a seat, not the phantom."""
    return party != PHANTOM
