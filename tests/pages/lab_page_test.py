"""The lab: from nothing to a bot that plays, in the browser alone; loops and exceptions; the file that is downloaded plays under `referee match`,
and what was played verifies. Exit code 77 where there is no Chromium, or no build of the rules for it. It takes over 5 s, most of which go into
starting Chromium and playing games."""
import json
import subprocess
import sys
import unittest

import browser
from axe import HERE, violations
from fixture import npm
from fixture.case import PATIENT_CLOCK
from fixture.dial_in import token_of
from fixture.program import PATIENCE, REFEREE
from fixture.tournament import dialled, launched
from fixture.web import WebCase
from page_case import FOLDER, PLACE, PageCase, picture

RULES = REFEREE.parents[1] / "share/referee/pages/rules.js"
if not RULES.exists():
    print("skipped: the rules were not built for browsers: scripts/setup --wasm and scripts/build wasm make them")
    sys.exit(browser.SKIPPED)

ALWAYS_LEFT = """const { play } = require("./referee.js");
play((view, match) => {
  console.log(`I see ${view.players.length} players`);
  return "left";
});
"""
THROWS = """const { play } = require("./referee.js");
play((view, match) => {
  if (match.turn > 1) {
    return view.nothing.there;
  }
  return "left";
});
"""
LOOPS = """const { play } = require("./referee.js");
play((view, match) => {
  while (match.turn > 3) {}
  return "left";
});
"""
PYTHON_THROWS = """from referee import play
def move(view, match):
    match.seen = getattr(match, "seen", 0) + 1
    if match.seen > 1:
        return view["nothing"]
    print(match.seen, "left")
    return "left"
play(move)
"""
CANNOT_BE_READ = "const { play } = require('./referee.js');\n\nplay((view => 1);\n"
PROTOCOL = """const say = (message) => console.log(JSON.stringify(message));
say({ type: "hello", protocol: 1 });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, match, turn } = JSON.parse(line);
  if (type === "turn") say({ type: "move", match, turn, move: "right" });
});
"""
PROTOCOL_FAULTS = """const say = (message) => console.log(JSON.stringify(message));
say({ type: "hello", protocol: 1 });
console.error("it knows no seat");
let turns = 0;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, match, turn } = JSON.parse(line);
  if (type === "turn") say({ type: "move", match, turn: turns++, move: "right" });
});
"""


