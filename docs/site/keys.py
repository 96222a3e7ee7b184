"""Tables of the keys of our JSON files, made from their JSON Schemas.

A page has such a table between two comments, which `scripts/docs --keys` fills:

    <!-- keys: configs/schema/tournament.schema.json -->
    <!-- keys: configs/schema/tournament.schema.json web -->
    <!-- keys: configs/schema/tournament.schema.json . -->
    <!-- end of keys -->

The first comment asks for all keys of the file, the second for those below the key `web`, the third for those that are below none. `entrants[]` means the objects of a
list; a table leaves out the keys that another table of the same file has. A description in a schema may end with "Left out: ...", which goes into the column of defaults, and may name a page of the
repository by its path, which becomes a link.
"""
import json
import math
import os
import pathlib
import re

from headings import anchors

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MARKED = re.compile(r"(<!-- keys: (\S+)(?: (\S+))? -->\n).*?(<!-- end of keys -->)", re.S)
HEAD = ["key", "value", "if left out", "meaning"]


class Schema:
    """A JSON Schema file, with its references followed. `name`: how another file refers to this one."""

    def __init__(self, path, name=""):
        self.path = path
        self.root = json.loads(path.read_text(encoding="utf-8").replace('"$ref": "#', f'"$ref": "{name}#'))
        self.shown = {}  # an object by its reference: the key under which its keys have been told

    def resolved(self, schema):
        """The schema that `schema` refers to, with what it says beside the reference; `from` is where an object's keys are told."""
        if "$ref" not in schema:
            return schema
        file, _, pointer = schema["$ref"].partition("#")
        found = Schema(self.path.parent / file, file).root if file else self.root
        for name in pointer.strip("/").split("/"):
            found = found[name]
        found = self.resolved(found)
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if "properties" in beside:
            merged = {**found, **beside, "properties": {**found["properties"], **beside["properties"]}}
            merged.pop("from", None)
            return merged
        return {"from": schema["$ref"], **found, **beside}

    def alternatives(self, schema):
        return [self.resolved(each) for each in schema.get("oneOf", schema.get("anyOf", []))]

    def kinds(self, schema):
        """The alternatives of an object that its key `kind` tells apart, by kind."""
        named = {each["properties"]["kind"]["const"]: each for each in self.alternatives(schema) if "const" in each.get("properties", {}).get("kind", {})}
        return named if len(named) > 1 else {}

    def object_in(self, schema):
        """(what follows the key, the object whose keys are told below it) of a value that is or has an object; else None."""
        for each in [schema, *self.alternatives(schema)]:
            if "properties" in each or self.kinds(each):
                return "", each
            if "items" in each:
                found = self.object_in(self.resolved(each["items"]))
                if found:
                    return "[]" + found[0], found[1]
        return None


def code(value):
    return f"`{value if isinstance(value, str) and value else json.dumps(value)}`"


def words(parts):
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]


def number(value):
    """A bound as people write it: powers of two and of ten as such, where they are large."""
    for base, least in [(2, 2**40), (10, 10**9)]:
        power = round(math.log(abs(value), base)) if abs(value) >= least else 0
        if power and abs(value) == base**power:
            return f"{'-' if value < 0 else ''}{base}^{power}"
        if power and value == base**power - 1:
            return f"{base}^{power} - 1"
    return f"{value:g}" if isinstance(value, float) else str(value)


def bounds(low, high, unit=""):
    """A range in words, with a space before it."""
    if low is not None and high is not None:
        return f" {number(low)}{unit}" if low == high else f" {number(low)} to {number(high)}{unit}"
    return f" at least {number(low)}{unit}" if low is not None else f" at most {number(high)}{unit}" if high is not None else ""


