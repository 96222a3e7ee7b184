"""The steps of the forge's workflows as they stand, in an empty Debian, as a container job has them: root, in a work tree that belongs to the
runner's user. Actions are stood in for: a checkout is a clone, an upload needs its files to be there. Steps that build and test for long are
followed until they have begun that."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import support
import yaml
from support import ROOT, need

RUNNER = 1001  # the user to whom the work tree of a container job belongs
LONG = {  # what has been reached when the rest is what scripts/check-packaging and CI do themselves
    ".ci/run": "scripts/demo", "scripts/check-packaging": "build release: step", "scripts/test --all release -C long": "build release: step",
    "scripts/release --dirty --arm64 out/release": "build release: step",
}
SETTINGS = ["/etc/apt/apt.conf.d", "/etc/apt/sources.list", "/etc/apt/sources.list.d", "/etc/apt/auth.conf.d", "/etc/ssl", "/usr/local/share/ca-certificates", "/root/.npmrc"]
NODE_24 = {"checkout": 5, "upload-artifact": 6, "download-artifact": 7, "setup-node": 5, "setup-python": 6, "upload-pages-artifact": 5, "deploy-pages": 5}  # first versions
INSIDE = """
mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; mount --rbind /sys "$0/sys"
exec chroot "$0" /bin/sh -c 'cd /work && exec sh -e -c "$1"' sh "$1"
"""


def workflows():
    return {path.name: yaml.safe_load(path.read_text()) for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}


def jobs():
    """(file, name of the job, the job, environment of the workflow) of all jobs with steps."""
    return [(file, name, job, flow.get("env", {})) for file, flow in workflows().items() for name, job in flow["jobs"].items() if "steps" in job]


class Text(unittest.TestCase):
    def test_actions_run_on_a_node_that_the_forge_still_has(self):
        for file, name, job, _ in jobs():
            for step in job["steps"]:
                action = re.fullmatch(r"actions/([\w-]+)@v(\d+)", step.get("uses", ""))
                if action:
                    self.assertGreaterEqual(int(action[2]), NODE_24[action[1]], f"{file}: {name}: {step['uses']}")

    def test_a_release_waits_for_ci_and_has_a_text(self):
        release = workflows()["release.yml"]["jobs"]
        self.assertEqual("ci", release["make"]["needs"])
        self.assertIn("workflow_call", workflows()["ci.yml"][True])  # YAML 1.1 reads "on" so
        self.assertIn("--notes-file notes.md", str(release["publish"]["steps"]))


@need("mmdebstrap", "unshare")
class Steps(unittest.TestCase):
    """Each job has a Debian of its own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        quick = ["--dpkgopt=force-unsafe-io", '--aptopt=Acquire::Languages "none"']
        made = subprocess.run(["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", *quick, "bookworm", cls.folder / "base"],
                              capture_output=True, text=True, timeout=support.PATIENCE)
        if made.returncode != 0:
            raise unittest.SkipTest(f"skipped: mmdebstrap makes no Debian here: {made.stderr.strip().splitlines()[-1]}")
        for path in map(pathlib.Path, [*SETTINGS, "/etc/resolv.conf", "/etc/hosts"]):
            if path.exists():
                support.run("cp", "-a", "--parents", "--dereference", path, cls.folder / "base")

    def run_step(self, root, script, environment):
        """The exit code, and what was printed. A long one is ended once it has done what shows that it works: then the code is 0."""
        begun = next((marker for words, marker in LONG.items() if script.startswith(words)), None)
        inside = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "bash", "-e", "-c", INSIDE, root, script]
        told = []
        with subprocess.Popen(inside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, env=environment) as process:
            for line in process.stdout:
                told.append(line)
                if begun and begun in line:
                    process.kill()
                    process.wait()
                    return 0, "".join(told)
        return process.returncode, "".join(told)

    def run_job(self, file, name):
        (job, flow), = ((job, flow) for other, one, job, flow in jobs() if (other, one) == (file, name))
        root = self.folder / f"{file}-{name}"
        support.run("cp", "-a", "--reflink=auto", self.folder / "base", root)
        self.addCleanup(shutil.rmtree, root, ignore_errors=True)
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "CI": "true", "DEBIAN_FRONTEND": "noninteractive",
                       "GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "someone/my-games", "GITHUB_REF_NAME": "v0.2.0",
                       **{key: str(value) for key, value in {**flow, **job.get("env", {})}.items()}}
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                support.run("git", "clone", "--quiet", ROOT, root / "work")
                support.run("chown", "-R", f"{RUNNER}:{RUNNER}", root / "work")
            elif "run" in step:
                (root / "work").mkdir(exist_ok=True)
                code, said = self.run_step(root, step["run"], environment)
                self.assertEqual(0, code, f"{file}: {name}: {step['run']}:\n{said[-3000:]}")
            elif "upload" in step["uses"] and "release" not in step["with"]["path"]:
                self.assertTrue((root / "work" / step["with"]["path"]).exists(), step)

    def test_all_jobs_in_a_container_are_here(self):
        tried = {tuple(name.removeprefix("test_job_").split("_", 1)) for name in dir(self) if name.startswith("test_job_")}
        self.assertEqual({(file.removesuffix(".yml"), name) for file, name, job, _ in jobs() if "container" in job}, tried)

    def test_job_ci_test(self):
        self.run_job("ci.yml", "test")

    def test_job_daily_packaging(self):
        self.run_job("daily.yml", "packaging")

    def test_job_daily_searches(self):
        self.run_job("daily.yml", "searches")

    def test_job_kit_pack(self):
        self.run_job("kit.yml", "pack")

    def test_job_pages_publish(self):
        self.run_job("pages.yml", "publish")

    def test_job_release_make(self):
        self.run_job("release.yml", "make")


if __name__ == "__main__":
    os.umask(0o022)
    unittest.main()
