"""The code that new names of a class need. Who is let in and who stays away: tests/referee/tournament/run/roster_test.cpp; that a
token outlives a crash: tests/world."""
import unittest

from fixture.program import sample_bot
from fixture.tournament import TournamentCase, walls


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
