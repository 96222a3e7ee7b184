"""The notices of others' licences (packaging/make_notices) against what is linked, included and bundled, which is found in other ways here: by a trace
of the linker, the #include lines of the sources, and what packages of npm ask for."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import unittest

import support
from fixture.case import FolderCase
from support import BUILD, ROOT

MAKE = ROOT / "packaging/make_notices"
EDITOR = ROOT / "build/wasm/editor"
SHIPPED = ["bindings", "engines", "protocol", "referee", "sample_bots/cpp"]


def sections(text):
    """The text of each section by the name of its work."""
    parts = re.split(r"^={80}\n(\S+).*\n.*\n={80}\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def sources_of(files):
    """The names of the works that these files are of, as Debian calls their sources."""
    owners = {line.rpartition(": ")[0] for line in support.run("dpkg", "-S", *files).splitlines()}
    return set(support.run("dpkg-query", "-W", "-f", "${source:Package}\n", *owners).split())


def module():
    loader = importlib.machinery.SourceFileLoader("make_notices", str(MAKE))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_notices", loader))
    loader.exec_module(made)
    return made


class Notices(FolderCase):
    def made(self, *words):
        support.run(MAKE, self.folder / "NOTICES", *words)
        return sections((self.folder / "NOTICES").read_text())

    def traced(self, target):
        """The archives and objects of others that the linker reads for a target, as it says itself."""
        commands = support.run("ninja", "-C", BUILD, "--quiet", "-t", "commands", target).splitlines()
        command = next(line for line in reversed(commands) if "--dependency-file=" in line)
        output = re.search(r" -o (\S+)", command)[1]
        command = re.sub(r"--dependency-file=\S+", "--trace", command).replace(f" -o {output}", f" -o {self.folder / 'program'}")
        done = subprocess.run(command, shell=True, cwd=BUILD, capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(0, done.returncode, done.stderr)
        names = {re.sub(r"^\(?([^()]*).*", r"\1", line) for line in (done.stdout + done.stderr).splitlines()}
        return {os.path.realpath(name) for name in names if re.fullmatch(r"/.*\.(a|o)", name)}

    def test_each_archive_of_a_program_has_a_section(self):
        for target, also in [("referee_static", ["nettle", "glibc", "gcc-12", "libseccomp", "openssl", "libarchive", "ncurses", "sqlite3", "zlib", "xz-utils"]),
                             ("cpp_bots_static", ["glibc", "gcc-12"]), ("rules", ["openssl", "gcc-12"])]:
            with self.subTest(target=target):
                linked = sources_of(self.traced(target))
                self.assertLessEqual(set(also), linked, "the trace has all")
                self.assertEqual(set(), linked - set(self.made("--build", BUILD, target)))

    def test_each_library_that_is_headers_only_has_a_section(self):
        lines = support.run("git", "-C", ROOT, "grep", "-hoE", r"^#include <[a-zA-Z0-9_.+-]+/?[^>]*>", "--", *SHIPPED)
        included = {line.split("<")[1].rstrip(">\n") for line in lines.splitlines()}
        files = {file for name in included for folder in ["", "eigen3/", "x86_64-linux-gnu/"] if (file := pathlib.Path("/usr/include") / folder / name).is_file()}
        works = sources_of(files)
        self.assertLessEqual({"boost1.81", "nlohmann-json3", "cli11", "eigen3", "spdlog"}, works)
        self.assertEqual(set(), works - set(self.made("--build", BUILD, "referee", "sample_bots", "static", "rules")))

    def test_each_package_of_npm_in_the_editor_has_a_section(self):
        if not (EDITOR / "bundle.json").exists():
            self.skipTest("skipped: the editor is not built")
        made = self.made("--npm", EDITOR / "bundle.json")
        asked = set(re.findall(r'from "([^"]+)"', (ROOT / "bindings/wasm/editor/editor.js").read_text()))
        seen = set()
        while asked:
            name = asked.pop()
            seen.add(name)
            asked |= set(json.loads((EDITOR / "node_modules" / name / "package.json").read_text()).get("dependencies", {})) - seen
        self.assertIn("@codemirror/view", seen)
        self.assertEqual(seen, set(made))
        for name, text in made.items():
            self.assertIn("Copyright", text, name)

    def test_the_browsers_files_have_those_of_their_compilers_library(self):
        for folder in ["referee-rules", "referee-kit", "page"]:
            path = ROOT / "build/wasm" / folder / "NOTICES"
            if not path.exists():
                self.skipTest("skipped: the rules are not built as WebAssembly")
            made = sections(path.read_text())
            self.assertLessEqual({"emscripten", "nlohmann-json3"}, set(made), folder)
            for words in ["system/lib/libc/musl/*", "system/lib/libcxx/*", "system/lib/compiler-rt/*", "Rich Felker"]:
                self.assertIn(words, made["emscripten"], folder)
        self.assertLessEqual({"eigen3", "@codemirror/view"}, set(made), "page")

    def test_the_site_has_those_of_its_theme(self):
        site = BUILD / "share/doc/referee/html"
        made = sections((site / "NOTICES").read_text())
        self.assertLessEqual({"sphinx", "furo", "pygments", "node-normalize.css"}, set(made))
        of_others = {"jquery.js": "node-jquery", "underscore.js": "underscore"}
        self.assertEqual(set(), {work for name, work in of_others.items() if (site / "_static" / name).exists()} - set(made))

    def test_licences_that_only_debian_has_stand_at_the_end_but_in_its_own_packages(self):
        made = self.made("--build", BUILD, "cpp_bots_static")
        self.assertIn("GNU LESSER GENERAL PUBLIC LICENSE", made["LGPL-2.1"])
        ours = self.made("--debian", "--build", BUILD, "cpp_bots_static")
        self.assertEqual({"GPL-3", "LGPL-2.1"}, {"GPL-3", "LGPL-2.1"} & (set(made) - set(ours)))
        self.assertTrue((self.folder / "NOTICES").read_text().startswith("MIT License"))

    def test_a_build_of_which_nothing_is_known_is_refused(self):
        (self.folder / "build.ninja").write_text("rule touch\n  command = touch $out\nbuild program: touch\n")
        done = subprocess.run([MAKE, self.folder / "NOTICES", "--build", self.folder, "program"], capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(1, done.returncode)
        self.assertIn(f"{self.folder}: program: nothing was compiled", done.stderr)

    def test_holders_and_licences_stand_there_once_without_what_is_only_of_the_packaging(self):
        shown = module().condensed("""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: x

Files: a/*
Copyright: 2001 Anna
           2002 Ben
License: Expat

Files: b.c
Copyright: 2001 Anna
License: Expat

Files: c.c
Copyright: 2003 Cem
License: GPL-2+

Files: debian/*
Copyright: 2004 Dora
License: GPL-2+
 Text of the second.
 .
 Its end.

Files: debian/rules
Copyright: 2004 Dora
License: ISC
 Text of the third.

License: Expat
 Text of the first.
""")
        self.assertEqual("Expat: a/*\n  Copyright 2001 Anna\n  Copyright 2002 Ben\n\nGPL-2+\n  Copyright 2003 Cem\n\n"
                         "Licence GPL-2+:\n\nText of the second.\n\nIts end.\n\nLicence Expat:\n\nText of the first.", shown)


if __name__ == "__main__":
    unittest.main(verbosity=2)