class Lab(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.site = FOLDER / "lab"
        subprocess.run([REFEREE, "lab", cls.site], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        cls.browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(FOLDER)})

    def setUp(self):
        super().setUp()
        self.open((self.site / "index.html").as_uri())

    def tearDown(self):
        messages = self.browser.messages()
        self.browser.leave()
        super().tearDown()
        self.assertEqual([], messages, "the console is silent")

    def open(self, address):
        self.browser.open(address)
        self.browser.wait("return globalThis.referee?.lab?.rules && document.getElementById('clock').textContent", "the lab")

    def write(self, text, game="walls", options=None, **fields):
        self.browser.run("const game = document.getElementById('game'); game.value = arguments[0]; game.dispatchEvent(new Event('change')); referee.lab.editor.text = arguments[1]", game, text)
        self.browser.wait("return document.getElementById('clock').textContent")
        for name, value in {"options": "" if options is None else json.dumps(options), **fields}.items():
            self.browser.run("document.getElementById(arguments[0]).value = arguments[1]", name, str(value))

    def play_patiently(self):
        """From now on no bot is late, however busy this machine is."""
        self.browser.run("""
            const [clock] = arguments;
            const rules = Object.getPrototypeOf(referee.lab.rules);
            const {play} = rules;
            rules.play = function (order, hear) { return play.call(this, {...order, clock}, hear); };""", PATIENT_CLOCK)

    def press(self, count):
        self.browser.run("document.getElementById('viewer').hidden = true; document.getElementById(arguments[0]).click()", {1: "play-one", 10: "play-ten"}[count])

    def play(self, count):
        self.press(count)
        self.browser.wait("return (!document.getElementById('viewer').hidden || !document.getElementById('problem').hidden) && document.getElementById('stop').hidden", "the games are over")
        return [[cell.text for cell in row.find_elements("css selector", "th, td")] for row in self.browser.all(".lab-games tbody tr")]

    def printed(self):
        return self.browser.text("#printed")

    def downloaded(self, name, button):
        """The file that the browser saves when the button is pressed."""
        (FOLDER / name).unlink(missing_ok=True)
        self.browser.run("document.getElementById(arguments[0]).click()", button)
        self.browser.wait("return true")
        partial = FOLDER / (name + ".crdownload")
        self.until(lambda: (FOLDER / name).exists() and not partial.exists())
        return FOLDER / name

    def until(self, is_true):
        for _ in range(PATIENCE * 50):
            if is_true():
                return
            self.browser.painted()
        self.fail("it does not come")

    def test_the_starter_of_each_game_plays(self):
        self.play_patiently()
        for game, options in {"walls": {"n": 3}, "battleship": None, "lightcycle": None, "planets": None, "snake": None, "superball": {"max_moves": 20}}.items():
            self.write(self.browser.run("return referee.lab.language.starterOf(arguments[0])", game), game, options)
            rows = self.play(1)
            self.assertEqual(1, len(rows), self.browser.text("#problem"))
            self.assertEqual("0", rows[0][6], f"{game}: {self.printed()}")

    def test_sample_bots_in_cpp_play_in_the_browser(self):
        self.play_patiently()
        for game, options, sample in [("walls", {"n": 3}, "walls_search"), ("battleship", None, "battleship_hunt")]:
            self.write(self.browser.run("return referee.lab.language.starterOf(arguments[0])", game), game, options)
            self.browser.wait(f"return (document.getElementById('opponent').value = referee.lab.opponent = '{sample}') === document.getElementById('opponent').value", "its name in the list")
            rows = self.play(1)
            self.assertEqual(1, len(rows), self.browser.text("#problem"))
            seats = self.browser.run("return referee.lab.games[0].over.seats")
            self.assertEqual([0] * len(seats), [seat["faults"] for seat in seats], f"{game}: {seats}")
            if game == "battleship":  # how well the other one plays is a matter of its time
                self.assertEqual("lost", rows[0][3], f"{sample} is better than what one begins with")
        self.verify("sample.jsonl")

    def test_ten_games_the_file_that_is_downloaded_and_its_record(self):
        self.write(ALWAYS_LEFT, seed=70, options={"n": 3})
        rows = self.play(10)
        self.assertEqual([str(number) for number in range(1, 11)], [row[0] for row in rows])
        self.assertEqual([str(70 + number) for number in range(10)], [row[1] for row in rows])
        self.assertEqual(["A", "B"] * 5, [row[2] for row in rows])
        self.assertIn("10 games", self.browser.text("#summary"))
        self.assertIn("game 1, turn 0: I see 2 players", self.printed())
        self.browser.run("referee.lab.viewer.goTo(2)")
        self.browser.wait("return document.querySelector('#viewer .printed').textContent.includes('I see 2 players')", "what it printed in its first turn")
        record = self.downloaded("lab-10.jsonl", "save-record")
        verified = subprocess.run([REFEREE, "verify", record], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, verified.returncode, verified.stdout)

        bot = self.downloaded("walls_bot.js", "download")
        played = subprocess.run([REFEREE, "match", "walls", "--option", "n=3", "--bot", f"node {bot}", "--bot", "sample:walls_random", "--sandbox", "none",
                                 "--reports", FOLDER / "out"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, played.returncode, played.stderr)
        self.assertIn("I see 2 players", "".join(file.read_text() for file in (FOLDER / "out").rglob("*stderr*")))
        self.assertEqual(ALWAYS_LEFT, self.browser.run("return referee.lab.language.textOf(arguments[0])", bot.read_text()))

    def test_a_bot_that_throws_is_shown_its_line(self):
        self.write(THROWS, options={"n": 3})
        rows = self.play(1)
        self.assertNotEqual("0", rows[0][6])
        self.assertIn("(bot.js:4:25)", self.printed())
        self.assertNotIn("blob:", self.printed())
        if (RULES.parent / "editor.js").exists():
            self.assertEqual("return view.nothing.there;", self.browser.run("return document.getElementById('editor').shadowRoot.querySelector('.failed-line').textContent.trim()"))
        self.assertIn("First fault: game 1, turn 2: malformed: TypeError: Cannot read", self.browser.text("#summary"))
        self.write("")
        self.play(10)
        self.assertIn("play()", self.browser.text("#problem"), "an empty bot is told what it lacks")
        self.write(CANNOT_BE_READ)
        rows = self.play(10)
        self.assertEqual(["did not play"], [row[3] for row in rows])
        self.assertRegex(self.printed(), r"SyntaxError.*bot\.js:3")

    def test_a_loop_that_does_not_end_is_stopped(self):
        self.write(LOOPS, options={"n": 3})
        rows = self.play(10)
        self.assertEqual(1, len(rows), "the other games would be stopped, too")
        self.assertIn("loop", self.browser.text("#problem"))
        self.assertIn("turn 4", self.browser.text("#problem"))
        self.write("for (;;) {}")
        self.play(10)
        self.assertIn("did not play", self.browser.text("#problem"))

    def check(self):
        """What the check has found, by the names of violations: what is expected and how to mend it."""
        self.browser.run("document.getElementById('check').click()")
        self.browser.wait("return referee.lab.checking || !document.getElementById('problem').hidden")
        self.browser.wait("return document.getElementById('stop').hidden", "the check is over")
        self.assertEqual("", self.browser.text("#problem"))
        return {row.find_element("css selector", "strong").text: dict(zip(*([cell.text for cell in row.find_elements("css selector", kind)] for kind in ("dt", "dd"))))
                for row in self.browser.all("#findings li.violation")}

    def test_a_check_finds_nothing_in_the_starter(self):
        self.write(self.browser.run("return referee.lab.language.starterOf('walls')"), options={"n": 3})
        self.assertEqual({}, self.check())
        self.assertIn("0 violations", self.browser.text("#findings-summary"))
        self.assertEqual([], self.browser.all("#findings li.not-reached:not(:has(bdi))"), "what was not reached says why")

    def test_a_check_has_the_words_of_check_bot_and_ends_loops(self):
        self.write(PROTOCOL_FAULTS, options={"n": 3})
        found = self.check()
        bot = self.downloaded("walls_bot.js", "download")
        subprocess.run([REFEREE, "check-bot", "walls", "--option", "n=3", "--sandbox", "none", "--as-root", "--json", FOLDER / "found.json", "--", "node", bot],
                       capture_output=True, timeout=PATIENCE)
        theirs = {check["name"]: check for check in json.loads((FOLDER / "found.json").read_text())["checks"] if check["standing"] == "violation"}
        self.assertEqual(set(theirs), set(found))
        for name, check in theirs.items():
            self.assertEqual([check["expected"], check["mend"]], [found[name]["expected"], found[name]["to mend"]])
        self.assertEqual(["it knows no seat"], self.printed().splitlines())

        self.write("for (;;) {}", options={"n": 3})
        self.browser.run("document.getElementById('check').click()")
        self.browser.wait("return referee.lab.checking && document.getElementById('working-on').textContent.startsWith('Check: ')")
        self.browser.run("document.getElementById('stop').click()")
        self.browser.wait("return document.getElementById('stop').hidden")
        self.write(PROTOCOL, options={"n": 3})
        self.assertEqual("0", self.play(1)[0][6], "the page goes on")

    @unittest.skipUnless((RULES.parent / "python.js").exists(), "Python was not built for browsers: scripts/build wasm python")
    def test_a_bot_in_python_plays_and_its_file_does_so_under_the_referee(self):
        self.browser.run("const field = document.getElementById('language'); field.value = 'python'; field.dispatchEvent(new Event('change'))")
        self.browser.wait("return referee.lab.opened.language === 'python' && referee.lab.editor.text.includes('def move')", "the starter")
        self.browser.run("document.getElementById('options').value = arguments[0]", '{"n":3}')
        self.assertEqual("0", self.play(1)[0][6], self.printed())
        self.browser.run("referee.lab.editor.text = arguments[0]", PYTHON_THROWS)
        self.assertNotEqual("0", self.play(1)[0][6])
        self.assertIn('File "bot.py", line 5, in move', self.printed())
        self.browser.run("referee.lab.editor.text = arguments[0]", "from referee import play\nplay(\n")
        self.play(1)
        self.assertIn('File "bot.py", line 2', self.printed())
        self.assertNotIn("<exec>", self.printed(), "places outside of the bot say nothing to its author")
        self.browser.run("referee.lab.editor.text = arguments[0]", PYTHON_THROWS)
        bot = self.downloaded("walls_bot.py", "download")
        self.browser.run("localStorage.clear()")
        played = subprocess.run([REFEREE, "match", "walls", "--option", "n=3", "--bot", f"{sys.executable} {bot}", "--bot", "sample:walls_random", "--sandbox", "none",
                                 "--reports", FOLDER / "out-python"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, played.returncode, played.stderr)
        self.assertIn("1 left", "".join(file.read_text() for file in (FOLDER / "out-python").rglob("*stderr*")))
        self.assertEqual(PYTHON_THROWS, self.browser.run("return referee.lab.language.textOf(arguments[0])", bot.read_text()))

    def test_a_pause_before_a_turn_and_the_turn_after_it(self):
        self.write(PROTOCOL, options={"n": 3}, breakpoint=5)
        self.press(1)
        self.browser.wait("return !document.getElementById('paused').hidden")
        self.assertEqual("Paused before turn 5", self.browser.text("#viewer-title"))
        self.assertEqual(5, self.browser.run("return referee.lab.viewer.reel.turns"))
        self.browser.run("document.getElementById('step').click()")
        self.browser.wait("return document.getElementById('viewer-title').textContent === 'Paused before turn 6'")
        self.browser.run("document.getElementById('go-on').click()")
        self.browser.wait("return document.getElementById('viewer-title').textContent === 'Game 1'")

    def test_a_person_plays_and_goes_on_from_a_turn_and_both_records_are_true(self):
        self.write(PROTOCOL, options={"n": 3}, player="person")
        self.press(1)
        for _ in range(3):
            self.browser.wait("return !document.getElementById('your-move').hidden", "it is the person's turn")
            self.browser.press(browser.Keys.ARROW_LEFT)
        self.browser.wait("return !document.getElementById('your-move').hidden")
        self.assertEqual(["forward", "left", "right"], sorted(button.text for button in self.browser.all("#your-move button")))
        while not self.browser.wait("return referee.lab.games.length === 1 && document.getElementById('stop').hidden ? 'over' : document.getElementById('your-move').hidden ? '' : 'mine'") == "over":
            self.browser.run("document.querySelector('#your-move button')?.click()")
        moves = [line["answers"][0]["move"] for line in map(json.loads, self.browser.run("return referee.lab.games[0].over.record").splitlines()[1:7:2])]
        self.assertEqual(["left"] * 3, moves)
        self.verify("person.jsonl")

        self.browser.run("document.getElementById('player').value = 'bot'; referee.lab.viewer.goTo(3)")
        self.browser.run("document.getElementById('play-on').click()")
        self.browser.wait("return !document.getElementById('from').hidden")
        self.assertIn("turn 3 of lab-1", self.browser.text("#from"))
        self.play(1)
        self.assertIn("3 of them given", self.verify("on.jsonl"))
        self.browser.run("localStorage.clear()")

    def test_a_game_that_was_stopped_leaves_no_record_of_another(self):
        self.write(PROTOCOL, options={"n": 3})
        self.play(1)
        self.browser.run("document.getElementById('player').value = 'person'")
        self.press(1)
        self.browser.wait("return !document.getElementById('your-move').hidden")
        self.browser.run("document.getElementById('stop').click()")
        self.browser.wait("return document.getElementById('stop').hidden && !document.getElementById('problem').hidden")
        self.assertFalse(self.browser.find("#viewer").is_displayed())
        self.browser.run("localStorage.clear()")

    def verify(self, name):
        """What `referee verify` says of the game that the lab has played last."""
        (FOLDER / name).write_text(self.browser.run("return referee.lab.games.at(-1).over.record"))
        verified = subprocess.run([REFEREE, "verify", FOLDER / name], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, verified.returncode, verified.stdout)
        return verified.stdout

    def test_a_wrong_option_is_told_and_what_was_typed_stays(self):
        self.write(PROTOCOL, options={"n": 2})
        self.press(1)
        self.browser.wait("return !document.getElementById('problem').hidden")
        self.assertIn("options.n", self.browser.text("#problem"))
        self.browser.run("referee.lab.keep()")
        self.open((self.site / "index.html").as_uri())
        self.assertEqual(PROTOCOL, self.browser.run("return referee.lab.editor.text"))
        self.browser.run("localStorage.clear()")

    def look_and_ask_axe(self, name, looks, script):
        for width, height, dark in looks:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture(name, width, dark))
            self.assertEqual([], violations(self.browser, script) if script else [])

    def test_it_looks_right_and_axe_finds_nothing(self):
        try:
            script = (npm.node_modules(HERE, PLACE) / "axe-core/axe.min.js").read_text()
        except npm.Unavailable as missing:
            script = None
            print(f"not asked axe: {missing}")
        self.write(PROTOCOL_FAULTS, options={"n": 3})
        self.check()
        self.look_and_ask_axe("check", browser.LOOKS[2:], script)
        self.write(ALWAYS_LEFT, options={"n": 3})
        self.play(1)
        self.look_and_ask_axe("lab", browser.LOOKS[:3], script)
        self.browser.messages()  # axe wants to read styles, which pages from a disk may not


class ServedLab(PageCase, WebCase):
    CONFIG = {"game": "walls", "options": {"n": 3}, "between_rounds": "manual", "format": {"kind": "round_robin", "best_of": 1},
              "entrants": [dialled("ada"), launched("cat", "sample:walls_random")], "start": {"when": "manual"}, "no_show_ms": 100}

    def test_a_tournament_has_it_if_its_file_says_so(self):
        self.serve({**self.CONFIG, "submissions": {}, "sandbox": "basic", "web": {"lab": True}})
        host, port = self.web_at
        self.browser.open(f"http://{host}:{port}/")
        self.browser.wait("return !document.getElementById('to-lab').hidden", "the link")
        self.browser.run("document.getElementById('to-lab').click()")
        self.browser.wait("return globalThis.referee?.lab?.rules && document.getElementById('clock').textContent", "the lab")
        self.assertEqual("walls", self.browser.run("return referee.lab.game"))
        self.browser.run("document.getElementById('play-one').click()")
        self.browser.wait("return referee.lab.games.length === 1")
        self.browser.run("document.getElementById('check').click()")
        self.browser.wait("return !document.getElementById('findings').hidden", "the findings")
        self.assertIn("0 violations", self.browser.text("#findings-summary"))
        self.browser.find("#token").send_keys(token_of("ada"))
        self.browser.run("document.getElementById('send').click()")
        self.browser.wait("return document.getElementById('result').textContent.includes('ready')", "the submission")
        self.assertIn("Submission 1 is ready", self.browser.text("#result"))
        self.browser.run("sessionStorage.clear()")

    def test_a_page_of_a_match_leads_there_and_its_record_is_played_on(self):
        self.serve({**self.CONFIG, "entrants": [launched(name, "sample:walls_random") for name in ("ada", "bob")], "start": {}, "web": {"lab": True}})
        host, port = self.web_at
        self.until(lambda: 0 < (matches := self.tournament()["matches"])["done"] == matches["total"])
        match = self.tournament()["rounds"][0]["tables"][0]["matches"][0]["match"]
        self.until_status(f"/api/matches/{match}/record", 200)
        self.browser.open(f"http://{host}:{port}/matches/{match}#t=2")
        self.browser.wait("return document.querySelector('.lab-link')", "the link")
        self.browser.run("referee.viewer.goTo(2)")
        self.browser.wait("return document.querySelector('.lab-link').href.endsWith('&turn=2')", "the link has the turn")
        self.browser.run("document.querySelector('.lab-link').click()")
        self.browser.wait("return globalThis.referee?.lab?.viewer", "the record")
        self.assertEqual(2, self.browser.run("return referee.lab.viewer.reel.turnOf(referee.lab.viewer.playback.index)"))
        self.browser.run("document.getElementById('play-on').click()")
        self.browser.wait("return !document.getElementById('from').hidden")
        self.browser.run("document.getElementById('play-one').click()")
        self.browser.wait("return referee.lab.games.length === 1")
        self.assertEqual(match, json.loads(self.browser.run("return referee.lab.games[0].over.record").splitlines()[0])["from"]["match"])

    def test_without_a_lab_matches_are_played_on_all_the_same_also_on_a_static_site(self):
        self.serve({**self.CONFIG, "entrants": [launched(name, "sample:walls_random") for name in ("ada", "bob")], "start": {}})
        host, port = self.web_at
        self.assertEqual(404, self.until_status("/lab", 404).status)
        self.until(lambda: 0 < (matches := self.tournament()["matches"])["done"] == matches["total"])
        match = self.tournament()["rounds"][0]["tables"][0]["matches"][0]["match"]
        self.until_status(f"/api/matches/{match}/record", 200)
        site = FOLDER / "site"
        subprocess.run([REFEREE, "site", next(self.folder.glob("*.db")), site], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        served = self.start("web", site, "--listen", "127.0.0.1:0").see(r"watch: (\S+)/")[1]
        for page, play in ((f"http://{host}:{port}/matches/{match}", "/play#"), (f"{served}/matches/{match}.html", "/play.html#")):
            self.browser.open(page)
            self.browser.wait("return document.querySelector('.lab-link')", "the link")
            self.browser.run("referee.viewer.goTo(3)")
            self.browser.wait("return document.querySelector('.lab-link').href.endsWith('&turn=3')", "the link has the turn")
            self.browser.run("document.querySelector('.lab-link').click()")
            self.browser.wait("return globalThis.referee?.lab?.from", "the record is opened, and is played on")
            self.assertIn(play, self.browser.run("return location.href"))
            self.assertIn(f"turn 3 of {match}", self.browser.text("#from"))
            self.assertEqual("B", self.browser.run("return document.getElementById('seat').selectedOptions[0].text"), "who is to move")
            self.play_person()
            header = json.loads(self.browser.run("return referee.lab.games[0].over.record").splitlines()[0])
            self.assertEqual([match, 3, ["random_bot", "you"]], [header["from"]["match"], header["from"]["turn"], header["players"]])
        self.browser.open((site / "play.html").as_uri() + f"#records/{match}.jsonl&turn=3")
        self.browser.wait("return !document.getElementById('problem').hidden", "a page from a disk may not read a file")
        self.browser.find("#file").send_keys(str(site / "records" / f"{match}.jsonl"))
        self.browser.wait("return referee.lab.viewer", "a file that is given it may read")
        self.browser.run("document.getElementById('play-on').click()")
        self.browser.wait("return !document.getElementById('problem').hidden", "it is opened at its end")
        self.assertIn("over", self.browser.text("#problem"))
        self.browser.run("referee.lab.viewer.goTo(0)")
        self.browser.run("document.getElementById('play-on').click()")
        self.browser.run("document.getElementById('opponent').value = 'walls_search'")
        self.play_person()
        self.assertEqual(["you", "walls_search"], json.loads(self.browser.run("return referee.lab.games[0].over.record").splitlines()[0])["players"], "also from a disk")
        for width, height, dark in browser.LOOKS[1:]:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture("play", width, dark))

    def play_person(self):
        """Plays one game as a person, whose moves are the first of each list."""
        self.browser.run("document.getElementById('play-one').click()")
        while not self.browser.wait("return referee.lab.games.length === 1 && document.getElementById('stop').hidden ? 'over' : document.getElementById('your-move').hidden ? '' : 'mine'") == "over":
            self.browser.run("document.querySelector('#your-move button')?.click()")



if __name__ == "__main__":
    unittest.main(verbosity=2)
