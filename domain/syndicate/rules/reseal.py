"""Other secrets that fit everything a viewer knows, for the twin-world test of leaks."""

from random import Random

from domain.kernel.viewers import Viewer
from domain.syndicate import frames as fr
from domain.syndicate.meta import WINDOWS
from domain.syndicate.packs import Rules
from domain.syndicate.rules import collection, opening, penalties, upkeep
from domain.syndicate.state import Orders, State


def reseal(rules: Rules, state: State, viewer: Viewer, rng: Random) -> None:
    """Every sealed answer of another seat becomes another one that it could have given."""
    for seat, mat in state.mats.items():
        if seat != viewer and mat.orders is not None:
            kinds = tuple(rng.sample(WINDOWS, rng.randint(0, len(WINDOWS))))
            mat.orders.value = Orders(kinds)
    for frame in state.agenda:
        for answer in getattr(frame, "answers", ()) if _is_sealed(rules, frame) else ():
            if answer.seat != viewer:
                answer.value = _another(rules, state, frame, answer.seat, rng)


def _is_sealed(rules: Rules, frame: fr.AnyFrame) -> bool:
    """Whether the answers in a frame are still unknown to others; open picks and pardons are not."""
    if isinstance(frame, fr.Pardons):
        return rules.options.pardon_mode == "sealed"
    return not (isinstance(frame, fr.Picking) and frame.openly)


def _another(rules: Rules, state: State, frame: fr.AnyFrame, seat: str, rng: Random) -> object:
    match frame:
        case fr.Picking():
            return rng.choice(opening.choosable(rules, state, frame, seat))
        case fr.Window():
            return fr.Reply(play=frame.closed or rng.random() < 0.5)
        case fr.Flips():
            return rng.choice(penalties.flip_sets(state, seat, frame.due[seat]))
        case fr.Discards():
            return tuple(rng.sample(state.mats[seat].hand.faces(), frame.n))
        case fr.Collection():
            picks = rng.choice(upkeep.all_picks(rules, state, seat))
            unpaid = rng.choice(upkeep.unpaid_sets(rules, state, seat, picks))
            return fr.Submission(picks, unpaid, rng.choice(collection.cubes(rules, state.mats[seat])))
        case _:
            return rng.random() < 0.5
