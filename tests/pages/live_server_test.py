"""Pages in a real browser, served by the built referee: they follow what real bots play; replays tell what the records say. Pages
that fall behind, and that lose the referee: match_live_test.py, tournament_page_test.py. Exit code 77 where there is no
Chromium. It takes over 5 s, most of which go into starting Chromium, and playing a match of each game."""
import hashlib
import json
import unittest

import jsonschema

from browser import Keys
from fixture.bot_text import bot_text
from fixture.program import PYTHON, ROOT
from fixture.tournament import dialled
from fixture.web import WebCase
from page_case import FOLDER, PageCase

# A tournament of one game that can still be looked at when all has been played.
ONE_GAME = {"format": {"kind": "round_robin", "best_of": 1}, "between_rounds": "manual"}
FIELD = {"format": {"kind": "field"}, "between_rounds": "manual"}
# ada moves when the test says so; bob is a sample bot.
LIVE = {**ONE_GAME, "game": "walls", "options": {"n": 5}, "start": {"when": "all"},
        "entrants": [dialled("ada"), {"name": "bob", "command": ["sample:walls_random", "--seed", "1"]}]}


def bots(*commands):
    return [{"name": f"bot-{number}", "command": command} for number, command in enumerate(commands)]


# A tournament of each game, and what the page counts at the last frame, from the result of the record.
GAMES = {
    "walls": ({**ONE_GAME, "options": {"n": 7}, "entrants": bots(["sample:walls_random"], ["sample:walls_search", "--nodes", "200"])},
              lambda result: {"Bricks": result["outcome"]["bricks"]}),
    "lightcycle": ({**ONE_GAME, "options": {"size": 16, "starts": [[[0, 4], [0, 10]], [[15, 4], [15, 10]]]},
                    "entrants": bots(["sample:lightcycle_smart"], ["sample:lightcycle_dumb"])},
                   lambda result: {"Cycles left": [f"{team['cycles_left']}/2" for team in result["outcome"]["teams"]],
                                   "Turns with a cycle": [team["turns"] for team in result["outcome"]["teams"]]}),
    "snake": ({**FIELD, "options": {"maze": "c2_handout_hall"}, "entrants": bots(["sample:snake_right_hand"])},
              lambda result: {}),
    "planets": ({**FIELD, "options": {"map": "corners_ghosts"}, "entrants": bots(["sample:planets_planner", "--nodes", "200"])},
                lambda result: {"Score": result["scores"]}),
    "superball": ({**FIELD, "options": {"max_moves": 40}, "entrants": bots(["sample:sb_play", "--seed", "1"])},
                  lambda result: {"Score": result["scores"]}),
    "battleship": ({**ONE_GAME, "entrants": bots(["sample:battleship_hunt"], ["sample:battleship_random"])},
                   lambda result: {"Hits": result["outcome"]["hits"], "Shots": result["outcome"]["shots"]}),
}


class ServedPages(PageCase, WebCase):
    def tearDown(self):
        messages = self.browser.messages()
        self.browser.leave()
        super().tearDown()
        self.assertEqual(messages, [], "the console is silent")

    def open(self, path):
        host, port = self.web_at
        self.browser.open(f"http://{host}:{port}{path}")

    def wait_for_viewer(self):
        self.browser.wait("return globalThis.referee?.viewer", "the viewer")

    def all_over(self):
        """Waits until all matches have been played, and gives their names."""
        self.until(lambda: 0 < (matches := self.tournament()["matches"])["done"] == matches["total"])
        return [match["match"] for round in self.tournament()["rounds"] for table in round["tables"] for match in table["matches"]]

    def record(self, match):
        """The lines of the record of a match that is over."""
        return self.until_status(f"/api/matches/{match}/record", 200).body.decode().splitlines()

    def result(self, match):
        return json.loads(self.record(match)[-1])["result"]


