"""Runs the commands of the pages as a reader would, each page from top to bottom.

It replaces only what a reader fills in: ports by free ones, HOST:PORT by the address of the referee that listens; and plays
less, which says the same with less certainty: a tenth of the games, and at least two, a tenth of the moves of a long game, a
smaller grid, sequential tests that decide sooner, and a search that is given little time for a move. It takes over 5 s because
the pages have a hundred commands, with a tournament of several games, and because every line of every record is compared with
the schema."""
import json
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT
from fixture.terminal import leave_play

sys.path[:0] = [str(ROOT / "docs/site"), str(ROOT / "tests/protocol")]
import headings  # noqa: E402
import navigation  # noqa: E402
import schemas  # noqa: E402

MOVE_MS = "20"  # of a search: its own 800 would be nearly all of the time of this test
# A grid on which four teams collide soon: Light Cycle's own takes seconds of processor time a game.
SMALL_GRID = " --option size=32 --option 'starts=[[[31,10],[31,21]],[[10,31],[21,31]],[[0,10],[0,21]],[[10,0],[21,0]]]'"
# Commands that lead to the same results on several pages, and on which no other command of those pages builds: each is run on
# the page that comes first in PAGES.
SHARED = re.compile(r"referee (collect |run class/|grade class\.db |score )")
FIRST_BOT = "docs/tasks/first-bot.md"  # has the bot that the pages for students call my_bot.py
REFERENCE = ["configs/README.md", *(f"docs/reference/{name}.md" for name in [
    "tournament-file", "formats", "entrants", "instances-and-maps", "clocks-of-bots", "network", "spectators", "submissions", "collecting", "running",
    "grades", "stores", "workers", "scores"]), "referee/process/SANDBOX.md", "configs/maps/planets/README.md", "referee/swiss/trf/README.md",
    "referee/tournament/standings/tie_breaks/TIE_BREAKS.md"]
# Pages with a table of keys from a schema, whose words lead nowhere.
WITH_KEYS = ["docs/reference/tournament-file.md", "docs/reference/entrants.md"]
PAGES = ["README.md", "configs/rubrics/README.md", *REFERENCE]
# Part of the output of a command; of several keys that begin the command, the longest counts.
SAYS = {
    "ask": "ms then",
    "backup": "entrants",
    "bundle": "files, ",
    "certificate": "SHA-256",
    "check": "at most",
    "check --deep": "played again",
    "check configs/rubrics": "points are enough",
    "check-bot": "0 violations",
    "check-game": "0 violations",
    "collect submissions --tournament class.json": "2 can play",
    "collect": "4 can play: class/tournament.json",
    "ctl": "running",
    "forget": "forgotten-1",
    "grade": "extra",
    "init": "is written",
    "match": "record",
    "match planets --bot \"new": "mean difference",
    "match walls --bot \"new": "new against old",
    "match walls --from": "new against old",
    "new-game": "is a game that plays",
    "pair": "\n3 1\n",
    "pair --check": "rounds agree",
    "pair examples/swiss/riverside_open.trf --names": "Round 4",
    "play": "the person has left",
    "restore": "entrants",
    "run": "final",
    "score": "reached",
    "show": "over",
    "show out/records/walls-1g1.jsonl --html": "",
    "show out/records/walls-1g1.jsonl --gif": "",
    "show docs/planets.jsonl --gif": "",
    "show docs/match.jsonl --html": "",
    "site": "index.html",
    "staff": "95 % interval",
    "standings": "points",
    "standings walls_swiss.db --explain": "Rank 1",
    "standings walls_swiss.db --format trf": "001    1      search",
    "standings --hall-of-fame": "average",
    "standings examples/swiss/riverside_open.trf --explain": "Rank ",
    "standings examples/swiss/riverside_open.trf --format trf": "202 BH/C1,BH,SB,DE,WIN",
    "token": "token",
    "verify": "ok",
}


def commands(page):
    lines = (ROOT / page).read_text().splitlines()
    found = [line.strip() for line in lines if re.match(r"    (build/release/bin/)?referee |    build/release/bin/sample_bots/|    python3 ", line)]
    return [re.sub(r"^referee ", "build/release/bin/referee ", command) for command in found]


def is_run_before(command, page):
    """Whether an earlier page has the same command, with all words of this one."""
    words = set(shlex.split(command.removeprefix("build/release/bin/")))
    earlier = PAGES[:PAGES.index(page)] if page in PAGES else []
    return bool(SHARED.search(command)) and any(
        words <= set(shlex.split(other.removeprefix("build/release/bin/"))) for before in earlier for other in commands(before))


def release_commands():
    """The first page's commands for the tarball and the wheel; tests/packaging/release_test.py runs them."""
    lines = (ROOT / "README.md").read_text().splitlines()
    return [line.strip() for line in lines if re.match(r"    (tar |\./referee |pip install )", line)]


