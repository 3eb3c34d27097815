"""Every way in which a request can fail: RFC 9457 problem details with a stable `type`."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

URN: Final = "urn:conclave:problem:"


class Kind(Struct, frozen=True):
    """One kind of problem: its name, status, title, and when it comes."""

    slug: str
    status: int
    title: str
    description: str


class Fault(Struct, frozen=True, kw_only=True):
    """One thing that is wrong with a request."""

    pointer: Annotated[str, Meta(description="Where: a JSON Pointer into the body, or the name of a parameter.")]
    detail: Annotated[str, Meta(description="What is wrong there.")]


KINDS: Final = (
    Kind("invalid-request", 400, "The request is invalid", "A body or parameter is not as the contract says."),
    Kind("unauthorized", 401, "A token is needed", "There is no token, or it is not good (any more)."),
    Kind("forbidden", 403, "Not with this token", "The token is good, but not for this."),
    Kind("not-found", 404, "Not found", "There is no such thing, or you may not know of it."),
    Kind("method-not-allowed", 405, "Method not allowed", "The path exists, but not with this method."),
    Kind("timeout", 408, "The request took too long", "The body did not arrive in time."),
    Kind("illegal-command", 409, "The rules do not allow this", "`code` and `rule` say which rule stands against it."),
    Kind("stale-decision", 409, "This decision is closed or changed", "Ask for your decisions again."),
    Kind("key-reused", 409, "The key was used for another request", "Take a new key for a new request."),
    Kind("unknown-point", 409, "There is no such point", "It belongs to another viewer or lies in the future."),
    Kind("unknown-pack", 409, "The game has no such content pack", "Packs are listed with the game."),
    Kind("too-large", 413, "The request is too large", "Bodies are limited, as the service descriptor says."),
    Kind("unsupported-media-type", 415, "Send JSON", "The body must be `application/json`."),
    Kind("too-many-requests", 429, "Too many requests", "Wait for as long as `Retry-After` says, then go on."),
    Kind("internal", 500, "Something went wrong here", "A fault of the service, which has been noted."),
    Kind(
        "unavailable",
        503,
        "Try again in a moment",
        ("The store does not answer, or others were faster; it is safe to repeat the request with the same key."),
    ),
    Kind("full", 503, "No room for new matches", "Matches that run go on; ask again later, as `Retry-After` says."),
    Kind("read-only", 503, "The match is read-only", "Its stored history has a fault that an operator must look at."),
)
BY_SLUG: Final = {kind.slug: kind for kind in KINDS}
STATUSES: Final = {kind.status: [k for k in KINDS if k.status == kind.status] for kind in KINDS}


class Problem(Struct, frozen=True, kw_only=True):
    """Why a request was not carried out (RFC 9457)."""

    type: Annotated[
        str,
        Meta(
            description="The kind of problem, stable: "
            + "; ".join(f"`{URN}{k.slug}` ({k.status})" for k in KINDS)
            + ".",
            extra_json_schema={"enum": [URN + kind.slug for kind in KINDS]},
        ),
    ]
    title: Annotated[str, Meta(description="The kind of problem in words, the same each time.")]
    status: Annotated[int, Meta(description="The HTTP status.", ge=400, le=599)]
    detail: Annotated[str, Meta(description="What is wrong this time.")]
    code: Annotated[str, Meta(description="A stable word for programs; for refused commands the game's own.")]
    rule: Annotated[str | UnsetType, Meta(description="The id of the rule that stands against it, if one does.")] = (
        UNSET
    )
    facts: Annotated[
        dict[str, str | int | bool] | UnsetType, Meta(description="The values that `detail` speaks of, if any.")
    ] = UNSET
    errors: Annotated[list[Fault] | UnsetType, Meta(description="Each fault of an invalid request, if known.")] = UNSET


def problem(slug: str, detail: str, *, code: str | None = None, errors: list[Fault] | UnsetType = UNSET) -> Problem:
    """A problem of a kind. KeyError when there is no such kind."""
    kind = BY_SLUG[slug]
    return Problem(
        type=URN + slug,
        title=kind.title,
        status=kind.status,
        detail=detail,
        code=code or slug.replace("-", "_"),
        errors=errors,
    )
