"""Which bots may register for a tournament, and what becomes of those that stay away."""
import signal
import unittest

from fixture.program import sample_bot
from fixture.record import Record
from fixture.tournament import TournamentCase, all_dialled, round_robin, token_of, walls


def opened(**more):
    """Registration is open; play begins when three are registered."""
    return {**walls(1, []), "registration": "open", "start": {"min_entrants": 3}, **more}


class Registration(TournamentCase):
    def enter(self, name, **more):
        """Dials in with a new name, and reads the welcome."""
        return self.join(name, token="", **more)

    def dialling(self, name, *words):
        """Starts a sample bot that dials in by itself."""
        return self.spawn(sample_bot("walls_random"), "--connect", self.address, "--name", name, *words)

    def assert_refused(self, code, words, name, **more):
        error = self.refusal(name, **more)
        self.assertEqual(code, (error or {}).get("code"), name)
        self.assertIn(words, error["message"])
        return error

    # Tournaments 1.1: a new name is an entrant; upper and lower case are the same.
    def test_new_name_is_given_a_token_that_it_needs_from_then_on(self):
        self.serve(opened())
        self.enter("Anna")
        token = self.welcome["token"]
        self.assertRegex(token, "^[0-9a-f]{32}$")
        self.assertEqual("Spring", self.welcome["tournament"])
        for name, shown in (("Anna", {}), ("anna", {}), ("Anna", {"token": token_of("Anna")})):
            self.assert_refused("bad_token", "", name, **shown)
        again = self.join("anna", token=token)
        self.assertEqual("Anna", self.welcome["name"])
        self.assertNotIn("token", self.welcome)  # only when newly issued

        # The token outlives a killed referee.
        self.served.signal(signal.SIGKILL)
        self.assertIsNone(again.next("bye"))  # only the end of the connection
        self.served.wait()
        self.serve_again()
        self.assert_refused("bad_token", "", "anna")
        self.play_on(self.join("anna", token=token))
        self.assertNotIn("token", self.welcome)
        self.play_on(self.enter("bert"))
        # A sample bot keeps its token in a file of its own.
        cleo = self.dialling("cleo", "--token-file", "new.token")
        self.finish()
        self.assertEqual(3, len(self.standings()["standings"]))
        self.assert_no_faults("Anna", "bert", "cleo")
        self.assertEqual(0, cleo.wait().code, cleo.err)
        self.assertRegex(self.read("new.token"), r"\A[0-9a-f]{32}\n\Z")
        self.assertEqual(0o600, (self.folder / "new.token").stat().st_mode & 0o777)

    # Tournaments 1.1: only while registration is open.
    def test_closed_one_lets_in_only_entrants_with_their_tokens(self):
        self.serve(walls(1, all_dialled("anna", "bert")))
        self.assert_refused("bad_name", "not among the entrants, and registration is closed", "zoe", token=token_of("zoe"))
        self.assert_refused("bad_token", "this is another one", "anna", token=token_of("bert"))
        self.assert_refused("bad_token", "none was shown", "anna")
        # The highest version of both is spoken, and others are unsupported.
        error = self.assert_refused("unsupported", "", "anna", protocol=0, token=token_of("anna"))
        self.assertEqual([1], error["supported"])
        self.assert_refused("unsupported", "", "anna", role="spectator", token=token_of("anna"))
        self.play_on(self.join("anna", protocol=99))
        self.assertNotIn("token", self.welcome)
        self.assertEqual(1, self.welcome["protocol"])
        self.play_on(self.join("bert", role="bot"))
        self.finish()
        self.assert_no_faults("anna", "bert")

    # The code is in a file of its owner's, in ctl status, and said at the start; in no log.
    def test_class_needs_its_code_only_for_new_names(self):
        self.serve(opened(registration={"code": True}), "--log-level", "debug")
        (code_file,) = self.folder.glob("*.code")
        self.assertEqual(0o600, code_file.stat().st_mode & 0o7777)
        code = code_file.read_text().removesuffix("\n")
        self.assertIn(f"registration is open, code {code}\n", self.order("status"))

        self.assert_refused("bad_code", "", "anna", token="")
        self.assert_refused("bad_code", "", "anna", token="", registration_code="aaaa-aaaa-aaaa")
        self.referee("join", self.address, "--name", "bert", "--", sample_bot("walls_random"), code=2)
        self.assertIn("add --code-file FILE", self.said)

        self.enter("anna", registration_code=code).close()
        self.play_on(self.join("anna", token=self.welcome["token"]))
        bots = [self.start("join", self.address, "--name", "bert", "--code-file", code_file, "--",
                           sample_bot("walls_random")),
                self.dialling("cleo", "--token-file", "cleo.token", "--code-file", code_file)]
        self.finish()
        for bot in bots:
            self.assertEqual(0, bot.wait().code, bot.err)
        self.assertEqual(1, self.served.out.count(code), "whoever starts the referee reads it there")
        self.assertNotIn(code, self.served.err)

    def test_ghosts_are_bounded_and_taken_out_at_once(self):
        self.serve(opened(registration={"names_per_address": 5, "names": 6}, start={"when": "manual"}))
        for number in range(5):
            self.enter(f"ghost{number}").close()
        self.assert_refused("too_many_names", "5 names have been registered from your", "anna", token="")
        said = self.order("withdraw", "--glob", "ghost*", "who is that?")
        self.assert_words(said, "withdrawn: 5 entrants", "ghost0 ghost1 ghost2 ghost3 ghost4\n")
        self.play_on(self.enter("anna"))
        self.play_on(self.enter("bert"))
        self.order("start")
        self.finish()
        self.assertIn("5 entrants (ghost*) are withdrawn: who is that?", self.notes())
        self.assert_no_faults("anna", "bert")

    # Tournaments 1.7: with approval, who registers plays once the arbiter says so.
    def test_new_names_may_wait_for_the_arbiter(self):
        self.serve(opened(registration={"approval": True}, start={"when": "manual"}))
        anna = self.enter("anna")
        self.assert_words(anna.next("wait")["reason"], "registration waits for the arbiter", "as soon as it is approved")
        self.play_on(anna)
        self.play_on(self.enter("bert"))
        self.play_on(self.enter("ghost"))
        self.assertEqual("anna is approved\n", self.order("approve", "anna"))
        self.assertEqual("approved: 1 entrant, bert\n", self.order("approve", "--glob", "b*"))
        self.order("start")
        self.finish()
        self.assertEqual([2, 2, 0], [self.row(name)["games"] for name in ("anna", "bert", "ghost")])
        self.assert_no_faults("anna", "bert")

    # Tournaments 1.1: names of house bots are not for entrants.
    def test_names_of_house_bots_are_taken(self):
        self.serve(opened())
        for name in ("house", "HOUSE", "house-2"):
            self.assert_refused("bad_name", "it is taken", name)
        self.enter("household")
        self.assertEqual("household", self.welcome["name"])


