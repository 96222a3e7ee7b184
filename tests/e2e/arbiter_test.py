"""`referee ctl start|pause|resume|status|withdraw|add|void|rerun|kick` to a running referee."""
import json
import signal
import unittest

from fixture.program import sample_bot
from fixture.tournament import TournamentCase, all_dialled, launched, round_robin, walls

MANUAL = {"start": {"when": "manual"}}


class ArbiterCase(TournamentCase):
    def joined(self, *names):
        return [self.join(name) for name in names]

    def order_token(self, *words):
        """The token that these words of ctl have the referee draw."""
        return self.order(*words).split()[-1]

    def begins(self, bot):
        """Whether that bot has the first turn of its next game."""
        return bot.next("start")["seat"] == 0


class Course(ArbiterCase):
    """Start, pause and resume."""

    def test_manual_start_begins_without_those_who_are_missing(self):
        # Tournaments 1.6, 4.2: who is absent after no_show_ms loses.
        self.serve({**walls(1, all_dialled("alice", "bob")), **MANUAL, "no_show_ms": 300})
        self.join("alice")
        self.assert_words(self.order("status"), "round 0 of 1", "when the arbiter says so", "running: nothing")
        self.assertEqual("the tournament begins\n", self.order("start"))
        self.finish()
        self.assertEqual(1, self.row("alice")["points"])
        self.assertEqual({"no_show": 2}, self.row("bob")["faults_by_kind"])

    # Tournaments 1.6: two entrants.
    def test_manual_start_is_refused_with_less_than_two(self):
        self.serve({**walls(1, []), **MANUAL, "registration": "open"})
        self.assertIn("needs at least 2 entrants: there are 0", self.refused("start"))
        self.stop()

    # Tournaments 1.6: one entrant in a field.
    def test_manual_start_of_a_field_needs_one_entrant_only(self):
        self.serve({**walls(1, [launched("anna", sample_bot("sb_play"))]), **MANUAL, "game": "superball", "options": {},
                    "format": {"kind": "field"}, "registration": "open", "sandbox": "none"})  # open, so that it listens
        self.assertEqual("the tournament begins\n", self.order("start"))
        self.finish()
        self.assertEqual(1, self.row("anna")["games"])

    # Tournaments 8.8, 1.8: what the arbiter has set survives a crash.
    def test_rounds_and_tokens_outlive_the_referee(self):
        self.serve({**walls(1, all_dialled("alice", "bob")), **MANUAL})
        self.assertEqual("2 rounds, instead of 1\n", self.order("rounds", "2", "there", "is", "time"))
        token = self.order_token("token", "alice")
        self.kill_and_serve_again()
        self.assertIn("round 0 of 2", self.order("status"))
        self.assertEqual("bad_token", self.refusal("alice")["code"], "that of the file")
        alice, bob = self.join("alice", token=token), self.join("bob")
        self.order("start")
        for _ in range(4):
            self.play_game(alice, bob)
        self.finish()
        self.assertEqual(2, self.standings()["rounds"])
        rounds, new_token, pairing = self.notes()
        self.assert_words(rounds, "the arbiter has set 2 rounds, instead of 1", "there is time")
        self.assert_words(new_token, "alice has a new token, issued by the arbiter", "token_sha256")
        self.assertIn("round 2 has no pairing by the rules", pairing)
        page = json.loads(self.referee("standings", "spring.db", "--format", "json"))
        self.assertEqual(2, page["rounds"])

    # Tournaments 7.4: after each round, the last one too.
    def test_between_rounds_it_waits_for_the_arbiter(self):
        self.serve({**walls(2, all_dialled("alice", "bob")), "between_rounds": "manual"})
        alice, bob = self.joined("alice", "bob")
        self.play_game(alice, bob)
        self.assertIn("not waiting", self.refused("start"))
        self.play_game(alice, bob)
        self.await_reason(alice, "round 1 is over; the arbiter begins the next")
        self.assertIn("round 1 of 2, 2 games played, waits for the arbiter", self.order("status"))
        self.assertEqual(1, self.standings()["round"])
        self.assertEqual("it goes on\n", self.order("start"))
        self.play_game(alice, bob)
        self.play_game(alice, bob)
        self.await_reason(alice, "round 2 is over")
        self.assertFalse(self.standings()["finished"])
        self.assertEqual("it goes on\n", self.order("start"))
        self.finish()

    # Tournaments 7.4, 7.5: running matches end, no other begins.
    def test_pause_lets_running_matches_end_and_calls_no_others(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        alice, bob = self.joined("alice", "bob")
        self.status_with("running: r1t1g1")
        self.assert_words(self.order("pause"), "no new game begins", "1 running")
        self.assertIn("paused already", self.refused("pause"))
        self.play_game(alice, bob)
        self.assertIn("1 games played, paused", self.status_with("running: nothing"))
        self.assertEqual("games begin again\n", self.order("resume"))
        self.assertIn("not paused", self.refused("resume"))
        self.play_game(alice, bob)
        self.finish()
        self.assertEqual(["paused by the arbiter", "resumed by the arbiter"], self.notes())


class Entrants(ArbiterCase):
    def test_withdrawal_forfeits_the_running_match_only(self):
        # Tournaments 5.1: it forfeits the running match, and is not paired again.
        self.serve(walls(3, all_dialled("alice", "bob")))
        alice, bob = self.joined("alice", "bob")
        self.play_game(alice, bob)
        if self.begins(bob):
            bob.next("turn")
        self.assertEqual("bob is withdrawn\n", self.order("withdraw", "BOB", "has", "left"))
        self.assertIn("bob is withdrawn already", self.refused("withdraw", "bob"))
        alice.play()
        self.finish()
        self.assertTrue(self.row("bob")["withdrawn"])
        self.assertIn("bob is withdrawn: has left", self.notes())
        self.assertEqual({"ok"}, set(self.record_of("r1t1g1").verdicts(0)))
        forfeited = self.record_of("r1t1g2")
        self.assertIn("forfeited", forfeited.verdicts(forfeited.seat_of("bob")))
        self.assertNotIn("forfeited", forfeited.verdicts(forfeited.seat_of("alice")))
        self.assertEqual(2, self.row("alice")["games"], "later rounds are byes, not games")
        self.assertEqual(2, self.row("bob")["games"])
        self.assertFalse(self.has_record("r2t1g1"))

    # Tournaments 1.1, 1.3: added by the arbiter, paired from the next round on.
    def test_added_entrant_plays_the_next_swiss_round(self):
        names = ["alice", "bob", "carol"]
        self.serve({**walls(2, all_dialled(*names)), "between_rounds": "manual"})
        self.joined(*names)
        said = self.order("add", "dave")
        self.assert_words(said, "dave may dial in.", "Its token, shown only now: ")
        self.write("dave.token", said.split()[-1] + "\n")
        for name, words in (("Dave", "dave is an entrant already"), ("d/ve", "expected a letter or digit"),
                            ("house", "taken")):
            self.assertIn(words, self.refused("add", name))
        self.assertEqual("bad_token", self.refusal("dave", token="another")["code"])
        self.kill_and_serve_again()  # the roster is the store's
        bots = [self.polite(name) for name in names]
        bots.append(self.spawn(sample_bot("walls_random"), "--connect", self.address, "--name", "dave", "--token-file",
                               "dave.token"))
        self.status_with("round 1 of 2, 2 games played, waits")
        self.assertEqual(0, self.row("dave")["games"], "it came after the pairing of round 1")
        self.order("start")
        self.status_with("round 2 of 2, 6 games played, waits")
        self.order("start")
        self.finish()
        self.assertEqual(2, self.row("dave")["games"])
        self.assertIn("dave has entered, registered by the arbiter", self.notes())
        self.assert_no_faults(*names, "dave")
        for bot in bots:
            self.assertEqual(0, bot.wait().code, bot.err)

    # Tournaments 5.4: the arbiter lets it in again.
    def test_add_lets_a_withdrawn_entrant_in_again(self):
        self.serve({**walls(2, all_dialled("alice", "bob")), **MANUAL})
        self.order("withdraw", "bob")
        self.assertIn("withdrawn", self.order("status"))
        self.assertEqual("bob plays again\n", self.order("add", "bob"))
        alice, bob = self.joined("alice", "bob")
        self.order("start")
        for _ in range(4):
            self.play_game(alice, bob)
        self.finish()
        self.assertFalse(self.row("bob")["withdrawn"])
        withdrawn, again, pairing = self.notes()
        self.assertEqual("bob is withdrawn", withdrawn)
        self.assertIn("bob plays again", again)
        self.assertIn("round 2 has no pairing by the rules", pairing)

    # Tournaments 7.4: it plays on in the same match.
    def test_kicked_bot_may_come_back_and_the_match_goes_on(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        alice, bob = self.joined("alice", "bob")
        bob_begins = self.begins(bob)
        if not bob_begins:
            alice.answer(alice.next("turn"))
        asked = bob.next("turn")
        self.assert_words(self.order("kick", "bob", "too", "loud"), "bob's connection is closed", "may come back")
        self.assertEqual("kicked by the arbiter: too loud", bob.next("bye")["reason"])
        self.assertIsNone(bob.next())
        self.assertIn("bob has no connection", self.refused("kick", "bob"))
        again = self.join("bob", resume=True)
        turn = again.next("turn")
        self.assertEqual(asked["turn"], turn["turn"], "the same turn, on the clock as it was")
        again.answer(turn)
        self.play_turns(alice, again, 17 if bob_begins else 16)
        self.play_game(alice, again)
        self.finish()
        self.assertEqual(0, self.row("bob")["faults"])
        (note,) = self.notes()
        self.assert_words(note, "bob's connection was closed by the arbiter", "too loud")

    # Tournaments 1.4: nor may the arbiter add anybody.
    def test_nobody_enters_a_round_robin_that_has_begun(self):
        self.serve(round_robin(all_dialled("alice", "bob")))
        alice, bob = self.joined("alice", "bob")
        self.status_with("running: r1t1g1")
        self.assertIn("nobody can enter any more", self.refused("add", "zoe"))
        self.play_game(alice, bob)
        self.play_game(alice, bob)
        self.finish()
        self.assertEqual([], self.notes())


class WrongOrders(ArbiterCase):
    WRONG = [
        (["withdraw", "zoe"], "no entrant 'zoe'"),
        (["kick", "zoe"], "no entrant 'zoe'"),
        (["kick", "bob"], "bob has no connection"),
        (["void", "r1t1g1"], "match r1t1g1"),
        (["rerun", "r1t1g1"], "match r1t1g1 has not been played"),
        (["rerun", "r99999999999999999999t1g1"], "expected a game like r1t3g2"),
        (["rerun", "alice"], "match 'alice': expected a game like r1t3g2"),
        (["void", "r01t1g1"], "expected a game like r1t3g2"),
        (["void", "r1t1g1.a1"], "expected a game like r1t3g2"),
        (["void", "r7t7g7"], "match r7t7g7"),
        (["add", "alice"], "alice is an entrant already"),
        (["add", ""], "expected a letter or digit"),
        (["withdraw", "\x1b[2Jalice"], "no entrant '"),
        (["resume"], "not paused"),
    ]

    def test_wrong_orders_are_refused_in_one_line(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        self.join("alice")
        for words, message in self.WRONG:
            with self.subTest(words=words):
                said = self.refused(*words)
                self.assertIn(message, said)
                self.assertNotIn("\x1b", said)
        for words in (["frobnicate"], ["start", "now"], ["withdraw"], ["void"], ["rerun"], ["kick"], ["add"], ["rounds"]):
            with self.subTest(words=words):
                self.assertEqual(2, self.ctl(*words).code)
        self.assertEqual([], self.notes())
        self.stop()
        nobody = self.ctl("status")
        self.assertEqual((3, 1), (nobody.code, nobody.err.count("\n")), nobody.err)
        self.assertIn("no referee answers at spring.db.ctl", nobody.err)

    def test_status_as_json_has_what_the_text_has(self):
        self.serve({**walls(1, all_dialled("alice", "bob")), **MANUAL})
        told = json.loads(self.referee("ctl", "status", "--json"))
        self.assertEqual(["alice", "bob"], [entrant["name"] for entrant in told["entrants"]])
        self.assertEqual({"name": "alice", "launched": False, "here": False, "awaits_approval": False, "withdrawn": False},
                         told["entrants"][0])
        self.assertEqual(([], {"open": False, "code": None, "to_be_approved": 0}), (told["running"], told["registration"]))
        self.assertIn(told["tournament"], self.referee("ctl", "status"))
        self.stop()

    def test_of_two_referees_in_a_folder_one_has_to_be_named(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        self.assertIn("alice", self.referee("ctl", "status"))
        other = self.start("serve", "config.json", "--exit-when-done", "--store", "autumn.db", "--reports", "autumn")
        other.wait_for_line("results are kept in autumn.db")
        self.referee("ctl", "status", code=2)
        self.assertIn("autumn.db.ctl, spring.db.ctl", self.said)
        self.referee("ctl", "--socket", "autumn.db.ctl", "status")
        other.signal(signal.SIGTERM)
        other.wait()
        self.referee("ctl", "status")
        self.stop()


if __name__ == "__main__":
    unittest.main()
