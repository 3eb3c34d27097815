"""How events change the state: facts are copied, nothing is judged."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.kernel.audience import Event
from domain.syndicate.evolve import actions, attempts, campaign, opening, phases
from domain.syndicate.state import State

EVOLVE: Final[Mapping[type[Event], Callable[[State, Any], None]]] = (  # each takes its own event
    opening.EVOLVE | actions.EVOLVE | attempts.EVOLVE | phases.EVOLVE | campaign.EVOLVE
)
EVENTS: Final[tuple[type[Event], ...]] = tuple(EVOLVE)
