"""librules as others have it: what it exports and needs, and a program in C that finds it by pkg-config and by CMake."""
import os
import pathlib
import re
import shutil
import unittest

from fixture.case import new_folder
from fixture.program import ROOT, need, run

LIBRARY = pathlib.Path(os.environ["RULES_LIBRARY"])
SYMBOLS = (ROOT / "bindings/c/symbols.txt").read_text().split()
COMPILER = shutil.which("clang-19") or shutil.which("cc")
PROGRAM = r"""
#include <referee/rules.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  rules_session* session = rules_open(1);
  rules_game* game = rules_make("walls", "{\"n\":3}", 7, NULL);
  const char* request = "{\"game\":\"walls\",\"options\":{\"n\":3},\"seed\":7,\"turns\":[\"left\"],\"setup\":false}";
  const char* answer = rules_answer(session, request, strlen(request));
  if (answer == NULL || game == NULL || rules_apply(game, "\"left\"", 6) != 0) {
    return 1;
  }
  printf("%s\n%s\n", answer, rules_view(game, RULES_EVERYBODY));
  printf("%s\n", rules_make("go", NULL, 0, NULL) == NULL ? rules_error() : "made");
  rules_free(game);
  rules_close(session);
  return 0;
}
"""


class Exports(unittest.TestCase):
    def test_the_symbols_are_those_of_the_list_and_of_the_header(self):
        exported = [line.split()[-1].split("@")[0] for line in run("nm", "-D", "--defined-only", LIBRARY).splitlines()]
        self.assertEqual(SYMBOLS, sorted(name for name in exported if not name.startswith("RULES_")))
        header = (ROOT / "bindings/c/rules.h").read_text()
        self.assertEqual(SYMBOLS, sorted(re.findall(r"^RULES_API [^;]*?\b(rules_\w+)\(", header, re.M)))
        self.assertLessEqual(len(SYMBOLS), 16)

    def test_it_needs_the_c_library_and_the_unwinder_alone(self):
        needed = set(re.findall(r"NEEDED +(\S+?)\.so", run("objdump", "-p", LIBRARY)))
        self.assertLessEqual(needed, {"libc", "libm", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"})

    def test_a_c_library_of_2012_is_new_enough(self):
        # So the wheel's tag says, and the page. Ubuntu 22.04 has 2.35, Debian 11 2.31, RHEL 8 2.28.
        versions = set(re.findall(r"\bGLIBC_([0-9.]+)", run("objdump", "-T", LIBRARY)))
        self.assertIn("2.17", versions)
        self.assertEqual(set(), {version for version in versions if tuple(map(int, version.split("."))) > (2, 17)})

    def test_the_daemon_includes_nothing_of_it(self):
        including = [str(path) for folder in ("referee", "engines", "protocol", "sample_bots") for path in (ROOT / folder).rglob("*")
                     if path.suffix in (".h", ".cpp") and '#include "bindings' in path.read_text()]
        self.assertEqual([], including)


@unittest.skipUnless(COMPILER, "skipped: no C compiler is here")
class Consumers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = new_folder(cls.addClassCleanup)
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", os.environ["RULES_BUILD"], "--component", "dev", "--prefix", cls.prefix)
        (cls.library,) = cls.prefix.glob("lib/*/librules.so")
        (cls.folder / "use.c").write_text(PROGRAM)

    def check(self, program):
        answer, view, error = run(program).splitlines()
        self.assertIn('"to_move":[1]', answer)
        self.assertIn(f'"view":{view}', answer)
        self.assertIn('got "go"', error)

    @need("pkg-config")
    def test_by_pkg_config_shared_and_static(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.library.parent / "pkgconfig")}
        warned = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", self.folder / "use.c"]
        flags = run("pkg-config", "--cflags", "--libs", "referee-rules", env=environment).split()
        run(COMPILER, *warned, *flags, f"-Wl,-rpath,{self.library.parent}", "-o", self.folder / "shared")
        self.check(self.folder / "shared")
        flags = run("pkg-config", "--cflags", "--libs", "--static", "referee-rules", env=environment).split()
        run(COMPILER, *warned, *(word if word != "-lrules" else "-l:librules.a" for word in flags), "-o", self.folder / "static")
        self.assertNotIn("librules", run("objdump", "-p", self.folder / "static"))
        self.check(self.folder / "static")

    def test_by_cmake(self):
        (self.folder / "CMakeLists.txt").write_text("""
            cmake_minimum_required(VERSION 3.18)
            project(use C CXX)
            find_package(referee-rules 0.2 REQUIRED)
            add_executable(shared use.c)
            target_link_libraries(shared PRIVATE referee::rules)
            add_executable(static use.c)
            target_link_libraries(static PRIVATE referee::rules_static)
            """)
        environment = {**os.environ, "CC": COMPILER, "CXX": shutil.which("clang++-19") or "c++"}
        out = self.folder / "build"
        run("cmake", "-S", self.folder, "-B", out, f"-DCMAKE_PREFIX_PATH={self.prefix}", env=environment)
        run("cmake", "--build", out)
        self.check(out / "shared")
        self.check(out / "static")


if __name__ == "__main__":
    unittest.main(verbosity=2)
