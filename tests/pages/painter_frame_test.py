"""A game's own painter.js in a real browser: it draws in a frame of its own, and can do nothing else to the page."""
import base64
import hashlib
import http.server
import json
import re
import threading
import unittest

import stand_in
from match_page import MatchPage
from page_case import FOLDER
from samples import data_of, with_data

GAME = "framed"
DRAWS = """
    referee.painters.framed = (reel) => ({
      size: {width: 4, height: 2}, animates: false,
      legend: [{text: "a red field", swatch: (pen) => { pen.fillStyle = "#ff0000"; pen.fillRect(0, 0, 1, 1); }}],
      paint(pen, index, {colors}) {
        pen.fillStyle = index % 2 === 0 ? "#ff0000" : "#0000ff";
        pen.fillRect(0, 0, 4, 2);
        referee.drawing.text(pen, colors.ink, 2, 1, {});
      },
      describe: (index) => `Frame ${index} of ${reel.length}.`,
      counts: () => [{label: "Fields", values: [1, 2]}],
    });"""
STILL = """{size: {width: 4, height: 2}, paint() {}, describe: () => "", counts: () => [], legend: []}"""


SHORT = {"hello": 500, "picture": 10000}
LATER = {"hello": 10000, "picture": 500}


def source_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


class Wanted(http.server.ThreadingHTTPServer):
    """Somewhere that a painter must not reach."""

    def __init__(self):
        self.requests = []
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.requests.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}/"


class PainterFrame(MatchPage):
    def page(self, name, painter, patience):
        """The page of a match of a game with that painter, as the referee makes it. `patience`: None for the usual one."""
        html = self.samples.page("walls").read_text()
        data = data_of(html)
        data |= {"game": GAME, "painter": painter}
        boot = stand_in.script("painter_boot")
        sources = {"patience": patience, "boot": boot, "hash": source_of(boot).strip("'"), "worker": stand_in.script("painter_host")}
        script = "globalThis.referee = globalThis.referee || {};\nglobalThis.referee.frameSources = " + json.dumps(sources).replace("<", "\\u003c") + ";\n"
        if "'wasm-unsafe-eval' " in html:  # the rules were built for browsers; no browser has those of such a game
            html = html.replace("'wasm-unsafe-eval' ", "").replace("; worker-src blob:", "", 1)
        html = re.sub(r"script-src ('[^']*');", lambda found: f"script-src {found[1]} {source_of(script)} {source_of(boot)};", html, count=1)
        html = html.replace("form-action 'none'\"", "form-action 'none'; worker-src blob:\"", 1)
        html = html.replace("<script>", "<script>" + script + "</script><script>", 1)
        page = FOLDER / f"{name}.html"
        page.write_text(with_data(html, data))
        return page

    def show(self, name, painter, patience=None):
        self.open(self.page(name, painter, patience))

    def await_picture(self, index):
        self.browser.wait(f"return JSON.parse(referee.viewer.painter.picture?.key ?? '{{}}').index === {index}", f"frame {index}")
        self.browser.painted()

    def color(self):
        """Red, green and blue near a corner of the board."""
        return self.browser.run("const {pen} = referee.viewer.board; return [...pen.getImageData(3, 3, 1, 1).data].slice(0, 3);")

    def fails(self, name, painter, patience=None):
        """Shows a painter that fails; the message about it. The page goes on with the general picture."""
        self.show(name, painter, patience)
        text = self.browser.wait("return document.querySelector('.picture-problem:not([hidden])')?.textContent", f"{name} fails")
        self.assertIn("general picture", text)
        self.assertEqual(self.browser.all("iframe"), [])
        self.assertNotEqual(self.press("n"), 0)
        self.assertIn("row", self.browser.run("return referee.viewer.painter.describe(1)"))
        return text


class Pictures(PainterFrame):
    def test_it_draws_every_frame_and_tells_words_counts_and_legend(self):
        self.show("draws", DRAWS)
        self.await_picture(0)
        self.press("n")
        self.await_picture(1)
        self.assertEqual(self.color(), [0, 0, 255])
        self.assertEqual(self.browser.run("return referee.viewer.painter.describe(1)"), f"Frame 1 of {self.last() + 1}.")
        self.assertEqual(self.browser.run("return referee.viewer.painter.counts(1)"), [{"label": "Fields", "values": ["1", "2"]}])
        self.press("h")
        self.assertIn("a red field", self.browser.text("dialog.help"))
        self.assertFalse(self.browser.find(".picture-problem").is_displayed())

    def test_it_knows_nothing_but_the_match(self):
        wanted = Wanted()
        self.addCleanup(wanted.server_close)
        self.addCleanup(wanted.shutdown)
        self.show("reaches", f"""
            const found = [];
            for (const name of ["document", "parent", "top", "opener", "localStorage", "Worker", "fetch", "WebSocket", "XMLHttpRequest",
                                "importScripts", "indexedDB", "caches", "BroadcastChannel", "EventSource", "WebTransport"]) {{
              try {{ if (globalThis[name] !== undefined) found.push(name); }} catch {{ }}
            }}
            try {{ new Function("return 1")(); found.push("eval"); }} catch {{ }}
            import("{wanted.address}module.js").then(() => found.push("import"), () => {{ }});
            found.push(self.origin);
            referee.painters.framed = (reel) => ({{...{STILL}, describe: () => JSON.stringify([found, Object.keys(reel.data)])}});""")
        self.browser.wait("return referee.viewer.painter.words.size > 0", "words")
        found, keys = json.loads(self.browser.run("return referee.viewer.painter.describe(0)"))
        self.assertEqual(found, ["null"], "an origin of its own, and no way to anybody")
        self.assertEqual(sorted(keys), ["format", "game", "hidden", "players", "result", "seat", "setup", "status", "turns", "view"])
        self.assertEqual(wanted.requests, [])


class Failures(PainterFrame):
    def test_endless_loops_are_ended(self):
        self.assertIn("begun", self.fails("loops", "for (;;) {}", SHORT))
        self.assertIn("drawn", self.fails("loops_later", f"referee.painters.framed = () => ({{...{STILL}, paint() {{ for (;;) {{}} }}}});", LATER))

    def test_a_picture_of_a_thousand_million_things_is_given_up(self):
        self.assertIn("drawn", self.fails("many", f"""referee.painters.framed = () => ({{...{STILL},
            paint(pen) {{ for (let n = 0; n < 1e9; ++n) pen.fillRect(n % 4, 0, 1, 1); }}}});""", LATER))

    def test_mistakes_are_told(self):
        for name, painter, told in [
                ("throws", "throw new Error('my mistake');", "my mistake"),
                ("syntax", "referee.painters.framed = (", "SyntaxError"),
                ("nothing", "// nothing", "referee.painters.framed"),
                ("throws_later", f"referee.painters.framed = () => ({{...{STILL}, paint() {{ throw new Error('later'); }}}});", "later"),
                ("huge", f"referee.painters.framed = () => ({{...{STILL}, size: {{width: 1e9, height: 1}}}});", "size"),
                ("endless", f"referee.painters.framed = () => ({{...{STILL}, size: {{width: 1, height: NaN}}}});", "size")]:
            with self.subTest(name):
                self.assertIn(told, self.fails(name, painter))

    def test_who_speaks_without_being_asked_is_silenced(self):
        self.assertIn("nobody has asked", self.fails("floods", f"""
            addEventListener("message", ({{ports}}) => setInterval(() => ports[0].postMessage({{id: 1, words: "<b>"}}), 0));
            referee.painters.framed = () => ({STILL});"""))


if __name__ == "__main__":
    unittest.main()
