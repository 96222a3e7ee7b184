"""What commands say: help that fits a terminal of 80 columns, the same names in all reports, where files are, and games that
repeat each other."""
import json
import os
import re
import subprocess
import unittest

from fixture.case import RefereeCase
from fixture.program import PATIENCE, REFEREE

WIDTH = 80


def help_of(*words):
    return subprocess.run([REFEREE, *words, "--help"], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout


class Help(unittest.TestCase):
    def commands(self):
        listed = subprocess.run([REFEREE, "--list"], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        names = re.findall(r"^  ([a-z-]+)  ", listed, re.MULTILINE)
        self.assertGreater(len(names), 15)
        return names

    def test_lines_fit(self):
        for name in [None, *self.commands()]:
            with self.subTest(name):
                for line in help_of(*([name] if name else [])).splitlines():
                    self.assertLessEqual(len(line), WIDTH, line)

    def test_the_programs_own_fits_a_screen_and_names_each_command_once(self):
        text = help_of()
        self.assertLessEqual(text.count("\n"), 36, "a terminal that is little larger than 80x24")
        shown = re.findall(r"^  ([a-z-]+)  ", text, re.MULTILINE)
        for also in re.findall(r"\(also: (.*)\)$|^This program: (.*)$", text, re.MULTILINE):
            shown += "".join(also).split(", ")
        self.assertEqual(sorted(self.commands()), sorted(shown))
        self.assertEqual(3, len(re.findall(r"^  referee ", text.split("Examples:")[1], re.MULTILINE)))

    def test_values_are_named_in_words_of_people(self):
        """CLI11's own words: "--jobs INT:INT in [1 - 256]", "--bot TEXT ... Excludes: --from"."""
        for name in self.commands():
            options = help_of(name).split("Options:\n")[1].split("\n\n")[0]
            with self.subTest(name):
                self.assertNotRegex(help_of(name), r"\b(INT|UINT|FLOAT|TEXT|NUM|NONNEGATIVE|REQUIRED)\b|\[\d+ - |Needs:|Excludes:|\(Env:|:\{")
                self.assertNotRegex(options, r"(?m)^  --[a-z-]+ \S+ \.\.\.")

    def test_usage_has_the_first_argument_before_options_and_the_bot_behind_them(self):
        for name in ("match", "play", "check-bot", "score", "ask", "join"):
            with self.subTest(name):
                self.assertRegex(help_of(name), rf"(?m)^Usage: referee {name} \[?[A-Z:]+\]? \[OPTIONS\] \[-- COMMAND...\]$")
                self.assertIn("  --bot COMMAND ", help_of(name))

    def test_usage_has_a_line_of_its_own(self):
        for name in [None, *self.commands()]:
            with self.subTest(name):
                self.assertRegex(help_of(*([name] if name else [])), r"(?m)^Usage: referee ")

    def test_examples_are_whole_commands(self):
        for name in self.commands():
            with self.subTest(name):
                text = help_of(name)
                if "Example" not in text:
                    continue
                example = text[text.index("Example"):]
                commands = re.sub(r" \\\n +", " ", example).splitlines()[1:]
                self.assertTrue(any("referee " in command for command in commands), example)
                for command in commands:
                    self.assertEqual(0, command.count('"') % 2, command)

    def test_descriptions_go_on_below_their_beginning(self):
        for name in self.commands():
            with self.subTest(name):
                for line in help_of(name).split("Options:\n")[1].split("\n\n")[0].rstrip().splitlines():
                    self.assertRegex(line, "^(  -| {30}[^ ])")


class Output(RefereeCase):
    def setUp(self):
        super().setUp()
        self.config = {"name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"}, "seed": 7,
                       "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "parallel": 1, "sandbox": "none"}

    def enter(self, names, bot="sample:walls_random"):
        self.config["entrants"] = [{"name": name, "command": [bot, "--seed", str(i)]} for i, name in enumerate(names)]

    def referee(self, *words):
        self.write("class.json", json.dumps(self.config))
        return super().referee(*words)

    def test_all_reports_use_the_name_of_the_table(self):
        self.enter(["alice", "bob", "cy"])
        for entrant, display in zip(self.config["entrants"], ["Alice Liddell", "Bob", "Bob"]):
            entrant["display"] = display
        self.referee("run", "class.json")
        page = self.read("out/standings.html")
        ranks, cross, chart, rounds = (re.search(pattern, page, re.DOTALL).group(0) for pattern in
                                       ['<table class="standings.*?</table>', '<table class="cross.*?</table>', '<figure class="chart.*?</figure>',
                                        '<section class="part" id="rounds.*?</section>'])
        for table in [ranks, cross]:
            self.assertIn('<th scope="row" class="name"><bdi>Alice Liddell</bdi><small><bdi>alice</bdi></small>', table)
            self.assertIn('<th scope="row" class="name"><bdi>Bob</bdi><small><bdi>cy</bdi></small>', table)
        self.assertIn(">Alice Liddell</text>", chart)
        self.assertIn(">cy</text>", chart)  # two are called Bob
        self.assertRegex(rounds, "<bdi>(Alice Liddell|bob|cy)</bdi>")
        text = self.read("out/standings.md")
        self.assertEqual(2, text.count("| Alice Liddell (alice) |"))  # standings and crosstable
        self.assertRegex(text, r"\| (Alice Liddell \(alice\)|Bob \(bob\)|Bob \(cy\)) - ")

    def test_the_end_says_where_records_and_standard_error_are(self):
        self.enter(["alice", "bob"])
        self.assertIn("records: out/records/MATCH.jsonl; standard error of launched bots: out/bots/NAME.stderr\n",
                      self.referee("run", "class.json"))
        self.referee("serve", "class.json", "--exit-when-done", "--store", "served.db", "--reports", "served")
        self.assertIn("[info] records: served/records/MATCH.jsonl; standard error of launched bots: served/bots/NAME.stderr\n",
                      self.said)

    def test_limits_of_the_clock_that_were_passed_are_named_with_their_keys(self):
        self.enter(["alice", "bob"])
        greeting = """printf '{"type":"hello","protocol":1}\\n'; exec cat > /dev/null"""
        self.config["entrants"].append({"name": "mute", "command": ["sh", "-c", greeting]})
        self.config["clock"]["ms"] = 30
        self.referee("serve", "class.json", "--exit-when-done", "--store", "served.db", "--reports", "served")
        self.assertRegex(self.said, r"match r\dt\dg1: mute: turns late or forfeited: [1-9]\d*; "
                                    r"the clock \(key clock of the config\): at most 30 ms a turn \(ms\); ")

    def test_output_that_cannot_be_written_is_no_success(self):
        self.enter(["alice", "bob"])
        self.referee("run", "class.json", "--store", "class.db")
        records = sorted(str(path.relative_to(self.folder)) for path in (self.folder / "out/records").glob("*.jsonl"))
        (self.folder / "bot").mkdir()
        self.write("bot/bot.py", "print()")
        full = open("/dev/full", "w")
        self.addCleanup(full.close)
        for words in [["standings", "class.db"], ["check", "class.json", "--no-start"], ["check", "class.db"], ["verify", *records],
                      ["token", "carol"], ["bundle", "bot"], ["match", "--help"], ["--version"]]:
            with self.subTest(words):
                done = subprocess.run([REFEREE, *words], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
                self.assertEqual(3, done.returncode, done.stderr)
                self.assertIn("standard output cannot be written", done.stderr)

    def test_a_reader_that_has_gone_wanted_no_more(self):
        self.enter(["alice", "bob"])
        self.referee("run", "class.json", "--store", "class.db")
        reading, writing = os.pipe()
        os.close(reading)
        with open(writing, "w") as gone:
            done = subprocess.run([REFEREE, "standings", "class.db"], cwd=self.folder, stdout=gone, stderr=subprocess.PIPE, text=True,
                                  timeout=PATIENCE)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_games_that_repeat_each_other_are_told(self):
        bots = ["--bot", "sample:walls_search --nodes 20", "--bot", "sample:walls_search --nodes 10"]
        match = ["match", "walls", "--option", "n=3", "--option", "first=0", "--sandbox", "none", "--as-root", "--games"]
        self.assertIn("note: 6 games, only 2 different",
                      self.referee(*match, "6", *bots))
        self.assertNotIn("note:", self.referee(*match, "2", *bots))  # they have changed seats


if __name__ == "__main__":
    unittest.main()
