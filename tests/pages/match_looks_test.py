"""The page of a match in a real browser: hostile texts, motion, layout, screenshots, and that axe-core finds nothing wrong. Exit code
77 where there is no Chromium, or npm cannot fetch axe-core. It takes over 5 s, most of which go into starting Chromium and painting
each game in each size."""
import unittest

from axe import AxeTest, violations
from browser import LOOKS, Keys
from match_page import MatchPage
from page_case import picture
from samples import GAMES

HOSTILE = ["<img src=x onerror=hacked=1>", "\u202eevil\u2066 reversed", "x" * 10000, "</script><script>hacked=1</script>",
           "\u0000\u0007\x1b[31m", "'\"><svg onload=hacked=1>", "name with a very long list of words " * 20, "&lt;b&gt;",
           "زيد عمرو", "😀" * 500]


class Hostile(MatchPage):
    def hostile(self, text):
        def change(data):
            data.update(players=[text, text], tournament=text, match=text)
            data["turns"][0]["answers"][0].update(verdict="malformed", fault=text, offered=text)
            data["turns"][0]["answers"][0].pop("move", None)
        return self.changed("hostile", change)

    def test_texts_of_entrants_are_text_and_stay_within_the_page(self):
        for text in HOSTILE:
            self.browser.look(1400, 800)
            self.open(self.hostile(text), "#t=1")
            self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; })")
            for width in [1400, 320]:
                with self.subTest(text=text[:30], width=width):
                    self.browser.look(width, 800)
                    self.browser.painted()
                    self.assertEqual(self.browser.run("return [globalThis.hacked ?? null, document.images.length]"), [None, 0])
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.browser.run("return document.querySelector('.seat-card .name').textContent"),
                                     text)

    def test_a_painter_that_fails_costs_its_picture_only(self):
        for work in ["paint", "describe", "counts"]:
            with self.subTest(work=work):
                self.open(self.samples.page("walls"))
                self.browser.run("referee.viewer.painter.painter[arguments[0]] = () => { throw new Error('on purpose'); };"
                                 "referee.viewer.goTo(3)", work)
                self.browser.painted()
                self.assertTrue(self.browser.run("return referee.viewer.painter.failed"))
                self.assertEqual(self.index(), 3)
                messages = self.browser.messages()
                self.assertEqual(len(messages), 1, messages)
                self.assertIn("on purpose", messages[0])

    def test_a_broken_record_says_what_is_wrong(self):
        self.open(self.changed("broken", lambda data: data.update(
            status="broken", problem="turn 3: the events differ", result=None, turns=data["turns"][:3])))
        self.assertIn("turn 3: the events differ", self.browser.text(".notice"))
        self.assertEqual(self.browser.text(".state"), "Damaged record")


class Motion(MatchPage):
    def ways(self, still):
        self.browser.look(still=still)
        self.open(self.samples.page("walls"))
        return self.browser.run("""
            const viewer = referee.viewer;
            const seen = [];
            const paint = viewer.board.paint;
            viewer.board.paint = function (picture) { seen.push(picture.progress); paint.call(this, picture); };
            viewer.run("next");
            return new Promise((done) => setTimeout(() => done(seen), 400));""")

    def test_a_move_is_animated(self):
        seen = self.ways(still=False)
        self.assertTrue(any(progress < 1 for progress in seen), seen)
        self.assertEqual(seen[-1], 1)

    def test_a_move_is_not_animated_for_people_who_want_less_motion(self):
        self.assertEqual(set(self.ways(still=True)), {1})

    def test_frames_are_told_at_once_while_they_stand_still(self):
        self.open(self.samples.page("walls"))
        self.press(Keys.ARROW_RIGHT)
        region = self.browser.run("return document.querySelector('[aria-live=polite]').textContent")
        self.assertEqual(region, self.browser.run(
            "return `${document.querySelector('.position').textContent}. ${referee.viewer.painter.describe(1)}`"))


class Layout(AxeTest, MatchPage):
    def boxes(self):
        return self.browser.run("""
            return Object.fromEntries([".board", ".strip-box", ".slider", ".transport", ".speeds"].map((of) => {
              const box = document.querySelector(of).getBoundingClientRect();
              return [of, [box.left, box.top, box.right, box.bottom, box.width]];
            }));""")

    def test_board_and_controls_fit_without_scrolling(self):
        """Takes a screenshot of each."""
        least = {1920: 700, 1400: 550, 390: 320}
        for game in GAMES:
            self.open(self.samples.page(game))
            self.browser.run("referee.viewer.goTo(Math.round(0.6 * referee.viewer.reel.length))")
            for width, height, dark in [*LOOKS[:2], (390, 844, True)]:
                with self.subTest(width=width, game=game):
                    self.browser.look(width, height, dark)
                    file = picture(f"match_{game}", width, dark)
                    self.browser.screenshot(file, always=True)
                    self.assertGreater(file.stat().st_size, 10_000)
                    boxes = self.boxes()
                    for name, (left, top, right, bottom, _) in boxes.items():
                        self.assertTrue(0 <= left and 0 <= top and right <= width and bottom <= height, (name, boxes[name]))
                    longer = max(boxes[".board"][4], boxes[".board"][3] - boxes[".board"][1])
                    self.assertGreaterEqual(longer, least[width])
                    if width < 1920:
                        self.browser.run("referee.viewer.run('last')")
                        self.check()
                        self.browser.run("referee.viewer.goTo(Math.round(0.6 * referee.viewer.reel.length))")

    def test_nothing_is_cut_at_320_px_and_at_a_zoom_of_400_percent(self):
        for width, height in [(320, 568), (320, 256)]:
            self.browser.look(width, height)
            self.open(self.samples.page("walls"))
            self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; })")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            for name, (left, _, right, _, _) in self.boxes().items():
                self.assertTrue(0 <= left and right <= width, name)

    def test_details_and_help(self):
        self.open(self.samples.page("walls"))
        for before in ["document.querySelectorAll('details').forEach((of) => { of.open = true; })", "referee.viewer.run('help')"]:
            self.browser.run(before)
            for dark in [False, True]:
                with self.subTest(dark=dark, before=before):
                    self.browser.look(dark=dark)
                    self.check()

    def test_axe_finds_what_is_wrong(self):
        self.open(self.samples.page("walls"))
        self.browser.run("document.querySelector('.slider').removeAttribute('aria-label')")
        self.assertIn("label (critical)", " ".join(violations(self.browser, self.script)))


if __name__ == "__main__":
    unittest.main()
