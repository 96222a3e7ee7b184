"""The tables of keys are what the JSON Schemas say, and know every key of the files that are here."""
import json
import re
import sys
import unittest

from fixture.program import ROOT

sys.path.insert(0, str(ROOT / "docs/site"))
import keys  # noqa: E402


def paths_in(value, path=""):
    """The path of each key of a JSON value, as the tables write it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield f"{path}{name}"
            yield from paths_in(each, f"{path}{name}.")
    elif isinstance(value, list):
        for each in value:
            yield from paths_in(each, path.removesuffix(".") + "[].")


class Keys(unittest.TestCase):
    def test_each_table_on_a_page_is_what_its_schema_gives(self):
        pages = keys.pages_with_tables()
        self.assertTrue(pages)
        for page in pages:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(keys.filled(text, page), text, f"{page.relative_to(ROOT)}: run scripts/docs --keys")

    def test_the_table_of_a_file_has_each_key_of_the_files_that_are_here(self):
        games_own = ["options.", "instances[].", "trial."]
        for schema, files, elsewhere in [("tournament", "configs/*.json", games_own), ("rubric", "configs/rubrics/*.json", [*games_own, "clock."])]:
            table = keys.table(f"configs/schema/{schema}.schema.json", None, ROOT / "README.md")
            listed = {row.split("`")[1] for row in table.splitlines()[2:]}
            same = dict(re.findall(r"^\| `([^`]*)` .* Its keys are those of `([^`]*)`", table, re.M))
            for file in ROOT.glob(files):
                for path in paths_in(json.loads(file.read_text(encoding="utf-8"))):
                    for key, other in same.items():
                        path = re.sub(rf"^{re.escape(key)}(\[\])?\.", f"{other}.", path)
                    if not any(part in path for part in elsewhere):
                        self.assertIn(path, listed, file.name)

    def test_a_page_may_ask_for_the_keys_below_one_key(self):
        page = ROOT / "docs/reference/tournament-file.md"
        text = keys.filled("<!-- keys: configs/schema/tournament.schema.json web -->\n<!-- end of keys -->\nmore", page)
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        self.assertTrue(rows and all(row.startswith("| `web.") for row in rows))
        self.assertEqual("more", text.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
