"""What the tests of packages share: tools that may be missing, the built programs, and temporary machines."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from fixture.program import PATIENCE, ROOT, need, run

BUILD = ROOT / "build/release"
STATIC = BUILD / "static"
ADDRESS = (ROOT / "packaging/address").read_text().strip()  # of the repository, as pages write it
REPOSITORY = re.sub(r"https://[^/]+/", "", ADDRESS)


def package(name="referee"):
    (found,) = (BUILD / "package").glob(f"{name}_*.deb")
    return found


def unpack(folder):
    run("dpkg-deb", "-x", package(), folder)
    return pathlib.Path(folder)


def broken_links(folder):
    """Links of the pages in a folder to files that are not there; a link out of the folder is to what a forge has beside the files."""
    links = [(page, target) for page in folder.glob("**/*.md") for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())]
    if len(links) < 100:
        raise AssertionError(f"{folder} has {len(links)} links only")
    paths = [(page, target, pathlib.Path(os.path.normpath(page.parent / target))) for page, target in links]
    return [f"{page.relative_to(folder)}: {target}" for page, target, path in paths if path.is_relative_to(folder) and not path.exists()]


def packages_among(names):
    """Those names that are Debian packages."""
    shown = subprocess.run(["apt-cache", "show", "--no-all-versions", *names], capture_output=True, text=True).stdout
    return {line.split()[1] for line in shown.splitlines() if line.startswith("Package: ")}


# A temporary copy of this machine's files: writes go to memory. It has only its own network.
MACHINE = """
set -e
ip link set lo up
mount -t tmpfs tmpfs "$1"
mkdir "$1/written" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/written,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount -t tmpfs tmpfs "$1/root/run"
mount -t tmpfs -o mode=1777 tmpfs "$1/root/tmp"
cp "$2" "$1/root/tmp/referee.deb"
exec chroot "$1/root" /bin/sh -e -c "$3"
"""


@need("ip", "unshare")
def on_another_machine(script):
    """Output of a shell script, which has the package as /tmp/referee.deb. Skips if it cannot mount anything."""
    with tempfile.TemporaryDirectory() as folder:
        inside = ["unshare", "--mount", "--net", "--pid", "--fork", "--propagation", "private"]
        probe = subprocess.run([*inside, "sh", "-c", MACHINE, "sh", folder, "/dev/null", "true"], capture_output=True, text=True)
        if probe.returncode != 0:
            raise unittest.SkipTest(f"skipped: an overlay cannot be mounted here: {probe.stderr.strip()}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        return run(*inside, "sh", "-c", MACHINE, "sh", folder, package(), script, env=environment)
