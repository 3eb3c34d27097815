"""Who decides now, what is allowed – exactly what the guard passes – and what is played when the time is over."""

import msgspec

from domain.kernel.choices import OneOf, Record
from domain.kernel.decision import Decision, Offer
from domain.ultimatum.commands import BossPick, BossVote, Choose, EndTurn, PlaceToken, Replace
from domain.ultimatum.decide import options
from domain.ultimatum.meta import SEATS
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules import between, placing, turn
from domain.ultimatum.state import Ability, CardOrEnd, Effect, Pick, Place, State, Vote

STEP_KINDS = {
    "Swap": "card.swap",
    "Place": "card.place",
    "Remove": "card.remove",
    "Move": "card.move",
    "Replay": "card.replay",
    "LookAndBury": "card.bury",
}
UNASKED = ("commandos", "units", "hunters", "links", "boss")  # what is placed first when the time is over
ABILITY_KINDS = {
    "replace": "boss.replace",
    "evict": "boss.evict",
    "return_or_reinforce": "boss.reinforce",
    "informer": "boss.exchange",
}


def decisions(rules: Rules, state: State) -> list[Decision]:
    """The open decisions of both seats; none once the match is decided."""
    match state.top:
        case Place() as frame:
            return [_place(rules, state, frame)]
        case Ability() as frame:
            from_boss = rules.bosses[state.mats[frame.actor].boss.cards[0].face].ability
            return [_choose(rules, state, frame, ABILITY_KINDS[from_boss])]
        case Effect() as frame:
            step = type(rules.cards[frame.card].effect[frame.step]).__name__
            return [_choose(rules, state, frame, STEP_KINDS[step])]
        case CardOrEnd() as frame:
            return [_card_or_end(rules, state, frame)]
        case Vote() as frame:
            return [_vote(seat, frame) for seat in SEATS if between.why_not_vote(state, seat) is None]
        case Pick() as frame:
            faces = tuple(sorted(state.unused.faces()))
            return [_pick(frame, faces)]
        case _:
            return []


def _place(rules: Rules, state: State, frame: Place) -> Decision:
    found = placing.placements(rules, state, state.mover, no_boss=frame.no_boss)
    values = tuple({"token": token, "district": district} for token, district in found)
    offer = Offer("ultimatum.PlaceToken", OneOf(values))
    default = min(found, key=lambda each: (UNASKED.index(each[0]), state.total(each[1])))  # the emptiest in order
    usual = PlaceToken(token=default[0], district=default[1])
    return Decision(seat=state.mover, kind="place", serial=frame.serial, offers=(offer,), default=usual)


def _choose(rules: Rules, state: State, frame: Ability | Effect, kind: str) -> Decision:
    found = options(rules, state)
    values = tuple(msgspec.to_builtins(option) for option in found)
    offer = Offer("ultimatum.Choose", Record({"option": OneOf(values)}))
    plain = (option for option in found if not isinstance(option, Replace) or option.into != "boss")
    usual = Choose(option=next(plain, found[0]))  # to do without comes first where that is allowed
    return Decision(seat=frame.actor, kind=kind, serial=frame.serial, offers=(offer,), default=usual)


def _card_or_end(rules: Rules, state: State, frame: CardOrEnd) -> Decision:
    cards = tuple(turn.playable(rules, state, state.mover))
    play = (Offer("ultimatum.PlayCard", Record({"card": OneOf(cards)})),) if cards else ()
    offers = (*play, Offer("ultimatum.EndTurn"))
    return Decision(seat=state.mover, kind="card_or_end", serial=frame.serial, offers=offers, default=EndTurn())


def _pick(frame: Pick, faces: tuple[str, ...]) -> Decision:
    return Decision(
        seat=frame.actor,
        kind="boss_pick",
        serial=frame.serial,
        offers=(Offer("ultimatum.BossPick", Record({"card": OneOf(faces)})),),
        sealed=True,
        default=BossPick(card=faces[0]),
    )


def _vote(seat: str, frame: Vote) -> Decision:
    choice = Record({"choice": OneOf(("keep", "redeal", "choose_unused"))})
    return Decision(
        seat=seat,
        kind="boss_vote",
        serial=frame.serial,
        offers=(Offer("ultimatum.BossVote", choice),),
        group="boss_vote",
        sealed=True,
        default=BossVote(choice="keep"),
    )
