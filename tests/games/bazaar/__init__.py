"""Bazaar, a fixture game for measuring: four seats, one command, a view of about 9.4 KB."""

from domain.kernel.contract import Game, Meta
from domain.kernel.match.ending import ENDINGS
from domain.kernel.pack import Pack
from tests.games.bazaar.play import BOTS, decide, decisions, rules, setup, why_not
from tests.games.bazaar.table import COMMANDS, EVENTS, EVOLVE, Options, State, Turn
from tests.games.bazaar.view import View, text, view

GAME: Game[Options, State] = Game(
    meta=Meta(
        id="bazaar",
        title="Bazaar",
        summary="Seats trade goods in turn; every card played moves a price.",
        seats=("p0", "p1", "p2", "p3"),
        counts=(4,),
        endings={"market_closed": "The agreed number of trades was made; most coins win.", **ENDINGS},
        ruleset="bazaar/1",
        source="Made for the tests.",
    ),
    options=Options,
    packs=(Pack(b'{"id":"bazaar-1","cards":52}'),),
    commands=COMMANDS,
    events=EVENTS,
    frame=Turn,
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
