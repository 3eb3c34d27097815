"""Syndicate Ultimatum: the game as a value."""

from domain.kernel.contract import Game
from domain.ultimatum.bots import BOTS
from domain.ultimatum.commands import COMMANDS
from domain.ultimatum.decide import decide, why_not
from domain.ultimatum.decisions import decisions
from domain.ultimatum.events import EVENTS
from domain.ultimatum.evolve import EVOLVE
from domain.ultimatum.meta import META
from domain.ultimatum.options import Options
from domain.ultimatum.packs import PACKS, Rules, back, rules
from domain.ultimatum.rules.reseal import reseal
from domain.ultimatum.setup import setup
from domain.ultimatum.state import AnyFrame, State
from domain.ultimatum.text import text
from domain.ultimatum.view import View, view

GAME: Game[Rules, State] = Game(
    meta=META,
    options=Options,
    packs=PACKS,
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
    back=back,
    reseal=reseal,
)
