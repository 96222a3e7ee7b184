"""The Dockerfile, without Docker: its sources and packages exist, its build is the one under test, and its commands work
on a temporary machine."""
import json
import re
import shlex
import unittest

import support
from support import ROOT, need

DOCKERFILE = ROOT / "packaging/Dockerfile"


def stages():
    """Lists of (instruction, rest), one for each FROM, which is the first entry."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.M).replace("\\\n", "")
    found = []
    for line in filter(None, text.splitlines()):
        instruction, rest = line.split(maxsplit=1)
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, rest))
    return found


def all_of(stage, instruction):
    return [rest for name, rest in stage if name == instruction]


def only(stage, instruction):
    (rest,) = all_of(stage, instruction)
    return rest


BUILD, RUNTIME = stages()


class Image(unittest.TestCase):
    def test_what_it_copies_exists(self):
        for rest in all_of(BUILD, "COPY"):
            self.assertTrue((ROOT / rest.split()[0]).exists(), rest)
        ignored = (ROOT / "packaging/Dockerfile.dockerignore").read_text().split()
        self.assertIn("build", ignored)  # otherwise its programs would count as built

    def test_what_it_builds_is_what_is_tested(self):
        setup, make = (shlex.split(rest) for rest in all_of(BUILD, "RUN"))
        self.assertEqual(["scripts/setup", "build"], setup)
        self.assertEqual(["packaging/make_deb", "/out"], make)
        self.assertRegex((ROOT / "scripts/check-packaging").read_text(), r"(?m)^packaging/make_deb ")
        self.assertEqual("--from=build /out/referee_*.deb /tmp/referee.deb", only(RUNTIME, "COPY"))

    @need("apt-cache")
    def test_debian_has_the_packages_that_it_names(self):
        names = [word for word in all_of(RUNTIME, "RUN")[-1].split("apt-get install")[1].split("&&")[0].split() if not word.startswith(("-", "/"))]
        building = re.search(r"packages=\((.*?)\)", re.sub(r"#.*", "", (ROOT / "scripts/setup").read_text()), re.S).group(1).split()
        self.assertIn("bubblewrap", names)
        known = support.packages_among(["bash", *names, *building])
        if not known:
            self.skipTest("skipped: apt knows no packages here")
        self.assertEqual(set(), {*names, *building} - known)

    def test_it_runs_without_root(self):
        self.assertEqual("referee", only(RUNTIME, "USER"))

    def test_what_it_installs_serves_and_is_healthy_until_it_is_stopped(self):
        # The packages are already installed here, and there is no network to update the lists.
        install = " && ".join(all_of(RUNTIME, "RUN")).replace("apt-get update", "true")
        check = shlex.join(json.loads(only(RUNTIME, "HEALTHCHECK").split("CMD")[1]))
        serve = shlex.join(json.loads(only(RUNTIME, "ENTRYPOINT")) + json.loads(only(RUNTIME, "CMD")))
        port = only(RUNTIME, "EXPOSE")
        output = support.on_another_machine(f"""
            {install}
            as_user="setpriv --reuid {only(RUNTIME, 'USER')} --regid {only(RUNTIME, 'USER')} --clear-groups"
            cd {only(RUNTIME, 'WORKDIR')}
            mkfifo /tmp/log
            exec 3<>/tmp/log
            ! $as_user {check}
            $as_user {serve} >/tmp/log &
            sed '/results are kept in/q' <&3
            $as_user {check}
            kill -{only(RUNTIME, 'STOPSIGNAL').removeprefix('SIG')} $!
            wait $!
            ! $as_user {check}
            referee docs
            echo stopped in order""")
        self.assertIn(f"listening on 0.0.0.0:{port}", output)
        self.assertRegex(output, r"Walls, practice\nregistration is open\nwatch: http://127\.0\.0\.1:\d+/\nrunning: nothing")
        self.assertTrue(output.endswith("/usr/share/doc/referee/html/index.html\nstopped in order\n"), output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
