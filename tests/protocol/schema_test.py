"""PROTOCOL.md, the JSON Schemas and the code agree. Usage: schema_test.py SCHEMA_SAMPLES"""
import json
import re
import subprocess
import sys
import unittest

import jsonschema
import schemas

SAMPLES = sys.argv.pop(1)
MESSAGES = ["hello", "move", "ended", "welcome", "wait", "start", "past", "turn", "end", "new_match", "error", "bye"]
PAGE = (schemas.ROOT / "protocol" / "PROTOCOL.md").read_text()


def run(what, text=""):
    done = subprocess.run([SAMPLES, what], input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def rows_below(heading):
    """The first cells of the table below a heading of the page."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    return [row.split("|")[1].strip().strip("`") for row in rows]


class Schemas(unittest.TestCase):
    def test_each_schema_is_valid_and_each_message_has_one(self):
        self.assertEqual(sorted(MESSAGES + ["clock", "match_program", "record", "rules_program", "trace", "version"]), sorted(schemas.names()))
        for name in schemas.names():
            jsonschema.Draft202012Validator.check_schema(schemas.schema(name))

    def test_every_message_that_the_code_writes_is_valid(self):
        seen = set()
        for line in run("write"):
            message = json.loads(line)
            seen.add(message["type"])
            self.assertEqual([], schemas.errors(message["type"], message), line)
        self.assertEqual(set(MESSAGES), seen)

    def test_code_and_schema_accept_and_refuse_the_same_messages_of_bots(self):
        good = {"hello": {"type": "hello", "protocol": 1}, "move": {"type": "move", "match": "m", "turn": 3, "move": 1}}
        values = [None, True, -1, 0, 1, 2**31, 2**63 - 1, 2**63, 2.5, 1e300, "", "x", "x" * 1025, [], ["a"], [1], ["a"] * 65, {}, {"a": 1}]
        keys = {"hello": ["protocol", "name", "token", "registration_code", "resume", "role", "features", "other"], "move": ["match", "turn", "move", "other"]}
        cases = []
        for kind, base in good.items():
            for key in keys[kind]:
                cases += [(kind, {**base, key: value}) for value in values]
                cases.append((kind, {k: v for k, v in base.items() if k != key}))
        answers = run("read", "".join(json.dumps(message) + "\n" for _, message in cases))
        self.assertEqual(len(cases), len(answers))
        for (kind, message), answer in zip(cases, answers):
            expected = "bad" if schemas.errors(kind, message) else kind
            self.assertEqual(expected, answer, message)


class Page(unittest.TestCase):
    facts = json.loads(run("facts")[0])

    def test_verdicts_and_codes_are_those_of_the_code_and_the_schemas(self):
        self.assertEqual(self.facts["verdicts"], rows_below("Verdicts"))
        self.assertEqual(self.facts["codes"], rows_below("Other error codes"))
        codes = schemas.schema("error")["properties"]["code"]["enum"]
        self.assertEqual(self.facts["verdicts"][1:] + self.facts["codes"], codes)

    def test_limits_are_those_of_the_code(self):
        part = PAGE.split("\n## Limits\n")[1].split("\n## ")[0]
        for limit in ["max_line_to_bot", "max_line_from_bot", "max_depth"]:
            self.assertIn(f"| {self.facts[limit]}", part, limit)
        self.assertEqual(self.facts["max_features"], schemas.schema("hello")["properties"]["features"]["maxItems"])
        self.assertIn(f"first {self.facts['max_offered']} bytes", (schemas.ROOT / "protocol" / "RECORD.md").read_text())
        for page in ["RECORD.md", "RULES_PROGRAM.md"]:
            self.assertIn(f"{self.facts['max_record']:,} bytes", (schemas.ROOT / "protocol" / page).read_text())

    def test_each_field_of_a_schema_is_in_the_table_of_messages(self):
        rows = [line for line in PAGE.splitlines() if line.startswith(("| bot | `", "| referee | `"))]
        self.assertEqual(MESSAGES, [row.split("`")[1] for row in rows])
        for row, name in zip(rows, MESSAGES):
            for field in schemas.schema(name)["properties"]:
                self.assertTrue(field == "type" or f"`{field}" in row, f"{name}.{field}")


class Submissions(unittest.TestCase):
    def test_the_examples_of_the_page_are_valid(self):
        page = (schemas.ROOT / "protocol" / "SUBMISSIONS.md").read_text().replace("<64 hex>", "0" * 64)
        examples = [json.loads(line) for line in page.splitlines() if line.startswith("    {")]
        versions = [example for example in examples if "plays" in example]
        self.assertEqual((len(examples), len(versions)), (4, 2))
        for version in versions:
            self.assertEqual([], schemas.errors("version", version))

    def test_each_key_of_a_version_is_explained(self):
        page = (schemas.ROOT / "protocol" / "SUBMISSIONS.md").read_text()
        for key in schemas.schema("version")["properties"]:
            self.assertTrue(f"`{key}`" in page or f'"{key}"' in page, key)


class RulesPrograms(unittest.TestCase):
    PAGE = (schemas.ROOT / "protocol" / "RULES_PROGRAM.md").read_text()
    PARTS = schemas.schema("rules_program")["$defs"]

    def rows(self, heading, before="\n## "):
        """The first cells of the tables of a section of the page, as far as that text."""
        section = self.PAGE.split(f"\n## {heading}\n")[1].split(before)[0]
        return [name for row in re.findall(r"^\| (`.*?) \|", section, re.M) for name in re.findall(r"`(.*?)`", row)]

    def test_the_tables_of_the_page_have_the_keys_of_the_schema(self):
        self.assertEqual(list(self.PARTS["game"]["properties"]), self.rows("The folder"))
        self.assertEqual([part["$ref"].split("/")[-1] for part in self.PARTS["request"]["oneOf"]], self.rows("Lines"))
        position = [key for key in self.PARTS["position"]["properties"] if key not in ("id", "pictures")]
        self.assertEqual(position, self.rows("A position"))
        self.assertEqual(sorted(self.PARTS["picture"]["properties"]), sorted(self.rows("Pictures", before="A mark is")))

    def test_the_page_explains_every_key(self):
        for name, part in self.PARTS.items():
            keys = [*part.get("properties", {}), *(part["properties"]["refused"]["items"]["properties"] if name == "refusal" else [])]
            for key in keys:
                self.assertRegex(self.PAGE, rf'[`"]{key}[`"]', f"{name}.{key}")
        for name in [*self.PARTS["color"]["enum"], *self.PARTS["picture"]["properties"]["legend"]["additionalProperties"]["properties"]["shape"]["enum"]]:
            self.assertIn(f"`{name}`", self.PAGE)

    def test_the_examples_of_the_page_are_valid(self):
        page = re.sub(r"<32 hex digits>", "0" * 32, self.PAGE)
        examples = re.findall(r'^    (?:-> |<- )?(\{.*(?:\n     ".*)?)$', page, re.M)
        self.assertEqual(11, len(examples))
        for example in examples:
            value = json.loads(example)
            validator = "picture" if "grid" in value else None
            self.assertEqual([], schemas.errors("rules_program", value, validator), example)
        sentence = page.split("\nA mark is ")[1].split("\n\n")[0]
        for mark in re.findall(r"`(\{.*?\})`", sentence):
            for words, numbers in ((", ...", ""), ("[x, y, width, height]", "[1, 2, 3, 4]"), ("[x, y]", "[1, 2]")):
                mark = mark.replace(words, numbers)
            self.assertEqual([], schemas.errors("rules_program", json.loads(mark), "mark"), mark)

    def test_the_schema_refuses_what_contradicts_the_page(self):
        position = {"id": 1, "to_move": [0], "view": {}}
        over = {"id": 1, "view": {}, "scores": [0, 1]}
        chance = {"id": 1, "view": {}, "chance": [["heads", 1]]}
        for good in (position, over, {**over, "to_move": []}, chance):
            self.assertEqual([], schemas.errors("rules_program", good, "answer"), good)
        for wrong in ({"id": 1, "to_move": [0]}, {"id": 1, "view": {}}, {**position, "chance": chance["chance"]}, {**position, "score": [1]},
                      {**position, "views": {"seats": [1], "spectator": 1, "all": 1}}, {**position, "to_move": [0, 0]}, {**position, "to_move": [-1]},
                      {**chance, "chance": []}, {**chance, "scores": [0]}, {**chance, "chance": [["heads", 0]]}, {**chance, "chance": [["heads", 1.5]]}, {**over, "scores": ["1"]},
                      {**position, "picture": {"caption": "nothing"}}, {"id": 1, "refused": []}, {"id": 1, "error": ""}, {"view": {}, "to_move": [0]}):
            self.assertTrue(schemas.errors("rules_program", wrong, "answer"), wrong)


class MatchPrograms(unittest.TestCase):
    PAGE = (schemas.ROOT / "protocol" / "MATCH_PROGRAM.md").read_text()
    PARTS = schemas.schema("match_program")["$defs"]

    def test_the_page_explains_every_key(self):
        for name, part in self.PARTS.items():
            for key in part.get("properties", {}):
                self.assertRegex(self.PAGE, rf'[`"]{key}[`"]', f"{name}.{key}")
        for verdict in self.PARTS["fault"]["properties"]["verdict"]["enum"]:
            self.assertIn(f"`{verdict}`", self.PAGE)

    def test_the_examples_of_the_page_are_valid(self):
        page = self.PAGE.split("\n## Records\n")[0].replace("<32 hex digits>", "0" * 32)
        examples = [json.loads(example) for example in re.findall(r"^    (\{.*(?:\n     .*)*)$", page, re.M)]
        self.assertEqual(5, len(examples))
        for example in [*examples, json.loads(re.search(r"`(\{\"type\": \"void\".*?\})`", page).group(1))]:
            part = "line" if "type" in example else "order" if "players" in example else "game"
            self.assertEqual([], schemas.errors("match_program", example, part), example)

    def test_the_schema_refuses_what_contradicts_the_page(self):
        result = {"type": "result", "scores": [1, 0]}
        self.assertEqual([], schemas.errors("match_program", {"type": "result", "ranks": [1, 2]}, "line"))
        for wrong in ({"type": "result"}, {**result, "scores": ["1", "0"]}, {**result, "ranks": [0, 1]}, {**result, "turns": -1}, {**result, "winner": 0},
                      {"type": "fault", "seat": 0, "verdict": "ok", "why": ""}, {"type": "progress", "turn": 1.5}, {"type": "void"}, {}):
            self.assertTrue(schemas.errors("match_program", wrong, "line"), wrong)


class Records(unittest.TestCase):
    def test_a_clock_has_rules_time_and_ponder_only_if_they_are_not_the_default(self):
        clock = {"kind": "mean", "ms": 50, "burst_ms": 0, "init_ms": 1, "silence_ms": 1, "margin_ms": 0, "lag_credit_ms": 0, "measure": "auto", "wall_ms": 1}
        for key, other, default in [("rules_time", "none", "charged"), ("ponder", "charged", "free")]:
            self.assertEqual([], schemas.errors("clock", {**clock, key: other}), key)
            self.assertTrue(schemas.errors("clock", {**clock, key: default}), key)

    def test_the_examples_of_the_page_are_valid(self):
        page = (schemas.ROOT / "protocol" / "RECORD.md").read_text()
        clock = {"kind": "per_move", "ms": 1000, "late": "go_on", "init_ms": 1, "silence_ms": 1, "margin_ms": 0, "lag_credit_ms": 0, "measure": "auto", "wall_ms": 1}
        fill = {'"<32 hex>"': json.dumps("0" * 32), '"<64 hex>"': json.dumps("0" * 64), '"clock":{...}': '"clock":' + json.dumps(clock), "{...final...}": "{}", "{...}": "{}"}
        lines = [line.strip() for line in page.splitlines() if line.startswith("    {")]
        self.assertEqual(3, len(lines))
        for line in lines:
            for mark, text in fill.items():
                line = line.replace(mark, text)
            self.assertEqual([], schemas.errors("record", json.loads(line)), line)


class Traces(unittest.TestCase):
    PAGE = (schemas.ROOT / "protocol" / "TRACE.md").read_text()

    def test_the_examples_of_the_page_are_valid(self):
        lines = [line for line in self.PAGE.splitlines() if line.startswith("    {")]
        self.assertEqual(8, len(lines))
        for line in lines:
            self.assertEqual([], schemas.errors("trace", json.loads(line)), line)

    def test_the_page_explains_every_key_and_every_event_of_the_schema(self):
        schema = schemas.schema("trace")
        for part in [schema, *schema["oneOf"]]:
            for key in part["properties"]:
                self.assertRegex(self.PAGE, rf"[`, ]{key}[?`]", key)
        events = [kind["properties"]["event"] for kind in schema["oneOf"][1:]]
        names = [name for event in events for name in event.get("enum", [event.get("const")])]
        table = self.PAGE.split("## Events")[1].split("\n## ")[0]
        self.assertEqual(names, [row.split("`")[1] for row in table.splitlines() if row.startswith("| `")][1:])

    def test_the_schema_refuses_what_is_no_line_of_a_trace(self):
        line = {"t": 0.5, "dir": "to_bot", "connection": 1}
        self.assertEqual([], schemas.errors("trace", {**line, "line": None}))
        for wrong in ({}, {"t": 0.5}, line, {**line, "line": 1, "text": ""}, {**line, "text": "", "event": "match"},
                      {"t": 0.5, "event": "closed", "connection": 1, "why": "unknown"}, {"t": 0.5, "event": "other"}):
            self.assertTrue(schemas.errors("trace", wrong), wrong)


unittest.main()
