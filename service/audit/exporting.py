"""Taking a match out of a store, as an archive that verifies."""

from collections.abc import Mapping
from pathlib import Path

from domain.kernel.contract import AnyGame
from service.audit import archive
from service.audit.records import NotDone, record_of
from service.audit.verify import Kept, verified
from service.store.in_place import put_in_place
from service.store.port import Store


async def export(
    store: Store, games: Mapping[str, AnyGame], server_key: bytes, match: str, out: Path, *, operator: bool
) -> str:
    """Write the archive of a match; what comes back says in a sentence what was written. NotDone."""
    record = await record_of(store, games, server_key, match)
    everyone = archive.secret_told(archive.read(record.entries)) is not None
    if not everyone and not operator:
        raise NotDone(
            f"{match} has not ended or does not reveal everything, so its archive holds what players may not see; "
            "--operator writes it for you alone."
        )
    lines = list(archive.lines(record))
    report = verified(*archive.parsed(lines), games, Kept())
    if report.faults:
        raise NotDone(f"{match} has a fault ({report.faults[0].said}); conclave inspect {match} shows it.")
    put_in_place(out, b"".join(lines), 0o644 if everyone else 0o600)
    return f"{out}: {report.about}" + ("" if everyone else "; it holds what players may not see")
