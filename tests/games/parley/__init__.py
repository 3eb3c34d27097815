"""Parley, a fixture game for one to five: free turns with undo, nested windows, sealed bids, trade."""

from domain.kernel.contract import Game, Meta
from domain.kernel.match.ending import ENDINGS
from domain.kernel.pack import Pack
from tests.games.parley.play import BOTS, decide, decisions, rules, setup, why_not
from tests.games.parley.table import COMMANDS, EVENTS, EVOLVE, AnyFrame, Options, State, View, text, view

GAME: Game[Options, State] = Game(
    meta=Meta(
        id="parley",
        title="Parley",
        summary="Coins, cards and bids; a game to test with.",
        seats=("ann", "bob", "cat", "dan", "eve"),
        counts=(1, 2, 3, 4, 5),
        endings={"most_points": "One seat has most points.", "shared": "Several have most points.", **ENDINGS},
        ruleset="parley/1",
        source="Made for the tests.",
        undo=True,
        windows=True,
        limits=True,
    ),
    options=Options,
    packs=(Pack(b'{"id":"parley-1","cards":16}'),),
    commands=COMMANDS,
    events=EVENTS,
    frame=AnyFrame,
    state=State,
    view_type=View,
    rules=rules,
    setup=setup,
    why_not=why_not,
    decide=decide,
    evolve=EVOLVE,
    decisions=decisions,
    view=view,
    outcome=lambda state: state.result,
    text=text,
    bots=BOTS,
    back=lambda face: "card",
)
