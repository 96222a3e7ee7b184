"""The Debian package: its dependencies and files, and that it can be installed, used and removed."""
import re
import subprocess
import unittest

import support
from fixture.case import FolderCase
from notices_test import sections
from support import ROOT, need


@need("dpkg-deb")
class Package(FolderCase):
    def field(self, name):
        return support.run("dpkg-deb", "-f", support.package(), name).strip()

    def test_version_is_that_of_the_program(self):
        words = support.run(ROOT / "build/release/bin/referee", "--version").split()
        self.assertEqual("referee", words[0])
        self.assertEqual(words[1], self.field("Version"))
        self.assertIn(support.package().name, (ROOT / "packaging/README.md").read_text())

    @need("lintian")
    def test_debians_own_checks_find_no_error(self):
        for package in [support.package(), support.package("referee-dev")]:
            said = subprocess.run(["lintian", "--fail-on", "none", package], capture_output=True, text=True, timeout=support.PATIENCE).stdout
            self.assertEqual([], [line for line in said.splitlines() if line.startswith("E:")])

    def test_it_has_a_manual_page_for_each_command_and_completions(self):
        share = support.unpack(self.folder) / "usr/share"
        shown = support.run(ROOT / "build/release/bin/referee", "--list")
        commands = re.findall(r"^  (\S+)", shown, re.M)
        self.assertGreater(len(commands), 10)
        self.assertEqual({"referee.1.gz", *(f"referee-{command}.1.gz" for command in commands)}, {page.name for page in (share / "man/man1").iterdir()})
        for path in ["bash-completion/completions/referee", "zsh/vendor-completions/_referee", "fish/vendor_completions.d/referee.fish"]:
            self.assertIn("check-bot", (share / path).read_text())

    def test_the_library_of_the_rules_is_a_package_of_its_own(self):
        support.run("dpkg-deb", "-x", support.package("referee-dev"), self.folder)
        names = {str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if not path.is_dir()}
        library, version = "usr/lib/x86_64-linux-gnu", support.run("dpkg-deb", "-f", support.package("referee-dev"), "Version").strip()
        config = f"{library}/cmake/referee-rules/referee-rules-config"
        expected = {"usr/include/referee/rules.h", "usr/lib/python3/dist-packages/referee_rules.py", f"{library}/librules.a", f"{library}/librules.so",
                    f"{library}/librules.so.0", f"{library}/librules.so.{version}", f"{library}/pkgconfig/referee-rules.pc", f"{config}.cmake",
                    f"{config}-version.cmake", "usr/share/doc/referee-dev/copyright", "usr/share/doc/referee-dev/changelog.gz"}
        self.assertEqual(expected, names)
        depends = support.run("dpkg-deb", "-f", support.package("referee-dev"), "Depends")
        self.assertEqual({"libc6", "libgcc-s1"}, set(re.findall(r"[a-z][\w.+-]*(?= \(|$|,)", depends.strip())))
        self.assertEqual([], [str(path) for path in support.unpack(self.folder / "program").rglob("librules*")], "the program needs none of it")
        said = support.run("/usr/bin/python3", "-c", "import referee_rules as rules; print(rules.version)", cwd=self.folder / "usr/lib/python3/dist-packages")
        self.assertEqual(f"{version}\n", said)

    def test_its_copyright_has_ours_and_those_of_the_works_that_are_in_it(self):
        text = (support.unpack(self.folder) / "usr/share/doc/referee/copyright").read_text()
        self.assertTrue(text.startswith((ROOT / "LICENSE").read_text()))
        works = {"boost1.81", "eigen3", "fmtlib", "gcc-12", "glibc", "libseccomp", "ncurses", "nlohmann-json3", "furo", "emscripten", "@codemirror/view"}
        self.assertEqual(set(), works - set(sections(text)))
        support.run("dpkg-deb", "-x", support.package("referee-dev"), self.folder / "dev")
        library = sections((self.folder / "dev/usr/share/doc/referee-dev/copyright").read_text())
        self.assertEqual(set(), {"gcc-12", "nlohmann-json3", "openssl"} - set(library))

    def test_it_has_the_site_of_its_pages(self):
        top = support.unpack(self.folder)
        site = top / "usr/share/doc/referee/html"
        self.assertEqual(f"{site}/index.html\n", support.run(top / "usr/bin/referee", "docs"))
        self.assertEqual(f"{top / 'usr/share/referee/sample_bots'}\n", support.run(top / "usr/bin/referee", "docs", "--samples"))
        self.assertTrue((site / "docs/reference/commands/match.html").is_file())

    def test_it_needs_its_libraries_and_recommends_the_sandbox(self):
        for library in ["libarchive13", "libc6", "libpq5", "libsqlite3-0", "libssl3"]:
            self.assertRegex(self.field("Depends"), rf"\b{library}\b")
        self.assertEqual("bubblewrap (>= 0.8)", self.field("Recommends"))

    def test_a_start_loads_what_nearly_all_commands_need(self):
        top = support.unpack(self.folder) / "usr/lib/referee"
        libraries = {"referee": ["libc", "libcrypto", "libm", "libsqlite3", "libssl", "libz"], "sample_bots/walls_random": ["libc", "libm"]}
        for program, expected in libraries.items():
            needed = re.findall(r"NEEDED +(\S+?)\.so", support.run("objdump", "-p", top / program))
            self.assertEqual(expected, sorted(name for name in needed if not name.startswith("ld-linux")), program)

    def test_libraries_that_are_loaded_late_come_with_the_package(self):
        program = support.unpack(self.folder) / "usr/lib/referee/referee"
        named = set(re.findall(rb"(?<=\0)lib[a-z0-9]+\.so\.\d+(?=\0)", program.read_bytes()))
        late = {name.decode() for name in named} - set(re.findall(r"NEEDED +(\S+)", support.run("objdump", "-p", program)))
        self.assertGreater(len(late), 1)
        for library in late:
            owner = support.run("dpkg", "-S", f"*/{library}").split(":")[0]
            self.assertRegex(self.field("Depends"), rf"\b{owner}\b")

    def test_a_match_is_played_from_where_it_was_unpacked(self):
        top = support.unpack(self.folder)
        output = support.run(top / "usr/bin/referee", "match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random.py", cwd=self.folder)
        self.assertIn("walls-1g1: ", output)

    def test_an_installation_with_a_prefix_stays_in_it_and_plays(self):
        where = self.folder / "opt"
        output = support.run("cmake", "--install", support.BUILD, "--prefix", where)
        for line in re.findall(r"-- (?:Installing|Up-to-date): (.*)", output):
            self.assertTrue(line.startswith(str(where)), line)
        support.run(where / "bin/referee", "match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random", cwd=self.folder)

    def test_configs_are_right_where_they_are_installed(self):
        share = support.unpack(self.folder) / "usr/share/referee"
        configs = [*share.glob("configs/*.json"), *share.glob("configs/rubrics/*.json"), *share.glob("examples/ci/*.json"), self.folder / "etc/referee/practice.json"]
        self.assertGreater(len(configs), 10)
        for config in configs:
            support.run(self.folder / "usr/bin/referee", "check", config, cwd=share)

    def test_links_of_its_pages_lead_somewhere(self):
        self.assertEqual([], support.broken_links(support.unpack(self.folder) / "usr/share/referee"))

    @need("lintian")
    def test_lintian_finds_no_error(self):
        # We have no mail address for the package.
        support.run("lintian", "--allow-root", "--fail-on", "error", "--suppress-tags", "bogus-mail-host,bogus-mail-host-in-debian-changelog", support.package())

    def test_it_installs_makes_its_user_and_leaves(self):
        output = support.on_another_machine("""
            ! id referee >/dev/null 2>&1
            dpkg -i /tmp/referee.deb
            echo "user: $(id -nG referee), home: $(getent passwd referee | cut -d: -f6)"
            cd /tmp && setpriv --reuid referee --regid referee --clear-groups referee match walls --bot sample:walls_random --bot sample:walls_random
            man referee | grep 'headless tournament referee' >/dev/null
            man referee-match | grep -e --seed >/dev/null
            dpkg --remove referee
            ls /etc/referee
            dpkg --purge referee
            ! ls -d /usr/lib/referee /usr/share/referee /usr/bin/referee /etc/referee 2>/dev/null
            echo all gone""")
        self.assertIn("user: referee, home: /var/lib/referee\n", output)
        self.assertIn("walls-1g1: ", output)
        self.assertRegex(output, r"\npractice\.json\n(.*\n)*all gone\n$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
