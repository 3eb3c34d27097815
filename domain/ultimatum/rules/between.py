"""Setting a round up, and what happens between rounds (rulebook: Setup, Second Round, Asymmetry Module)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.ultimatum import events as e
from domain.ultimatum.meta import DISTRICTS, SEATS, other
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules.scoring import decided, score_round
from domain.ultimatum.state import Pick, Place, State, Vote


def deal_bosses(rules: Rules, play: Play[State]) -> None:
    """ULT-ASYM-01: the five special cards are shuffled, one for each seat, three put aside unseen."""
    order = play.chance.shuffle("bosses", rules.specials())
    for place, seat in enumerate(SEATS):
        play.emit(e.BossDealt(seat=seat, card=order[place], unused=tuple(order[len(SEATS) :])))


def start_round(rules: Rules, play: Play[State], number: int, first: str) -> None:
    """ULT-SETUP-01, ULT-SETUP-02, ULT-SECOND-01: all tokens in reserve, five shuffled piles."""
    play.emit(e.RoundStarted(round=number, first=first, reserve=dict(rules.content.tokens)))
    for district in DISTRICTS:
        faces = [face for face, card in rules.cards.items() if card.district == district]
        order = tuple(play.chance.shuffle(f"pile {district}", faces))
        play.emit(e.PileShuffled(district=district, size=len(order), order=order))
    play.state.push(Place())


def after_round(rules: Rules, play: Play[State]) -> None:
    """Score, then decide the match or go on to the next round."""
    score_round(rules, play)
    end = decided(rules, play.state)
    if end is not None:
        play.emit(end)
        return
    wish = rules.options.boss_between_rounds if rules.options.bosses == "special" else "keep"
    if wish == "vote":
        play.state.push(Vote())
    else:
        carry_out(rules, play, wish)


def carry_out(rules: Rules, play: Play[State], wish: str) -> None:
    """ULT-ASYM-05: keep, deal anew from all five, or let each choose one of the unused."""
    if wish == "choose_unused":
        coming_first = other(play.state.first)
        _offer(play, coming_first, [play.state.first])
        return
    if wish == "redeal":
        deal_bosses(rules, play)
    elif rules.options.bosses == "special":
        play.emit(e.BossesKept())
    next_round(rules, play)


def _offer(play: Play[State], actor: str, left: list[str]) -> None:
    cards = tuple(sorted(play.state.unused.faces()))
    play.emit(e.BossesOffered(seat=actor, cards=cards))
    play.state.push(Pick(actor=actor, left=left))


def next_round(rules: Rules, play: Play[State]) -> None:
    """ULT-SECOND-03, ULT-TOUR-03: the second mover of the round before begins."""
    start_round(rules, play, play.state.round + 1, other(play.state.first))


def why_not_vote(state: State, seat: str) -> Refused | None:
    """ULT-RUL-29: each votes once, sealed."""
    if any(vote.seat == seat for vote in state.votes):
        return Refused(code="already_chosen", rule="ULT-RUL-29", message="You have voted already.")
    return None


def vote(rules: Rules, play: Play[State], seat: str, choice: str) -> None:
    """ULT-ASYM-05: equal wishes are carried out, else the Bosses stay."""
    play.emit(e.BossVoteGiven(seat=seat, choice=choice))
    wishes = {vote.value for vote in play.state.votes}
    if len(play.state.votes) == len(SEATS):
        play.state.pop()
        carry_out(rules, play, wishes.pop() if len(wishes) == 1 else "keep")


def why_not_pick(state: State, card: str) -> Refused | None:
    """ULT-RUL-30: one of the cards that are left."""
    if card in state.unused.faces():
        return None
    return Refused(code="not_an_option", rule="ULT-RUL-30", message="This Boss is not among those you may take.")


def pick(rules: Rules, play: Play[State], card: str) -> None:
    """ULT-RUL-30: the coming first mover, then the other one from what is left."""
    frame = play.state.pop()
    if not isinstance(frame, Pick):
        raise TypeError(frame)
    play.emit(e.BossPicked(seat=frame.actor, card=card))
    if frame.left:
        _offer(play, frame.left[0], frame.left[1:])
    else:
        next_round(rules, play)
