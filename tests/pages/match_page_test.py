"""The page of a match in a real browser: replays, keys, addresses, seats. It takes over 5 s, most of which go into starting
Chromium, loading the page of each test and painting what each key does."""
import gzip
import re
import unittest

from browser import Keys
from match_page import MatchPage
from samples import GAMES, with_data

LETTERS = ["f", "s", "h", "n", "p"]


class Replays(MatchPage):
    def test_each_game_is_drawn_by_its_painter_from_the_first_frame_to_the_result(self):
        for game in GAMES:
            with self.subTest(game=game):
                self.open(self.samples.page(game))
                self.assertTrue(self.browser.run("return Object.hasOwn(referee.painters, arguments[0])", game))
                self.assertEqual(self.last() + 1, self.samples.frames(game))
                self.browser.run("""
                    const viewer = referee.viewer;
                    for (let index = 0; index < viewer.reel.length; ++index) {
                      viewer.goTo(index);
                      viewer.draw();
                      if (typeof viewer.painter.describe(index) !== "string") throw new Error(`frame ${index}`);
                    }""")
                self.assertFalse(self.browser.run("return referee.viewer.painter.failed"))
                self.press(Keys.END)
                scores = [element.text for element in self.browser.all(".outcome")]
                expected = self.samples.result(game)["scores"]
                self.assertEqual([text.split("score ")[1] for text in scores], [str(score) for score in expected])
                self.assertNotEqual(self.blank(), True)

    def blank(self):
        """Whether all pixels of the board have the same color."""
        return self.browser.run("""
            const {canvas, pen} = referee.viewer.board;
            const pixels = new Uint32Array(pen.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
            return pixels.every((pixel) => pixel === pixels[0]);""")

    def test_the_score_is_told_only_at_the_end(self):
        self.open(self.samples.page("walls"))
        self.assertEqual([element.text for element in self.browser.all(".outcome")], ["", ""])

    def test_a_page_needs_at_most_100_kb_compressed(self):
        html = with_data(self.samples.page("walls").read_text(), {})
        self.assertLess(len(gzip.compress(html.encode(), 6)), 100_000)


class Keyboard(MatchPage):
    def test_each_key_of_the_table(self):
        self.open(self.samples.page("walls"))
        last = self.last()
        for keys, expected in [([Keys.ARROW_RIGHT], 1), ([Keys.ARROW_DOWN], 2), (["n"], 3), ([Keys.ARROW_LEFT], 2),
                               ([Keys.ARROW_UP], 1), (["p"], 0), ([Keys.END], last), ([Keys.HOME], 0),
                               ([Keys.PAGE_DOWN], last), ([Keys.PAGE_UP], 0)]:
            self.assertEqual(self.press(*keys), expected, keys)
        speed = "return referee.viewer.playback.speed"
        before = self.browser.run(speed)
        self.press("f")
        self.assertEqual(self.browser.run(speed), 2 * before)
        self.press("s", "s")
        self.assertEqual(self.browser.run(speed), before / 2)
        self.press("h")
        self.assertTrue(self.browser.find("dialog.help").is_displayed())
        self.press("h")
        self.assertFalse(self.browser.find("dialog.help").is_displayed())

    def test_enter_plays_backspace_plays_backward_space_pauses(self):
        self.open(self.samples.page("walls"))
        playing = "return referee.viewer.playback.playing"
        self.press("f", "f", Keys.ENTER)
        self.browser.wait("return referee.viewer.playback.index > 3", "it plays forward")
        self.press(Keys.SPACE)
        self.assertFalse(self.browser.run(playing))
        there = self.index()
        self.press(Keys.BACKSPACE)
        self.browser.wait(f"return referee.viewer.playback.index < {there}", "it plays backward")
        self.browser.wait("return referee.viewer.playback.index === 0 && !referee.viewer.playback.playing", "it stops")

    def test_letters_act_only_while_the_viewer_has_the_focus(self):
        self.open(self.samples.page("walls"))
        self.browser.run("document.activeElement.blur()")
        state = "const {index, speed} = referee.viewer.playback; return [index, speed, document.querySelector('dialog').open]"
        before = self.browser.run(state)
        self.press(*LETTERS)
        self.assertEqual(self.browser.run(state), before)

    def test_all_controls_are_reached_by_tab_and_have_names_and_a_visible_focus(self):
        self.open(self.samples.page("walls"))
        reached = []
        for _ in range(40):
            name = self.browser.run("""
                const on = document.activeElement;
                if (on === document.body) return null;
                const style = getComputedStyle(on);
                const board = on.querySelector?.(".board");
                const ring = [style, board && getComputedStyle(board)].some((of) => of && of.outlineStyle !== "none");
                return [on.tagName, on.getAttribute("aria-label") ?? on.textContent, ring, on.matches(":focus-visible")];""")
            if name is None:
                break
            reached.append(name)
            self.press(Keys.TAB)
        names = [name for _, name, _, _ in reached]
        for expected in ["Board of walls", "Frame", "First frame", "Play backward", "Previous frame", "Play", "Next frame",
                         "Last frame", "Slower", "Faster", "Keys and marks", "No faults", "What the bot was shown", "Record"]:
            self.assertTrue(any(expected in name for name in names), f"{expected} among {names}")
        for tag, name, ring, visible in reached:
            self.assertTrue(name.strip() and ring and visible, (tag, name, ring, visible))

    def test_buttons_and_slider_do_what_keys_do(self):
        self.open(self.samples.page("walls"))

        def press(label):
            self.browser.find(f"button[aria-label='{label}']").click()
            self.browser.painted()
            return self.index()

        self.assertEqual(press("Next frame"), 1)
        self.assertEqual(press("Last frame"), self.last())
        self.assertEqual(press("Previous frame"), self.last() - 1)
        self.assertEqual(press("First frame"), 0)
        self.browser.run("document.querySelector('.slider').focus()")
        self.assertEqual(self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT), 2)