def value_of(file, schema):
    """What a value may be, in words."""
    if "const" in schema:
        return code(schema["const"])
    if "enum" in schema:
        return words([code(each) for each in schema["enum"]])
    if file.alternatives(schema) and all("enum" in each or "const" in each for each in file.alternatives(schema)):
        return words([code(value) for each in file.alternatives(schema) for value in each.get("enum", [each.get("const")])])
    if file.kinds(schema):
        return "object"
    if file.alternatives(schema) and "properties" not in schema:
        return words(list(dict.fromkeys(value_of(file, each) for each in file.alternatives(schema))))
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return words([value_of_type(file, schema, kind) for kind in kinds])


def value_of_type(file, schema, kind):
    if kind == "null":
        return "`null`"
    if kind == "boolean":
        return "`true` or `false`"
    if kind in ("integer", "number"):
        over = f" above {number(schema['exclusiveMinimum'])}" if "exclusiveMinimum" in schema else ""
        return ("integer" if kind == "integer" else "number") + over + bounds(schema.get("minimum"), schema.get("maximum")).replace(" ", ", " if over else " ", 1)
    if kind == "string":
        return "text" + ("" if "pattern" in schema else bounds(schema.get("minLength"), schema.get("maxLength"), " bytes").replace(" ", " of ", 1))
    if kind == "array":
        item = schema.get("items", {})
        each = "list" if item.get("type") == "array" else value_of(file, file.resolved(item))
        each = re.sub("^(text|object|list|number|integer).*", r"\1s", each)
        return "list of" + bounds(schema.get("minItems"), schema.get("maxItems")) + " " + each
    return "object"


def described(schema, page):
    """(meaning, what holds if the key is left out) as the description tells them, with links from `page`."""
    text = linked(schema.get("description", ""), page)
    meaning, _, left_out = text.partition("Left out: ")
    return meaning.strip(), left_out.strip().removesuffix(".")


def linked(text, page):
    """A text that names pages by their paths from the top, with links to them."""
    return re.sub(r"(?<![\w/`])((?:[\w-]+/)*[\w-]+\.md)(#[\w-]+)?(?![\w/])", lambda found: link(found, page), text)


def link(found, page):
    """A page that a description names, perhaps with an anchor, as a link of that title."""
    target = ROOT / found[1]
    titles = anchors(target.read_text(encoding="utf-8")) if target.is_file() else {}
    anchor = found[2] or ""
    title = titles.get(anchor[1:]) if anchor else next(iter(titles.values()), None)
    return f"[{title}]({os.path.relpath(target, page.parent)}{anchor})" if title else found[0]


class Table:
    """The rows of the keys below one key of a file."""

    def __init__(self, file, page):
        self.file = file
        self.page = page
        self.rows = []

    def add_object(self, schema, path):
        """The keys of an object, and of the objects in it, each below its own."""
        kinds = self.file.kinds(schema)
        for name, each in schema.get("properties", {}).items():
            if each is not False:
                self.add_key(f"{path}{name}", each, name in schema.get("required", []), "", kinds if name == "kind" else {})
        if kinds:
            self.add_kinds(kinds, schema.get("properties", {}), path)

    def add_kinds(self, kinds, common, path):
        """The keys of objects that `kind` tells apart: those that several of them have alike, once."""
        if "kind" not in common:
            self.add_row(f"{path}kind", words([code(kind) for kind in kinds]), "required", self.told(kinds))
        alike = {}
        for kind, each in kinds.items():
            for name, key in each["properties"].items():
                if name not in common and name != "kind":
                    same = json.dumps([name, key, name in each.get("required", [])])
                    alike.setdefault(same, []).append(kind)
        for same, of in alike.items():
            name, key, required = json.loads(same)
            self.add_key(f"{path}{name}", key, required, "" if len(of) == len(kinds) else f"In {words([code(kind) for kind in of])}. ")

    def told(self, kinds):
        return "<br>".join(f"{code(kind)}: {described(each, self.page)[0]}" for kind, each in kinds.items() if "description" in each)

    def add_key(self, path, schema, required, where, kinds={}):
        schema = self.file.resolved(schema)
        meaning, left_out = described(schema, self.page)
        if not meaning:
            raise SystemExit(f"{self.file.path.relative_to(ROOT)}: {path} has no description")
        if "default" in schema and not left_out:
            left_out = code(schema["default"])
        told = self.told(kinds)
        self.add_row(path, value_of(self.file, schema), "required" if required else left_out, where + meaning + (f"<br>{told}" if told else ""))
        self.add_below(path, schema)

    def add_below(self, path, schema):
        """The keys of an object, where no other key of this file has the same ones."""
        found = self.file.object_in(schema)
        if not found:
            return
        suffix, inner = found
        reference = inner.get("from")
        if reference in self.file.shown:
            self.rows[-1][3] += f" Its keys are those of `{self.file.shown[reference]}`."
            return
        if reference and not reference.startswith("#"):
            return  # of another file, which has a table of its own
        if reference:
            self.file.shown[reference] = path + suffix
        self.add_object(inner, f"{path}{suffix}.")

    def add_row(self, key, value, left_out, meaning):
        self.rows.append([code(key), value, left_out, meaning])

    def text(self):
        rows = [HEAD, ["-"] * len(HEAD), *([cell.replace("|", "\\|") for cell in row] for row in self.rows)]
        rows[1] = "".join("|-" for _ in HEAD) + "|"
        return "".join((row if isinstance(row, str) else "| " + " | ".join(row) + " |").replace("|  |", "| |") + "\n" for row in rows)


