"""The commands of a turn, a trade and a collection."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.choices import Arm, Case, Choice, OneOf, Pick, Range, Record, Split
from domain.kernel.command import Command, tag
from domain.kernel.decision import Offer
from domain.syndicate import commands as c
from domain.syndicate.cards.content import Hands
from domain.syndicate.events.words import Purpose
from domain.syndicate.frames import Turn
from domain.syndicate.offers import offer
from domain.syndicate.packs import Rules
from domain.syndicate.resources import RESOURCES
from domain.syndicate.rules import (
    alert,
    assaults,
    attempts,
    bases,
    collection,
    levels,
    market,
    missions,
    perks,
    robberies,
    trading,
    turns,
    upkeep,
)
from domain.syndicate.rules.board import bases_of
from domain.syndicate.state import Mat, State, Trade

Fields = dict[str, Choice]


def _case(command: type[Command], field: str, arms: Sequence[Arm]) -> Iterator[Offer]:
    """A command in which one field decides about the others; none when there is nothing to choose."""
    if arms:
        yield Offer(tag(command), Case(field, tuple(arms)))


def of_turn(rules: Rules, state: State, frame: Turn) -> Iterator[Offer]:
    """Everything that the active seat may do now."""
    seat = frame.seat
    if turns.may_act(rules, frame):
        yield from _attempts(rules, state, seat)
        yield from _assaults(rules, state, seat)
        yield from _cards(rules, state, seat)
        yield from _purchases(rules, state, seat)
        yield from _exchanges(rules, state, seat)
        yield from _chips(rules, state, seat)
    usable = market.usable(rules, state.mats[seat])
    if usable:
        yield offer(c.UseAbility, ability=OneOf(tuple(usable)))
    if rules.options.blockade and alert.why_not_remove(state, seat) is None:
        yield offer(c.RemoveDestroyer)
    yield offer(c.EndTurn)


def _means(rules: Rules, mat: Mat, purpose: Purpose) -> Fields:
    """SND-MIS-07: any of the chips and techs that change the roll."""
    chips, techs = attempts.roll_chips(rules, mat, purpose), attempts.roll_techs(rules, mat, purpose)
    return {"chips": Pick(chips, 0, len(chips)), "abilities": Pick(techs, 0, len(techs))}


def _hands(rules: Rules, mat: Mat, hands: Hands | None) -> Fields:
    return {"hands": OneOf(attempts.hands_options(rules, mat, hands))}


def _attempts(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-MIS-01, SND-ROB-01."""
    mat = state.mats[seat]
    if not mat.dice_armed:
        return
    hand = sorted(set(mat.hand.faces()))
    means = _means(rules, mat, "mission")
    jobs = [rules.missions[face] for face in hand if face in rules.missions]
    yield from _case(
        c.AttemptMission,
        "card",
        [
            Arm(
                job.id,
                {"stance": OneOf(missions.stances(state, seat, job.territory)), **_hands(rules, mat, job.hands)}
                | means,
            )
            for job in jobs
            if not attempts.too_early(rules, state, job.min_round)
        ],
    )
    means = _means(rules, mat, "robbery")
    thefts = [rules.robberies[face] for face in hand if face in rules.robberies]
    targets = {theft.id: robberies.targets(rules, state, seat, theft.id) for theft in thefts}
    yield from _case(
        c.AttemptRobbery,
        "card",
        [
            Arm(theft.id, {"target": OneOf(targets[theft.id]), **_hands(rules, mat, theft.hands)} | means)
            for theft in thefts
            if targets[theft.id] and not attempts.too_early(rules, state, theft.min_round)
        ],
    )


