"""The games: what they are, and their cards."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec
from litestar.types import ASGIApp

from api_schema import answers
from api_schema.contract import Contract
from domain.kernel.contract import AnyGame
from service.http.asking import Ask, Service
from service.http.problems import not_found
from service.http.replies import Handler, json, reply, unchanged
from service.settings import BODY_BYTES
from service.version import VERSION

FOR_EVER: Final = "public, max-age=31536000, immutable"


async def get_service(service: Service, ask: Ask) -> ASGIApp:
    limits = answers.Limits(
        body_bytes=BODY_BYTES, wait_seconds=service.settings.wait_max_s, page_events=service.settings.page_max
    )
    return json(
        answers.Service(
            name="conclave",
            version=VERSION,
            contract=service.contract.fingerprint,
            games=list(service.contract.games),
            openapi="/openapi.json",
            docs="/docs",
            limits=limits,
        )
    )


async def list_games(service: Service, ask: Ask) -> ASGIApp:
    metas = [game.meta for game in service.contract.games.values()]
    return json(
        answers.GameList(
            games=[
                answers.GameSummary(id=meta.id, title=meta.title, summary=meta.summary, players=list(meta.counts))
                for meta in metas
            ]
        )
    )


@cache
def _described(contract: Contract, game: str) -> bytes:
    return msgspec.json.encode(contract.describe(contract.games[game]))


def _game(service: Service, ask: Ask) -> AnyGame:
    game = service.contract.games.get(ask.path["game"])
    if game is None:
        raise not_found("game")
    return game


async def get_game(service: Service, ask: Ask) -> ASGIApp:
    return reply(_described(service.contract, _game(service, ask).meta.id))


async def get_pack(service: Service, ask: Ask) -> ASGIApp:
    game, hash_ = _game(service, ask), ask.path["hash"]
    text = next((pack.text for pack in game.packs if pack.hash == hash_), None)
    if text is None:
        text = await service.matches.store.packs.get(hash_)
    if text is None:
        raise not_found("content pack")
    headers = {"ETag": f'"{hash_}"', "Cache-Control": FOR_EVER}
    return unchanged(ask.request, headers) or reply(text, headers=headers)


HANDLERS: Mapping[str, Handler] = {
    "getService": get_service,
    "listGames": list_games,
    "getGame": get_game,
    "getPack": get_pack,
}
