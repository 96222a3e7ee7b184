"""`referee show` in a real terminal, key by key, and in a pipe."""
import json
import os
import pathlib
import re
import signal
import subprocess
import unittest

from fixture.case import RefereeCase, new_folder
from fixture.program import PATIENCE, REFEREE
from fixture.record import play
from fixture.terminal import Pane


BOTTOM = 23  # row of a window of 24 x 80


def turns_of(record):
    return len(record.read_text().splitlines()) - 2


class Show(RefereeCase):
    @classmethod
    def setUpClass(cls):
        cls.top = new_folder(cls.addClassCleanup)
        cls.walls = play(cls.top, "walls", "--bot", "sample:walls_random --seed 1", "--bot", "sample:walls_random --seed 2")
        cls.turns = turns_of(cls.walls)

    def pane(self, record, *words, **more):
        pane = Pane([REFEREE, "show", record, *words], **more)
        self.addCleanup(pane.close)
        return pane

    def pane_and_code(self, *words, **more):
        """In a terminal, with the output of other programs before and after it."""
        pane = Pane(["sh", "-c", 'echo BEFORE; "$@"; echo CODE $?; cat', "sh", REFEREE, "show", *words], **more)
        self.addCleanup(pane.close)
        return pane

    def see_turn(self, pane, turn):
        pane.see(rf"turn {turn} of {self.turns}\b")


class Keys(Show):
    def test_keys_of_the_handouts_table(self):
        pane = self.pane(self.walls)
        self.see_turn(pane, 0)
        for key, turn in [
            ("Right", 1), ("Down", 2), ("Right", 3), ("Left", 2), ("Up", 1), ("End", self.turns), ("Home", 0),
            ("PageDown", self.turns), ("Left", self.turns - 1), ("PageUp", 0), ("n", 1), ("p", 0), ("Left", 0),
        ]:
            pane.press(key)
            self.see_turn(pane, turn)

    def test_q_and_escape_leave_and_give_the_screen_back(self):
        for key in ["q", "Escape"]:
            pane = self.pane_and_code(self.walls)
            self.see_turn(pane, 0)
            self.assertNotIn("BEFORE", pane.text())
            pane.press(key)
            pane.see("^CODE 0$")
            self.assertEqual("BEFORE", pane.lines()[0])
            self.assertNotIn("turn", pane.text())

    def test_a_window_that_was_made_larger_is_given_back_too(self):
        pane = self.pane_and_code(self.walls)
        self.see_turn(pane, 0)
        pane.resize(50, 160)
        pane.until(lambda: pane.lines()[-1].startswith("h keys"), pane.text)
        pane.press("q")
        pane.see("^CODE 0$")
        self.assertNotIn("bricks", pane.text())


class Windows(Show):

    def test_follows_the_size_of_its_window(self):
        pane = self.pane(self.walls)
        pane.see("scale 1:1$")
        pane.resize(40, 100)
        pane.until(lambda: len(pane.lines()) == 40 and pane.lines()[39].startswith("h keys"), pane.text)
        pane.resize(7, 38)
        pane.see("^h keys, .*scale 1:2$")
        pane.resize(1, 1)
        pane.resize(24, 80)
        pane.until(lambda: len(pane.lines()) == 24 and pane.lines()[BOTTOM].startswith("h keys"), pane.text)
        pane.press("Right")
        self.see_turn(pane, 1)

    def test_signals_and_a_terminal_that_goes_end_it(self):
        for number in [signal.SIGTERM, signal.SIGINT]:
            pane = self.pane(self.walls)
            self.see_turn(pane, 0)
            os.kill(pane.pid, number)
            self.assertEqual(128 + number, pane.exit_code())
            self.assertNotIn("bricks", pane.text())
        for before in [lambda pane: self.see_turn(pane, 0), self.open_help]:
            pane = Pane([REFEREE, "show", self.walls])
            before(pane)
            pane.close()
            status = pathlib.Path(f"/proc/{pane.pid}/stat")
            pane.until(lambda: not status.exists() or ") Z " in status.read_text(), lambda: "it is still running")

    @staticmethod
    def open_help(pane):
        pane.see("h keys")
        pane.press("h")
        pane.see("any key goes back")


