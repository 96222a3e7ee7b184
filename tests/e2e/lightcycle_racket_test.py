"""The examples of the Light Cycle handout, and its page, in matches."""
import json
import re
import shutil

from fixture.program import REFEREE, ROOT, SANITIZER

import lightcycle_racket
from lightcycle_racket import CLOCK, HANDOUT_CLOCK, SIZE, STARTS, Racket

PAGE = ROOT / "handouts/lightcycle/README.md"
EXAMPLES = ROOT / "handouts/lightcycle/examples"


class Match(Racket):
    def play(self, *files, clock=CLOCK, sandbox="none", environment=None):
        """A match of these robots, with sample bots for None and in the other seats. Returns the turns and the result, from
        the record."""
        seats = [*files, *[None] * (len(STARTS) - len(files))]
        bots = [word for file in seats for word in ("--bot", f"'{file}'" if file else "sample:lightcycle_dumb --seed 1")]
        self.referee("match", "lightcycle", "--as", "lightcycle-racket", *bots, "--option", f"size={SIZE}", "--option",
                     f"starts={json.dumps(STARTS)}", "--clock", json.dumps(clock), "--seed", "1", "--sandbox", sandbox,
                     environment={**self.environment, **(environment or {})})
        record = self.record()
        return record.lines[1:-1], record.last["result"]

    def said_by(self, bot):
        return (self.folder / f"out/bots/{bot}.stderr").read_text()

    def verdicts(self, turns, seat):
        return [answer["verdict"] for turn in turns for answer in turn["answers"] if answer["seat"] == seat]

    def causes(self, turn, seat):
        return [one["cause"] for one in turn["events"].get("terminated", []) if one["cycle"] // 3 == seat]

    def text_of(self, name):
        """An example for this board, which is smaller than the handout's."""
        return (EXAMPLES / name).read_text().replace("(define size 170)", f"(define size {SIZE})")

    def example(self, name):
        return self.handed_in(self.text_of(f"{name}.scm"), f"{name}.scm")

    def test_good_and_direct_play_to_the_end(self):
        turns, result = self.play(self.example("good"), self.example("direct"))
        for seat in range(2):
            self.assertEqual({"ok"}, set(self.verdicts(turns, seat)))
            self.assertEqual([], [cause for turn in turns for cause in self.causes(turn, seat) if cause == "no_move"])
            self.assertGreaterEqual(result["outcome"]["teams"][seat]["turns"], 10)

    def test_illegal_reverses(self):
        turns, result = self.play(None, None, self.example("illegal"))
        self.assertEqual(["ok", "ok"], self.verdicts(turns, 2))
        self.assertEqual(([], ["occupied"] * 3), (self.causes(turns[0], 2), self.causes(turns[1], 2)))
        self.assertEqual({"cycles_left": 0, "turns": 1}, result["outcome"]["teams"][2])

    def test_throwing_gives_no_answer(self):
        turns, _ = self.play(self.example("throwing"))
        self.assertEqual(["malformed"], self.verdicts(turns, 0))
        self.assertEqual(["no_move"] * 3, self.causes(turns[0], 0))
        self.assertRegex(self.said_by("throwing"), r"turn 0: vector-ref: index is out of range; index: 12; .*; at throwing.scm:\d+\n")

    def test_too_slow_is_taken_out_by_the_clock(self):
        turns, _ = self.play(self.example("direct"), self.example("too_slow"), clock=HANDOUT_CLOCK)
        self.assertEqual(["forfeited"], self.verdicts(turns, 1))
        self.assertEqual(["clock"] * 3, self.causes(turns[0], 1))
        self.assertEqual({"ok"}, set(self.verdicts(turns, 0)))

    def test_writing_to_the_vector_harms_nobody(self):
        turns, _ = self.play(None, None, self.example("writes_to_vector"))
        for turn in range(2):
            self.assertEqual([[1 + turn, 5], [1 + turn, 10], [1 + turn, 15]], turns[turn]["answers"][2]["move"])
        self.assertEqual({"ok"}, set(self.verdicts(turns, 2)))

    def test_in_the_sandboxes(self):
        if SANITIZER:
            self.skipTest("skipped: a program with a sanitizer cannot be confined")
        for most in ["basic", "full"]:
            with self.subTest(most=most):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                turns, _ = self.play(self.example("direct"), sandbox="basic", environment={"REFEREE_SANDBOX_AT_MOST": most})
                self.assertEqual({"ok"}, set(self.verdicts(turns, 0)))

    def test_the_page_is_true(self):
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(REFEREE.parent)
        for file in EXAMPLES.iterdir():
            self.write(f"handouts/lightcycle/examples/{file.name}", self.text_of(file.name))
        board = f" --option size={SIZE} --option 'starts={json.dumps(STARTS)}'"
        commands = re.findall(r"(?m)^    (build/release/bin/referee .*(?:\n      .*)*)", PAGE.read_text())
        self.assertTrue(commands)
        for command in commands:
            done = self.spawn("sh", "-c", command.replace("\\\n", " ") + board).wait()
            self.assertEqual(0, done.code, done.out + done.err)
            self.assertIn("record", done.out)


if __name__ == "__main__":
    lightcycle_racket.main()
