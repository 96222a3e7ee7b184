"""A terminal for programs that draw on one: a private tmux server with one pane; the test sends keys and reads it."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

PATIENCE = 300  # seconds; only a hang takes so long
BETWEEN_LOOKS = 0.02
SETTINGS = """
set-option -g remain-on-exit on
set-option -g status off
set-option -g default-terminal tmux-256color
set-option -s escape-time 0
"""


class Pane:
    """Runs `command`; its screen stays readable after its end. Close it, as with addCleanup(pane.close)."""

    def __init__(self, command, rows=24, columns=80, cwd=None, **environment):
        self.folder = tempfile.mkdtemp()
        settings = {"LC_ALL": "C.UTF-8", **environment}
        words = ["env", "-u", "NO_COLOR", *(f"{key}={value}" for key, value in settings.items()), *map(str, command)]
        pathlib.Path(self.folder, "conf").write_text(SETTINGS)
        where = ["-c", str(cwd)] if cwd else []
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), *where, *words)
        self.pid = int(self.value("pane_pid"))

    def tmux(self, *words):
        environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
        environment.update(TMUX_TMPDIR=self.folder, LC_ALL="C.UTF-8")
        done = subprocess.run(
            ["tmux", "-L", "test", "-f", f"{self.folder}/conf", *words],
            env=environment, capture_output=True, text=True, timeout=PATIENCE,
        )
        assert done.returncode == 0, f"tmux {words}: {done.stderr}"
        return done.stdout

    def value(self, name):
        return self.tmux("display-message", "-p", f"#{{{name}}}").strip()

    def press(self, *keys):
        """Presses keys, with tmux's names: Right, PageUp, Enter, BSpace, Escape, or a letter."""
        self.tmux("send-keys", *keys)

    def resize(self, rows, columns):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def text(self):
        return self.tmux("capture-pane", "-p")

    def lines(self):
        return self.text().split("\n")[:-1]

    def coloured(self):
        """The screen with the escape sequences of colours."""
        return self.tmux("capture-pane", "-p", "-e")

    def see(self, pattern):
        """Waits until the screen matches; returns the match."""
        return self.until(lambda: re.search(pattern, self.text(), re.M), lambda: f"no {pattern!r} in\n{self.text()}")

    def exit_code(self):
        """Waits for the end of the command."""
        return int(self.until(lambda: self.value("pane_dead_status") or self.zombie_status(), lambda: f"still running:\n{self.text()}"))

    def zombie_status(self):
        """The status as text, for a process whose end tmux has missed: tmux 3.3 does so at times, for good."""
        try:
            state, *_, status = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            return ""
        return str(os.waitstatus_to_exitcode(int(status))) if state == "Z" else ""

    @staticmethod
    def until(look, complaint):
        deadline = time.monotonic() + PATIENCE
        while not (seen := look()):
            assert time.monotonic() < deadline, complaint()
            time.sleep(BETWEEN_LOOKS)
        return seen

    def close(self):
        self.tmux("kill-server")
        shutil.rmtree(self.folder)
