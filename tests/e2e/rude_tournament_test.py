"""Tournaments 6.1: what a bot does wrong has consequences in that match only. Everybody meets everybody; two honest bots are
among them."""
import collections
import unittest

from fixture.case import PATIENT_CLOCK, rude_bot
from fixture.record import Record
from fixture.tournament import TournamentCase, launched, round_robin

# Rude bots, the only kind of fault that each commits ("": none), and their arguments after the log's name.
RUDE = {"garbage": ["malformed"], "answers_early": [""], "floods": ["flood"], "dies_in_mid_game": ["disconnected"], "closes_at_once": ["no_show"],
        "leaves_child": ["", "lifeline", "group"], "says_nothing": ["forfeited"]}
HONEST = ("honest-1", "honest-2")
# A clock on which a bot that is silent takes little time, and a busy machine harms no other bot.
CLOCK = {**PATIENT_CLOCK, "silence_ms": 2000}


class RudeTournament(TournamentCase):
    def test_rude_bots_harm_themselves_alone(self):
        line = self.lifeline()
        rude = [self.watched(name, self.folder / f"{name}.log", *(str(self.folder / word) if word == "lifeline" else word for word in more))
                for name, (_, *more) in RUDE.items()]
        honest = [{**self.watched("honest_walls"), "name": name} for name in HONEST]
        config = {**round_robin([honest[0], *rude, honest[1]]), "clock": CLOCK, "parallel": 3, "sandbox": "none", "as_root": True}
        config["format"]["best_of"] = 1
        self.write_config(config)
        self.referee("run", "config.json")
        self.assertTrue(line.cut(), "a process is left over")
        self.assertTrue(self.standings()["finished"])
        self.assert_one_record_a_game()
        self.assert_no_faults(*HONEST)
        for row in map(self.row, HONEST):
            self.assertGreaterEqual(row["points"] + 0.5 * 2, len(RUDE), row)
        for name, (kind, *_) in RUDE.items():
            if kind == "no_show":
                self.assert_withdrawn(name)
            else:
                self.assertEqual({kind} - {""}, set(self.row(name)["faults_by_kind"]), name)
        self.assert_faults_as_recorded()

    def watched(self, name, *arguments):
        """An entrant whose process holds the pipe of the test open as long as it or a child of it lives."""
        return launched(name, "/bin/sh", "-c", 'exec 3>"$0"; exec "$@"', str(self.folder / "lifeline"), *rude_bot(name, *arguments))

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


if __name__ == "__main__":
    unittest.main()
