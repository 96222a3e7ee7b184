"""The Dockerfile: its sources and packages exist, and its build is the one under test. podman builds its second stage, with
the package that is tested here, from a Debian that mmdebstrap makes, and runs it without root."""
import json
import os
import re
import shlex
import subprocess
import unittest

import support
from fixture.case import FolderCase
from support import ADDRESS, ROOT, need

DOCKERFILE = ROOT / "packaging/Dockerfile"


def stages(dockerfile):
    """Lists of (instruction, rest), one for each FROM, which is the first entry."""
    text = re.sub(r"^#.*\n", "", dockerfile.read_text(), flags=re.M).replace("\\\n", "")
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


BUILD, RUNTIME = stages(DOCKERFILE)


class Image(unittest.TestCase):
    def test_what_it_copies_exists(self):
        for rest in all_of(BUILD, "COPY"):
            self.assertTrue((ROOT / rest.split()[0]).exists(), rest)
        ignored = (ROOT / "packaging/Dockerfile.dockerignore").read_text().split()
        self.assertIn("build", ignored)  # otherwise its programs would count as built

    def test_what_it_builds_is_what_is_tested(self):
        setup, make = (rest.split(" && ") for rest in all_of(BUILD, "RUN"))
        self.assertEqual(["scripts/setup build", "scripts/setup --wasm"], setup)
        self.assertEqual(["scripts/build wasm", "packaging/make_deb /out"], make)  # in this order: the package has the rules for pages
        self.assertRegex((ROOT / "scripts/check-packaging").read_text(), r"(?ms)^scripts/build wasm$.*^packaging/make_deb ")
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

    def test_it_says_what_it_is_by_the_labels_of_images(self):
        labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', only(RUNTIME, "LABEL")))
        version = re.search(r"project\(referee VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual({"title", "description", "licenses", "version", "source"}, set(labels))
        self.assertEqual((version, ADDRESS), (labels["version"], labels["source"]))

    def test_it_runs_without_root(self):
        self.assertEqual("referee", only(RUNTIME, "USER"))


class Devcontainer(unittest.TestCase):
    def test_it_is_debian_with_what_building_and_testing_need_and_builds_what_is_there(self):
        folder = ROOT / ".devcontainer"
        settings = json.loads((folder / "devcontainer.json").read_text())
        (stage,) = stages(folder / settings["build"]["dockerfile"])
        self.assertEqual(only(BUILD, "FROM").split()[0], only(stage, "FROM"))
        source, target = only(stage, "COPY").split()
        self.assertEqual((ROOT / "scripts/setup", target), ((folder / settings["build"]["context"] / source).resolve(), only(stage, "RUN")))
        script, preset, *targets = settings["postCreateCommand"].split()
        self.assertEqual(["scripts/build", "referee", "sample_bots"], [script, *targets])
        self.assertIn(preset, [known["name"] for known in json.loads((ROOT / "CMakePresets.json").read_text())["buildPresets"]])


# The storage and the settings of an ordinary user's podman are in the folder $1; a user of the machine without files of its own
# plays that user, and has the numbers of other users that newuidmap wants. A kernel whose cgroups are of both versions looks as
# if it had the second only. The processes of the script end with it.
ROOTLESS = """
set -e
mount -t cgroup2 none /sys/fs/cgroup
echo games:100000:65536 >"$1/ids"
mount --bind "$1/ids" /etc/subuid
mount --bind "$1/ids" /etc/subgid
cd "$1/home"
exec setpriv --reuid games --regid games --clear-groups env HOME="$1/home" XDG_RUNTIME_DIR="$1/run" CONTAINERS_CONF="$1/settings" \
  STORAGE_DRIVER=overlay bash -e -c "$2"
"""
SETTINGS = """
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
# A shell's function: plays a match in a container that is started with these options, and prints the sandbox of the bot in it.
LEVEL = r"""level() {
  podman run --rm --network none "$@" --entrypoint sh referee -c '
    referee match walls --option n=3 --bot "python3 /usr/share/referee/sample_bots/python/walls_random.py" --bot sample:walls_random >/dev/null
    grep -o "\"sandbox\":\[\"[a-z]*" out/records/walls-1g1.jsonl'
}"""


@unittest.skipIf(os.geteuid() != 0, "skipped: only root plays another user")
@need("podman", "crun", "mmdebstrap", "newuidmap", "unshare")
class Container(FolderCase):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        (self.folder / "settings").write_text(SETTINGS)
        for name in ["home", "run"]:
            (self.folder / name).mkdir(mode=0o700)
            support.run("chown", "games:games", self.folder / name)

    def rootless(self, script):
        """The output of a shell script that an ordinary user runs, in the folder `home`."""
        inside = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private"]
        return support.run(*inside, "bash", "-c", ROOTLESS, "bash", self.folder, script)

    def make_context(self):
        """The second stage of the Dockerfile, the package, and the image that it begins with."""
        # dpkg does not wait for the disk, and apt reads no translations: that is how Debian makes its own images.
        quick = ["--dpkgopt=force-unsafe-io", '--aptopt=Acquire::Languages "none"']
        words = ["mmdebstrap", "--quiet", "--mode=root", "--variant=apt", *quick, "bookworm", self.folder / "base.tar"]
        base = subprocess.run(words, capture_output=True, text=True, timeout=support.PATIENCE)
        if base.returncode != 0:
            self.skipTest(f"skipped: mmdebstrap makes no Debian here: {base.stderr.strip().splitlines()[-1]}")
        home = self.folder / "home"
        support.run("cp", support.package(), home)
        stage = "".join(f"{instruction} {rest}\n" for instruction, rest in RUNTIME)
        (home / "Containerfile").write_text(stage.replace("--from=build /out/", ""))
        return only(RUNTIME, "FROM")

    def test_it_is_built_and_serves_without_root_until_it_is_stopped(self):
        base = self.make_context()
        health = json.loads(only(RUNTIME, "HEALTHCHECK").split("CMD")[1])
        port, web = only(RUNTIME, "EXPOSE").split()
        output = self.rootless(f"""
            podman import {self.folder}/base.tar {base}
            podman build --isolation chroot --network host --format docker --layers=false --pull=never -t referee .
            mkfifo log
            exec 3<>log
            podman run --name practice --network none -v practice:/var/lib/referee --stop-timeout 300 referee >log &
            sed '/results are kept in/q' <&3
            podman exec practice id -un
            podman exec practice {shlex.join(health)}
            podman healthcheck run practice
            podman stop practice
            wait $!
            echo stopped in order
            podman run --rm --network none --entrypoint referee referee docs
            {LEVEL}
            level
            level --security-opt seccomp=unconfined --security-opt systempaths=unconfined""")
        self.assertIn(f"listening on 0.0.0.0:{port}", output)
        self.assertRegex(output, r"referee\nWalls, practice\nregistration is open\nwatch: http://\S+:\d+/\nrunning: nothing")
        self.assertNotIn("watch: http://127.0.0.1", output, "nobody outside could open these")
        self.assertRegex(output, rf"watch: http://\S+:{web}/\n")
        self.assertIn("stopped in order\n", output)
        self.assertIn("\n/usr/share/doc/referee/html/index.html\n", output)
        self.assertEqual(["basic", "bwrap"], re.findall(r'"sandbox":\["([a-z]+)', output))


if __name__ == "__main__":
    unittest.main(verbosity=2)
