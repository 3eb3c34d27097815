"""The whole of an ended match, for anyone to verify."""

from collections.abc import Mapping

from litestar.types import ASGIApp

from api_schema.archive import NDJSON
from domain.kernel.match.proof import Record
from service.audit import archive
from service.http.asking import Ask, Service
from service.http.problems import Failure
from service.http.replies import PRIVATE, Handler, reply


async def get_archive(service: Service, ask: Ask) -> ASGIApp:
    """Only what is open to everyone: not even an auditor gets stored bytes before the match has told its secret."""
    match = await service.matches.caught_up(ask.match_id)
    entries = await service.matches.history(ask.match_id) if match.table.status == "over" else []
    secret = archive.secret_told(archive.read(entries))
    if secret is None:
        raise Failure("forbidden", "It opens after the end, if the match reveals everything.", code="not_open")
    record = Record(match.id, match.pack, entries, secret)
    return reply(b"".join(archive.lines(record)), 200, PRIVATE, NDJSON)


HANDLERS: Mapping[str, Handler] = {"getArchive": get_archive}
