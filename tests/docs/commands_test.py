"""Runs the commands of the pages as a reader would, each page from top to bottom. Usage: commands_test.py REFEREE

Only what a reader fills in is replaced: ports by free ones, HOST:PORT by the address of the referee that listens."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/protocol"))
import schemas  # noqa: E402

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
PATIENCE = 240  # seconds; only a hang takes so long


def commands(page):
    lines = (ROOT / page).read_text().splitlines()
    return [line.strip() for line in lines if re.match(r"    (build/release/bin/)?referee |    python3 ", line)]


def smallest_bot():
    return re.search(r"```python\n(.*?)```", (ROOT / "sample_bots/README.md").read_text(), re.S).group(1)


class Commands(unittest.TestCase):
    def setUp(self):
        """A folder that looks like the top of a built checkout, without touching the real one."""
        self.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(self.folder.name)
        (top / "build/release").mkdir(parents=True)
        (top / "build/release/bin").symlink_to(REFEREE.parent)
        for name in ["sample_bots", "configs"]:
            (top / name).symlink_to(ROOT / name)
        (top / "my_bot.py").write_text(smallest_bot())
        self.top = top

    def tearDown(self):
        self.folder.cleanup()

    def run_shell(self, command):
        command = re.sub(r"^referee ", "build/release/bin/referee ", command)
        done = subprocess.run(command, shell=True, cwd=self.top, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, done.returncode, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def play_dialled(self, command, join):
        """A referee that listens, and somebody who dials in."""
        words = shlex.split(re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:0", command))
        with subprocess.Popen(words, cwd=self.top, stdout=subprocess.PIPE, text=True) as referee:
            address = referee.stdout.readline().split()[2].rstrip(",")
            self.run_shell(join.replace("HOST:PORT", address))
            output = referee.communicate(timeout=PATIENCE)[0]
        self.assertEqual(0, referee.returncode, output)
        return output

    def play_page(self, page):
        join = next(line for line in commands("sample_bots/README.md") if "join.py" in line)
        for command in commands(page):
            with self.subTest(page=page, command=command):
                if "--listen" in command:
                    self.assertIn("alice", self.play_dialled(command, join))
                elif "join.py" not in command:  # played with the commands that listen
                    self.assertIn("ok" if "verify" in command else "record", self.run_shell(command))

        self.check_records()

    def check_records(self):
        """Every line of every record that the page's commands wrote is valid by the schema."""
        records = list(self.top.glob("out/records/*.jsonl"))
        self.assertTrue(records)
        for record in records:
            for line in record.read_text().splitlines():
                self.assertEqual([], schemas.errors("record", json.loads(line)), f"{record.name}: {line[:200]}")

    def test_readme(self):
        self.play_page("README.md")

    def test_students_page(self):
        self.play_page("sample_bots/README.md")

    def test_configs(self):
        self.play_page("configs/README.md")


class Links(unittest.TestCase):
    def test_every_link_of_a_page_leads_somewhere(self):
        for page in [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("engines/*/*.md")]:
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}")

    def test_every_path_of_the_readme_exists(self):
        for path in re.findall(r"`((?:engines|protocol|referee|tests|configs|sample_bots|scripts)/[^`<> ]*)`", (ROOT / "README.md").read_text()):
            self.assertTrue((ROOT / path).exists(), path)


unittest.main()