class Addresses(MatchPage):
    def test_a_fragment_names_a_turn_in_both_directions(self):
        page = self.samples.page("walls")
        self.open(page, "#t=5")
        self.assertEqual(self.index(), 5)
        self.browser.run("location.hash = '#t=3'")
        self.browser.wait("return referee.viewer.playback.index === 3", "the page follows its address")
        self.press(Keys.ARROW_RIGHT)
        self.browser.wait("return location.hash === '#t=4'", "the address follows the page")
        self.open(page, "#t=99999")
        self.assertEqual(self.index(), self.last())
        self.open(page, "#<img src=x>")
        self.assertEqual(self.index(), 0)

    def test_a_step_within_a_turn_has_an_address(self):
        self.open(self.samples.page("snake"))
        for index in range(self.last() + 1):
            self.browser.run(f"referee.viewer.goTo({index})")
            fragment = self.browser.run("return referee.fragmentOf(referee.viewer.playback.index, referee.viewer.reel)")
            self.assertEqual(self.browser.run("return referee.frameOfFragment(arguments[0], referee.viewer.reel)", fragment), index)


class Pointer(MatchPage):
    def test_a_click_on_the_strip_goes_there(self):
        self.open(self.samples.page("walls"))
        width = self.browser.run("return document.querySelector('.strip-box').clientWidth")
        self.pointer("mousePressed", self.browser.run(f"return referee.stripX(7, referee.viewer.reel.length, {width})"), ".strip-box")
        self.assertEqual(self.index(), 7)

    def test_a_swipe_goes_through_frames_and_a_tap_pauses(self):
        self.open(self.samples.page("walls"))
        for kind, x in [("mousePressed", 300), ("mouseMoved", 255), ("mouseMoved", 180), ("mouseReleased", 180)]:
            self.pointer(kind, x, ".stage")
        self.assertEqual(self.index(), 3)
        self.pointer("mousePressed", 300, ".stage")
        self.pointer("mouseReleased", 300, ".stage")
        self.assertTrue(self.browser.run("return referee.viewer.playback.playing"))

    def pointer(self, kind, x, selector):
        left, top = self.browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.left, box.top + box.height / 2]", selector)
        self.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": left + x, "y": top, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1})
        self.browser.painted()


class Seats(MatchPage):
    def faulty(self):
        def change(data):
            data["turns"][2]["answers"][0].update(verdict="illegal", fault="got \"up\", expected left, right or forward", offered="up")
            data["turns"][2]["answers"][0].pop("move", None)
            data["turns"][4]["answers"][0].update(verdict="late", fault="no answer in 5000 ms", spent_us=5000000)
            data["turns"][4]["answers"][0].pop("move", None)
        return self.changed("faulty", change)

    def test_faults_are_told_beside_the_board_listed_and_marked(self):
        self.open(self.faulty(), "#t=3")
        self.assertIn("illegal", self.browser.text(".seat-card:nth-child(1) .answer"))
        self.assertIn('got "up", expected left, right or forward', self.browser.text(".fault-text"))
        self.assertIn("A triangle marks a late answer, a diamond another fault.", self.browser.text(".strip-caption"))
        self.browser.find(".fold summary").click()
        rows = self.browser.all(".fault-row")
        self.assertEqual([re.sub(r"\s+", " ", row.text)[:16] for row in rows], ["A Turn 3: illega", "A Turn 5: late n"])
        rows[1].click()
        self.assertEqual(self.index(), 5)

    def test_what_the_bot_was_shown_is_the_view_before_its_answer(self):
        self.open(self.samples.page("walls"), "#t=6")
        self.browser.run("[...document.querySelectorAll('summary')].find((of) => of.textContent.includes('shown')).click()")
        self.browser.painted()
        self.assertEqual(self.browser.run("return JSON.parse(document.querySelector('pre.json').textContent)"),
                         self.browser.run("return referee.viewer.reel.view(5)"))

    def test_each_seat_of_a_game_that_hides_saw_its_own_view(self):
        self.open(self.samples.page("battleship"), "#t=6")
        views = self.browser.run("return [0, 1].map((seat) => JSON.stringify(referee.shownTo(referee.viewer.seen.reels[seat], 6)))")
        self.assertNotEqual(views[0], views[1])

    def test_commands_name_the_record_and_the_turn(self):
        self.open(self.samples.page("walls"), "#t=6")
        self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; })")
        self.assertEqual([element.text for element in self.browser.all(".command code")],
                         ["referee verify walls-1g1.jsonl", "referee show walls-1g1.jsonl --turn 6"])


if __name__ == "__main__":
    unittest.main()
