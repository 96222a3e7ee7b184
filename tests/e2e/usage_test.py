"""Messages to an operator: wrong usage, bots and folders that do not work, help."""
import json
import pathlib
import unittest

from fixture.case import UNCONFINED, RefereeCase, bot

HONEST = bot("honest_walls")


def walls_with(*more):
    """Walls between two honest bots."""
    return ["match", "walls", *more, "--bot", HONEST, "--bot", HONEST]


CPU = json.dumps({"kind": "per_move", "ms": 5, "measure": "cpu"})
# Wrong command lines, and parts of the one line on standard error.
MISTAKES = [
    (["mathc"], "referee: no command 'mathc': did you mean 'match'?"),
    (["tournament"], "no command 'tournament': referee --list lists all"),
    (["--lst"], "no option '--lst': did you mean '--list'?"),
    (["match", "wlals"], "no game 'wlals': ", "did you mean 'walls'?"),
    (["step", "wlals"], "no game 'wlals': ", "did you mean 'walls'?"),
    (walls_with("--games", "2", "--pair", "3"), "match: no option '--pair': did you mean '--pairs'?"),
    (walls_with("--sede=7"), "match: no option '--sede': did you mean '--seed'?"),
    (["match", "walls", "python3", "bot.py"], "unexpected arguments 'python3' 'bot.py': ", "--bot COMMAND, or behind --"),
    (["verify", "x", "--explain"], "verify: no option '--explain'; see referee verify --help"),
    (["score", "rubric.json"], "no bot: expected its command behind --, or --bot COMMAND"),
    (["join", "localhost:1", "--name", "a"], "no bot: expected"),
    (["join", "localhost:1", "cat", "--name", "a", "--", "cat"], "unexpected argument 'cat': the bot is given by --bot, or behind --"),
    (["match"], "GAME is required"),
    (["match", "chess"], "no game 'chess': expected one of "),
    (walls_with("--option", "m=5"), "options.m: got 5, expected one of the keys n,"),
    (walls_with("--option", "n=4"), "options.n: got 4, expected an odd integer"),
    (walls_with("--option", "n=five"), 'options.n: got "five", expected '),
    (walls_with("--option", "n"), "option 'n': expected KEY=VALUE"),
    (["match", "lightcycle", "--option", "starts=[[[5,5]],[[14,1.5]]]"], "options.starts[1][0]: got [14,1.5], expected a cell"),
    (walls_with("--clock", "fast"), "'fast': not JSON"),
    (walls_with("--clock", '{"kind":"per_move"}'), "clock.ms: missing, expected an integer"),
    (walls_with("--clock", '{"kind":"sandglass","ms":5}'), 'clock.kind: got "sandglass", expected one of'),
    (walls_with("--clock", '{"kind":"bank","ms":5,"minutes":1}'), "clock.minutes: got 1, expected one of"),
    (walls_with("--clock", "@nowhere.json"), "nowhere.json: cannot be read: no such file"),
    (walls_with("--clock", "@/"), "/: cannot be read: it is a folder"),
    (["match", "walls", "--bot", HONEST], "got 1 --bot, expected 2, or --listen"),
    (walls_with("--bot", HONEST), "walls has 2 seats", "got 3 --bot, expected 2"),
    (["match", "walls", "--listen", "nowhere"], "'nowhere' is not an address: ", "HOST:PORT"),
    (["match", "walls", "--listen", "127.0.0.1:99999"], "'127.0.0.1:99999' is not an address"),
    (["match", "walls", "--listen", "127.0.0.1:0", "--clock", CPU], 'clock.measure: got "cpu", expected "auto" or "wall"'),
    (walls_with("--games", "0"), "--games: Value 0 not in range 1"),
    (["match", "walls", "--bot", "sample:nobody"], "no bot 'sample:nobody': expected one of"),
    (walls_with("--stdio", "socket"), "--stdio: socket not in {tcp,pipe}"),
    (["match", "superball", "--as", "superball", "--stdio", "pipe", "--bot", "/bin/true"],
     "--stdio: got pipe, expected tcp with superball"),
    (["check-bot", "--game", "walls", "--listen", "127.0.0.1:0", "--stdio", "pipe"],
     "--stdio: got pipe, ", "no --stdio with --listen"),
    (["match", "walls", "--bot", ""], "an empty bot command"),
    (["match", "walls", "--bot", "'python3"], "bot command ''python3': ", "quotes do not match"),
    (["match", "walls", "--bot", "a | b"], "no shell runs it"),
]


