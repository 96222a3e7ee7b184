"""The page of a match in a real browser: replays, keys, addresses, seats. It takes over 5 s, most of which go into starting
Chromium, loading the page of each test and painting what each key does."""
import gzip
import re
import unittest

from browser import Keys
from match_page import MatchPage
from page_case import FOLDER
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

    def test_a_game_for_one_tells_how_it_ended(self):
        self.open(self.samples.page("planets"))
        self.assertIn("Caught by ghost", self.browser.text(".match-result"))

    def test_a_page_needs_at_most_100_kb_compressed_without_the_rules_that_verify_it(self):
        html = re.sub(r"rulesFiles = .*", "", with_data(self.samples.page("walls").read_text(), {}))
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
        self.press("s", "s", Keys.ENTER)  # so slowly that its end is far when the next key is pressed
        self.browser.wait("return referee.viewer.playback.index > 0", "it plays forward")
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
                         "Last frame", "Slower", "Faster", "Whole screen", "Keys and marks", "No faults", "What the bot was shown", "Record"]:
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
        self.assertEqual(self.index(), self.last(), "as without a fragment")


class Options(MatchPage):
    def test_a_match_that_is_over_opens_at_its_end_with_its_result(self):
        self.open(self.samples.page("walls"), "")
        self.assertEqual(self.index(), self.last())
        most, least = sorted(self.samples.result("walls")["outcome"]["bricks"], reverse=True)
        self.assertTrue(self.browser.text(".match-result").endswith(f"{most} : {least} bricks"), self.browser.text(".match-result"))
        self.press(Keys.HOME)
        self.browser.wait("return location.hash === '#t=0'", "the first frame has an address, too")

    def test_the_address_plays_repeats_and_sets_speed_and_colors(self):
        self.open(self.samples.page("walls"), "?autoplay&loop&fps=64&theme=dark")
        self.assertEqual(self.browser.run("return [referee.viewer.playback.speed, referee.viewer.board.theme]"), [64, "dark"])
        self.assertEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"), "rgb(16, 21, 27)")
        self.browser.run("""
            const {playback} = referee.viewer;
            globalThis.seen = [];
            const move = playback.move;
            playback.move = function (...to) { move.apply(this, to); seen.push(this.index); };""")
        self.browser.wait("return seen.includes(referee.viewer.reel.length - 1) && seen.at(-1) < seen.at(-2)", "it begins again")
        self.assertTrue(self.browser.run("return referee.viewer.playback.playing"))

    def test_a_game_that_begins_by_itself_tells_its_result_at_the_end(self):
        self.open(self.samples.page("walls"), "?autoplay&fps=0.5")
        self.assertEqual((self.index() < self.last(), self.browser.find(".match-result").is_displayed()), (True, False))
        self.press(Keys.END)
        self.assertIn("bricks", self.browser.text(".match-result"))

    def test_a_question_mark_opens_the_keys(self):
        self.open(self.samples.page("walls"))
        self.press("?")
        self.assertTrue(self.browser.find("dialog.help").is_displayed())

    def test_the_whole_screen_and_back(self):
        self.open(self.samples.page("walls"))
        self.browser.find("button[aria-label='Whole screen']").click()
        self.browser.wait("return document.fullscreenElement === referee.viewer.playArea", "the whole screen")
        self.press(Keys.END)
        self.browser.wait("return document.querySelector('.position').textContent.includes('bricks')", "the result, though the head is hidden")
        self.press("w")
        self.browser.wait("return document.fullscreenElement === null", "the page again")

    def test_a_game_of_one_answer_has_no_strip_but_its_time(self):
        self.open(self.samples.page("snake"), "")
        self.assertFalse(self.browser.find(".strip-box").is_displayed())
        self.assertRegex(self.browser.text(".strip-caption"), "^Thinking time of the one answer: A .*s\\.$")


