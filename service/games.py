"""Finding the games that are installed."""

from importlib.metadata import entry_points

from domain.kernel.contract import AnyGame


def installed() -> dict[str, AnyGame]:
    """All games under the entry point group `conclave.games`, by id, in order."""
    found = (entry.load() for entry in entry_points(group="conclave.games"))
    return {game.meta.id: game for game in sorted(found, key=lambda game: str(game.meta.id))}