def table(schema, below, page):
    """The table of the keys of the file `schema`, a path from the top, or of those below one key; links go out from `page`."""
    file = Schema(ROOT / schema)
    whole = Table(file, page)
    whole.add_object(file.root, "")
    if below == ".":
        whole.rows = [row for row in whole.rows if "." not in row[0]]
        for row in whole.rows:
            row[0] = to_table_of(row[0], schema, page)
    elif below:
        whole.rows = [row for row in whole.rows if re.match(rf"`{re.escape(below)}(\[\])?\.", row[0])]
        if not whole.rows:
            raise SystemExit(f"{page.relative_to(ROOT)}: {schema} has no keys below {below}")
        inner = [key for key in tables_of(schema) if re.match(rf"{re.escape(below)}(\[\])?\.", key)]
        whole.rows = [row for row in whole.rows if not any(re.match(rf"`{re.escape(key)}(\[\])?\.", row[0]) for key in inner)]
        for row in whole.rows:
            row[0] = to_table_of(row[0], schema, page)
    return whole.text()


def tables_of(schema):
    """The keys of a file that have a table of the keys below them."""
    texts = [page.read_text(encoding="utf-8") for page in pages_with_tables()]
    return [marked[3] for text in texts for marked in MARKED.finditer(text) if marked[2] == schema and marked[3]]


def to_table_of(key, schema, page):
    """A key, as a link to the page that has the table of the keys below it, if there is one."""
    for other in pages_with_tables():
        for marked in MARKED.finditer(other.read_text(encoding="utf-8")):
            if marked[2] == schema and marked[3] and code(marked[3].removesuffix("[]")) == key:
                first, *more = anchors(marked.string[:marked.start()])
                return f"[{key}]({'' if other == page else os.path.relpath(other, page.parent)}{f'#{more[-1]}' if more else ''})"
    return key


def filled(text, page):
    """The text of a page with its tables as the schemas have them now."""
    return MARKED.sub(lambda found: f"{found[1]}\n{table(found[2], found[3], page)}\n{found[4]}", text)


def fill_pages():
    """Fills all pages of the repository; prints those that were not as they should be."""
    for page in pages_with_tables():
        before = page.read_text(encoding="utf-8")
        after = filled(before, page)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"written: {page.relative_to(ROOT)}")


def pages_with_tables():
    found = [page for folder in ["docs", "configs"] for page in sorted((ROOT / folder).rglob("*.md"))]
    return [page for page in found if MARKED.search(page.read_text(encoding="utf-8"))]
