"""The JSON Schemas of protocol/schema, as validators."""
import functools
import json
import pathlib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "protocol" / "schema"

_all = {path.name: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.schema.json"))}


def names():
    return [name.removesuffix(".schema.json") for name in _all]


def schema(name):
    return _all[name + ".schema.json"]


def objects(value):
    """All JSON objects in `value`, itself included."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    if not isinstance(value, str) and hasattr(value, "__iter__"):
        for part in list(value):
            yield from objects(part)


@functools.cache
def validator(name, part=None):
    whole = schema(name) if part is None else {"$ref": f"{name}.schema.json#/$defs/{part}"}
    resolver = jsonschema.RefResolver("", whole, store=_all)
    return jsonschema.Draft202012Validator(whole, resolver=resolver)


def errors(name, value, part=None):
    """The errors of `value` by the schema `name`, or by one of its definitions, as texts."""
    return [f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator(name, part).iter_errors(value)]
