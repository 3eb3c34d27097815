"""Setting matches up and finding them."""

from collections.abc import Mapping
from typing import Final

import msgspec
from litestar.types import ASGIApp
from msgspec import Struct

from api_schema import answers
from api_schema.requests import ListQuery, OfGame
from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.match.create import NewMatch
from domain.kernel.pack import Pack
from domain.kernel.refusal import Refused
from domain.kernel.rules import rules_of
from domain.kernel.viewers import SPECTATOR
from service import tokens
from service.http.asking import Ask, Service
from service.http.limits import address_of
from service.http.problems import Failure
from service.http.reading import Reader, invalid, read_key
from service.http.replies import PRIVATE, REUSED, Handler, json
from service.lobby import summary
from service.matches import KeyReused, body_hash

GAME: Final = Reader(OfGame)
SCANNED: Final = 1_000
PAGE: Final = 100
FULL_S: Final = 60


async def create_match(service: Service, ask: Ask) -> ASGIApp:
    GAME.read(ask.raw)  # where there is one game alone, the decoder of its body would do without the name
    asked, matches = ask.body, service.matches
    game = service.contract.games[asked.__struct_config__.tag]
    if asked.pack is not None and asked.pack not in {pack.hash for pack in game.packs}:
        raise Failure("unknown-pack", f"{game.meta.title} has no such content pack.")
    if len(asked.seats) not in game.meta.counts:
        raise Failure.refused(_seat_count(game.meta.title, len(asked.seats)))
    _check_rules(game, asked.options, game.pack(asked.pack))
    new = NewMatch(
        game=game.meta.id,
        bots=[getattr(seat, "policy", None) for seat in asked.seats],
        options=asked.options,
        pack=asked.pack,
        visibility=asked.visibility,
        reveal=asked.reveal,
        undo=asked.undo,
        spectator_delay=asked.spectator_delay,
        clock=asked.clock,
    )
    key = read_key(ask.request)
    await find_room(service, ask, key)
    match = await matches.create(new, key, body_hash(ask.raw))
    if isinstance(match, KeyReused):
        raise Failure("key-reused", REUSED)
    if address := address_of(ask.request.scope):
        await service.capacity.note(address, match.id)
    return json(_created(service, match), 201, {"Location": f"/v1/matches/{match.id}", "Cache-Control": "no-store"})


def _check_rules(game: AnyGame, options: Struct, pack: Pack) -> None:
    """Failure when the pack lacks what the options name: another pack of the game may have it."""
    try:
        rules_of(game, msgspec.to_builtins(options), pack)
    except msgspec.ValidationError as error:
        raise invalid("The options do not go with this pack.", "/options", str(error)) from None


async def find_room(service: Service, ask: Ask, key: str | None) -> None:
    """Failure when there is no room for a new match. One that is there already needs none."""
    if key is not None and await service.matches.has(service.matches.named(key)):
        return
    if await service.capacity.is_full():
        raise Failure("full", "The matches that run go on.", retry_s=FULL_S)
    address, most = address_of(ask.request.scope), service.settings.open_matches
    if address and most and await service.capacity.is_crowded(address):
        raise Failure(
            "too-many-requests", f"{most} of your matches wait for their start.", code="open_matches", retry_s=FULL_S
        )


def _seat_count(title: str, count: int) -> Refused:
    return Refused(
        code="seat_count",
        rule="K-LOBBY-00",
        message=f"{title} is not played by {count}.",
        facts={"seats": count},
    )


def _created(service: Service, match: Match) -> answers.MatchCreated:
    key, private = service.matches.server_key, match.table.visibility == "private"
    return answers.MatchCreated(
        id=match.id,
        commitment=match.table.commitment,
        host_token=tokens.first_host_token(key, match),
        spectator_token=tokens.spectator_token(key, match) if private else None,
    )


async def get_match(service: Service, ask: Ask) -> ASGIApp:
    names, matches = await service.matches.store.names.of(ask.match_id), service.matches
    match = await service.delay.seen(await matches.caught_up(ask.match_id), ask.viewer)
    return json(summary(match, names, matches.trouble(match.id)), headers=PRIVATE)


async def list_matches(service: Service, ask: Ask) -> ASGIApp:
    query: ListQuery = ask.query
    found: list[answers.Match] = []
    before = _place(query.cursor) if isinstance(query.cursor, str) else None
    lobby, scanned, more = service.matches.store.lobby, 0, True
    while more and len(found) < query.limit and scanned < SCANNED:
        page = await lobby.page(PAGE, before)
        more = bool(page)
        for listed in page:
            scanned += 1
            before = (listed.created_ms, listed.match)
            match = await _listed(service, msgspec.json.decode(listed.summary, type=answers.Match))
            if _fits(match, query):
                found.append(match)
            if len(found) == query.limit:
                more = True
                break
    cursor = f"{before[0]}.{before[1]}" if more and before else None
    return json(answers.MatchList(matches=found, next=cursor), headers={"Cache-Control": "no-cache"})


async def _listed(service: Service, match: answers.Match) -> answers.Match:
    """What the list says of a match; spectators' delay holds here, too."""
    if not match.spectator_delay or match.status != "running":
        return match
    return summary(await service.delay.seen(await service.matches.open(match.id), SPECTATOR))


def _place(cursor: str) -> tuple[int, str]:
    created_ms, _, match = cursor.partition(".")
    return int(created_ms), match


def _fits(match: answers.Match, query: ListQuery) -> bool:
    is_open = match.status == "lobby" and match.rematch_of is None and any(seat.kind == "open" for seat in match.seats)
    return (
        (not isinstance(query.game, str) or match.game == query.game)
        and (not isinstance(query.status, str) or match.status == query.status)
        and (not isinstance(query.open, bool) or is_open is query.open)
    )


HANDLERS: Mapping[str, Handler] = {
    "createMatch": create_match,
    "listMatches": list_matches,
    "getMatch": get_match,
}
