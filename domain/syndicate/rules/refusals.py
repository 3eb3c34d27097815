"""How this game says no: a code, a rule and a sentence."""

from domain.kernel.refusal import Refused


def no(code: str, rule: str, message: str, **facts: str | int | bool) -> Refused:
    """A refusal with the facts that its sentence speaks of."""
    return Refused(code=code, rule=rule, message=message, facts=facts)


NOT_NOW = no("wrong_node", "SND-AUT-01", "This is not asked now.")
NOT_YOUR_TURN = no("not_your_turn", "SND-TURN-06", "It is not your turn.")
WINDOW_OPEN = no("window_open", "SND-WIN-11", "A window has to close first.")
PENDING = no("wrong_node", "SND-TURN-09", "What is pending has to be resolved first.")
CANNOT_AFFORD = no("cannot_afford", "SND-TURN-01", "You cannot pay for this.")
LIMIT = no("action_limit", "SND-EXT-08", "You have done two actions in this turn; end it.")
ANSWERED = no("already_answered", "SND-INF-09", "You have answered already.")
BAD_CHOICE = no("bad_choice", "SND-CHIP-01", "This choice does not fit the effect.")
ENCUMBERED = no("encumbered", "SND-SOLO-39", "Trouble lies here; it has to be cleared first.")
TWICE = no("bad_choice", "SND-WIN-09", "Name each kind of window once.")