class LobbyTest(ServedPages):
    def shown(self):
        return self.browser.run("return document.getElementById('lobby')?.innerText ?? ''")

    def test_it_shows_who_has_come_until_the_tournament_begins(self):
        self.serve({**LIVE, "start": {"when": "manual"}})
        self.open("/")
        self.browser.wait("return document.querySelector('main #lobby')?.innerText.includes('Here (1)')", "the launched bot is here")
        said = self.shown()
        for words in ("starts when the arbiter says so", "bob launched", "Expected (1)", f"join.py {self.address} --name NAME", "Only bots on this machine"):
            self.assertIn(words, said)
        self.assertIn("join.py", self.browser.run("document.querySelector('[data-copy]').click(); return String(getSelection())"))
        ada = self.join("ada")
        self.browser.wait("return document.getElementById('lobby').innerText.includes('Here (2)')", "ada is here")
        self.assertFalse(self.browser.find("#begin").is_displayed(), "spectators begin nothing")
        host, port = self.web_at
        token = self.served.see(rf"begin: http://{host}:{port}/#begin=([0-9a-f]{{32,}})")[1]
        self.open(f"/#begin={token}")
        self.browser.wait("return document.querySelector('#begin button')?.checkVisibility()", "the arbiter's button")
        self.assertNotIn(token, self.browser.run("return location.href + document.documentElement.outerHTML"))
        self.browser.find("#begin button").click()
        self.browser.wait("return !document.getElementById('lobby')", "the tournament has begun")
        self.assertIsNotNone(ada.next("start"))
        self.assertFalse(self.browser.find("#begin").is_displayed())
        self.assertEqual(self.browser.run("return sessionStorage.length"), 0)


class Printed(ServedPages):
    BOT = bot_text(each_turn='print("thinking about turn", message["turn"], file=sys.stderr, flush=True)')
    TOKEN = "secret-of-ada-who-is-launched"
    SHOWN = "const text = document.querySelector('.printed'); return text.hidden ? '' : text.textContent"

    def open_at(self, match, turn):
        self.open(f"/matches/{match}#t={turn}")
        self.wait_for_viewer()
        self.browser.run("document.querySelector('.printed').closest('details').open = true")

    def test_who_has_the_token_sees_on_the_page_of_a_match_what_its_bot_printed(self):
        bot = self.write("bot/bot.py", self.BOT)
        ada = {"name": "ada", "command": [*PYTHON, str(bot)], "token_sha256": hashlib.sha256(self.TOKEN.encode()).hexdigest()}
        self.serve({"format": {"kind": "round_robin", "best_of": 2}, "between_rounds": "manual", "game": "walls", "options": {"n": 3},
                    "entrants": [ada, {"name": "bob", "command": ["sample:walls_random"]}]})
        matches = self.all_over()
        self.open_at(matches[0], 1)
        self.assertEqual("", self.browser.run(self.SHOWN), "nobody else sees it")
        self.open("/me")
        self.browser.find("#token").send_keys(self.TOKEN, Keys.ENTER)
        self.browser.wait("return !document.querySelector('#me').hidden")
        seats = set()
        for match in matches:
            header, *turns = map(json.loads, self.record(match))
            seat = header["players"].index("ada")
            turn = next(line["turn"] for line in turns if line["answers"][0]["seat"] == seat)
            self.open_at(match, turn + 1)
            self.browser.wait(f"return (() => {{ {self.SHOWN}; }})() === 'thinking about turn {turn}'", "the printed line")
            seats.add(seat)
        self.assertEqual({0, 1}, seats)