class WrongUsage(RefereeCase):
    def test_is_refused_with_a_message(self):
        for arguments, *words in MISTAKES:
            with self.subTest(words[0]):
                self.assertEqual("", self.referee(*arguments, code=2))
                self.assert_words(self.said, *words)
                self.assertEqual([], self.record_files())


class Operator(RefereeCase):
    def stubborn(self):
        """A bot that holds lifeline() open and does not leave by itself."""
        return bot("ignores_sigterm", self.folder / "log", self.folder / "lifeline")

    def test_bot_that_cannot_be_started_is_named_and_the_others_are_ended(self):
        self.lifeline()
        broken = self.write("broken", "no program of any system\n")
        broken.chmod(0o755)
        self.referee(*self.match("walls", [self.stubborn(), f"{broken} -x"], *UNCONFINED), code=2)
        self.assert_words(self.said, f"referee: cannot start '{broken}': ", "Exec format error\n")
        self.assertEqual([], self.record_files())

    def test_reports_folder_that_cannot_be_made_is_named(self):
        folder = self.write("file", "") / "out"
        self.referee(*walls_with("--reports", folder), code=3)
        self.assert_words(self.said, "Not a directory", str(folder))

    def test_port_in_use_is_named(self):
        first = self.start("match", "walls", "--listen", "127.0.0.1:0")
        address = first.wait_for_line("listening on ").removeprefix("listening on ").split(",")[0]
        self.referee("match", "walls", "--listen", address, code=3)
        self.assertEqual(f"referee: cannot listen on {address}: Address already in use\n", self.said)

    def test_the_program_alone_shows_its_help_and_ends_with_the_code_of_wrong_usage(self):
        self.assertEqual("", self.referee(code=2))
        said = self.said
        self.assertEqual(said, self.referee("--help"))
        self.assert_words(said, "Play here", "A tournament", "A class", "A student's tools", "Several machines", "Arbiters")

    def test_version_has_the_compiler_and_in_a_repository_the_commit(self):
        version, build = self.referee("--version").splitlines()
        self.assertRegex(version, r"^referee [0-9.]+$")
        self.assertRegex(build, r"^(commit [0-9a-f]{12}\+?, )?built by \w+ [0-9.]+$")

    def test_docs_names_a_page_with_and_without_a_site(self):
        for words, name in (([], ("index.html", "README.md")), (["your-game"], ("your-game.html", "your-game.md"))):
            page = pathlib.Path(self.referee("docs", *words).strip())
            self.assertTrue(page.is_file(), page)
            self.assertIn(page.name, name)
            self.assertEqual(page.suffix == ".md", "scripts/docs makes it" in self.said, self.said)

    def test_many_games_leak_no_descriptor(self):
        out = self.referee(*self.match("walls", [bot("lists_descriptors", self.folder / "log"), HONEST], "--option", "n=3",
                                       "--games", "12", *UNCONFINED))
        self.assertEqual(12, len(self.record_files()))
        self.assertNotIn("descriptors 0 1 2 ", out)
        in_use = [int(count) for count in self.read("log").split()]
        self.assertEqual(12, len(in_use))
        self.assertLess(in_use[-1], in_use[0] + 6)  # one left open in each game would be 11 more


if __name__ == "__main__":
    unittest.main()