class Pipes(Show):
    def show(self, *words, code=0, **environment):
        done = subprocess.run(
            [REFEREE, "show", *words], capture_output=True, timeout=PATIENCE, env={**os.environ, "LC_ALL": "C.UTF-8", **environment}
        )
        self.assertEqual(code, done.returncode, done.stderr)
        self.errors = done.stderr.decode()
        return done.stdout.decode()

    def test_all_frames_come_one_after_another_without_escapes(self):
        text = self.show(self.walls)
        self.assertNotIn("\x1b", text)
        frames = text.split("\n\n")[:-1]
        self.assertEqual([str(i) for i in range(self.turns + 1)], [re.search(r"turn (\d+) of", frame)[1] for frame in frames])
        self.assertEqual("", self.errors)
        self.assertEqual(frames[3] + "\n\n", self.show(self.walls, "--turn", "3"))
        self.assertEqual(frames[-1] + "\n\n", self.show(self.walls, "--turn", "-1"))
        bricks = json.loads(self.walls.read_text().splitlines()[-1])["result"]["outcome"]["bricks"]
        for count in bricks:
            self.assertIn(f"bricks {count}", frames[-1])
        self.assertTrue(frames[-1].endswith("\nover"))

    def test_a_reader_that_has_seen_enough_is_no_fault_and_a_full_disk_is_one(self):
        with subprocess.Popen([REFEREE, "show", self.walls], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
            done.stdout.close()
            self.assertEqual((b"", 0), (done.stderr.read(), done.wait(PATIENCE)))
        with open("/dev/full", "w") as full:
            done = subprocess.run([REFEREE, "show", self.walls], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        self.assertEqual((3, "referee: standard output cannot be written\n"), (done.returncode, done.stderr))

    def test_a_page_needs_no_other_file_and_says_what_the_record_says(self):
        page = self.folder / "match.html"
        self.assertEqual("", self.show(self.walls, "--html", page))
        self.assertEqual("", self.errors)
        text = page.read_text()
        self.assertEqual(["data:,"], re.findall(r"(?:src|href)=\"([^\"]*)\"", text.split("<script>")[0]))
        (data,) = re.findall(r'<script type="application/json" id="data">([^<]*)</script>', text)
        data, lines = json.loads(data), [json.loads(line) for line in self.walls.read_text().splitlines()]
        self.assertEqual([line["answers"] for line in lines[1:-1]], [turn["answers"] for turn in data["turns"]])
        self.assertEqual([lines[0]["players"], lines[-1]["result"]], [data["players"], data["result"]])
        self.show(self.walls, "--html", page, "--seat", "1")
        text = page.read_text()
        self.assertIn('"seat":1', text)
        self.assertNotIn('id="record"', text, "it tells more than the seat may see")
        self.assertLess(len(text), 175_000)

    def test_a_page_goes_as_far_as_the_record_is_true_and_other_options_do_not_fit(self):
        page, cut = self.folder / "cut.html", self.folder / "cut.jsonl"
        cut.write_text("".join(self.walls.read_text().splitlines(True)[:5]))
        self.show(cut, "--html", page, code=1)
        self.assertIn("no last line", self.errors)
        self.assertIn('"status":"broken"', page.read_text())
        page.unlink()
        for words in [(cut, "--turn", "1"), (cut, "--rows", "9"), (self.folder / "none",), (self.walls, "--seat", "2")]:
            self.show(*words, "--html", page, code=2)
            self.assertNotEqual("", self.errors)
            self.assertFalse(page.exists())
        self.show(self.walls, "--html", self.folder / "none" / "page.html", code=2)
        self.assertIn(f"{self.folder}/none", self.errors)

    def test_a_moving_picture_of_every_game_repeats_and_has_a_frame_for_each_position(self):
        picture = self.folder / "picture.gif"
        for game, bot in [("planets", "planets_greedy"), ("snake", "snake_right_hand"), ("superball", "sb_read")]:
            record = play(self.folder, game, "--bot", "sample:" + bot)
            frames = self.show(record).count("\n\n")
            every = max(1, -(-(frames - 1) // 299))
            shown = 1 + -(-(frames - 1) // every)
            told = f"{picture}: {shown} frames, one of every {every}\n" if every > 1 else ""
            self.assertEqual(told, self.show(record, "--gif", picture))
            self.assertEqual(shown, self.frames_of_gif(picture))
        for frames, words in [(self.turns + 1, []), (4, ["--from", "2", "--to", "5"]), (1, ["--from", "-1"]), (3, ["--to", "2"])]:
            self.assertEqual("", self.show(self.walls, "--gif", picture, *words))
            self.assertEqual(frames, self.frames_of_gif(picture))

    def frames_of_gif(self, picture):
        """Each frame has a control block of its own; the name before the loop is that of Netscape's block."""
        data = picture.read_bytes()
        self.assertEqual((b"GIF89a", b";", 1), (data[:6], data[-1:], data.count(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")))
        return len(re.findall(rb"\x21\xf9\x04\x05..\x1f\x00\x2c", data, re.S))

    def test_a_moving_picture_of_turns_that_are_not_there_is_refused_and_nothing_is_written(self):
        picture = self.folder / "none.gif"
        for words, complaint in [
            (["--from", "9999"], f"--from: got 9999, expected 0 to {self.turns}, or -1 (the last) to -{self.turns + 1}"),
            (["--to", "-9999"], f"--to: got -9999, expected 0 to {self.turns}, or -1 (the last) to -{self.turns + 1}"),
            (["--from", "5", "--to", "4"], "--to: got 4, expected at least 5, which --from names"),
        ]:
            self.assertEqual("", self.show(self.walls, "--gif", picture, *words, code=2))
            self.assertEqual(f"referee: {complaint}\n", self.errors)
        for words in [["--gif", picture, "--turn", "3"], ["--gif", picture, "--html", self.folder / "x.html"], ["--from", "3"], ["--to", "3"]]:
            self.show(self.walls, *words, code=2)
            self.assertIn(str(words[-2]), self.errors)
        self.assertFalse(picture.exists())

    def test_a_moving_picture_goes_as_far_as_the_record_is_true(self):
        picture, cut = self.folder / "cut.gif", self.folder / "short.jsonl"
        cut.write_text("".join(self.walls.read_text().splitlines(True)[:5]))
        self.show(cut, "--gif", picture, code=1)
        self.assertIn("no last line", self.errors)
        self.assertEqual(5, self.frames_of_gif(picture))

    def test_what_is_wrong_is_said_in_one_line(self):
        changed = self.folder / "changed.jsonl"
        changed.write_text(self.walls.read_text().replace('"turn":4,', '"turn":5,', 1))
        self.assertEqual(4, self.show(changed, code=1).count("\n\n") - 1, "frames 0 to 4")
        self.assertEqual(f"referee: {changed}: line 6, turn 4, turn: got 5, expected 4\n", self.errors)
        page = self.folder / "page.html"
        page.write_text("<html>\n")
        for words, complaint in [
            ([self.folder / "none.jsonl"], f"{self.folder}/none.jsonl: cannot be read: no such file"),
            ([self.folder / "none" / "x.jsonl"], f"{self.folder}/none/x.jsonl: cannot be read: no folder {self.folder}/none"),
            ([page], f'{page}: nothing to show: line 1, line: got "<html>", expected a JSON object and a newline'),
            ([self.walls, "--turn", "9999"], f"--turn: got 9999, expected 0 to {self.turns}, or -1 (the last) to -{self.turns + 1}"),
            ([self.walls, "--turn", "-9999"], f"--turn: got -9999, expected 0 to {self.turns}, or -1 (the last) to -{self.turns + 1}"),
        ]:
            self.assertEqual("", self.show(*words, code=2))
            self.assertEqual(f"referee: {complaint}\n", self.errors)
        self.show(self.walls, "--columns", "0", code=2)
        self.assertIn("--columns", self.errors)

    def test_of_a_folder_shows_the_only_record_or_names_them(self):
        folder = self.folder / "several"
        (folder / "records").mkdir(parents=True)
        (folder / "records/walls-1g1.jsonl").write_text(self.walls.read_text())
        self.assertEqual(self.show(self.walls), self.show(folder))
        (folder / "records/walls-1g2.jsonl").write_text(self.walls.read_text())
        self.assertEqual("", self.show(folder, code=2))
        self.assertEqual(f"referee: {folder}/records: 2 records, expected the name of one: walls-1g1.jsonl, walls-1g2.jsonl\n", self.errors)

    def test_a_terminal_that_cannot_be_drawn_on_gets_plain_frames_and_the_reason(self):
        for term, why in [("dumb", "cannot move its cursor"), ("no-such-terminal", "is not known here")]:
            pane = self.pane_and_code(self.walls, "--turn", "3", columns=120, TERM=term)
            pane.see("^CODE 0$")
            self.see_turn(pane, 3)
            pane.see(f"^referee: plain frames: the terminal that TERM names, '{term}', {why}")


if __name__ == "__main__":
    unittest.main()
