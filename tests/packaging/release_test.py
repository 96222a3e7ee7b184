"""What scripts/release makes: the first page's commands run from the tarball, and the students' kit is complete."""
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
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
DOCS = f"referee-{VERSION}-docs.zip"


def setUpModule():
    unittest.addModuleCleanup(shutil.rmtree, MADE)
    done = subprocess.run([ROOT / "scripts/release", "--dirty", MADE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=MAKING)
    if done.returncode != 0:
        raise AssertionError(done.stdout)


class Release(FolderCase):
    def test_all_files_are_there_and_have_their_sums(self):
        names = {f"referee_{VERSION}_amd64.deb", f"referee-dev_{VERSION}_amd64.deb", TARBALL, f"referee-{VERSION}-gradescope.zip", STUDENTS, DOCS,
                 f"referee-rules-{VERSION}.tgz", f"referee-kit-{VERSION}.tgz", f"referee-rules-{VERSION}-windows-x86_64.zip"}
        self.assertEqual(names | {"SHA256SUMS"}, {path.name for path in MADE.iterdir()})
        sums = dict(reversed(line.split()) for line in (MADE / "SHA256SUMS").read_text().splitlines())
        self.assertEqual({name: hashlib.sha256((MADE / name).read_bytes()).hexdigest() for name in names}, sums)

    def test_each_file_has_the_notices_of_the_works_that_are_in_it(self):
        linked = ["bzip2", "boost1.81", "fmtlib", "gcc-12", "glibc", "libarchive", "libseccomp", "ncurses", "nettle", "nlohmann-json3", "openssl", "sqlite3", "xz-utils", "zlib"]
        for name, path, works in [
            (TARBALL, "referee/NOTICES", [*linked, "cli11", "eigen3"]), (TARBALL, "referee/share/referee/pages/NOTICES", ["@codemirror/view", "emscripten", "eigen3"]),
            (f"referee-{VERSION}-gradescope.zip", "referee/NOTICES", linked), (DOCS, "referee-docs/NOTICES", ["furo", "sphinx"]),
            (f"referee-rules-{VERSION}.tgz", "package/NOTICES", ["emscripten", "nlohmann-json3"]),
            (f"referee-kit-{VERSION}.tgz", "package/NOTICES", ["eigen3", "emscripten", "nlohmann-json3"]),
            (f"referee-rules-{VERSION}-windows-x86_64.zip", "NOTICES", ["cli11", "nlohmann-json3"]),
        ]:
            with self.subTest(name=name, path=path):
                if name.endswith(".zip"):
                    text = zipfile.ZipFile(MADE / name).read(path)
                else:
                    with tarfile.open(MADE / name) as packed:
                        text = packed.extractfile(path).read()
                self.assertEqual(set(), set(works) - set(sections(text.decode())))

    def test_a_version_without_changes_is_refused(self):
        copy = self.folder / "copy"
        (copy / "scripts").mkdir(parents=True)
        for name in ["scripts/release", "CMakeLists.txt"]:
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

    def test_the_same_commit_gives_the_same_archives(self):
        environment = {**os.environ, "SOURCE_DATE_EPOCH": support.run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()}
        for script, name in [("make_tarball", TARBALL), ("make_students_kit", STUDENTS)]:
            support.run(ROOT / "packaging" / script, self.folder / name, env=environment)
            self.assertEqual((MADE / name).read_bytes(), (self.folder / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
