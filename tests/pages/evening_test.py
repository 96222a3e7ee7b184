"""An evening with a class, from the empty lobby to the final standings, in a real browser: 24 bots, of which six dial in, one is
away, one crashes, and one is withdrawn; one match is cancelled. A picture of each moment is in `screenshots`, for people to look
at. Exit code 77 where there is no Chromium. It takes over 5 s, in which three rounds are played and shown."""
import json
import re
import unittest

import geometry
from fixture.tournament import dialled, launched
from fixture.web import WebCase
from page_case import FOLDER, PageCase

LAPTOPS = ["ada", "bob", "carl", "dora", "emil", "fay"]
AWAY, CRASHES, LEAVES = "gus", "hal", "ivy"
LAUNCHED = [LEAVES, *(f"bot-{number:02}" for number in range(1, 16))]
EVENING = {
    "name": "Walls, an evening", "game": "walls", "options": {"n": 5}, "seed": 3,
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "no_show_ms": 1000,
    "format": {"kind": "swiss", "rounds": 3, "best_of": 2}, "start": {"when": "manual"}, "between_rounds": "manual",
    "web": {"freeze_rounds": 1, "show": {"turn_ms": 20}},
    "entrants": [*map(dialled, [*LAPTOPS, AWAY]), launched(CRASHES, "/bin/false"),
                 *(launched(name, "sample:walls_random", "--seed", str(seed)) for seed, name in enumerate(LAUNCHED))],
}
HALL = (1920, 1080)  # of the projector


