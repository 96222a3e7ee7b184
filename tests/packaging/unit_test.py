"""The systemd units: systemd accepts them, bubblewrap can run inside, and their commands work."""
import os
import shlex
import signal
import socket
import subprocess
import unittest

import support
from fixture.case import FolderCase
from support import ROOT, need

UNIT = ROOT / "packaging/systemd/referee@.service"
WORKER_UNIT = ROOT / "packaging/systemd/referee-worker@.service"
UNITS = [UNIT, WORKER_UNIT]


def settings(unit=UNIT):
    """The unit's values by key; of several, the last counts."""
    lines = [line.split("=", 1) for line in unit.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return {key: value for key, value in lines}


class Unit(FolderCase):
    @need("systemd-analyze", "dpkg-deb")
    def test_systemd_has_nothing_to_say_about_them(self):
        top = support.unpack(self.folder)
        for source in UNITS:
            unit = self.folder / source.name
            unit.write_text(source.read_text().replace("ExecStart=/usr", f"ExecStart={top}/usr"))
            self.assertEqual("", support.run("systemd-analyze", "verify", "--man=no", unit))

    @need("systemd-analyze")
    def test_they_expose_little(self):
        for unit in UNITS:  # 3.3 was the best score of earlier versions of the unit in which bubblewrap ran
            support.run("systemd-analyze", "security", "--offline=true", "--threshold=33", unit)

    def test_bubblewrap_runs_under_its_hardening(self):
        """We tried each of these: it breaks bubblewrap, bots' cgroups or bots in Java."""
        for unit in map(settings, UNITS):
            for key in ["ProtectKernelTunables", "ProtectControlGroups", "MemoryDenyWriteExecute", "ProcSubset", "PrivateNetwork"]:
                self.assertNotIn(key, unit)
            self.assertEqual({"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"}, set(unit["RestrictNamespaces"].split()))
            self.assertIn("AF_NETLINK", unit["RestrictAddressFamilies"].split())
            self.assertLessEqual({"@system-service", "@mount"}, set(unit["SystemCallFilter"].split()))
            self.assertEqual({"memory", "pids", "cpu"}, set(unit["Delegate"].split()))

    def test_stop_signals_the_program_alone(self):
        for unit in UNITS:
            self.assertEqual("mixed", settings(unit)["KillMode"])

    @need("dpkg-deb")
    def test_its_command_runs_the_tournament_that_comes_with_the_package(self):
        top = support.unpack(self.folder)
        config = top / "etc/referee/practice.json"
        config.write_text(config.read_text().replace('"port": 7878', '"port": 0'))
        state = self.folder / "state"
        state.mkdir()
        command = settings()["ExecStart"].replace("%i", "practice").replace("${STATE_DIRECTORY}", str(state))
        words = [f"{top}{word}" if word.startswith(("/usr/", "/etc/")) else word for word in shlex.split(command)]
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(str(self.folder / "notify"))
        manager.settimeout(support.PATIENCE)
        environment = {**os.environ, "NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "10000000"}
        with subprocess.Popen(words, cwd=state, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as referee:
            self.addCleanup(referee.kill)
            self.assertTrue(manager.recv(4096).startswith(b"READY=1\n"))
            status = support.run(top / "usr/bin/referee", "ctl", "--socket", state / "tournament.db.ctl", "status")
            self.assertIn("Walls, practice", status)
            referee.send_signal(signal.SIGTERM)
            errors = referee.communicate(timeout=support.PATIENCE)[1]
        self.assertEqual(0, referee.returncode, errors)


    @need("dpkg-deb")
    def test_the_command_of_a_worker_takes_its_store_from_the_environment(self):
        top = support.unpack(self.folder)
        command = settings(WORKER_UNIT)["ExecStart"].replace("${CACHE_DIRECTORY}", str(self.folder))
        words = [f"{top}{word}" if word.startswith("/usr/") else word for word in shlex.split(command)]
        done = subprocess.run([*words, "--sandbox", "none", "--as-root"], env={**os.environ, "REFEREE_STORE": "class.db"}, cwd=self.folder,
                              capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertIn("class.db: a file has no jobs for workers", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