class Sharing(MatchPage):
    def setUp(self):
        super().setUp()
        self.open(self.samples.page("walls"), "#t=5")
        # What is saved goes to the test.
        self.browser.run("""
            const blobs = new Map();
            const {createObjectURL} = URL;
            URL.createObjectURL = (blob) => {
              const url = createObjectURL(blob);
              blobs.set(url, blob);
              return url;
            };
            globalThis.saved = [];
            HTMLAnchorElement.prototype.click = function () {
              saved.push({name: this.download, type: blobs.get(this.href).type, blob: blobs.get(this.href)});
            };""")
        self.browser.find("button[aria-label='Share']").click()

    def button(self, text):
        self.browser.run("[...document.querySelectorAll('.share button')].find((of) => of.textContent === arguments[0]).click()", text)

    def test_a_link_leads_to_this_turn(self):
        link = self.browser.run("return document.querySelector('.share-text').value")
        self.assertEqual(link, self.samples.page("walls").resolve().as_uri() + "#t=5")
        self.assertFalse(self.browser.run("return document.querySelectorAll('.share-row')[1].checkVisibility()"), "a file has no code")
        self.assertEqual(self.browser.text(".share code"), "referee show walls-1g1.jsonl --gif walls-1g1.gif")
        self.browser.screenshot(FOLDER / "screenshots/share.png")

    def test_a_picture_has_the_board_of_the_turn(self):
        self.button("Save a picture of this turn (PNG)")
        self.browser.wait("return saved.length === 1", "the picture")
        self.assertEqual(self.browser.run("return [saved[0].name, saved[0].type]"), ["walls-1g1-turn-5.png", "image/png"])
        width, height, colors = self.browser.driver.execute_async_script("""
            const done = arguments[0];
            createImageBitmap(saved[0].blob).then((image) => {
              const canvas = new OffscreenCanvas(image.width, image.height);
              const pen = canvas.getContext("2d");
              pen.drawImage(image, 0, 0);
              const pixels = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
              done([image.width, image.height, new Set(pixels).size]);
            });""")
        self.assertGreater(min(width, height), 900)
        self.assertGreater(colors, 20)

    def test_a_film_plays_in_a_browser(self):
        # It is recorded as it is shown: a machine that is so busy that it paints nothing for two seconds has an empty one.
        self.browser.run("referee.viewer.playback.speed = 8")
        self.button("Save a film")
        self.browser.wait("return saved.length === 1", "the film")
        self.assertEqual(self.browser.run("return [saved[0].name, saved[0].type.split(';')[0]]"), ["walls-1g1.webm", "video/webm"])
        self.assertEqual(self.browser.driver.execute_async_script("""
            const done = arguments[0];
            saved[0].blob.arrayBuffer().then((bytes) => done([bytes.byteLength > 2000, ...new Uint8Array(bytes, 0, 4)]));"""),
            [True, 0x1A, 0x45, 0xDF, 0xA3], "Matroska, as WebM is")

    def test_closing_stops_a_recording(self):
        self.browser.run("referee.viewer.playback.speed = 0.5")
        self.button("Save a film")
        self.browser.run("referee.viewer.share.dialog.close()")
        self.browser.wait("return referee.viewer.share.stop === null", "the end of the recording")
        self.assertEqual(self.browser.run("return saved.length"), 0)


class Pointer(MatchPage):
    def test_a_click_on_the_strip_goes_there(self):
        self.open(self.samples.page("walls"))
        self.browser.run("referee.viewer.goTo(7)")
        self.browser.painted()
        place = self.browser.run("return new DOMMatrix(referee.viewer.timeline.cursor.style.transform).e")
        self.browser.run("referee.viewer.goTo(0)")
        self.pointer("mousePressed", place, ".strip-box")
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
        views = self.browser.run("return [0, 1].map((seat) => JSON.stringify(referee.viewer.seen.reels[seat].view(referee.viewer.reel.lastOf(5))))")
        self.assertNotEqual(views[0], views[1])

    def test_who_lost_is_told_where_and_led_there(self):
        result = self.samples.result("battleship")
        loser = result["rank"].index(2)
        self.open(self.samples.page("battleship"), "")
        button = self.browser.find(f".seat-card:nth-child({loser + 1}) .turning-point")
        turn = int(re.fullmatch(r"From turn (\d+) on it was behind", button.text)[1])
        button.click()
        self.assertEqual(self.browser.run("return referee.viewer.reel.turnOf(referee.viewer.playback.index)"), turn)
        hits = self.browser.run("return referee.viewer.painter.counts(referee.viewer.playback.index)[0].values")
        self.assertLess(hits[loser], hits[1 - loser])

    def test_commands_name_the_record_and_the_turn(self):
        self.open(self.samples.page("walls"), "#t=6")
        self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; })")
        self.assertEqual([element.text for element in self.browser.all(".command code")],
                         ["referee verify walls-1g1.jsonl", "referee show walls-1g1.jsonl --turn 6"])


if __name__ == "__main__":
    unittest.main()
