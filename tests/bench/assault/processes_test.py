"""What the campaigns need of Linux, where it lacks something, too."""
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench" / "assault"))
import processes  # noqa: E402

WRITER = """
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
folder.mkdir()
with open(folder / "file", "w") as file:
    while True:
        file.write("x")
        file.flush()
"""


def see_writes(folder):
    """Whether the writes of another process to a folder that it makes are seen before it ends."""
    with processes.Writes(folder) as writes:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, folder], preexec_fn=processes.end_with_parent)
        try:
            return writes.until(3, writer.pid, patience=60)
        finally:
            writer.send_signal(signal.SIGKILL)
            writer.wait()


class Writes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "turns"

    def test_are_seen(self):
        self.assertTrue(see_writes(self.path))

    def test_are_seen_where_no_inotify_instance_or_watch_is_left(self):
        for what in ["instances", "watches"]:
            with self.subTest(what=what):
                # A user namespace has bounds of its own.
                bound = f"echo 0 > /proc/sys/user/max_inotify_{what}"
                alone = subprocess.run(["unshare", "-Ur", "sh", "-c", bound], capture_output=True)
                if alone.returncode != 0:
                    self.skipTest("no user namespace")
                words = [sys.executable, __file__, "--see", self.path.with_name(what)]
                inside = ["unshare", "-Ur", "sh", "-c", bound + '; exec "$@"', "sh", *words]
                done = subprocess.run(inside, capture_output=True, text=True)
                self.assertEqual("True\n", done.stdout, done.stderr)
                self.assertIn("fs.inotify.max_user_instances", done.stderr)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--see"]:
        print(see_writes(pathlib.Path(sys.argv[2])))
    else:
        unittest.main()