class Following(ServedPages):
    def begin(self):
        """ada dials in; self.turn is the one that it is asked for, before which so many turns have been played."""
        self.serve(LIVE)
        self.ada = self.join("ada", resume=True)
        self.turn = self.ada.next("turn")
        self.until_status("/api/matches/r1t1g1", 200)

    def move(self, moves=1):
        """ada moves, and bob answers, so often."""
        for _ in range(moves):
            self.ada.send({"type": "move", "match": self.turn["match"], "turn": self.turn["turn"], "move": "left"})
            self.turn = self.ada.next("turn")

    def play_out(self):
        self.ada.send({"type": "move", "match": self.turn["match"], "turn": self.turn["turn"], "move": "left"})
        self.ada.play()

    def wait_for_board(self):
        """Waits until the tournament page paints the newest position."""
        played = self.turn["turn"]
        self.browser.wait(f"return document.querySelector('.board-turn')?.textContent === 'turn {played}' && "
                          "document.querySelector('.live-board canvas').width > 10", f"the board at turn {played}")

    def test_the_tournament_page_shows_boards_and_follows(self):
        self.begin()
        self.open("/")
        self.wait_for_board()
        pixels = "return document.querySelector('.live-board canvas').toDataURL()"
        before = self.browser.run(pixels)
        self.move(2)
        self.wait_for_board()
        self.assertNotEqual(self.browser.run(pixels), before)
        self.assertTrue(self.browser.find(".live-board").get_attribute("href").endswith("/matches/r1t1g1"))
        self.browser.screenshot(FOLDER / "screenshots/live_tournament.png")
        self.play_out()
        self.browser.wait("return document.querySelectorAll('.live-board').length === 0", "the board of a match that is over")
        scores = self.result("r1t1g1")["scores"]
        self.browser.wait("return document.querySelector('#progress-text').textContent.startsWith('1 of 1')", "the count of matches")
        points = {row["entrant"]: row for row in self.tournament()["standings"]}
        self.assertEqual(len(points), 2)
        for cell in self.browser.run("return [...document.querySelectorAll('.standings tbody tr')].map((row) => [Number(row.dataset.entrant), row.textContent])"):
            self.assertIn(points[cell[0]]["cells"][0], cell[1])
        self.assertNotEqual(scores, [])


class Replays(ServedPages):
    def test_the_last_frame_of_walls_is_the_outcome_of_the_record(self):
        """In a static site, and in one file, too."""
        record = self.check_game("walls")
        self.make("site", "spring.db", self.folder / "site")
        self.make("show", record, "--html", self.folder / "single.html")
        for page in (f"site/matches/{record.stem}.html", "single.html"):
            self.check_told("walls", self.last_frame(self.folder / page), record)

    def test_the_last_frame_of_lightcycle_is_the_outcome_of_the_record(self):
        self.check_game("lightcycle")

    def test_the_last_frame_of_snake_is_the_outcome_of_the_record(self):
        self.check_game("snake")

    def test_the_last_frame_of_planets_is_the_outcome_of_the_record(self):
        self.check_game("planets")

    def test_the_last_frame_of_superball_is_the_outcome_of_the_record(self):
        self.check_game("superball")

    def test_the_last_frame_of_battleship_is_the_outcome_of_the_record(self):
        self.check_game("battleship")

    def check_game(self, game):
        """The record of the only match, which is there in the end."""
        self.serve({**GAMES[game][0], "game": game})
        [match] = self.all_over()
        host, port = self.web_at
        told = self.last_frame(f"http://{host}:{port}/matches/{match}")
        self.until(lambda: self.ctl("start").code == 0)  # ends the tournament
        self.finish()
        record = self.folder / f"out/records/{match}.jsonl"
        self.check_told(game, told, record)
        return record

    def check_told(self, game, told, record):
        scores, view, shown = told
        last = json.loads(record.read_text().splitlines()[-1])
        self.assertEqual(scores, last["result"]["scores"])
        self.assertEqual(view, last["view"])
        expected = GAMES[game][1](last["result"])
        self.assertEqual({label: shown.get(label) for label in expected}, expected)

    def make(self, *arguments):
        done = self.run_to_end(*arguments)
        self.assertEqual(done.code, 0, done.err)

    def last_frame(self, address):
        """The scores, the view and the counts that a page tells at its last frame."""
        self.browser.open(address)
        self.wait_for_viewer()
        self.browser.wait("return document.querySelector('.state').textContent === 'Over'", "the whole match")
        self.browser.press(Keys.END)
        self.browser.wait("return referee.viewer.playback.index === referee.viewer.reel.length - 1", "the last frame")
        self.browser.painted()
        self.assertFalse(self.browser.run("return referee.viewer.painter.failed"))
        view, counts = self.browser.run("""
            const {reel, painter} = referee.viewer;
            const last = reel.length - 1;
            return [reel.view(last), Object.fromEntries(painter.counts(last).map(({label, values}) => [label, values]))];""")
        return outcomes(self.browser), view, counts


