"""Preparing a match (rulebook: Preparing the Game Board; Setting Up)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Sealed
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.frames import Picking, Round
from domain.syndicate.meta import PHANTOM, ZONES
from domain.syndicate.packs import Rules
from domain.syndicate.rules import deck, phantom
from domain.syndicate.rules.refusals import ANSWERED, NOT_NOW, no
from domain.syndicate.state import State

DEALT = 4


def deal_syndicates(rules: Rules, play: Play[State], seats: tuple[str, ...]) -> None:
    """SND-SET-07, SND-R-49: two for each to keep one in secret, one for each, or an open choice in turn."""
    play.emit(e.TableLaid(seats=seats, techs=tuple(rules.techs)))
    way = rules.options.syndicate_pick
    if way == "open_pick":
        play.state.push(Picking(asked=list(seats), openly=True))
        return
    each = 2 if way == "two_keep_one" else 1
    order = play.chance.shuffle("syndicates", list(rules.syndicates))
    for place, seat in enumerate(seats):
        offered = tuple(order[each * place : each * place + each])
        play.emit(e.SyndicatesDealt(seat=seat, number=each, offered=offered))
    if each > 1:
        play.state.push(Picking(asked=list(seats)))
        return
    for seat in seats:
        play.emit(e.SyndicateTaken(seat=seat, syndicate=play.state.mats[seat].offered.faces()[0]))
    prepare(rules, play)


def waiting(frame: Picking) -> list[str]:
    """Who may choose now."""
    answered = {answer.seat for answer in frame.answers}
    left = [seat for seat in frame.asked if seat not in answered]
    return left[:1] if frame.openly else left


def choosable(rules: Rules, state: State, frame: Picking, seat: str) -> tuple[str, ...]:
    """What a seat may choose from."""
    if not frame.openly:
        return tuple(state.mats[seat].offered.faces())
    taken = {mat.syndicate for mat in state.mats.values()}
    return tuple(name for name in rules.syndicates if name not in taken)


def why_not_choose(rules: Rules, state: State, frame: Picking, seat: str, name: str) -> Refused | None:
    """SND-SET-07."""
    if seat not in waiting(frame):
        return ANSWERED if any(answer.seat == seat for answer in frame.answers) else NOT_NOW
    if name in choosable(rules, state, frame, seat):
        return None
    return no("not_offered", "SND-SET-07", "You may not take this syndicate.")


def choose(play: Play[State], frame: Picking, seat: str, name: str) -> None:
    """SND-SET-07: in secret, or openly."""
    frame.answers = [*frame.answers, Sealed(seat, name)]
    if frame.openly:
        play.emit(e.SyndicateTaken(seat=seat, syndicate=name))
    else:
        play.emit(e.SyndicateLocked(seat=seat, syndicate=name))


def advance(rules: Rules, play: Play[State], frame: Picking) -> bool:
    """All are revealed together; then the table is set up."""
    if waiting(frame):
        return False
    play.state.pop()
    for answer in frame.answers if not frame.openly else ():
        play.emit(e.SyndicateTaken(seat=answer.seat, syndicate=answer.value))
    prepare(rules, play)
    return True


def prepare(rules: Rules, play: Play[State]) -> None:
    """SND-SET-03 to SND-SET-14, in this order."""
    state = play.state
    for zone in ZONES:
        _place_chips(rules, play, zone)
    for seat in state.mats:
        start = rules.syndicates[state.mats[seat].syndicate].bonus
        if isinstance(start, f.StartBase):
            play.emit(e.ChipReturned(territory=start.territory))
    _build_sovereign_deck(rules, play)
    order = tuple(play.chance.shuffle("operations", rules.operation_faces))
    play.emit(e.OperationsShuffled(count=len(order), reshuffle=False, order=order))
    for seat in state.mats:
        deck.draw(play, seat, DEALT, "deal")
    for seat in state.mats:
        _position(rules, play, seat)
    _begin(rules, play)


def _place_chips(rules: Rules, play: Play[State], zone: str) -> None:
    """SND-SET-03: one on each territory of the zone, the rest in the box."""
    places = tuple(t for t, card in rules.territories.items() if card.zone == zone)
    faces = [face for face, chip in rules.chips.items() if chip.zone == zone for _ in range(chip.copies)]
    order = tuple(play.chance.shuffle(f"chips {zone}", faces))
    chips, boxed = order[: len(places)], order[len(places) :]
    play.emit(e.BonusChipsPlaced(zone=zone, places=places, boxed_count=len(boxed), chips=chips, boxed=boxed))


def _build_sovereign_deck(rules: Rules, play: Play[State]) -> None:
    """SND-SET-04: four on top, the final card among two others, one at the bottom, eight away."""
    final = next(card.id for card in rules.content.sovereign if card.kind == "final")
    others = play.chance.shuffle("sovereign", [name for name in rules.sovereign if name != final])
    late = play.chance.shuffle("final", [final, *others[4:6]])
    order = (*others[:4], *late, others[6])
    play.emit(e.SovereignDeckBuilt(size=len(order), order=order, boxed=tuple(others[7:])))


def _position(rules: Rules, play: Play[State], seat: str) -> None:
    """SND-SET-08 to SND-SET-12."""
    card = rules.syndicates[play.state.mats[seat].syndicate]
    start = card.bonus if isinstance(card.bonus, f.StartBase) else None
    play.emit(
        e.StartingPositionSet(
            seat=seat,
            resources=card.start,
            tech=card.tech,
            assault=card.assault,
            base=start.territory if start else None,
            fortified=start.fortified if start else False,
        )
    )


def _begin(rules: Rules, play: Play[State]) -> None:
    """SND-SET-14, SND-PH-01, SND-R-50: by lot; the phantom sits at the end of the circle."""
    seats = play.state.seats
    first = play.chance.pick("first player", len(seats))
    circle = [*seats[first:], *seats[:first]]
    if rules.options.phantom and len(seats) == 2:
        circle.append(PHANTOM)
    play.emit(e.FirstPlayerDrawn(seat=circle[0], circle=tuple(circle)))
    if play.state.has_phantom:
        phantom.assign(rules, play)
    play.emit(e.RoundStarted(round=1, first_player=circle[0]))
    play.state.push(Round())
