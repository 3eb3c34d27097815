"""Everything that can be done in a campaign (SND-SOLO)."""

from collections.abc import Iterator

from domain.kernel.choices import Arm, Case, Choice, OneOf, Range, Record
from domain.kernel.command import Command, tag
from domain.kernel.decision import Offer
from domain.syndicate import commands as c
from domain.syndicate.frames import Confronting
from domain.syndicate.offers import offer
from domain.syndicate.packs import Rules
from domain.syndicate.rules.ngata import cargo, jobs, journey, trouble, vaults
from domain.syndicate.state import State


def of_idle(rules: Rules, state: State) -> Iterator[Offer]:
    """What the seat may do while nothing is pending."""
    yield from _flights(rules, state)
    yield from _missions(rules, state)
    yield from _special(rules, state)
    yield from _keys(rules, state)
    yield from _trades(rules, state)
    yield from _exchanges(rules, state)


def _one(command: type[Command], field: str, values: list[str]) -> Iterator[Offer]:
    if values:
        yield offer(command, **{field: OneOf(tuple(values))})


def _cases(command: type[Command], field: str, arms: list[Arm]) -> Iterator[Offer]:
    if arms:
        yield Offer(tag(command), Case(field, tuple(arms)))


def _flights(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-06 to SND-SOLO-17."""
    modes = {to: journey.mode_to(rules, state, to) for to in rules.territories}
    near = [
        Arm(to, {"mode": OneOf((mode,))})
        for to, mode in modes.items()
        if mode is not None and journey.why_not_travel(rules, state, to, mode) is None
    ]
    yield from _cases(c.SoloTravel, "to", near)
    yield from _one(c.SoloHyperjump, "to", jumps(rules, state))
    if journey.why_not_draw(rules, state) is None:
        yield offer(c.SoloDrawFuel)


def jumps(rules: Rules, state: State) -> list[str]:
    """Where a hyperjump may lead now."""
    return [to for to in rules.territories if journey.why_not_jump(rules, state, to) is None]


def _missions(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-18 to SND-SOLO-25."""
    solo = state.solo
    yield from _one(c.SoloDrawMission, "deck", [d for d in solo.decks if jobs.why_not_draw(state, d) is None])
    yield from _one(c.SoloDiscardMission, "card", sorted(solo.hand))
    arms = [
        Arm(card.id, {"hands": OneOf(jobs.hands_options(rules, state, card))})
        for card in jobs.attemptable(rules, state)
    ]
    yield from _cases(c.SoloAttempt, "card", arms)
    startable = [card for card in sorted(solo.hand) if cargo.why_not_activate(rules, state, card) is None]
    yield from _one(c.SoloActivate, "card", startable)


def _special(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-26 to SND-SOLO-32."""
    if cargo.why_not_pick_up(rules, state) is None:
        yield offer(c.SoloPickUp)
    numbers = cargo.deliverable(rules, state)
    if numbers:
        yield offer(c.SoloDeliver, number=OneOf(numbers))
    if cargo.why_not_defend(rules, state) is None:
        yield offer(c.SoloDefend)
    if state.solo.contraband:
        yield offer(c.SoloAbandonContraband, number=Range(1, state.solo.contraband))
    if cargo.why_not_abandon_mission(rules, state) is None:
        yield offer(c.SoloAbandonMission)


def _keys(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-41, SND-SOLO-46."""
    arms = [Arm(colour, {"number": Range(1, most)}) for colour, most in vaults.placeable(rules, state).items()]
    yield from _cases(c.SoloPlaceKeys, "colour", arms)
    yield from _one(c.SoloReopen, "card", [tile.card for tile in state.solo.troubled()])


def _trades(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-44: one offer for each deal."""
    for card, deal in trouble.deals(rules, state):
        fields: dict[str, Choice] = {
            "trader": OneOf((card.id,)),
            "offer": OneOf((deal.name,)),
            "give": OneOf(trouble.key_gifts(state.solo, deal)),
            "get": OneOf(trouble.key_wishes(deal)),
        }
        yield Offer(tag(c.SoloTrade), Record(fields))


def _exchanges(rules: Rules, state: State) -> Iterator[Offer]:
    """SND-SOLO-50."""
    for rate in rules.content.exchange:
        most = state.solo.purse.of(rate.give) // rate.pay
        if most:
            yield offer(c.Exchange, give=OneOf((rate.give,)), get=OneOf((rate.get,)), times=Range(1, most))


def of_confrontation(rules: Rules, state: State, frame: Confronting) -> Iterator[Offer]:
    """SND-SOLO-35, SND-SOLO-36, SND-SOLO-38."""
    arms = [
        Arm(way.name, {"key": OneOf(trouble.keys_for(state.solo, way))}) for way in trouble.ways(rules, state, frame)
    ]
    yield from _cases(c.SoloResolve, "option", arms)
    yield from _one(
        c.SoloFlee,
        "to",
        [to for to in rules.territories if journey.why_not_flee(rules, state, frame, to) is None],
    )