def part_of_output(command):
    words = command.split("referee ")[1]
    return SAYS[max((start for start in SAYS if words.startswith(start)), key=len)]


def smallest_bot():
    return re.search(r"```python\n(.*?)```", (ROOT / FIRST_BOT).read_text(), re.S).group(1)


class Commands(unittest.TestCase):
    def setUp(self):
        """A folder that looks like the top of a built checkout, without touching the real one."""
        self.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(self.folder.name)
        (top / "build/release").mkdir(parents=True)
        (top / "build/release/bin").symlink_to(REFEREE.parent)
        for name in ["sample_bots", "configs", "docs", "examples", "tests"]:
            (top / name).symlink_to(ROOT / name)
        for name in ["my_bot.py", "old_bot.py"]:
            (top / name).write_text(smallest_bot())
        for name in ["referee.py", "join.py"]:
            (top / name).write_text((ROOT / "sample_bots/python" / name).read_text())
        self.top = top
        self.daemon = None

    def tearDown(self):
        if self.daemon:
            self.daemon.kill()
        self.folder.cleanup()

    def run_shell(self, command):
        command = re.sub(r"(--sprt(?:-mean)? \S+)", r"\1,alpha=0.3,beta=0.3", command)
        if " match lightcycle " in command and "size=" not in command:
            command += SMALL_GRID
        command = re.sub(r"(?<= )sample:walls_search(?= |$)", f'"sample:walls_search --budget-ms {MOVE_MS}"', command)
        command = re.sub(r"(?<= run )(configs/\S+)", lambda given: self.shorter(given[1]), command)
        command = re.sub(r"(--(?:games|pairs)) (\d+)", lambda given: f"{given[1]} {min(int(given[2]), max(2, int(given[2]) // 10))}", command)
        with_referee = {**os.environ, "PATH": f"{REFEREE.parent}:{os.environ['PATH']}"}
        done = subprocess.run(command, shell=True, cwd=self.top, env=with_referee, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, done.returncode, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def shorter(self, name):
        """A tournament file as the reader has it, unless its games or moves are long."""
        config = json.loads((self.top / name).read_text())
        if "max_moves" in config.get("options", {}):
            config["options"]["max_moves"] //= 10
        for command in (entrant.get("command", []) for entrant in config.get("entrants", [])):
            if "--budget-ms" in command:
                command[command.index("--budget-ms") + 1] = MOVE_MS
        return self.write_config(name, config)

    def write_config(self, name, config):
        """Writes it to the top folder; its name there."""
        name = pathlib.Path(name).name
        (self.top / name).write_text(json.dumps(config))
        return name

    def play_dialled(self, command, join):
        """A referee that listens, and a bot that dials in."""
        words = shlex.split(re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:0", command))
        if "check-bot" in words:  # a busy machine is no fault of the bot's
            words += ["--clock", '{"kind":"per_move","ms":8000}']
        with subprocess.Popen(words, cwd=self.top, stdout=subprocess.PIPE, text=True) as referee:
            address = referee.stdout.readline().split()[2].rstrip(",")
            self.run_shell(join.replace("HOST:PORT", address))
            output = referee.communicate(timeout=PATIENCE)[0]
        self.assertEqual(0, referee.returncode, output)
        return output

    def play_in_terminal(self, command):
        code, output = leave_play(shlex.split(command), self.top)
        self.assertEqual(0, code, output)
        return output

    def serve(self, command):
        """Starts a daemon, on a free port; it ends with stop()."""
        words = shlex.split(command)
        config = json.loads((self.top / words[2]).read_text())
        config["listen"]["port"] = 0
        words[2] = self.write_config(words[2], config)
        self.daemon = subprocess.Popen(words, cwd=self.top, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not re.match("results are kept in", self.daemon.stdout.readline()):
            self.assertIsNone(self.daemon.poll(), "the daemon has ended")

    def stop(self):
        if self.daemon:
            self.daemon.terminate()
            output, errors = self.daemon.communicate(timeout=PATIENCE)
            self.assertEqual(0, self.daemon.returncode, output + errors)
        self.daemon = None

    def play_page(self, page):
        self.play_commands(page)
        self.check_records()

    def play_commands(self, page):
        join = next(line for line in commands(FIRST_BOT) if "join.py" in line)
        for command in commands(page):
            if is_run_before(command, page):
                continue
            with self.subTest(page=page, command=command):
                name = command.split("referee ")[1].split()[0] if "referee " in command else ""
                if name == "serve":
                    self.serve(command)
                elif name == "play":
                    self.assertIn(part_of_output(command), self.play_in_terminal(command))
                elif "--listen" in command:
                    self.assertIn("alice", self.play_dialled(command, join))
                elif "bin/sample_bots/" in command:
                    self.assertTrue(self.run_shell(command))
                elif name:  # join.py is played with the commands that listen
                    self.assertIn(part_of_output(command), self.run_shell(command))
        self.stop()

    def check_records(self):
        """Every line of every record that the page's commands wrote is valid by the schema, which knows the turns of our own games only."""
        records = list(self.top.glob("out/**/records/*.jsonl"))
        self.assertTrue(records)
        for record in records:
            header, *rest = record.read_text().splitlines()
            told = "rules_sha256" in json.loads(header)
            for line in [header, *(rest[-1:] if told else rest)]:
                self.assertEqual([], schemas.errors("record", json.loads(line)), f"{record.name}: {line[:200]}")


class StudentsPages(Commands):
    def test_first_bot(self):
        self.play_page(FIRST_BOT)

    def test_sample_bots(self):
        self.play_page("sample_bots/README.md")

    def test_samples_are_copied_as_the_pages_say(self):
        page = (ROOT / FIRST_BOT).read_text()
        (self.top / "referee.py").unlink()
        self.run_shell(re.search(r"`(cp [^`]*)`", page)[1])
        self.assertEqual((ROOT / "sample_bots/python/referee.py").read_text(), (self.top / "referee.py").read_text())

    def test_picture_page(self):
        self.play_page("docs/pictures.md")

    def test_search_page(self):
        page = (ROOT / "docs/reference/search-programs.md").read_text()
        (self.top / "search.py").write_text(re.search(r"```python\n(.*?)```", page, re.S).group(1))
        self.assertEqual(re.search(r"```text\n(.*?)```", page, re.S).group(1), self.run_shell(f"{sys.executable} -B search.py"))
        examples = re.findall(r"^    (echo .*)$", page, re.M)
        self.assertEqual(2, len(examples))
        for command in examples:
            answer = json.loads(self.run_shell(command))
            self.assertEqual((1, False, []), (answer["turn"], answer["over"], answer["refused"]))


class BetterBots(Commands):
    def test_better_bots(self):
        self.play_page("docs/tasks/is-my-bot-better.md")


class Reference(Commands):
    def test_reference(self):
        """All pages in one folder: a tournament that has been played on an earlier page is over on a later one."""
        for page in REFERENCE:
            self.play_commands(page)
        self.check_records()


class OtherPages(Commands):
    def test_readme(self):
        self.play_page("README.md")

    def test_your_game(self):
        """The game that new-game writes, played by a class of two who hand in its bot."""
        page = (ROOT / "docs/tasks/your-game.md").read_text()
        (self.top / "class.json").write_text(re.search(r"```json\n(.*?)```", page, re.S).group(1))
        libraries = {"bot.py": "examples/games/templates/python/bots/honest.py", "referee.py": "sample_bots/python/referee.py"}
        for student in ("alice", "ben"):
            (self.top / "submissions" / student).mkdir(parents=True)
            for name, source in libraries.items():
                (self.top / "submissions" / student / name).write_text((ROOT / source).read_text())
        self.play_commands("docs/tasks/your-game.md")

    def test_rubrics(self):
        self.play_page("configs/rubrics/README.md")

    def test_init_and_check(self):
        self.play_page("docs/reference/init-and-check.md")


class FirstPage(unittest.TestCase):
    GLOSSARY = {"field": r"(?<!`)\bfield\b(?!`)", "encounter": r"\bencounters?\b", "house bot": r"\bhouse bots?\b", "sandbox level": r"\bsandbox(?:'s)? levels?\b"}
    PAGES = ["README.md", "packaging/README.md", *(page for page in REFERENCE if "reference/" in page and page not in WITH_KEYS)]

    def test_every_command_of_it_is_run_by_a_test_or_by_ci(self):
        ci = (ROOT / ".ci/run").read_text()
        text = re.sub(r"```.*?```", "", (ROOT / "README.md").read_text(), flags=re.S)
        indented = [re.sub(r"^referee ", "build/release/bin/referee ", line.strip()) for line in text.splitlines() if line.startswith("    ")]
        self.assertGreater(len(indented), 5)
        for line in set(indented) - set(commands("README.md")) - set(release_commands()):
            self.assertRegex(ci, rf"(?m)^step {re.escape(line.split()[0])}( --all)?$", line)

    def test_its_bot_is_that_of_the_page_of_the_first_bot(self):
        self.assertIn(f"```python\n{smallest_bot()}```", (ROOT / "README.md").read_text())
        self.assertLessEqual(len(smallest_bot().splitlines()), 8)

    def test_its_moving_picture_is_made_from_the_record_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "planets.gif"
            subprocess.run([REFEREE, "show", ROOT / "docs/planets.jsonl", "--gif", made], check=True, timeout=PATIENCE)
            self.assertEqual((ROOT / "docs/planets.gif").read_bytes(), made.read_bytes())
        self.assertLess((ROOT / "docs/planets.gif").stat().st_size, 300_000)

    def test_its_picture_of_a_page_can_be_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", ROOT / "docs/pictures.py", REFEREE, folder], capture_output=True, text=True, timeout=PATIENCE)
            if done.returncode == 77:
                self.skipTest(done.stdout.strip())
            self.assertEqual(0, done.returncode, done.stderr)
            for picture in [ROOT / "docs/match.png", pathlib.Path(folder) / "match.png"]:
                data = picture.read_bytes()
                self.assertEqual((b"IHDR", (1200, 800)), (data[12:16], struct.unpack(">II", data[16:24])))
                self.assertTrue(50_000 < len(data) < 300_000, len(data))

    def test_words_of_ours_lead_to_the_glossary_where_they_appear_first(self):
        glossary = (ROOT / "docs/GLOSSARY.md").read_text()
        for word in self.GLOSSARY:
            self.assertIn(f"| {word}", glossary)
        for page in self.PAGES:
            text = (ROOT / page).read_text()
            for word, pattern in self.GLOSSARY.items():
                first = re.search(pattern, text)
                if first:
                    self.assertRegex(text[first.start() - 1 :], rf"^\[{pattern}\]\([^)]*GLOSSARY\.md\)", f"{page}: {word}")


class Demo(unittest.TestCase):
    GAMES = json.loads((ROOT / "configs/schema/tournament.schema.json").read_text())["$defs"]["game_of_ours"]["enum"]

    def test_every_game_has_a_demo_that_the_script_knows(self):
        script = (ROOT / "scripts/demo").read_text()
        for game in self.GAMES:
            demo = json.loads((ROOT / f"configs/{game}_demo.json").read_text())
            self.assertEqual((game, f"out/demo/{game}"), (demo["game"], demo["reports"]))
            self.assertIn(f"1,{game}", script)

    def test_what_is_no_game_is_refused_in_one_line_that_names_the_games(self):
        for arguments in [["chess"], [""], ["walls", "superball"]]:
            done = subprocess.run([ROOT / "scripts/demo", *arguments], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertEqual(f"scripts/demo: got '{' '.join(arguments)}', expected nothing or one of {', '.join(self.GAMES)}, all\n", done.stderr)


class Links(unittest.TestCase):
    def test_every_link_of_a_page_leads_somewhere(self):
        pages = navigation.pages_of_repository()
        self.assertGreater(len(pages), 50)
        anchors = {ROOT / page: headings.anchors((ROOT / page).read_text()) for page in pages}
        for page in anchors:
            for path, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)", page.read_text()):
                target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
                if target.is_relative_to(ROOT):  # else to what a forge has beside the files, such as releases
                    self.assertTrue(target.exists(), f"{page.relative_to(ROOT)}: {path}")
                    self.assertTrue(not anchor or anchor in anchors.get(target, {}), f"{page.relative_to(ROOT)}: {path}#{anchor}")

    def test_every_source_that_a_page_or_a_comment_names_exists(self):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
        if listed.returncode:
            self.skipTest("not a checkout")
        files = listed.stdout.split()
        names = {pathlib.PurePath(file).name for file in files}
        for file in files:
            if not file.endswith((".md", ".h", ".cpp")) or not (ROOT / file).exists():
                continue
            for number, line in enumerate((ROOT / file).read_text(errors="replace").splitlines(), 1):
                for named in [] if line.startswith("#include") else re.findall(r"(?<![\w/<])[\w/]*\b[a-z][a-z_0-9]*\.(?:h|cpp)\b", line):
                    known = pathlib.PurePath(named).name in names and ("/" not in named or any(other.endswith(named.lstrip("/")) for other in files))
                    self.assertTrue(known or "NAME" in named, f"{file}:{number}: {named}")

    def test_every_name_of_code_in_the_design_pages_exists(self):
        code = set()
        for file in ROOT.glob("**/*.*"):
            if file.suffix in (".h", ".cpp", ".def", ".py") and "build" not in file.relative_to(ROOT).parts:
                code.update(re.findall(r"\w+", file.read_text(errors="replace")))
        for named in re.findall(r"`([A-Z]\w+::\w+|[A-Z][a-z]+[A-Z]\w+|\w+\(\))`", "".join(page.read_text() for page in [ROOT / "ARCHITECTURE.md", *ROOT.glob("docs/design/*.md")])):
            for name in re.findall(r"\w+", named):
                self.assertIn(name.replace("NAME", "walls"), code, named)

    def test_every_path_of_the_first_page_exists(self):
        text = (ROOT / "README.md").read_text()
        for path in re.findall(r"`((?:engines|protocol|referee|tests|configs|handouts|sample_bots|scripts)/[^`<> ]*)`", text):
            self.assertTrue((ROOT / path).exists(), path)


if __name__ == "__main__":
    unittest.main()
