"""Input that never ends, and too little memory: a message, and no more memory than the bound needs."""
import resource
import subprocess
import unittest

from fixture.case import RefereeCase
from fixture.program import PATIENCE, REFEREE, SANITIZER

MIB = 1024 * 1024


class EndlessInput(RefereeCase):
    def complaint(self, *words, code=2, feed=None, prefix=()):
        """Runs it, with the standard output of `feed` as standard input."""
        source = subprocess.Popen(feed, stdout=subprocess.PIPE) if feed else None
        stdin = source.stdout if source else subprocess.DEVNULL
        done = subprocess.run([*prefix, REFEREE, *words], cwd=self.folder, stdin=stdin, capture_output=True, text=True, timeout=PATIENCE)
        if source:
            source.stdout.close()
            source.wait(PATIENCE)
        self.assertEqual(code, done.returncode, done.stderr)
        return done.stderr.removeprefix("referee: ")

    def test_devices_without_an_end(self):
        zero = "/dev/zero: too large, expected at most {} MiB\n"
        for words, most in [(["verify", "/dev/zero"], 512), (["check", "/dev/zero"], 16), (["token", "--roster", "/dev/zero"], 16),
                            (["step", "walls", "--moves", "/dev/zero"], 16), (["score", "/dev/zero", "--", "sample:walls_random"], 16),
                            (["match", "walls", "--clock", "@/dev/zero", "--bot", "sample:walls_random", "--bot", "sample:walls_random"], 16)]:
            with self.subTest(words=words):
                self.assertEqual(zero.format(most), self.complaint(*words))
        if not SANITIZER:  # the text, and the one that it is copied to when it grows
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 2.5 * 512 * 1024)

    def test_pipes_without_an_end(self):
        self.assertEqual("stdin: too large, expected at most 16 MiB\n", self.complaint("step", "walls", "--moves", "-", feed=["yes"]))

    @unittest.skipIf(SANITIZER, "sanitizers need all of the address space")
    def test_too_little_memory_is_a_message(self):
        with open(self.folder / "record.jsonl", "wb") as record:
            record.truncate(200 * MIB)
        limited = ["prlimit", f"--as={200 * MIB}"]
        self.assertEqual("out of memory: the machine, or a limit of this process or its group, gives no more\n",
                         self.complaint("verify", "record.jsonl", code=3, prefix=limited))


if __name__ == "__main__":
    unittest.main()
