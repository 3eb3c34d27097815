"""What /metrics says: of this process, or of all workers together when there are several."""

import os
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which workers count together. The library reads it when it is imported."""


def collected() -> bytes:
    """All metrics in the Prometheus text format."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return generate_latest()
    _forget_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # its stub lacks them
    return generate_latest(registry)


def _forget_dead(folder: Path) -> None:
    """What a worker had open when it was killed is not open any more."""
    for file in folder.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _is_alive(pid):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # its stub lacks them


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it is there, and somebody else's
    return True
