"""New names in a tournament, also across a crash. Who is let in and who stays away: tests/referee/tournament/run/roster_test.cpp."""
import signal
import unittest

from fixture.program import sample_bot
from fixture.tournament import TournamentCase, token_of, walls


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

    def assert_refused(self, code, name, **more):
        self.assertEqual(code, (self.refusal(name, **more) or {}).get("code"), name)

    # Tournaments 1.1: a new name is an entrant; upper and lower case are the same.
    def test_new_name_is_given_a_token_that_it_needs_from_then_on(self):
        self.serve(opened())
        self.enter("Anna")
        token = self.welcome["token"]
        self.assertRegex(token, "^[0-9a-f]{32}$")
        self.assertEqual("Spring", self.welcome["tournament"])
        for name, shown in (("Anna", {}), ("anna", {}), ("Anna", {"token": token_of("Anna")})):
            self.assert_refused("bad_token", name, **shown)
        again = self.join("anna", token=token)
        self.assertEqual("Anna", self.welcome["name"])
        self.assertNotIn("token", self.welcome)  # only when newly issued

        # The token outlives a killed referee.
        self.served.signal(signal.SIGKILL)
        self.assertIsNone(again.next("bye"))  # only the end of the connection
        self.served.wait()
        self.serve_again()
        self.assert_refused("bad_token", "anna")
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

    # The code is in a file of its owner's, in ctl status, and said at the start; in no log.
    def test_class_needs_its_code_only_for_new_names(self):
        self.serve(opened(registration={"code": True}), "--log-level", "debug")
        (code_file,) = self.folder.glob("*.code")
        self.assertEqual(0o600, code_file.stat().st_mode & 0o7777)
        code = code_file.read_text().removesuffix("\n")
        self.assertIn(f"registration is open, code {code}\n", self.order("status"))

        self.assert_refused("bad_code", "anna", token="")
        self.assert_refused("bad_code", "anna", token="", registration_code="aaaa-aaaa-aaaa")
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


if __name__ == "__main__":
    unittest.main()
