"""The Slurm job: on a Slurm of one machine, made in a temporary folder, an array of workers plays a tournament, and ends."""
import json
import os
import pwd
import socket
import subprocess
import sys
import time
import unittest

import support
from support import BUILD, ROOT, need

sys.path.insert(0, str(ROOT / "tests"))
from fixture.case import FolderCase
from fixture.postgresql import PROGRAMS, Server  # noqa: E402

REFEREE = BUILD / "bin/referee"
CONFIG = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 5},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "format": {"kind": "round_robin"},
    "seed": 7,
    "sandbox": "none",
    "web": None,
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 6)],
}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@unittest.skipUnless(PROGRAMS, "skipped: a PostgreSQL server is not here")
@unittest.skipUnless(os.geteuid() == 0, "skipped: slurmd wants root")
class Slurm(FolderCase):
    def setUp(self):
        super().setUp()
        self.server = Server()
        self.addCleanup(self.server.temporary.cleanup)
        self.addCleanup(self.server.end, "immediate")

    def spawn(self, *words, **more):
        process = subprocess.Popen([str(word) for word in words], cwd=self.folder, **more)
        self.addCleanup(process.wait, support.PATIENCE)
        self.addCleanup(process.terminate)
        return process

    def wait_until(self, holds, why):
        end = time.monotonic() + support.PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, why)
            time.sleep(0.05)

    def begin_munge(self):
        """Slurm's daemons know each other by it. It wants a folder that nobody else can write to, down from the root."""
        user = pwd.getpwnam("munge")
        place = self.folder / "munge"
        place.mkdir()
        (place / "key").write_bytes(os.urandom(128))
        (place / "key").chmod(0o600)
        for path in (place, place / "key"):
            os.chown(path, user.pw_uid, user.pw_gid)
        self.folder.chmod(0o755)
        self.spawn("setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "munged", "--foreground", "--force",
                   f"--socket={place}/socket", f"--key-file={place}/key", f"--pid-file={place}/pid", f"--log-file={place}/log",
                   f"--seed-file={place}/seed", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until((place / "socket").exists, "munged")
        return place / "socket"

    def begin_slurm(self):
        """The environment of Slurm's commands."""
        host = socket.gethostname().split(".")[0]
        settings = {
            "ClusterName": "test", "SlurmctldHost": f"{host}(127.0.0.1)", "SlurmUser": "root", "SlurmdUser": "root",
            "AuthType": "auth/munge", "AuthInfo": f"socket={self.begin_munge()}", "CredType": "cred/munge",
            "SlurmctldPort": free_port(), "SlurmdPort": free_port(), "StateSaveLocation": self.folder / "state",
            "SlurmdSpoolDir": self.folder / "spool", "SlurmctldPidFile": self.folder / "slurmctld.pid",
            "SlurmdPidFile": self.folder / "slurmd.pid", "SlurmctldLogFile": self.folder / "slurmctld.log",
            "SlurmdLogFile": self.folder / "slurmd.log", "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
            "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_CPU", "ReturnToService": 2, "MpiDefault": "none"}
        lines = [f"{key}={value}" for key, value in settings.items()]
        lines.append(f"NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} RealMemory=1024 State=UNKNOWN")
        lines.append(f"PartitionName=all Nodes={host} Default=YES State=UP")
        conf = self.folder / "slurm.conf"
        conf.write_text("\n".join(lines) + "\n")
        environment = {**os.environ, "SLURM_CONF": str(conf)}
        quiet = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.spawn("slurmctld", "-D", "-c", **quiet)
        self.spawn("slurmd", "-D", "-c", **quiet)
        self.wait_until(lambda: "idle" in subprocess.run(["sinfo", "--noheader", "--format=%t"], env=environment, cwd=self.folder,
                                                         capture_output=True, text=True).stdout,
                        "no node is idle")
        return environment

    def points(self, reports):
        page = json.loads((self.folder / reports / "standings.json").read_text())
        self.assertTrue(page["finished"])
        return {row["name"]: row["points"] for row in page["standings"]}

    @need("slurmctld", "slurmd", "munged", "sbatch")
    def test_an_array_of_workers_plays_a_tournament_and_ends(self):
        environment = self.begin_slurm()
        (self.folder / "here.json").write_text(json.dumps(CONFIG))
        (self.folder / "away.json").write_text(json.dumps({**CONFIG, "workers": True}))
        support.run(REFEREE, "run", "here.json", "--reports", "here", cwd=self.folder)
        store = self.server.store("slurm")
        file = self.folder / "worker.env"
        file.write_text(f"REFEREE_STORE='{store}'\nREFEREE={REFEREE}\nREFEREE_SANDBOX=none\nREFEREE_IDLE_S=5\n")
        file.chmod(0o600)
        job = ROOT / "packaging/slurm/referee-workers.sbatch"
        script = self.folder / "workers.sbatch"
        script.write_text(job.read_text().replace("--until-idle", "--until-idle --as-root"))  # this Slurm is root's
        support.run(REFEREE, "store", "init", store)
        support.run("sbatch", "--array=1-2", "--cpus-per-task=1", "--mem-per-cpu=100M", script, file,
                    cwd=self.folder, env=environment)
        support.run(REFEREE, "run", "away.json", "--store", store, "--reports", "away", cwd=self.folder)
        self.wait_until(lambda: subprocess.run(["squeue", "--noheader"], env=environment, capture_output=True, text=True).stdout == "",
                        "the jobs do not end")
        self.assertEqual(self.points("here"), self.points("away"))
        told = [path.read_text() for path in sorted(self.folder.glob("slurm-*.out"))]
        self.assertEqual(2, len(told))
        self.assertEqual(20, sum(int(text.rsplit(" games played", 1)[0].split()[-1]) for text in told), told)

    def test_it_wants_a_file_that_nobody_else_can_read(self):
        file = self.folder / "worker.env"
        file.write_text("REFEREE_STORE=postgresql:///x\n")
        file.chmod(0o644)
        done = subprocess.run([ROOT / "packaging/slurm/referee-workers.sbatch", file], capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(2, done.returncode)
        self.assertIn("expected to be readable for you alone", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
