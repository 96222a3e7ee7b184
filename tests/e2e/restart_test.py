"""A tournament started again: with another file, twice at once, on a file that is no store, after a full disk."""
import copy
import signal
import subprocess
import unittest

from fixture.program import KILLED, REFEREE
from fixture.tournament import TournamentCase, all_dialled, dialled, launched, randoms, round_robin, walls

FULL_DISK = """
mount -t tmpfs -o size=600k none disk || exit 9
"$0" run config.json --store disk/spring.db >first.out 2>first.err; echo $? >first.code
"$0" run config.json --store disk/spring.db >second.out 2>second.err; echo $? >second.code
mount -o remount,size=64m disk || exit 9
exec "$0" run config.json --store disk/spring.db
"""


class Restart(TournamentCase):
    def play_half(self):
        """Two rounds of four bots, of which the first one is played. The tournament file."""
        config = {**walls(2, randoms(4)), "instances": [{"n": 3}, {"n": 3, "seed": 5}], "between_rounds": "manual",
                  "start": {"when": "all"}}
        self.write_config(config)
        self.served = self.start("serve", "config.json", "--exit-when-done")
        self.served.wait_for_line("results are kept in spring.db")
        self.status_with("waits for the arbiter")
        self.stop()
        return config

    def play_the_rest(self, config, *options):
        """From any round to the end."""
        self.write_config({**config, "between_rounds": "go_on"})
        self.referee("run", "config.json", *options)
        self.assertTrue(self.standings()["finished"])

    def assert_refused_in_one_line(self, *words, code):
        self.referee(*words, code=code)
        self.assertEqual(1, self.said.count("\n"), self.said)

    def test_another_frozen_part_is_refused_naming_the_key(self):
        # Tournaments 10.3: the frozen part stays.
        config = self.play_half()
        shown = self.referee("standings", "spring.db", "--format", "csv")
        swiss = config["format"]
        for change, message in (
                ({"options": {"n": 5}}, "options.n: got 5, expected 3"),
                ({"format": {**swiss, "rounds": 3}}, "format.rounds: got 3, expected 2"),
                ({"format": {"kind": "round_robin"}}, "format."),
                ({"seed": 2}, "seed: got 2, expected 1"),
                ({"instances": [{"n": 3}]}, "instances"),
                ({"instances": [{"n": 3}, {"n": 3, "seed": 5}, {"n": 3, "seed": 6}]}, "instances"),
                ({"instances": [{"n": 3}, {"n": 3, "seed": 6}]}, "instances[1].seed"),
                ({"game": "lightcycle", "options": {}, "instances": [{}], "format": {"kind": "swiss", "rounds": 2}},
                 'game: got "lightcycle", expected "walls"')):
            with self.subTest(change=change):
                self.write_config({**config, **change})
                self.assert_refused_in_one_line("serve", "config.json", "--exit-when-done", code=2)
                self.assertTrue(self.said.startswith(f"referee: config.json: {message}"), self.said)
                self.assert_words(self.said, "spring.db was begun so", "--store")
                self.assertNotIn("got nothing, expected nothing", self.said)
                self.assertEqual(shown, self.referee("standings", "spring.db", "--format", "csv"))
        self.write_config(config)
        self.referee("run", "config.json", "--seed", "9", code=2)
        self.assertIn("seed: got 9, expected 1", self.said)

        # Tournaments 10.3: an entrant is its name, not how it comes. A launched bot becomes one that dials in, and back.
        as_dialled = [dialled("random-1"), *config["entrants"][1:]]
        self.serve({**config, "entrants": as_dialled, "between_rounds": "go_on"})
        self.join("random-1").play()
        self.served.signal(signal.SIGKILL)
        self.assertEqual(KILLED, self.served.wait().code)
        self.play_the_rest(config)
        self.assertEqual(4, self.row("random-1")["games"])
        self.assert_one_record_a_game()

    def test_the_rest_may_change(self):
        # Tournaments 10.3: all other keys may change.
        config = copy.deepcopy(self.play_half())
        first_round = self.standings()["encounters"]
        config["entrants"][0] = launched("random-1", "sample:walls_search", "--nodes", "50")
        config["entrants"] += [launched("new-1", "sample:walls_random", "--seed", "8"),
                               launched("new-2", "sample:walls_random", "--seed", "9")]
        config["clock"]["ms"] = 50_000
        config |= {"name": "Spring, second day", "listen": {"host": "127.0.0.2", "port": 0}, "no_show_ms": 1234}
        self.play_the_rest(config, "--reports", "out")
        page = self.standings()
        self.assertEqual("Spring, second day", page["tournament"])
        self.assertEqual(6, len(page["standings"]))
        self.assertEqual(first_round, page["encounters"][:len(first_round)])
        self.assertEqual(2, self.row("new-1")["games"])
        self.assert_no_faults("random-1", "random-2", "random-3", "random-4", "new-1", "new-2")

    def test_one_store_has_one_referee_at_a_time(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        alice = self.join("alice")
        for command in ("serve", "run"):
            self.assert_refused_in_one_line(command, "config.json", code=3)
            self.assertIn("spring.db is in use by another referee", self.said)
            self.assertTrue(self.said.endswith(f"(process {self.served.pid})\n"), self.said)
        (self.folder / "alias.db").symlink_to("spring.db")
        self.referee("serve", "config.json", "--exit-when-done", "--store", "alias.db", code=3)
        self.assertIn("alice", self.order("status"))
        bob = self.join("bob")
        self.assertIsNotNone(alice.next("start"))
        self.assertIsNotNone(bob.next("start"))

    def test_what_is_no_store_is_left_alone(self):
        self.write_config(walls(1, randoms(2)))
        text = "points of the spring term\nalice 3\n"
        self.write("notes.db", text)
        self.write("image.db", b"SQLite format 3\0 and then something else")
        (self.folder / "folder.db").mkdir()
        for name in ("notes.db", "image.db", "folder.db", "nowhere/spring.db"):
            with self.subTest(name):
                done = self.run_to_end("run", "config.json", "--store", name)
                self.assertNotEqual(0, done.code)
                self.assertTrue(done.err.startswith("referee: store "), done.err)
                self.assertIn(name, done.err)
                self.assertEqual(1, done.err.count("\n"), done.err)
                self.assertFalse((self.folder / f"{name}.lock").exists())
        self.assertEqual(text, self.read("notes.db"))
        self.assertFalse((self.folder / "out").exists())

    def test_after_a_full_disk_the_same_command_finishes_it(self):
        # Tournaments 6.3: what was told before the disk was full counts; the store is named.
        (self.folder / "disk").mkdir()
        unshared = ["/usr/bin/unshare", "-m"]
        tried = subprocess.run([*unshared, "mount", "-t", "tmpfs", "none", "disk"], cwd=self.folder, capture_output=True)
        if tried.returncode != 0:
            self.skipTest("only root may mount a disk that is full, and not in every container")
        self.write_config(round_robin(randoms(8)))
        self.referee("run", "config.json", "--store", "calm.db", "--reports", "calm")
        last = self.spawn(*unshared, "/bin/sh", "-c", FULL_DISK, REFEREE).wait()
        self.assertEqual(0, last.code, last.err)
        self.assertEqual("3\n", self.read("first.code"), self.read("first.err"))
        self.assert_words(self.read("first.err"), "referee: store disk/spring.db: ", "full")
        self.assertEqual("3\n", self.read("second.code"), self.read("second.err"))
        self.assertIn("r1t1g1: ", self.read("first.out"))
        self.assertNotIn("r1t1g1: ", last.out, "played twice")
        self.assertEqual(self.standings_without_times("calm"), self.standings_without_times())
        self.assert_one_record_a_game()


if __name__ == "__main__":
    unittest.main()
