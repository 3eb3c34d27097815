"""What each viewer may see, built up by naming it (SND-INF)."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.outcome import Outcome
from domain.kernel.viewers import AUDITOR, Viewer
from domain.kernel.zones import Hand
from domain.syndicate import frames as fr
from domain.syndicate.meta import WINDOWS
from domain.syndicate.packs import Rules, back
from domain.syndicate.rules import assaults, collection, opening, penalties, perks, sovereign
from domain.syndicate.rules.awards import points
from domain.syndicate.rules.board import COLOURS, alert_max, colour, is_active, is_fortified
from domain.syndicate.state import Mat, State, Trade
from domain.syndicate.view.campaign import CampaignView, campaign, hidden_decks
from domain.syndicate.view.shapes import (
    AlertView,
    BaseView,
    InterruptView,
    PendingView,
    SeatView,
    TradeView,
    Truth,
    WindowView,
)

STAGES = {
    fr.Picking: "syndicates",
    fr.Turn: "turn",
    fr.TechChoice: "tech_choice",
    fr.Window: "window",
    fr.WaitForPhantom: "phantom",
    fr.Pardons: "pardons",
    fr.Flips: "tax",
    fr.Discards: "discards",
    fr.Closing: "blockade",
    fr.Collection: "collection",
    fr.Idle: "campaign",
    fr.FuelChoice: "bunker",
    fr.Confronting: "confrontation",
}


class View(Struct, frozen=True, kw_only=True, tag_field="type", tag="syndicate.View"):
    """The table of a match of SYNDICATE as you see it: a seat, a spectator or the auditor."""

    round: Annotated[int, Meta(description="The round, from 1; 0 before the first.")]
    final_round: Annotated[int | None, Meta(description="The last round, once it is known.")]
    first: Annotated[str, Meta(description="Who holds the first player marker; empty before the first round.")]
    circle: Annotated[tuple[str, ...], Meta(description="All parties, clockwise.")]
    mover: Annotated[str, Meta(description="The party whose turn it is or was last in this round.")]
    stage: Annotated[str, Meta(description="What the match waits for, or `over`.")]
    actions: Annotated[int | None, Meta(description="Actions done in this turn; null when it is nobody's.")]
    waiting: Annotated[tuple[str, ...], Meta(description="Seats that have not given their sealed answer yet.")]
    done: Annotated[tuple[str, ...], Meta(description="Parties without a further turn in this round.")]
    alert: AlertView
    destroyer: Annotated[str | None, Meta(description="The territory under blockade, or null.")]
    deck: Annotated[int, Meta(description="Operation cards in the deck.")]
    discard: Annotated[tuple[str, ...], Meta(description="Discarded operation cards, the latest last.")]
    sovereign_deck: Annotated[int, Meta(description="Sovereign cards left.")]
    sovereign_done: Annotated[tuple[str, ...], Meta(description="Sovereign cards so far, the current one last.")]
    techs: Annotated[tuple[str, ...], Meta(description="Advanced techs on the board.")]
    board_chips: Annotated[tuple[str, ...], Meta(description="Territories with a face-down chip.")]
    chips_played: Annotated[tuple[str, ...], Meta(description="Chips that have been played.")]
    bases: Annotated[dict[str, BaseView], Meta(description="All territories with an owner.")]
    seats: Annotated[dict[str, SeatView], Meta(description="What you see of each seat, your own included.")]
    pending: Annotated[PendingView | None, Meta(description="The attempt being made, or null.")]
    windows: Annotated[tuple[WindowView, ...], Meta(description="Windows that are open.")]
    interrupts: Annotated[tuple[InterruptView, ...], Meta(description="Sleepers being played, the latest last.")]
    trades: Annotated[tuple[TradeView, ...], Meta(description="Open offers.")]
    immune: Annotated[tuple[str, ...], Meta(description="Seats that the Sovereign card does not touch.")]
    campaign: Annotated[CampaignView | None, Meta(description="The campaign of one seat; null at a table.")]
    result: Annotated[Outcome | None, Meta(description="How the match was decided; null while it runs.")]
    truth: Annotated[Truth | None, Meta(description="What lies hidden; null for everyone but the auditor.")]


def view(rules: Rules, state: State, viewer: Viewer) -> View:
    """The table as `viewer` sees it: a seat, `spectator` or `auditor`."""
    turn = next((frame for frame in state.agenda if isinstance(frame, fr.Turn)), None)
    card = next((frame for frame in state.agenda if isinstance(frame, fr.Sovereign)), None)
    return View(
        round=state.round,
        final_round=state.final_round,
        first=state.first,
        circle=tuple(state.circle),
        mover=state.mover,
        stage="over" if state.top is None else STAGES[type(state.top)],
        actions=turn.actions if turn else None,
        waiting=tuple(_waiting(rules, state)),
        done=tuple(state.done),
        alert=AlertView(state.alert, alert_max(rules, state), COLOURS[colour(rules, state)]),
        destroyer=state.destroyer,
        deck=len(state.deck),
        discard=tuple(state.discard),
        sovereign_deck=len(state.sov_deck),
        sovereign_done=tuple(state.sov_done),
        techs=tuple(state.techs),
        board_chips=tuple(state.board_chips),
        chips_played=tuple(state.chips_played),
        bases={t: _base(rules, state, t) for t in rules.territories if t in state.bases},
        seats={seat: _seat(rules, state, seat, viewer) for seat in state.mats},
        pending=_pending(state),
        windows=tuple(_window(frame) for frame in state.agenda if isinstance(frame, fr.Window)),
        interrupts=tuple(_interrupt(frame) for frame in state.agenda if isinstance(frame, fr.Interrupt)),
        trades=tuple(_trade(trade, viewer) for trade in state.trades),
        immune=tuple(card.immune) if card else (),
        campaign=campaign(rules, state) if state.campaign else None,
        result=state.result,
        truth=_truth(state) if viewer == AUDITOR else None,
    )


def _waiting(rules: Rules, state: State) -> list[str]:
    """Who has not answered a question that all may see; windows keep it to themselves (SND-WIN-10)."""
    match state.top:
        case fr.Picking() as frame:
            return opening.waiting(frame)
        case fr.Pardons() as frame:
            return sovereign.waiting(rules, frame)
        case fr.Flips() as frame:
            return penalties.flips_waiting(frame)
        case fr.Discards() as frame:
            return penalties.discards_waiting(frame)
        case fr.Collection() as frame:
            return collection.waiting(frame)
        case fr.WaitForPhantom(ready=ready):
            return [seat for seat in state.mats if seat not in ready]
        case _:
            return []


def _seat(rules: Rules, state: State, seat: str, viewer: Viewer) -> SeatView:
    mat = state.mats[seat]
    known = viewer in {seat, AUDITOR}
    tracks = ("tech", "assault")
    return SeatView(
        syndicate=mat.syndicate,
        offered=_faces(mat.offered, known=known),
        resources=mat.purse,
        dice_armed=mat.dice_armed,
        dice_used=mat.dice_used,
        tech=mat.tech,
        assault=mat.assault,
        reinforcements_armed=mat.reinf_armed,
        reinforcements_used=mat.reinf_used,
        hand_size=len(mat.hand),
        hand=_faces(mat.hand, known=known),
        slot_occupied=bool(len(mat.slot)),
        slot=next(iter(mat.slot.faces()), None) if known else None,
        chip_colours=_colours(mat.chips),
        chips=_faces(mat.chips, known=known),
        techs=tuple(sorted(mat.techs)),
        spent=tuple(sorted(mat.spent)),
        market={track: tuple(rules.content.market[track][box] for box in mat.market[track]) for track in tracks},
        prices={track: _price(rules, mat, track) for track in tracks},
        pardon=perks.pardon_cost(rules, state, seat) if mat.syndicate else 0,
        awards=tuple(sorted(mat.awards)),
        points=points(rules, state, seat),
        won=mat.won,
        orders=tuple(kind for kind in WINDOWS if state.passes(seat, kind)) if known else None,
    )


def _price(rules: Rules, mat: Mat, track: str) -> int | None:
    return perks.market_price(rules, mat, track) if mat.syndicate else None


def _faces(hand: Hand, *, known: bool) -> tuple[str, ...]:
    return tuple(sorted(hand.faces())) if known else ()


def _colours(chips: Hand) -> dict[str, int]:
    """SND-R-52: the colour of a chip is public."""
    backs = [back(face).removeprefix("chip ") for face in chips.faces()]
    return {zone: backs.count(zone) for zone in sorted(set(backs))}


def _base(rules: Rules, state: State, territory: str) -> BaseView:
    base = state.bases[territory]
    blockade = ("blockade",) if state.destroyer == territory else ()
    return BaseView(
        owner=base.owner,
        fortified=base.fortified,
        protected=is_fortified(rules, state, territory),
        inactive=() if is_active(state, territory) else (*base.resting, *blockade),
        research=base.research,
    )


def _pending(state: State) -> PendingView | None:
    for frame in state.agenda:
        match frame:
            case fr.Attempt():
                return PendingView(
                    kind=frame.kind,
                    party=frame.seat,
                    card=frame.card,
                    territory=frame.territory,
                    against=frame.owner,
                    row=frame.row or None,
                    win_at=frame.win_at,
                    modifiers=tuple(frame.modifiers),
                )
            case fr.Assault():
                return PendingView(
                    kind="assault",
                    party=frame.party,
                    card=None,
                    territory=frame.target,
                    against=frame.defender,
                    row=None,
                    win_at=assaults.win_at(frame.reinforcements, fortified=frame.fortified or frame.treated),
                    modifiers=tuple(frame.modifiers),
                )
            case _:
                continue
    return None


def _window(frame: fr.Window) -> WindowView:
    return WindowView(kind=frame.kind, acting=frame.acting or None, asked=tuple(frame.asked))


def _interrupt(frame: fr.Interrupt) -> InterruptView:
    return InterruptView(seat=frame.seat, card=frame.card, victim=frame.victim, choice=frame.choice)


def _trade(trade: Trade, viewer: Viewer) -> TradeView:
    known = viewer in {trade.seat, trade.to, AUDITOR}
    return TradeView(
        trade=trade.id,
        seat=trade.seat,
        to=trade.to,
        give=trade.give,
        bases=trade.bases,
        card_count=len(trade.cards),
        chip_count=len(trade.chips),
        cards=_faces(trade.cards, known=known),
        chips=_faces(trade.chips, known=known),
        want=trade.want,
        want_cards=trade.want_cards,
        want_chips=trade.want_chips,
        want_bases=trade.want_bases,
    )


def _truth(state: State) -> Truth:
    return Truth(
        deck=tuple(state.deck.faces()),
        sovereign_deck=tuple(state.sov_deck.faces()),
        sovereign_box=tuple(state.sov_box.faces()),
        board_chips={territory: slot.faces()[0] for territory, slot in state.board_chips.items()},
        chip_box=tuple(state.chip_box.faces()),
        campaign=hidden_decks(state.campaign) if state.campaign else {},
    )
