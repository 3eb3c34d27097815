"""SYNDICATE: the game as a value."""

from domain.kernel.contract import Game
from domain.syndicate.bots import BOTS
from domain.syndicate.commands import COMMANDS
from domain.syndicate.decide import decide, why_not
from domain.syndicate.decisions import decisions
from domain.syndicate.evolve import EVENTS, EVOLVE
from domain.syndicate.frames import AnyFrame
from domain.syndicate.meta import META
from domain.syndicate.options import Options
from domain.syndicate.packs import PACKS, Rules, back, rules
from domain.syndicate.rules.reseal import reseal
from domain.syndicate.setup import setup
from domain.syndicate.state import State
from domain.syndicate.text import text
from domain.syndicate.view import View, view

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