class Evening(PageCase, WebCase):
    def tearDown(self):
        self.browser.leave()
        super().tearDown()

    def open(self, path, width=1400, height=1000):
        host, port = self.web_at
        self.browser.look(width, height)
        self.browser.open(f"http://{host}:{port}{path}")

    def picture(self, name):
        self.browser.screenshot(FOLDER / f"screenshots/{name}.png")
        self.assertEqual(geometry.faults(self.browser), [], name)

    def wait_for_lobby(self, *words):
        self.browser.wait(f"const text = document.getElementById('lobby')?.innerText ?? ''; return {json.dumps(words)}.every((of) => text.includes(of))", f"{words}")

    def points(self):
        """Points by name."""
        data = self.tournament()
        return {data["entrants"][row["entrant"]]["name"]: float(row["cells"][0]) for row in data["standings"]}

    def next_round(self, number):
        self.until(lambda: self.ctl("start").code == 0)
        self.served.see(rf"round {number} of 3 is over")

    def test_from_the_empty_lobby_to_the_final_standings(self):
        self.serve(EVENING, stays=True)
        self.fill_the_lobby()
        self.begin()
        self.rule_after_round_1()
        self.play_on_to_the_end()
        self.reveal()
        self.end()

    def fill_the_lobby(self):
        self.open("/")
        self.wait_for_lobby("Here (17)", "Expected (7)", "starts when the arbiter says so")
        self.picture("01-lobby-empty")
        self.laptops = [self.polite(name) for name in LAPTOPS]
        self.wait_for_lobby("Here (23)", "Expected (1)")
        self.picture("02-lobby-full")
        self.open("/", 390, 844)
        self.picture("02-lobby-phone")
        self.open("/?projector", *HALL)
        self.browser.wait("return document.querySelector('.projector h2').textContent === 'Lobby'")
        self.picture("03-projector-lobby")
        self.open("/?projector=standings", *HALL)
        self.browser.wait("return document.querySelector('.projector td.rank')")
        ranks = self.browser.run("return [...document.querySelectorAll('.projector td.rank')].map((rank) => rank.textContent)")
        self.assertEqual({"\u2013"}, set(ranks), "nobody is first before the first game")

    def begin(self):
        token = self.served.see(r"begin: http\S+#begin=([0-9a-f]{32,})")[1]
        self.open(f"/#begin={token}")
        self.browser.wait("return document.querySelector('#begin button')?.checkVisibility()")
        self.picture("04-begin")
        self.browser.find("#begin button").click()
        self.browser.wait("return !document.getElementById('lobby')", "it has begun")
        self.picture("05-round-1")
        self.served.see(r"round 1 of 3 is over")

    def rule_after_round_1(self):
        self.until(lambda: sum(self.points().values()) == 12)  # of 11 tables, and of a bye for one that is here
        points = self.points()
        self.assertEqual((points[AWAY], points[CRASHES]), (0, 0))
        crash = self.table_of(CRASHES)
        self.assertEqual(sorted(points[name] for name in crash["players"]), [0, 1], "a crash costs that bot only")
        self.open("/")
        self.browser.wait("return document.getElementById('connection').textContent === 'Between rounds'", "nothing is live")
        self.assertNotIn("left", self.browser.text("#progress"))
        self.picture("06-after-round-1")
        self.order("withdraw", LEAVES, "has", "gone", "home")
        self.assertEqual(points["ada"], 1)
        for match in self.table_of("ada")["matches"]:
            self.order("void", match["match"], "a", "wrong", "map")
        self.until(lambda: [match["status"] for match in self.table_of("ada")["matches"]] == ["struck"] * 2)
        self.open(f"/matches/{match['match']}")
        self.browser.wait("return document.querySelector('.match-header .state').textContent === 'Cancelled'", "one word for what the arbiter did")
        self.assertIn("a wrong map", self.browser.text(".match-header ~ .notice"))
        points = self.points()  # what is cancelled is won by nobody: RULES 7.2
        self.assertEqual([points[name] for name in self.table_of("ada")["players"]], [0.5, 0.5])

    def play_on_to_the_end(self):
        self.next_round(2)
        self.until(lambda: self.tournament()["round"] == 2 and not self.tournament()["running"])
        self.open("/")
        text = self.browser.run("return document.getElementById('sections').innerText")
        self.assertIn("cancelled", text.lower())
        self.picture("07-after-round-2")
        self.open("/?projector=standings", *HALL)
        self.browser.wait("return document.querySelector('.large tbody tr')")
        self.picture("08-projector-standings")
        self.open("/?projector=show", *HALL)
        self.browser.wait("return document.querySelector('.replay .caption')?.textContent", "a game that is shown again")
        self.picture("09-projector-show")
        shown = self.points()
        self.next_round(3)
        self.until(lambda: self.ctl("start").code == 0)  # after the last round, too, it waits for the arbiter
        self.served.see("the tournament is over")
        self.until(lambda: self.tournament()["finished"])
        self.assertEqual(self.points(), shown, "the last round stays hidden")

    def reveal(self):
        self.open("/?projector=reveal", *HALL)
        told = ""
        while "All results" not in told:
            told = self.order("reveal", "--next")
            if told.startswith("place 3:"):
                self.browser.wait("return document.querySelector('.projector h2').textContent.startsWith('Reveal: place 3')")
                self.picture("10-projector-reveal")
        self.browser.wait("return document.querySelector('.projector h2').textContent === 'Podium'", "the podium", 30)
        self.picture("11-projector-podium")

    def end(self):
        final = self.points()
        self.assertEqual((final[AWAY], final[CRASHES]), (0, 0))
        self.open("/")
        self.browser.wait("return document.querySelectorAll('#podium .podium li').length >= 3", "the podium")
        self.browser.wait("return document.getElementById('connection').textContent.startsWith('Finished at')", "the end")
        self.assertFalse(self.browser.find("#hold").is_displayed(), "no update is to come")
        gone = self.browser.run("return [...document.querySelectorAll('.standings tbody tr.gone bdi')].map((name) => name.textContent)")
        self.assertIn(LEAVES, gone)
        said = self.browser.run("return [...document.querySelectorAll('#rounds .games li, .best-game')].map((game) => game.textContent)")
        self.assertTrue(any("Best game" in game for game in said), said)
        self.assertEqual([], [game for game in said if re.search(r"\d : \d", game) and "bricks" not in game], "bricks decide, not points for them")
        self.picture("12-final-standings")
        self.open("/", 390, 844)
        self.browser.wait("return document.querySelector('#podium')")
        self.picture("13-phone")
        self.browser.leave()
        self.order("stop")
        self.assertEqual(self.served.wait().code, 0)
        self.assertEqual(self.standings()["standings"][0]["name"], max(final, key=lambda name: (final[name], name == self.standings()["standings"][0]["name"])))

    def table_of(self, name, number=1):
        """What spectators know of the table at which it sat in a round, with the names of its players."""
        data = self.tournament()
        names = [entrant["name"] for entrant in data["entrants"]]
        for table in data["rounds"][number - 1]["tables"]:
            players = [names[of] for of in table["entrants"]]
            if name in players:
                return {**table, "players": players}
        raise AssertionError(f"{name} sits nowhere in round {number}")


if __name__ == "__main__":
    unittest.main()
