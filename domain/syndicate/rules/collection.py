"""Phase 3: Resource Collection (rulebook: Phase 3: Resource Collection)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Sealed
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.frames import Collection, Submission
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING, Bundle
from domain.syndicate.rules import deck, perks, upkeep
from domain.syndicate.rules.board import active_bases, in_order
from domain.syndicate.rules.refusals import ANSWERED, NOT_NOW, no
from domain.syndicate.state import Mat, State

DRAWN = 2
PICKS = no("mining_picks", "SND-SPC-01", "Name for each active mining center exactly its yield.")
NO_CUBE = no("no_cube", "SND-LVL-04", "You have no such cube.")


def begin(rules: Rules, play: Play[State]) -> None:
    """SND-COL-01, SND-COL-02, SND-COL-07: cards for unused dice, then all are armed; then the choices."""
    state = play.state
    for seat in in_order(state):
        mat = state.mats[seat]
        more = sum(mod.n for mod in perks.passive(rules, mat, f.ExtraDraw))
        deck.draw(play, seat, DRAWN + mat.dice_armed + more, "collection")
    play.emit(e.DiceReset())
    state.push(Collection(asked=[seat for seat in in_order(state) if has_choice(rules, state, seat)]))


def has_choice(rules: Rules, state: State, seat: str) -> bool:
    """SND-COL-03: whether a seat is asked at all; it follows from public facts."""
    market = state.mats[seat].market
    cubes = [len(boxes) for boxes in market.values()]
    many = all(cubes) or (rules.options.market_removal == "any" and max(cubes) > 1)
    return many or bool(upkeep.mining_bases(rules, state, seat)) or len(upkeep.unpaid_sets(rules, state, seat, {})) > 1


def cubes(rules: Rules, mat: Mat) -> tuple[str, ...]:
    """SND-LVL-04, SND-R-23: the answers for the market cube, the dearest of all first, `none` last."""
    dearest = rules.options.market_removal == "dearest"
    found: list[tuple[int, str]] = []
    for track in ("tech", "assault"):
        prices = [rules.content.market[track][box] for box in mat.market[track]]
        if dearest and prices:
            found.append((prices[-1], track))
        elif not dearest:
            found += [(price, f"{track} {price}") for price in prices]
    return (*(name for _, name in sorted(found, key=lambda cube: -cube[0])), "none")


def default(rules: Rules, state: State, seat: str) -> Submission:
    """What is taken when time runs out: credits from mines, the least credits given up, the dearest cube."""
    mines = upkeep.mining_bases(rules, state, seat)
    picks = {t: Bundle(credits=rules.territories[t].yields) for t in mines}
    order = list(rules.territories)

    def given_up(left: tuple[str, ...]) -> tuple[int, int, list[int]]:
        lost = sum(rules.zone(t).income.credits + picks.get(t, NOTHING).credits for t in left)
        return lost, len(left), [order.index(t) for t in left]

    unpaid = min(upkeep.unpaid_sets(rules, state, seat, picks), key=given_up)
    return Submission(picks, unpaid, cubes(rules, state.mats[seat])[0])


def waiting(frame: Collection) -> list[str]:
    """Who has not submitted yet."""
    answered = {answer.seat for answer in frame.answers}
    return [seat for seat in frame.asked if seat not in answered]


def _picks(command: c.SubmitCollection) -> dict[str, Bundle]:
    return {t: Bundle(n.credits, n.influence, n.crew) for t, n in command.mining.items()}


def why_not(rules: Rules, state: State, frame: Collection, seat: str, command: c.SubmitCollection) -> Refused | None:
    """SND-SPC-01, SND-CREW-04, SND-R-84: the yields exactly, and one of the sets that may stay unpaid."""
    if seat not in waiting(frame):
        return ANSWERED if seat in frame.asked else NOT_NOW
    picks, mines = _picks(command), upkeep.mining_bases(rules, state, seat)
    if set(picks) != set(mines) or any(picks[t].total != rules.territories[t].yields for t in mines):
        return PICKS
    crew = upkeep.reckoning(rules, state, seat, picks)
    if command.unpaid not in upkeep.legal_sets(crew):
        return _why_not_unpaid(crew, command.unpaid)
    return None if command.market_cube in cubes(rules, state.mats[seat]) else NO_CUBE


def _why_not_unpaid(crew: upkeep.Reckoning, unpaid: tuple[str, ...]) -> Refused:
    names = [name for name, _ in crew.costs]
    if any(name not in names for name in unpaid) or len(set(unpaid)) < len(unpaid):
        return no("bad_order", "SND-CREW-04", "Name each base that costs crew at most once.")
    if any(set(legal) < set(unpaid) for legal in upkeep.legal_sets(crew)):
        return no("not_minimal", "SND-CREW-04", "One of these could be paid in addition.")
    if any(set(legal) == set(unpaid) for legal in upkeep.legal_sets(crew)):
        return no("bad_order", "SND-CREW-04", "Name the bases in the order of the board.")
    return no("infeasible", "SND-CREW-04", "There is not enough crew for the rest.")


def submit(play: Play[State], frame: Collection, seat: str, command: c.SubmitCollection) -> None:
    """Sealed until all have chosen."""
    submission = Submission(_picks(command), command.unpaid, command.market_cube)
    frame.answers = [*frame.answers, Sealed(seat, submission)]
    play.emit(e.CollectionSubmitted(seat=seat, submission=submission))


def settle(rules: Rules, play: Play[State], frame: Collection) -> bool:
    """SND-COL-03 to SND-COL-05: income for all, then research, then market cubes."""
    state = play.state
    if waiting(frame):
        return False
    state.pop()
    chosen = {answer.seat: answer.value for answer in frame.answers}
    all_ = {seat: chosen.get(seat) or default(rules, state, seat) for seat in in_order(state)}
    for seat, submission in all_.items():
        _collect(rules, play, seat, submission)
    _research(rules, play)
    for seat, submission in all_.items():
        _take_cube(rules, play, seat, submission.market_cube)
    return True


def _collect(rules: Rules, play: Play[State], seat: str, submission: Submission) -> None:
    """SND-COL-03, SND-CREW-05, SND-CREW-06: what earns and is paid for brings income."""
    rest = rules.options.crew_shortage == "flip"
    lines = income(rules, play.state, seat, submission)
    delta = sum(lines.values(), NOTHING)
    play.emit(e.IncomeCollected(seat=seat, lines=lines, delta=delta, unpaid=submission.unpaid, rest=rest))
    for territory in () if rest else submission.unpaid:
        play.emit(e.BaseSeized(seat=seat, territory=territory, cause="crew"))


def income(rules: Rules, state: State, seat: str, submission: Submission) -> dict[str, Bundle]:
    """SND-COL-03, SND-COL-09, SND-R-22: the lines of a seat's income, empty ones left out."""
    mat = state.mats[seat]
    earning = [t for t in active_bases(rules, state, seat) if t not in submission.unpaid]
    syndicate = rules.syndicates[mat.syndicate]
    lines = {"racketeering": syndicate.income, "syndicate": NOTHING, "techs": NOTHING}
    for perk in perks.passive(rules, mat, f.Income):
        lines["syndicate" if perk is syndicate.bonus else "techs"] += upkeep.perk_income(rules, perk, earning)
    for zone in rules.content.zones:
        count = sum(rules.territories[t].zone == zone.id for t in earning)
        gains = Bundle(zone.income.credits, zone.income.influence, max(0, zone.income.crew))
        lines[zone.id.lower()] = gains * count
    lines["mining"] = sum((picked for t, picked in submission.mining.items() if t in earning), NOTHING)
    whole = [route.bonus for route in rules.content.routes if set(route.members) <= set(earning)]
    lines["routes"] = sum(whole, NOTHING)
    lines["upkeep"] = Bundle(crew=-sum(perks.upkeep(rules, mat, t) for t in earning))
    return {name: line for name, line in lines.items() if line}


def _research(rules: Rules, play: Play[State]) -> None:
    """SND-COL-04, SND-SPC-05: a marker on each active base with boxes, up to their number."""
    state = play.state
    markers = {
        t: state.bases[t].research + 1
        for seat in state.mats
        for t in active_bases(rules, state, seat)
        if state.bases[t].research < rules.territories[t].boxes
    }
    if markers:
        play.emit(e.ResearchAdvanced(markers=markers))


def _take_cube(rules: Rules, play: Play[State], seat: str, cube: str) -> None:
    """SND-COL-05, SND-LVL-04."""
    if cube == "none":
        return
    track, _, price = cube.partition(" ")
    boxes = play.state.mats[seat].market[track]
    box = rules.content.market[track].index(int(price)) if price else boxes[-1]
    play.emit(e.MarketCubeRemoved(seat=seat, track=track, box=box))
