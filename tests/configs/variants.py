"""Variants of a good file, to test what `referee check` and a schema accept and refuse."""
import copy
import json
import pathlib
import subprocess
import tempfile
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT

REMOVE = object()


def changed(good, *changes):
    """`good` with each (path, value) set: ("entrants.2.name", "x"); a list's next number appends, REMOVE removes."""
    config = copy.deepcopy(good)
    for path, value in changes:
        *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        at = config
        for key in parents:
            at = at[key]
        if value is REMOVE:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return config


class Judged(unittest.TestCase):
    """The referee and VALIDATOR, which the module of the tests sets, judge the files."""

    OPTIONS = []  # of `referee check`
    VALIDATOR = None

    @classmethod
    def check(cls, path):
        return subprocess.run([REFEREE, "check", *cls.OPTIONS, path], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)

    @classmethod
    def schema_errors(cls, config):
        return [f"{'/'.join(map(str, e.path))}: {e.message}" for e in cls.VALIDATOR.iter_errors(config)]

    def accepted(self, config, **files):
        """Both accept it; `files` are in the same folder, by name. Returns the output of check."""
        self.assertEqual([], self.schema_errors(config))
        with tempfile.TemporaryDirectory() as folder:
            done = self.check(laid_out(folder, json.dumps(config), files))
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def shipped(self, path):
        """One of our files: both accept it, and check prints its name."""
        config = json.loads(path.read_text())
        self.assertEqual([], self.schema_errors(config))
        done = self.check(path.relative_to(ROOT))
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn(config["name"], done.stdout)

    def refused(self, content, expected, **files):
        """Check refuses it with one line; `expected`, a pattern: how the text after the file's name begins. What matters of it:
        the key's path, the value, and numbers and names of what was expected."""
        with tempfile.TemporaryDirectory() as folder:
            path = laid_out(folder, content, files)
            done = self.check(path)
        self.assertEqual((2, ""), (done.returncode, done.stdout), done.stderr)
        start = f"referee: {path}: "
        self.assertTrue(done.stderr.startswith(start), done.stderr)
        self.assertRegex(done.stderr.removeprefix(start), f"^{expected}.*\n$")


def laid_out(folder, content, files):
    """A file with `content`, text or bytes, and `files` in the same folder."""
    for name, text in files.items():
        (pathlib.Path(folder) / name).write_text(text)
    path = pathlib.Path(folder) / "tried.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