def _assaults(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-ASSAULT-01 to SND-ASSAULT-05."""
    mat = state.mats[seat]
    if not mat.dice_armed:
        return
    means = _means(rules, mat, "assault")
    targets = [t for t in rules.territories if t in state.bases and state.bases[t].owner != seat]
    forces = {target: assaults.forces(rules, state, seat, target) for target in targets}
    arms = [Arm(target, {"reinforcements": OneOf(sent)} | means) for target, sent in forces.items() if sent]
    yield from _case(c.LaunchAssault, "target", arms)


def _cards(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-SLP-01, SND-SELL-01: any hand card into the slot, or sold."""
    mat = state.mats[seat]
    hand = tuple(sorted(set(mat.hand.faces())))
    if hand:
        value = perks.sale_value(rules, mat)
        yield offer(c.ActivateSleeper, card=OneOf(hand), burn=OneOf((bool(len(mat.slot)),)))
        yield offer(c.SellCard, card=OneOf(hand), gain=Split(value, dict.fromkeys(RESOURCES, value)))


def _purchases(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-BASE-01, SND-BASE-05, SND-LVL-01."""
    free = tuple(t for t in rules.territories if bases.why_not_buy(rules, state, seat, t) is None)
    if free:
        yield offer(c.BuyBase, territory=OneOf(free))
    own = tuple(t for t in bases_of(rules, state, seat) if bases.why_not_fortify(rules, state, seat, t) is None)
    if own:
        yield offer(c.FortifyBase, territory=OneOf(own))
    tracks = tuple(track for track in ("tech", "assault") if levels.why_not_buy(rules, state, seat, track) is None)
    if tracks:
        yield offer(c.BuyLevel, track=OneOf(tracks))


def _exchanges(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-EXC-01: one offer for each rate that can be used."""
    mat = state.mats[seat]
    for rate in perks.rates(rules, mat):
        most = market.most(rules, mat, rate)
        if most:
            yield offer(c.Exchange, give=OneOf((rate.give,)), get=OneOf((rate.get,)), times=Range(1, most))


def _chips(rules: Rules, state: State, seat: str) -> Iterator[Offer]:
    """SND-CHIP-01."""
    faces = sorted(set(state.mats[seat].chips.faces()))
    found = {face: market.chip_choices(rules, state, seat, face) for face in faces}
    arms = [Arm(face, {"choice": choices}) for face, choices in found.items() if choices is not None]
    yield from _case(c.PlayChip, "chip", arms)


def of_proposal(rules: Rules, state: State, seat: str, partners: Sequence[str]) -> Offer:
    """SND-TRADE-04: anything held on both sides; only that nothing at all changes hands is refused."""
    mat = state.mats[seat]
    hand, chips = tuple(sorted(mat.hand.faces())), tuple(sorted(mat.chips.faces()))
    give = _purse(mat) | {"cards": Pick(hand, 0, len(hand)), "chips": Pick(chips, 0, len(chips))}
    arms = []
    for partner in partners:
        other = state.mats[partner]
        want = _purse(other) | {"cards": Range(0, len(other.hand)), "chips": Range(0, len(other.chips))}
        fields: Fields = {
            "give": Record(give | _bases(rules, state, seat)),
            "want": Record(want | _bases(rules, state, partner)),
        }
        arms.append(Arm(partner, fields))
    return Offer(tag(c.ProposeTrade), Case("to", tuple(arms)), exact=False)


def _purse(mat: Mat) -> Fields:
    return {name: Range(0, mat.purse.of(name)) for name in RESOURCES}


def _bases(rules: Rules, state: State, seat: str) -> Fields:
    """SND-R-33."""
    owned = tuple(bases_of(rules, state, seat)) if rules.options.trade_bases else ()
    return {"bases": Pick(owned, 0, len(owned))}


def of_acceptance(rules: Rules, state: State, seat: str, received: Sequence[Trade]) -> Iterator[Offer]:
    """SND-TRADE-03: offers that can be kept, with the cards and chips to give for them."""
    mat = state.mats[seat]
    hand, chips = tuple(sorted(mat.hand.faces())), tuple(sorted(mat.chips.faces()))
    arms = [
        Arm(
            trade.id,
            {
                "cards": Pick(hand, trade.want_cards, trade.want_cards),
                "chips": Pick(chips, trade.want_chips, trade.want_chips),
            },
        )
        for trade in received
        if trading.can_be_kept(rules, state, trade)
    ]
    return _case(c.AcceptTrade, "trade", arms)


def of_collection(rules: Rules, state: State, seat: str) -> Offer:
    """SND-SPC-01, SND-CREW-04: for each way to pick, the sets that may stay unpaid."""
    cubes, ways = OneOf(collection.cubes(rules, state.mats[seat])), upkeep.all_picks(rules, state, seat)
    alike = {_crew(picks): picks for picks in ways}  # only the crew among the picks changes what can be paid
    unpaid = {crew: OneOf(upkeep.unpaid_sets(rules, state, seat, picks)) for crew, picks in alike.items()}
    arms = [Arm(msgspec.to_builtins(picks), {"unpaid": unpaid[_crew(picks)], "market_cube": cubes}) for picks in ways]
    return Offer(tag(c.SubmitCollection), Case("mining", tuple(arms)))


def _crew(picks: upkeep.Picks) -> tuple[int, ...]:
    return tuple(pick.crew for pick in picks.values())