class NoShow(TournamentCase):
    """The referee does not wait at the start, and only briefly at a match."""

    def serve_impatiently(self, tournament, **more):
        self.serve({**tournament, "start": {"when": "manual"}, "no_show_ms": 300, **more})

    # Tournaments 4.1, 4.2, 4.5: those present win after no_show_ms; absent twice in a row is a withdrawal. A round robin pairs
    # whoever is away; a Swiss would leave it out if the start came later than no_show_ms (8.9).
    def test_those_present_win_and_whoever_stays_away_twice_is_withdrawn(self):
        self.serve_impatiently(round_robin(all_dialled("anna", "bert", "cleo")))
        self.play_on(self.join("anna"))
        self.play_on(self.join("cleo"))
        self.order("start")
        self.finish()
        missed = [played for played in map(Record, self.record_files()) if "bert" in played.header["players"]]
        self.assertEqual(2, len(missed))  # and the referee does not call it again
        for played in missed:
            seat = played.seat_of("bert")
            self.assertEqual([seat], played.last["no_show"])
            self.assertEqual([0, 1] if seat == 0 else [1, 0], played.last["result"]["scores"])
            self.assertEqual([], played.answers(seat))
        self.assertTrue(any(note.startswith("bert is withdrawn: it was absent from two") for note in self.notes()),
                        self.notes())
        bert = self.row("bert")
        self.assertEqual((True, 0), (bert["withdrawn"], bert["games"]), bert)  # annulled (5.3)
        self.assert_no_faults("anna", "cleo")

    # Tournaments 4.5: it plays again from when it logs in.
    def test_whoever_logs_in_again_plays_again(self):
        self.serve_impatiently(walls(2, all_dialled("anna", "bert")), between_rounds="manual")
        anna = self.join("anna")
        self.order("start")
        self.await_reason(anna, "round 1 is over; the arbiter begins the next")
        self.assertTrue(self.row("bert")["withdrawn"])
        self.play_on(self.join("bert"))
        self.order("start")
        anna.play()
        anna.play()
        self.await_reason(anna, "round 2 is over; the arbiter begins the next")
        self.play_on(anna)
        self.order("start")
        self.finish()
        self.assertIn("bert plays again: it has logged in again", self.notes())
        bert = self.row("bert")
        self.assertEqual((False, 4, {"no_show": 2}), (bert["withdrawn"], bert["games"], bert["faults_by_kind"]))
        self.assert_no_faults("anna")

    # Tournaments 4.2, 4.3: nobody came, and nobody has points.
    def test_match_that_nobody_comes_to_is_worth_nothing(self):
        self.serve_impatiently(walls(1, all_dialled("anna", "bert")))
        self.order("start")
        self.finish()
        for row in map(self.row, ("anna", "bert")):
            self.assertEqual((0, {"no_show": 2}), (row["points"], row["faults_by_kind"]))
        self.assertEqual([0, 1], self.record_of("r1t1g1").last["no_show"])


if __name__ == "__main__":
    unittest.main()