class Around(ServedPages):
    def test_players_other_games_and_the_frame_are_one_click_away(self):
        two = {"format": {"kind": "round_robin", "best_of": 3}, "between_rounds": "manual"}
        self.serve({**two, "game": "walls", "options": {"n": 5}, "entrants": bots(["sample:walls_random"], ["sample:walls_random"])})
        matches = self.all_over()
        self.until_status(f"/api/matches/{matches[-1]}/record", 200)
        self.open(f"/matches/{matches[0]}")
        self.wait_for_viewer()
        links = self.browser.wait("return [...document.querySelectorAll('.match-context a')].map((of) => of.getAttribute('href')).length > 0 && "
                                  "[...document.querySelectorAll('.match-context a')].map((of) => of.getAttribute('href'))")
        self.assertEqual(set(links), {"../#standings", "../#rounds", "../entrants/1", "../entrants/2", *(f"../matches/{match}" for match in matches)})
        context = json.loads(self.until_status(f"/api/matches/{matches[0]}/context", 200).body)
        jsonschema.validate(context, json.loads((ROOT / "referee/pages/schema/match_context.schema.json").read_text()))
        self.assertIn(" won", self.browser.text(".other-games") + " won" * self.browser.text(".other-games").count("draw"))
        self.browser.screenshot(FOLDER / "screenshots/around.png")
        self.browser.look(390, 844, True)
        self.browser.screenshot(FOLDER / "screenshots/around-390.png")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)
        self.browser.find(".other-games li:last-child a").click()
        self.browser.wait(f"return globalThis.referee?.viewer?.reel.data.match === '{matches[-1]}'", "the last game")

    def test_the_game_stands_in_a_page_of_another_and_its_page_does_not(self):
        self.serve({**ONE_GAME, "game": "walls", "options": {"n": 5}, "entrants": bots(["sample:walls_random"], ["sample:walls_random"])})
        [match] = self.all_over()
        host, port = self.web_at
        for folder, stands in [("embed", True), ("matches", False)]:
            page = FOLDER / f"frame-{folder}.html"
            page.write_text(f'<!doctype html><iframe src="http://{host}:{port}/{folder}/{match}?theme=dark#t=3" width="640" height="560"></iframe>')
            self.browser.open(page)
            self.browser.driver.switch_to.frame(0)
            if stands:
                self.wait_for_viewer()
                self.browser.wait("return document.querySelector('.position').textContent.startsWith('Turn 3 of')", "the turn")
                self.assertEqual(self.browser.run("return document.querySelector('.whole-page').href"), f"http://{host}:{port}/matches/{match}")
                self.assertFalse(self.browser.find(".side").is_displayed())
                self.assertGreater(self.browser.run("return document.querySelector('.board').getBoundingClientRect().height"), 250)
                self.browser.driver.switch_to.default_content()
                self.browser.screenshot(FOLDER / "screenshots/embedded.png")
            else:
                self.assertIsNone(self.browser.run("return globalThis.referee ?? null"))
                self.browser.driver.switch_to.default_content()
                self.assertIn("frame-ancestors", " ".join(self.browser.messages()))


def outcomes(browser):
    """The scores that the cards of the seats tell."""
    return [float(element.text.split("score ")[1]) for element in browser.all(".outcome")]


if __name__ == "__main__":
    unittest.main()
