"""JSON Schemas of our types, as components of an OpenAPI document. msgspec describes them; this names them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

REF: Final = "#/components/schemas/"
Schema = dict[str, Any]  # JSON


def _hook(kind: type) -> Schema:
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError(kind)  # msgspec's own way to say: unknown


def raw_components(types: Iterable[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """A schema for each type and the components that they refer to, under msgspec's names."""
    found, components = msgspec.json.schema_components(tuple(types), schema_hook=_hook, ref_template=REF + "{name}")
    return list(found), {name: tidy(schema) for name, schema in components.items()}


def complete(kind: Any) -> bytes:  # noqa: ANN401  # a type
    """The JSON Schema of one type, complete in itself, as JSON."""
    return msgspec.json.encode(tidy(msgspec.json.schema(kind, schema_hook=_hook)))


def tidy(schema: Any) -> Any:  # noqa: ANN401  # JSON
    """The same schema in the form that generators read best: `oneOf` where a discriminator decides,
    a typed `const` for a single value, docstrings without their line breaks."""
    if isinstance(schema, list):
        return [tidy(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    out = {name: tidy(part) for name, part in schema.items()}
    if "discriminator" in out and "anyOf" in out:
        out["oneOf"] = out.pop("anyOf")
    values = out.get("enum")
    if isinstance(values, list) and len(values) == 1 and isinstance(values[0], str):
        del out["enum"]
        out |= {"type": "string", "const": values[0]}
    if isinstance(out.get("description"), str):
        out["description"] = unwrap(out["description"])
    return out


def unwrap(text: str) -> str:
    """A docstring with its paragraphs each on one line."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def tag_of(schema: Schema) -> str | None:
    """The type tag of a component, if it has one."""
    said = schema.get("properties", {}).get("type", {})
    return said.get("const") if isinstance(said, dict) else None


def rename(schema: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401  # JSON
    """The schema with its references turned to new names."""
    if isinstance(schema, list):
        return [rename(part, names) for part in schema]
    if not isinstance(schema, dict):
        known = isinstance(schema, str) and schema.startswith(REF)
        return REF + names.get(schema[len(REF) :], schema[len(REF) :]) if known else schema
    return {name: rename(part, names) for name, part in schema.items()}


def union(refs: Mapping[str, str], description: str, key: str = "type") -> Schema:
    """One of several tagged components; `refs` has the component's name for each tag."""
    mapping = {tag: REF + name for tag, name in refs.items()}
    return {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": key, "mapping": mapping},
    }


def game_names(game: str, components: Mapping[str, Schema], shared: Mapping[str, Schema]) -> dict[str, str]:
    """Names for a game's components: their type tags, else the game's id and the class's name; what is
    the same in all games keeps its name."""
    names: dict[str, str] = {}
    for name, schema in components.items():
        if shared.get(name) == schema:
            continue
        tag = tag_of(schema)
        plain = name.removeprefix("domain.").removeprefix(f"{game}.")
        wanted = tag if tag is not None and "." in tag else f"{game}.{plain}"
        names[name] = f"{game}.{plain}" if wanted in names.values() else wanted
    return names


def by_tag(components: Mapping[str, Schema], kinds: Sequence[Schema]) -> dict[str, str]:
    """Tag → component name, for schemas that are references to tagged components."""
    names = [kind["$ref"][len(REF) :] for kind in kinds]
    return {str(tag_of(components[name])): name for name in names}
