"""What scripts/release makes: the first page's commands run from the tarball, and the students' kit is complete."""
import base64
import csv
import email
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

import support
from fixture.case import FolderCase
from notices_test import sections
from support import ROOT, need

MADE = pathlib.Path(tempfile.mkdtemp())
MAKING = 1800  # seconds; only a hang takes so long, or a busy machine that compresses
VERSION = re.search(r"project\(referee VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
TARBALL = f"referee-{VERSION}-linux-x86_64.tar.gz"
STUDENTS = f"referee-{VERSION}-students.zip"
WHEEL = f"referee-{VERSION}-py3-none-manylinux2014_x86_64.whl"
DOCS = f"referee-{VERSION}-docs.zip"


def setUpModule():
    unittest.addModuleCleanup(shutil.rmtree, MADE)
    done = subprocess.run([ROOT / "scripts/release", "--dirty", MADE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=MAKING)
    if done.returncode != 0:
        raise AssertionError(done.stdout)


class Release(FolderCase):
    def test_all_files_are_there_and_have_their_sums(self):
        names = {f"referee_{VERSION}_amd64.deb", f"referee-dev_{VERSION}_amd64.deb", TARBALL, WHEEL, f"referee-{VERSION}-gradescope.zip", STUDENTS, DOCS,
                 f"referee-rules-{VERSION}.tgz", f"referee-kit-{VERSION}.tgz", f"referee-{VERSION}.spdx.json"}
        self.assertEqual(names | {"SHA256SUMS"}, {path.name for path in MADE.iterdir()})
        sums = dict(reversed(line.split()) for line in (MADE / "SHA256SUMS").read_text().splitlines())
        self.assertEqual({name: hashlib.sha256((MADE / name).read_bytes()).hexdigest() for name in names}, sums)

    def test_each_file_has_the_notices_of_the_works_that_are_in_it(self):
        linked = ["bzip2", "boost1.81", "fmtlib", "gcc-12", "glibc", "libarchive", "libseccomp", "ncurses", "nettle", "nlohmann-json3", "openssl", "sqlite3", "xz-utils", "zlib"]
        for name, path, works in [
            (TARBALL, "referee/NOTICES", [*linked, "cli11", "eigen3"]), (TARBALL, "referee/share/referee/pages/NOTICES", ["@codemirror/view", "emscripten", "eigen3"]),
            (WHEEL, f"referee-{VERSION}.dist-info/licenses/NOTICES", linked),
            (f"referee-{VERSION}-gradescope.zip", "referee/NOTICES", linked), (DOCS, "referee-docs/NOTICES", ["furo", "sphinx"]),
            (f"referee-rules-{VERSION}.tgz", "package/NOTICES", ["emscripten", "nlohmann-json3"]),
            (f"referee-kit-{VERSION}.tgz", "package/NOTICES", ["eigen3", "emscripten", "nlohmann-json3"]),
        ]:
            with self.subTest(name=name, path=path):
                if name.endswith((".zip", ".whl")):
                    text = zipfile.ZipFile(MADE / name).read(path)
                else:
                    with tarfile.open(MADE / name) as packed:
                        text = packed.extractfile(path).read()
                self.assertEqual(set(), set(works) - set(sections(text.decode())))

    def test_the_list_of_works_of_others_names_those_of_each_file(self):
        listed = json.loads((MADE / f"referee-{VERSION}.spdx.json").read_text())
        names = {one["SPDXID"]: one["name"] for one in listed["packages"]}
        contained = {}
        for relation in listed["relationships"]:
            if relation["relationshipType"] == "CONTAINS":
                contained.setdefault(names[relation["spdxElementId"]], set()).add(names[relation["relatedSpdxElement"]])
        for file, works in [(TARBALL, {"openssl", "sqlite3", "glibc"}), (WHEEL, {"openssl", "sqlite3"}), (f"referee-rules-{VERSION}.tgz", {"emscripten"}),
                            (TARBALL, {"@codemirror/view"}), (f"referee_{VERSION}_amd64.deb", {"nlohmann-json3"})]:
            self.assertEqual(set(), works - contained[file], file)
        self.assertEqual(len(listed["packages"]), len(names))

    def test_a_version_without_changes_is_refused(self):
        copy = self.folder / "copy"
        (copy / "scripts").mkdir(parents=True)
        for name in ["scripts/release", "scripts/changes", "CMakeLists.txt"]:
            shutil.copy(ROOT / name, copy / name)
        (copy / "CHANGELOG.md").write_text("## 0.0.1 - 2026-01-01\n")
        done = subprocess.run([copy / "scripts/release", self.folder / "out"], capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(1, done.returncode)
        self.assertIn(f"CHANGELOG.md: expected a section '## {VERSION} - YYYY-MM-DD'", done.stderr)

    @need("bwrap")
    def test_the_first_page_holds_from_the_tarball_without_a_library_of_the_machine(self):
        shutil.copy(MADE / TARBALL, self.folder)
        page = (ROOT / "README.md").read_text().splitlines()
        unpack, *commands = [line.strip() for line in page if re.match(r"    (tar |\./referee )", line)]
        support.run("bash", "-ec", f"{unpack}; test -x ./referee", cwd=self.folder)
        self.assertEqual(2, len(commands))
        box = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv", "--bind", self.folder / "referee", "/referee",
               "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/referee", "--"]
        for command, says in zip(commands, ["walls-1g1: ", "over"]):
            done = subprocess.run([*box, *shlex.split(command)], capture_output=True, text=True, timeout=support.PATIENCE)
            if "bwrap:" in done.stderr:
                self.skipTest(f"skipped: bubblewrap does not run here: {done.stderr.strip()}")
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertIn(says, done.stdout)

    def test_the_tarball_has_pages_manual_pages_and_completions(self):
        support.run("tar", "-xzf", MADE / TARBALL, "-C", self.folder)
        top = self.folder / "referee"
        for path in ["README.md", "LICENSE", "share/man/man1/referee-match.1.gz", "share/bash-completion/completions/referee",
                     "share/zsh/vendor-completions/_referee", "share/fish/vendor_completions.d/referee.fish", "share/referee/docs/match.png"]:
            self.assertTrue((top / path).exists(), path)
        self.assertEqual([], support.broken_links(top / "share/referee"))
        self.assertEqual(f"referee {VERSION}", support.run(top / "referee", "--version").splitlines()[0])

    def test_the_tarball_has_the_rules_as_a_library(self):
        support.run("tar", "-xzf", MADE / TARBALL, "-C", self.folder)
        python = self.folder / "referee/share/referee/bindings/python"
        said = support.run("python3", "-c", "import referee_rules as rules; print(rules.version, rules.Game('walls').to_move())", cwd=python,
                           env={name: value for name, value in os.environ.items() if name != "RULES_LIBRARY"})
        self.assertEqual(f"{VERSION} [0]\n", said)

    def test_the_site_of_the_pages_is_in_the_tarball_and_a_file_of_its_own(self):
        support.run("tar", "-xzf", MADE / TARBALL, "-C", self.folder)
        site = self.folder / "referee/share/doc/referee/html"
        self.assertEqual(f"{site}/index.html\n", support.run(self.folder / "referee/referee", "docs"))
        samples = pathlib.Path(support.run(self.folder / "referee/referee", "docs", "--samples").strip())
        self.assertTrue((samples / "python/referee.py").is_file() and (samples / "../examples/ci/rubric.json").is_file(), samples)
        with zipfile.ZipFile(MADE / DOCS) as alone:
            names = {name.removeprefix("referee-docs/"): name for name in alone.namelist() if not name.endswith("/")}
            self.assertEqual({str(file.relative_to(site)) for file in site.rglob("*") if file.is_file()}, set(names))
            self.assertEqual((site / "searchindex.js").read_bytes(), alone.read(names["searchindex.js"]))

    def test_a_starter_of_the_students_kit_plays_and_its_links_lead_somewhere(self):
        zipfile.ZipFile(MADE / STUDENTS).extractall(self.folder)
        kit = self.folder / "referee-students"
        self.assertEqual([], support.broken_links(kit))
        self.assertIn("--token-file", support.run("python3", kit / "sample_bots/python/join.py", "--help"))
        starter = f"python3 {kit}/sample_bots/python/walls_random.py"
        output = support.run(support.STATIC / "referee", "match", "walls", "--bot", starter, "--bot", starter, "--seed", "1", cwd=self.folder)
        self.assertIn("walls-1g1: ", output)

    def test_the_wheel_has_the_form_of_one(self):
        about = f"referee-{VERSION}.dist-info"
        with zipfile.ZipFile(MADE / WHEEL) as wheel:
            files = {entry.filename: entry for entry in wheel.infolist()}
            record = list(csv.reader(wheel.read(f"{about}/RECORD").decode().splitlines()))
            self.assertEqual(list(files), [name for name, _, _ in record], "each file has a line")
            for name, digest, size in record[:-1]:
                content = wheel.read(name)
                expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                self.assertEqual((f"sha256={expected}", str(len(content))), (digest, size), name)
            self.assertEqual([f"{about}/RECORD", "", ""], record[-1])
            said = {name: email.message_from_bytes(wheel.read(f"{about}/{name}")) for name in ["WHEEL", "METADATA"]}
            self.assertEqual(("1.0", "false"), (said["WHEEL"]["Wheel-Version"], said["WHEEL"]["Root-Is-Purelib"]))
            self.assertEqual([WHEEL.split("-", 2)[2].removesuffix(".whl")], said["WHEEL"].get_all("Tag"))
            self.assertEqual(("referee", VERSION), (said["METADATA"]["Name"], said["METADATA"]["Version"]))
        self.assertFalse([name for name, entry in files.items() if stat.S_ISLNK(entry.external_attr >> 16)], "pip writes no links")
        library = sum(entry.compress_size for name, entry in files.items() if "/sample_bots/" in name)
        self.assertLess(library, 2_000_000, "the bots in C++ are one program")

    def test_pip_installs_the_wheel_and_leaves_no_file_behind(self):
        # The folder of the environment is one that only root can read, as a home is: bots that run as another user get copies.
        here = self.folder / "here"
        made = subprocess.run([sys.executable, "-m", "venv", here], capture_output=True, text=True, timeout=support.PATIENCE)
        if made.returncode != 0:
            self.skipTest(f"skipped: no virtual environment can be made here: {made.stdout.strip()}")
        bare = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RULES_LIBRARY")}
        pip = [here / "bin/python", "-m", "pip", "--disable-pip-version-check"]
        before = self.files_in(here)
        self.assertIn(f"    pip install ./{WHEEL}\n", (ROOT / "README.md").read_text())
        support.run(*pip, "install", "--no-index", f"./{WHEEL}", cwd=MADE, env=bare)
        self.assertEqual(f"referee {VERSION}", support.run(here / "bin/referee", "--version", env=bare).splitlines()[0])
        said = support.run(here / "bin/referee", "match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random.py", "--seed", "1", cwd=self.folder, env=bare)
        self.assertRegex(said, r"(?m)^  record +\S+$")
        site = here / "share/doc/referee/html"
        self.assertEqual(f"{site}/index.html\n", support.run(here / "bin/referee", "docs", env=bare))
        self.assertTrue((here / "share/referee/configs/walls_demo.json").is_file() and (here / "share/man/man1/referee.1.gz").is_file())
        said = support.run(here / "bin/python", "-c", "import referee_rules as rules; print(rules.version, rules.Game('walls').to_move())", cwd="/", env=bare)
        self.assertEqual(f"{VERSION} [0]\n", said)
        support.run(*pip, "uninstall", "--yes", "referee", env=bare)
        self.assertEqual(before, self.files_in(here))

    def files_in(self, folder):
        """All but what Python has compiled."""
        return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    def test_one_command_writes_address_and_version_wherever_they_stand(self):
        names = support.run("git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*.yml", "*.py", "CMakeLists.txt",
                            "packaging", "scripts").split()
        for name in names:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        build = self.folder / "CMakeLists.txt"
        build.write_text(build.read_text().replace(f"project(referee VERSION {VERSION} ", "project(referee VERSION 19.8.7 "))
        support.run("git", "init", "--quiet", cwd=self.folder)
        support.run("git", "add", ".", cwd=self.folder)
        check = [self.folder / "scripts/address", "--check"]
        self.assertEqual(1, subprocess.run(check, capture_output=True, timeout=support.PATIENCE).returncode, "pages have the old version")
        support.run(self.folder / "scripts/address", "https://forge.example/team/sub/referee")
        self.assertEqual("", support.run(*check))
        for name, says in [("examples/ci/github.yml", "uses: team/sub/referee@v19.8.7"), ("README.md", "referee-19.8.7-py3-none-"),
                           ("examples/classroom50/autograder.py", "https://forge.example/team/sub/referee/releases/download/v19.8.7/referee-19.8.7-linux"),
                           ("packaging/Dockerfile", 'image.source="https://forge.example/team/sub/referee"')]:
            self.assertIn(says, (self.folder / name).read_text(), name)
        old = subprocess.run(["git", "grep", "-l", "-e", f"{support.ADDRESS}/re", "-e", f"referee-{VERSION}-", "--", "*.md", "*.yml", "examples", "packaging/Dockerfile",
                              ":!CHANGELOG.md"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual("", old.stdout)

    def test_the_same_commit_gives_the_same_archives(self):
        environment = {**os.environ, "SOURCE_DATE_EPOCH": support.run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()}
        for script, name in [("make_tarball", TARBALL), ("make_students_kit", STUDENTS)]:
            support.run(ROOT / "packaging" / script, self.folder / name, env=environment)
            self.assertEqual((MADE / name).read_bytes(), (self.folder / name).read_bytes(), name)
        support.run(ROOT / "packaging/make_wheel", self.folder / TARBALL, self.folder)
        self.assertEqual((MADE / WHEEL).read_bytes(), (self.folder / WHEEL).read_bytes(), WHEEL)


if __name__ == "__main__":
    unittest.main(verbosity=2)
