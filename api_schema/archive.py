"""The archive of a match: one JSON value a line, first the header, then the pack, then each commit."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from api_schema.scalars import GameId, Hash, Reveal

FORMAT: Final = 1
NDJSON: Final = "application/x-ndjson"


class OpenedSecret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all chance in the match follows from."""

    secret: Annotated[str, Meta(description="The match secret, as hex.", pattern=r"^([0-9a-f]{2})*(?!\n)$")]
    entropies: Annotated[list[str], Meta(description="What each seat brought, as hex, in seat order.")]


class ArchiveHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="archive"):
    """The first line: what the archive holds. All but `version` and `opened` follows from the commits."""

    format: Annotated[int, Meta(description="The form of the archive.")]
    version: Annotated[str, Meta(description="The version of the program that wrote it.")]
    match: Annotated[str, Meta(description="The id of the match.", min_length=1, max_length=64)]
    game: GameId
    options: Annotated[dict[str, object], Meta(description="The options that the match was created with.")]
    pack: Annotated[Hash, Meta(description="The content pack that it was played with; the next line has it.")]
    ruleset: Annotated[str, Meta(description="The version of the rules that decided the last commit.")]
    reveal: Reveal
    commitment: Annotated[Hash, Meta(description="The SHA-256 of the match secret, published before anyone sat down.")]
    ended: Annotated[str | None, Meta(description="Why the match ended; null while it had not.")]
    commits: Annotated[int, Meta(description="How many commits follow.")]
    head: Annotated[Hash, Meta(description="The chain hash of the last one.")]
    opened: Annotated[OpenedSecret | None, Meta(description="Null when the secret is not in the archive.")]


class ArchivePack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="pack"):
    """The second line: the content pack."""

    hash: Hash
    text: Annotated[str, Meta(description="The pack as JSON text; the hash is the SHA-256 of its UTF-8 bytes.")]


class ArchiveCommit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="commit"):
    """One commit with its stored bytes, from which its chain hash can be computed again."""

    number: Annotated[int, Meta(description="Its number, dense from 1.")]
    c: Annotated[bytes, Meta(description="The command id.")]
    k: Annotated[
        bytes,
        Meta(description="The envelope in MessagePack: actor, time, command, body hash, ruleset, nonce, draws."),
    ]
    d: Annotated[list[bytes], Meta(description="The events, each in MessagePack.")]
    x: Annotated[str | None, Meta(description="The reason, if it closes the match.")]
    h: Annotated[Hash, Meta(description="The chain hash: the receipt of this commit.")]


Line = ArchiveHeader | ArchivePack | ArchiveCommit
