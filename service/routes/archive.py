"""The whole of an ended match, for anyone to verify."""

from collections.abc import Mapping

from litestar.types import ASGIApp

from api_schema.archive import NDJSON
from domain.kernel.match.proof import Record
from service.audit import archive
from service.http.asking import Ask, Service
from service.http.replies import PRIVATE, Handler, reply
from service.http.views import TRUTH
from service.routes.play import viewer_of


async def get_archive(service: Service, ask: Ask) -> ASGIApp:
    match = await service.matches.caught_up(ask.match_id)
    viewer_of(match, ask, TRUTH)  # what it holds is the truth, so it opens when that does
    entries = await service.matches.history(ask.match_id)
    record = Record(match.id, match.pack, entries, archive.secret_told(archive.read(entries)))
    return reply(b"".join(archive.lines(record)), 200, PRIVATE, NDJSON)


HANDLERS: Mapping[str, Handler] = {"getArchive": get_archive}
