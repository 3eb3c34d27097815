"""Awards and the score (rulebook: Game Board J; Game Play)."""

from domain.kernel.outcome import Outcome
from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.packs import Rules
from domain.syndicate.rules.board import bases_of, in_order
from domain.syndicate.state import State


def standing(rules: Rules, state: State, seat: str) -> dict[str, int]:
    """SND-AWD-04, SND-R-91: how far a seat has come with each kind of feat; resting bases count."""
    mat = state.mats[seat]
    owned = set(bases_of(rules, state, seat))
    zones = [rules.territories[t].zone for t in owned]
    return {
        "bases": len(owned),
        "route": sum(owned >= set(route.members) for route in rules.content.routes),
        "zones": len(set(zones)),
        "inner": zones.count("INNER"),
        "assault": mat.assault,
        "rank": len(mat.ranks),
        "won": mat.won,
    }


def claim(rules: Rules, play: Play[State]) -> None:
    """SND-AWD-01, SND-AWD-03, SND-AUT-02: each award once, to the first in round order that meets its feat."""
    state = play.state
    taken = {award for mat in state.mats.values() for award in mat.awards}
    left = [award for award in rules.content.awards if award.id not in taken]
    for seat in in_order(state) if state.first else ():
        have = standing(rules, state, seat)
        for award in [award for award in left if have[award.feat.kind] >= award.feat.n]:
            left.remove(award)
            play.emit(e.AwardClaimed(seat=seat, award=award.id, vp=award.vp))


def points(rules: Rules, state: State, seat: str) -> int:
    """SND-AWD-02: victory points of a seat."""
    held = state.mats[seat].awards
    return sum(award.vp for award in rules.content.awards if award.id in held)


def score(rules: Rules, play: Play[State]) -> None:
    """SND-END-01, SND-END-04, SND-END-05: credits and victory points; the phantom is not scored (SND-PH-12)."""
    state = play.state
    credits_ = {seat: mat.purse.credits for seat, mat in state.mats.items()}
    vp = {seat: points(rules, state, seat) for seat in state.mats}
    totals = {seat: (credits_[seat] + vp[seat], _tiebreak(rules, state, seat)) for seat in state.mats}
    places = sorted(set(totals.values()), reverse=True)
    ranking = tuple(tuple(seat for seat in state.mats if totals[seat] == place) for place in places)
    reason = "highest_score" if len(ranking[0]) == 1 else "shared_victory"
    outcome = Outcome(reason=reason, winners=ranking[0], ranking=ranking)
    play.emit(e.GameScored(credits=credits_, points=vp, outcome=outcome))


def _tiebreak(rules: Rules, state: State, seat: str) -> int:
    """SND-R-36: more bases, where that was agreed."""
    return len(bases_of(rules, state, seat)) if rules.options.tiebreak == "bases" else 0
