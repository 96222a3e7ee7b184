"""Tournaments 6.1: what a bot does wrong has consequences in that match only. Everybody meets everybody; two honest bots are
among them."""
import collections
import unittest

from fixture.case import rude_bot
from fixture.program import SANITIZER
from fixture.record import Record
from fixture.rude import MEMORY_ROOM_KB
from fixture.tournament import PATIENT_CLOCK, TournamentCase, launched, round_robin

NEVER_COMES = "no_show"  # the kind of a bot that is absent from all games
# A clock on which a bot that hangs takes little time, and a busy machine does not harm a bot that computes.
HASTY_CLOCK = {"kind": "per_move", "ms": 300, "measure": "cpu", "wall_ms": 1500, "init_ms": 4000}
# On this one a silent bot ends the match soon.
IMPATIENT_CLOCK = {"kind": "mean", "ms": 300, "measure": "cpu", "wall_ms": 1500, "silence_ms": 1500}
# The bots write to the test's folder, and hold its pipe open.
UNCONFINED = {"sandbox": "none", "as_root": True}


class RudeTournament(TournamentCase):
    def setUp(self):
        super().setUp()
        self.pipe = self.folder / "lifeline"
        self.line = self.lifeline()

    def watched(self, command):
        """The command holds the pipe of the test open as long as it or a child of it lives."""
        return ["/bin/sh", "-c", 'exec 3>"$0"; exec "$@"', str(self.pipe), *command]

    def launched_rude(self, name, arguments):
        command = rude_bot(name, self.folder / f"{name}.log", *arguments)
        return launched(name, *(command if name == "lists_descriptors" else self.watched(command)))

    def run_round_robin(self, entrants, *options, **more):
        config = round_robin(entrants)
        config["format"]["best_of"] = 1
        self.write_config({**config, "parallel": 3, **UNCONFINED, **more})
        done = self.run_to_end("run", "config.json", *options)
        self.assertEqual(0, done.code, done.err)
        return done

    def play(self, clock, *rude):
        """Plays a tournament of two honest bots and of rude ones: name, the only kind of fault that the bot commits ("": none),
        arguments after the log's name. Checks what holds for all vices."""
        honest = [launched(name, *self.watched(rude_bot("honest_walls"))) for name in ("honest-1", "honest-2")]
        entrants = [honest[0], *(self.launched_rude(name, arguments) for name, _, *arguments in rude), honest[1]]
        done = self.run_round_robin(entrants, clock=clock)
        self.assert_the_honest_untouched(len(rude))
        for name, kind, *_ in rude:
            if kind == NEVER_COMES:
                self.assert_withdrawn(name)
            else:
                self.assertEqual({kind} - {""}, set(self.row(name)["faults_by_kind"]), name)
        self.assert_faults_as_recorded()
        self.assertTrue(self.line.cut(), "a process is left over")
        return done

    def assert_the_honest_untouched(self, rude):
        self.assert_no_faults("honest-1", "honest-2")
        for row in map(self.row, ("honest-1", "honest-2")):
            self.assertGreaterEqual(row["points"] + 0.5 * 2, rude, row)
            self.assertIs(row["withdrawn"], False)
        self.assertIs(self.standings()["finished"], True)
        self.assert_one_record_a_game()

    def assert_withdrawn(self, name):
        """Tournaments 4.1, 4.5, 5.3: absent twice it is withdrawn for good, and annulled."""
        row = self.row(name)
        self.assertEqual((True, True, 0), (row["withdrawn"], row["annulled"], row["games"]))
        self.assertTrue([note for note in self.notes() if note.startswith(f"{name} is withdrawn: it was absent")], name)

    def assert_faults_as_recorded(self):
        """The standings and the records have the same faults."""
        kinds = collections.defaultdict(collections.Counter)
        for record in map(Record, self.record_files()):
            for seat, name in enumerate(record.header["players"]):
                kinds[name].update(verdict for verdict in record.verdicts(seat) if verdict != "ok")
                kinds[name].update(["no_show"] * (seat in record.last.get("no_show", [])))
        for row in self.standings()["standings"]:
            if not row["annulled"]:
                self.assertEqual(kinds[row["name"]], row["faults_by_kind"], row)

    def assert_little_memory(self, attacked):
        """The referee needed little more memory than with honest bots only."""
        honest = [launched(f"honest-{number}", *rude_bot("honest_walls")) for number in range(1, 8)]
        calm = self.run_round_robin(honest, "--store", "calm.db", "--reports", "calm")
        if not SANITIZER:  # these keep more memory
            self.assertLess(attacked.max_memory_kb, calm.max_memory_kb + MEMORY_ROOM_KB)

    def told(self, name):
        """The error messages that the bot received."""
        return self.read(f"{name}.log")

    def test_wrong_answers_cost_their_authors_only(self):
        wrong = ("garbage", "invalid_utf8", "debug_text", "bare_move", "nested")
        self.assert_little_memory(self.play(PATIENT_CLOCK, *((name, "malformed") for name in wrong)))
        self.assertIn("not JSON: 'thinking about turn 0'", self.told("debug_text"))

    def test_too_many_answers_cost_their_authors_only(self):
        self.assert_little_memory(self.play(PATIENT_CLOCK, ("answers_early", ""), ("answers_twice", ""), ("two_writes", ""),
                                            ("ten_megabytes", "oversize"), ("floods", "flood")))
        row = self.row("ten_megabytes")
        self.assertEqual(row["games"], row["faults"])
        self.assertIn("early: turn 1 has not been asked", self.told("answers_early"))

    def test_processes_that_leave_harm_nobody(self):
        self.play(PATIENT_CLOCK, ("dies_in_mid_game", "disconnected"), ("half_line", "disconnected"),
                  ("closes_input", "disconnected", "shutdown"), ("floods_stderr", ""), ("closes_at_once", NEVER_COMES))

    def test_processes_that_stay_are_ended(self):
        done = self.play(PATIENT_CLOCK, ("ignores_sigterm", "", self.pipe), ("changes_group", "", self.pipe),
                         ("leaves_child", "", self.pipe, "group"), ("lists_descriptors", ""), ("closes_input", "", "close"))
        self.assert_words(done.err, "lists_descriptors ended with exit status 1: ", "descriptors 0 1 2")

    def test_silence_ends_only_its_own_matches(self):
        """Tournaments 6.1: a clock that takes a bot out ends that match only."""
        self.play(IMPATIENT_CLOCK, ("says_nothing", "forfeited"), ("never_reads", "forfeited"),
                  ("stops_itself", "forfeited", self.pipe))

    def test_late_answers_end_no_match(self):
        self.play(HASTY_CLOCK, ("answers_late", "late"), ("chatters", "late"))
        self.assertIn("stale: turn ", self.told("answers_late"))

    def test_computing_sleeping_and_never_coming_are_their_own_matter(self):
        self.play(HASTY_CLOCK, ("spins", "late"), ("sleeps", "late"), ("never_hello", NEVER_COMES))

    def test_numbers_that_are_none_lose_their_cycles(self):
        moves = ["[[6.5,5]]", "[[1e400,5]]", "[[18446744073709551615,5]]", "null"]
        honest = [launched(name, "sample:lightcycle_dumb") for name in ("honest-1", "honest-2")]
        odd = [launched(f"odd-{at}", *rude_bot("odd_numbers", self.folder / "log", move)) for at, move in enumerate(moves)]
        self.write_config({**round_robin([honest[0], *odd, honest[1]]), **UNCONFINED, "game": "lightcycle",
                           "options": {"size": 20, "starts": [[[5, 5]], [[14, 14]]]}})
        self.referee("run", "config.json")
        self.assert_no_faults("honest-1", "honest-2")
        for at, move in enumerate(moves):
            self.assertEqual({"malformed": 10}, self.row(f"odd-{at}")["faults_by_kind"], move)
        self.assertEqual(30, self.assert_one_record_a_game())


if __name__ == "__main__":
    unittest.main()
