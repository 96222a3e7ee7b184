#!/usr/bin/env python3
"""An autograder for Classroom 50: plays a student's bot against rubric.json, which is beside this file, and writes result.json.

In the repository `classroom50` of your organisation both files are in CLASSROOM/autograders/ASSIGNMENT/. Classroom 50 starts this
one in the student's repository. Change the four values below; docs/tasks/classroom50.md says what else there is to do.
"""
import hashlib
import os
import pathlib
import secrets
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request

COMMAND = ["python3", "bot.py"]  # starts the student's bot, in the student's repository
PROGRAM = "https://HOST/OWNER/referee/releases/download/v0.2.0/referee-0.2.0-linux-x86_64.tar.gz"
SHA256 = "the line of that file in SHA256SUMS, beside it"
DEADLINE = 600  # seconds until scoring stops: Classroom 50 ends the job after 15 minutes

HERE = pathlib.Path(__file__).resolve().parent
RESULT = pathlib.Path("result.json")
ATTEMPTS = 3
MACHINE_FAILED = 3  # exit code of `referee score`: worth a retry


def download():
    """The path of the program, downloaded and checked."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("RUNNER_TEMP")))
    tarball = folder / "referee.tar.gz"
    with urllib.request.urlopen(PROGRAM, timeout=60) as answer:
        tarball.write_bytes(answer.read())
    found = hashlib.sha256(tarball.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"autograder.py: SHA-256 of {PROGRAM}: got {found}, expected {SHA256}")
    with tarfile.open(tarball) as packed:
        packed.extractall(folder)
    return folder / "referee/referee"


def allow_sandbox():
    """Lets bubblewrap make namespaces, which Ubuntu 24.04 forbids. The runner is gone after the job."""
    for command in ["apt-get update -q", "apt-get install -y -q --no-install-recommends bubblewrap",
                    "sysctl --ignore -w kernel.apparmor_restrict_unprivileged_userns=0"]:
        subprocess.run(["sudo", "-n", *command.split()], check=True, stdout=subprocess.DEVNULL)


def grade(program):
    """Whether there is a result: up to three attempts where the machine failed. At the deadline there is one, which says what has
    not been played."""
    reports = tempfile.mkdtemp(dir=os.environ.get("RUNNER_TEMP"))
    word = secrets.token_hex(16)
    print(f"::stop-commands::{word}", flush=True)  # what bots write are no commands of GitHub's runner, until the word comes again
    end = time.monotonic() + DEADLINE
    for _ in range(ATTEMPTS):
        left = int(end - time.monotonic())
        words = [program, "score", HERE / "rubric.json", "--sandbox", "bwrap", "--deadline", str(left), "--classroom", RESULT,
                 "--reports", reports, "--exit-zero", "--", *COMMAND]
        code = subprocess.run(words, check=False, stderr=subprocess.STDOUT).returncode
        late = time.monotonic() >= end - 1
        if code != MACHINE_FAILED or late:
            break
    print(f"\n::{word}::", flush=True)
    return code == 0 or (code == MACHINE_FAILED and late)


if __name__ == "__main__":
    allow_sandbox()
    if not grade(download()):  # a grader that fails is nobody's zero: Classroom 50 reports an error, and no score
        RESULT.unlink(missing_ok=True)
        sys.exit("autograder.py: the grader has failed, not the submission: see the lines above")
