"""The types of the API that depend on the games at hand: commands, views, events, new matches.

They are composed from what each game declares; nothing is declared twice.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from api_schema import answers, archive, company, requests
from api_schema.awaiting import AWAITING_TYPES
from api_schema.problems import Problem
from api_schema.scalars import Hash, Reveal, SpectatorDelay, Visibility
from api_schema.schema import REF, Schema, by_tag, complete, game_names, raw_components, rename, tag_of, union
from api_schema.words import describe
from domain.kernel.audience import seen_type
from domain.kernel.codec import union as type_union
from domain.kernel.command import tag
from domain.kernel.contract import AnyGame
from domain.kernel.match.clock import Clock
from domain.kernel.match.commands import PUBLIC_COMMANDS
from domain.kernel.match.ending import ENDINGS
from domain.kernel.match.events import MATCH_EVENTS, Rested
from domain.kernel.match.view import Lobby
from domain.kernel.pack import Pack

COMMON = (
    answers.Service,
    answers.GameList,
    answers.Game,
    answers.MatchCreated,
    answers.Match,
    answers.MatchList,
    answers.Claimed,
    answers.Renewed,
    answers.Ticket,
    answers.View,
    answers.Decisions,
    answers.EventItem,
    answers.EventPage,
    answers.Accepted,
    answers.Health,
    answers.Bye,
    archive.ArchiveHeader,
    archive.ArchivePack,
    archive.ArchiveCommit,
    requests.ClaimSeat,
    requests.RecoverSeat,
    requests.Person,
    requests.Submission,
    *company.TYPES,
    *AWAITING_TYPES,
    Problem,
)


def _policy(game: AnyGame) -> Any:  # noqa: ANN401  # a type known at run time only
    return Annotated[
        Literal[tuple(game.bots)],  # the game's own names
        Meta(description="How it plays, of the policies that the game lists."),
    ]


def _wishes(game: AnyGame) -> Any:  # noqa: ANN401  # a type known at run time only
    computer = msgspec.defstruct(
        "Computer", [("policy", _policy(game))], frozen=True, forbid_unknown_fields=True, tag_field="by", tag="computer"
    )
    computer.__doc__ = "A seat that a computer plays from the start."
    wish: Any = requests.Person | computer
    counts = game.meta.counts
    said = "Who is to have each seat, in order: a person, or a computer."
    return Annotated[list[wish], Meta(description=said, min_length=min(counts), max_length=max(counts))]


def new_match_type(game: AnyGame) -> type[Struct]:
    """The body that creates a match of this game; its `game` field tells it from the others."""
    kind: Any = game.options
    options = Annotated[kind, Meta(description="The options of this game.")]
    undo = Annotated[
        bool, Meta(description="Whether commands may be taken back; absent or null: as is usual in the game.")
    ]
    pack = Annotated[Hash, Meta(description="The content pack's hash; absent or null: the game's default.")]
    clock = Annotated[Clock, Meta(description="The clock; absent or null: only what the game itself limits.")]
    made = msgspec.defstruct(
        "NewMatch",
        [
            ("seats", _wishes(game)),
            ("options", options, msgspec.field(default_factory=game.options)),
            ("pack", pack | None, None),
            ("visibility", Visibility, "public"),
            ("reveal", Reveal, "everything"),
            ("undo", undo | None, None),
            ("spectator_delay", SpectatorDelay, 0),
            ("clock", clock | None, None),
        ],
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="game",
        tag=game.meta.id,
    )
    made.__doc__ = f"A new match of {game.meta.title}."
    return made


def _seen_rested(game: AnyGame) -> type[Struct]:
    """The kernel's event for the truth alone, with this game's frames in it, a type known at run time only."""
    frames = Annotated[list[game.frame], Meta(description="What is unfinished; the last is on top.")]  # type: ignore[name-defined]
    serial = Annotated[int, Meta(description="How many frames there have been.")]
    made = msgspec.defstruct("Rested", [("agenda", frames), ("serial", serial)], tag="match.Rested", tag_field="type")
    made.__doc__ = Rested.__doc__
    return made


class Contract:
    """Everything that depends on the games, and the parts of openapi.json that follow from it."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.games = dict(sorted(games.items()))
        self.new_match = type_union(tuple(map(new_match_type, self.games.values())))
        commands = [kind for game in self.games.values() for kind in game.commands]
        self.command = type_union((*PUBLIC_COMMANDS, *commands))

    @cached_property
    def components(self) -> dict[str, Schema]:
        """All schemas of the document by name."""
        kernel = (*PUBLIC_COMMANDS, *map(seen_type, MATCH_EVENTS), Lobby)
        kinds, shared = raw_components((*COMMON, *kernel))
        names = {name: told for name, schema in shared.items() if (told := tag_of(schema) or "").startswith("match.")}
        found = {names.get(name, name): rename(schema, names) for name, schema in shared.items()}
        renamed = {k: names.get(n, n) for k, n in by_tag(shared, kinds[len(COMMON) :]).items()}
        unions = self._game_components(found, shared, names)
        command_tags = {tag(kind) for kind in PUBLIC_COMMANDS}
        event_tags = {tag(kind) for kind in MATCH_EVENTS}
        unions["Command"] |= {k: n for k, n in renamed.items() if k in command_tags}
        unions["Event"] |= {k: n for k, n in renamed.items() if k in event_tags}
        unions["MatchView"] |= {k: n for k, n in renamed.items() if k == tag(Lobby)}
        describe(found)
        return dict(sorted((found | self._unions(unions)).items()))

    def _game_components(
        self, found: dict[str, Schema], shared: Mapping[str, Schema], names: Mapping[str, str]
    ) -> dict[str, dict[str, str]]:
        """Add each game's components to `found`; what comes back are the members of the unions."""
        unions: dict[str, dict[str, str]] = {"Command": {}, "Event": {}, "MatchView": {}, "NewMatch": {}}
        rested: dict[str, str] = {}
        for id_, game in self.games.items():
            groups: dict[str, list[Any]] = {
                "Command": list(game.commands),
                "Event": [*map(seen_type, game.events)],
                "MatchView": [game.view_type],
                "NewMatch": [new_match_type(game)],
                "Rested": [_seen_rested(game)],
            }
            kinds, own = raw_components(kind for group in groups.values() for kind in group)
            new = dict(names) | game_names(id_, own, shared)
            new = {old: f"{id_}.Rested" if name == "match.Rested" else name for old, name in new.items()}
            found |= {new[name]: rename(schema, new) for name, schema in own.items() if shared.get(name) != schema}
            rest = iter(kinds)
            for group, members in groups.items():
                refs = [next(rest)["$ref"][len(REF) :] for _ in members]
                for kind, ref in zip(members, refs, strict=True):
                    target = rested if group == "Rested" else unions[group]
                    target[id_ if group == "Rested" else tag(kind)] = new.get(ref, ref)
        if rested:
            found["match.Rested"] = {
                "description": "What the match waits for; for the truth alone.",
                "anyOf": [{"$ref": REF + name} for name in rested.values()],
            }
            unions["Event"]["match.Rested"] = "match.Rested"
        return unions

    @staticmethod
    def _unions(unions: Mapping[str, dict[str, str]]) -> dict[str, Schema]:
        said = {
            "Command": "What can be asked of a match: the commands of every match and those of its game.",
            "Event": (
                "What can happen in a match: the events of every match and those of its game, as one viewer sees them."
            ),
            "MatchView": "What a viewer sees: the lobby before the start, then the game's own view.",
            "NewMatch": "A new match, of the game that `game` names.",
        }
        key = {"NewMatch": "game"}
        return {
            name: union(dict(sorted(refs.items())), said[name], key.get(name, "type")) for name, refs in unions.items()
        }

    @cached_property
    def fingerprint(self) -> str:
        """Changes whenever the contract or the rules of a game change; it is part of every ETag."""
        rules = [(game.meta.id, game.meta.ruleset) for game in self.games.values()]
        return hashlib.sha256(msgspec.json.encode((self.components, rules))).hexdigest()[:8]

    def describe(self, game: AnyGame) -> answers.Game:
        """All that a client needs to offer this game."""
        meta = game.meta
        return answers.Game(
            id=meta.id,
            title=meta.title,
            summary=meta.summary,
            players=list(meta.counts),
            seats=list(meta.seats),
            undo=meta.undo,
            ruleset=meta.ruleset,
            source=meta.source,
            endings={**meta.endings, **ENDINGS},
            bots=list(game.bots),
            packs=[_pack_info(pack) for pack in game.packs],
            options=msgspec.Raw(complete(game.options)),
            commands=[_command_info(kind) for kind in (*PUBLIC_COMMANDS, *game.commands)],
        )


def _pack_info(pack: Pack) -> answers.PackInfo:
    return answers.PackInfo(id=pack.id, hash=pack.hash)


def _command_info(kind: type[Struct]) -> answers.CommandInfo:
    said = " ".join((kind.__doc__ or "").split())
    return answers.CommandInfo(type=tag(kind), description=said, schema=msgspec.Raw(complete(kind)))
