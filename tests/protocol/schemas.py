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
def validator(name):
    resolver = jsonschema.RefResolver("", schema(name), store=_all)
    return jsonschema.Draft202012Validator(schema(name), resolver=resolver)


def errors(name, value):
    """The errors of `value` by the schema `name`, as texts."""
    return [f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator(name).iter_errors(value)]
