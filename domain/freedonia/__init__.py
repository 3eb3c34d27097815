"""Freedonia: the game as a value."""

from domain.freedonia.bots import BOTS
from domain.freedonia.cards import PACKS, back
from domain.freedonia.commands import COMMANDS
from domain.freedonia.decide import decide, why_not
from domain.freedonia.decisions import decisions
from domain.freedonia.events import EVENTS
from domain.freedonia.evolve import EVOLVE
from domain.freedonia.meta import META
from domain.freedonia.options import Options
from domain.freedonia.packs import Rules, rules
from domain.freedonia.rules.reseal import reseal
from domain.freedonia.setup import setup
from domain.freedonia.state import AnyFrame, State
from domain.freedonia.text import text
from domain.freedonia.view import View, view
from domain.kernel.contract import Game

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
