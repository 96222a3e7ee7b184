"""Pages for browsers, served by the built referee: what they show, what they keep secret, and what goes wrong."""
import json
import pathlib
import re
import signal
import socket
import ssl
import unittest
import urllib.request

import jsonschema

from fixture.bot_text import bot_text
from fixture.case import rude_bot
from fixture.dial_in import token_of
from fixture.program import PATIENCE, REFEREE, ROOT
from fixture.tournament import all_dialled, dialled, launched
from fixture.web import WebCase

WALLS = {"game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin", "best_of": 1}}
PLAYED = {**WALLS, "between_rounds": "manual", "entrants": [
    launched("ada", "sample:walls_random", "--seed", "1"), launched("bob", *rude_bot("honest_walls"))]}
LIVE = {**WALLS, "entrants": all_dialled("ada", "bob"), "start": {"when": "all"}}
TALKS = bot_text("forward", each_turn='print("turn", message["turn"], file=sys.stderr)')
SEED = 918273645  # no other number has these digits
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def schema_of(name):
    return jsonschema.Draft202012Validator(json.loads((ROOT / f"referee/pages/schema/{name}.schema.json").read_text()))


TOURNAMENT, MATCH, ME = (schema_of(name) for name in ("tournament_data", "match_data", "me_data"))


class PagesTest(WebCase):
    """All tests look at the pages of one referee."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = WebCase()
        cls.addClassCleanup(cls.host.doCleanups)
        cls.host.setUp()
        cls.host.serve(PLAYED)
        cls.host.until_done(1)

    def setUp(self):
        super().setUp()
        self.web_at = self.host.web_at

    def test_pages_are_html_that_loads_only_what_is_here(self):
        for path in ("/", "/?projector", "/me", "/matches/r1t1g1"):
            page = self.get(path)
            self.assertEqual(page.status, 200, path)
            self.assertEqual(page.headers["Content-Type"], "text/html; charset=utf-8")
            self.assertEqual(page.headers["Content-Security-Policy"], POLICY)
            self.assertEqual(page.headers["X-Content-Type-Options"], "nosniff")
            self.assertIsNone(page.headers["Set-Cookie"])
            self.assertNotRegex(page.body, rb"<script>|\son\w+=")
            root = "../" if path.startswith("/matches") else ""
            loaded = re.findall(rb'(?:src|href)="([^"]*assets/[^"]*)"', page.body)
            self.assertTrue(loaded, path)
            for link in loaded:
                self.assertTrue(link.decode().startswith(root + "assets/"), link)
                asset = self.get("/" + link.decode().removeprefix("../"))
                self.assertEqual(asset.status, 200, link)
                again = self.get("/" + link.decode().removeprefix("../"), If_None_Match=asset.headers["ETag"])
                self.assertEqual((again.status, again.body), (304, b""), link)

    def test_the_api_has_the_shape_of_its_schemas(self):
        TOURNAMENT.validate(self.tournament())
        data = self.get("/api/matches/r1t1g1").json()
        MATCH.validate(data)
        self.assertEqual(data["players"], ["ada", "bob"])
        self.assertEqual(data["status"], "done")
        self.assertEqual(data["record"], "../api/matches/r1t1g1/record")

    def test_the_record_is_that_of_the_reports(self):
        record = self.get("/api/matches/r1t1g1/record")
        self.assertEqual(record.body, (self.host.folder / "out/records/r1t1g1.jsonl").read_bytes())
        self.assertIn('filename="r1t1g1.jsonl"', record.headers["Content-Disposition"])

    def test_nothing_of_the_machine_is_in_any_byte(self):
        for path in ("/", "/me", "/matches/r1t1g1", "/api/tournament", "/api/matches/r1t1g1", "/api/matches/r1t1g1/record",
                     "/api/me", "/api/nothing"):
            self.get(path)
        self.assertGreater(len(self.received), 1000)
        for secret in ("honest_walls", "/usr/bin/python3", str(self.host.folder), "walls_random", "spring.db"):
            self.assertNotIn(secret.encode(), self.received, secret)


class LiveTest(WebCase):
    def begin(self, config=None, **how):
        self.serve(config or LIVE, **how)
        self.come()

    def move(self, turns):
        for turn in range(turns):
            self.bots[(self.moved + turn) % 2].answer_next("left")
        self.moved += turns

    moved = 0

    def test_the_stream_of_a_running_match_is_the_match(self):
        self.begin({**LIVE, "seed": SEED}, stays=True)
        self.move(3)
        data = self.until_status("/api/matches/r1t1g1", 200).json()
        MATCH.validate(data)
        self.assertEqual(data["status"], "running")
        self.assertIsNone(data["seed"])
        self.assertIsNone(data["record"])
        turns = data["turns"]
        stream = self.events(f"/api/matches/r1t1g1/events?from={len(turns)}")
        all_of = self.events("/api/events")
        self.assertGreaterEqual(all_of.next("tournament")[1]["version"], 1)
        board = all_of.next("boards")[1][0]
        self.assertEqual((board["match"], board["players"]), ("r1t1g1", self.names))
        ends = [self.play_to_end(bot) for bot in self.bots]
        while (event := stream.next("turns", "end"))[0] == "turns":
            self.assertEqual(event[1]["from"], len(turns))
            turns += event[1]["turns"]
        self.assertEqual(event[0], "end")
        for end in ends:
            end.result()
        whole = self.get("/api/matches/r1t1g1").json()
        MATCH.validate(whole)
        self.assertEqual(whole["status"], "done")
        self.assertEqual(turns, whole["turns"])
        self.assertGreater(all_of.next("tournament")[1]["version"], 1, "whoever looks is told how it ended")
        self.assertNotIn(str(SEED).encode(), stream.bytes + all_of.bytes)

    def test_pages_are_back_after_the_referee_was_killed(self):
        self.begin()
        self.move(2)
        self.until(lambda: len(self.until_status("/api/matches/r1t1g1", 200).json()["turns"]) == 2)
        stream = self.events("/api/matches/r1t1g1/events?from=2")
        self.served.signal(signal.SIGKILL)
        self.assertEqual(stream.next(), (None, None), "the reader notices")
        self.served.wait()
        host, port = self.web_at
        self.serve_again(web=f"{host}:{port}")
        self.assertEqual(self.web_at, (host, port))
        self.come()
        data = self.until_status("/api/matches/r1t1g1", 200).json()
        self.assertEqual(len(data["turns"]), 2, "those of before")
        again = self.events("/api/matches/r1t1g1/events?from=2")
        self.bots[0].answer_next("left")
        self.assertEqual(again.next("turns")[1]["from"], 2)


class SecretsTest(WebCase):
    """What is told when and to whom otherwise: check_secrets of tests/world, of each page that anybody asks for."""

    def test_what_a_launched_bot_printed_is_told_to_its_owner_by_turn(self):
        config = json.loads(json.dumps(PLAYED))
        config["entrants"] = [launched("ada", "python3", "-u", "-c", TALKS) | dialled("ada"), launched("bob", "sample:walls_random")]
        self.serve(config)
        self.until_done(1)
        path = "/api/me/matches/r1t1g1/printed"
        self.assertEqual(self.get(path).status, 401)
        self.assertEqual(self.me(path, token_of("bob")).status, 401)
        self.assertEqual(self.get("/api/matches/r1t1g1/printed").status, 404, "spectators never see it")
        printed = self.me(path, token_of("ada")).json()
        self.assertTrue(printed["kept"])
        by_turn = {part["turn"]: part["lines"] for part in printed["turns"]}
        told = [turn for turn in by_turn if turn is not None]
        self.assertEqual(told, sorted(told))
        self.assertEqual(len(by_turn), len(printed["turns"]))
        for turn in told:
            self.assertEqual(by_turn[turn], [f"turn {turn}"])
        record = self.me("/api/me/matches/r1t1g1", token_of("ada")).json()
        asked = [number for number, turn in enumerate(record["turns"]) if printed["seat"] in [answer["seat"] for answer in turn["answers"]]]
        self.assertEqual(told, asked)

    def play_frozen(self):
        """Plays two rounds, of which the last is frozen, and waits for the arbiter; gives the tournament data."""
        entrants = [{"name": name, "command": ["sample:walls_random", "--seed", name]} for name in ("1", "2", "3", "4")]
        self.serve({**WALLS, "format": {"kind": "swiss", "rounds": 2, "best_of": 1}, "between_rounds": "manual",
                    "entrants": entrants, "web": {"freeze_rounds": 1}})
        self.until_done(2)
        self.assertEqual(self.get("/api/matches/r1t1g1").status, 200)
        self.assertEqual(self.until(lambda: self.ctl("start").code == 0), True)
        self.served.see(r"round 2 of 2 is over")
        self.until_status("/api/matches/r2t1g1", 403)
        frozen = self.tournament()
        TOURNAMENT.validate(frozen)
        return frozen

    def test_places_are_revealed_one_by_one_from_the_last(self):
        frozen = self.play_frozen()
        self.assertIsNone(frozen["reveal"])
        ranks = [self.ctl("reveal", "--next").out]
        self.assertRegex(ranks[0], r"^place [234]: ")
        data = self.until(lambda: (data := self.tournament())["reveal"] and data)
        TOURNAMENT.validate(data)
        self.assertEqual({place["rank"] for place in data["reveal"]["places"]}, {int(ranks[0].split()[1][:-1])})
        self.assertEqual(data["standings"], frozen["standings"], "nothing else is told")
        self.assertEqual(self.get("/api/matches/r2t1g1").status, 403)
        page = self.get("/").body.decode()
        self.assertIn('id="reveal"', page)
        while "All results" not in ranks[-1]:
            ranks.append(self.ctl("reveal", "--next").out)
        self.until_status("/api/matches/r2t1g1", 200)
        self.assertIsNone(self.tournament()["frozen"])
        self.assertIn("are shown already", self.ctl("reveal", "--next").err)
        self.assertEqual(self.ctl("reveal", "--next", "--step").code, 2)

    def test_names_and_texts_forge_nothing(self):
        hostile = '</script><script>alert("x")</script>'
        entrants = [dict(entrant, display=text) for entrant, text in
                    zip(all_dialled("ada", "bob"), (hostile, "\u202etxt.exe <b onmouseover=alert(1)>"))]
        self.serve({**LIVE, "name": hostile, "entrants": entrants, "web": {"names": "display"}})
        self.come()
        self.bots[0].answer_next(hostile)  # its fault quotes it
        self.until(lambda: len(self.until_status("/api/matches/r1t1g1", 200).json()["turns"]) == 1)
        self.assertIn(hostile, self.tournament()["name"])
        for path in ("/", "/me", "/matches/r1t1g1"):
            page = self.get(path).body
            self.assertNotIn(b"<script>", page)
            self.assertNotIn(b"<b onmouseover", page)
        for path in ("/api/tournament", "/api/matches/r1t1g1"):
            self.assertRegex(self.get(path).headers["Content-Type"], "^application/json(;|$)")
        self.assertEqual(self.get("/matches/%3Cscript%3E").status, 404)
        self.assertNotIn(b"<script>", self.get("/matches/%3Cscript%3E").body)


class ListeningTest(WebCase):
    def test_null_and_off_turn_it_off(self):
        for config, more in (({**PLAYED, "web": None}, ()), (PLAYED, ("--web", "off"))):
            self.write_config({**config, "between_rounds": "go_on"})
            done = self.run_to_end("serve", "config.json", "--exit-when-done", "--store", f"{len(more)}.db", *more)
            self.assertEqual(done.code, 0, done.err)
            self.assertNotIn("watch:", done.out)

    def test_run_shows_pages_only_if_it_is_told_to(self):
        self.write_config({**PLAYED, "between_rounds": "go_on"})
        self.assertNotIn("watch:", self.run_to_end("run", "config.json", "--store", "a.db").out)
        self.assertIn("watch: http://127.0.0.1:", self.run_to_end("run", "config.json", "--store", "b.db", "--web", "127.0.0.1:0").out)

    def test_a_named_address_that_is_taken_is_a_warning(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.write_config({**PLAYED, "between_rounds": "go_on"})
            done = self.run_to_end("serve", "config.json", "--exit-when-done", "--web", f"127.0.0.1:{taken.getsockname()[1]}")
        self.assertEqual(done.code, 0, done.err)
        self.assertNotIn("watch:", done.out)
        self.assertIn("there are no pages", done.out + done.err)

    def test_with_tls_pages_have_the_certificate_of_the_port(self):
        made = self.run_to_end("certificate", "127.0.0.1")
        self.assertEqual(made.code, 0, made.err)
        self.write_config({**PLAYED, "tls": {"certificate": "127.0.0.1.crt", "key": "127.0.0.1.key"}})
        program = self.start("serve", "config.json", "--exit-when-done", "--web", "127.0.0.1:0")
        url = program.see(r"watch: (https://\S+)")[1]
        trust = ssl.create_default_context(cafile=self.folder / "127.0.0.1.crt")
        with urllib.request.urlopen(url + "healthz", timeout=PATIENCE, context=trust) as reply:
            self.assertEqual(reply.read(), b"ok\n")

    def test_who_shows_students_to_other_machines_is_warned(self):
        (self.folder / "class.csv").write_text('Student,ID,SIS Login ID\n"Quartz, Zoe",1,ada\n')
        for host, warns in (("127.0.0.1", False), ("0.0.0.0", True)):
            self.write_config({**PLAYED, "between_rounds": "go_on", "roster": "class.csv"})
            done = self.run_to_end("serve", "config.json", "--exit-when-done", "--store", host + ".db", "--web", host + ":0")
            self.assertEqual(done.code, 0, done.err)
            self.assertEqual("their names are shown" in done.err, warns, done.err)

    def test_a_match_is_shown_in_a_browser_where_there_is_one(self):
        done = self.spawn("env", "-i", "PATH=/usr/bin:/bin", REFEREE, "match", "walls", "--option", "n=3", "--bot", "sample:walls_random",
                          "--bot", "sample:walls_random", "--sandbox", "none", "--browser").wait()
        page = pathlib.Path(re.search(r"watch: (\S+) \(open it in a browser\)", done.out)[1])
        self.assertEqual(page, (self.folder / "out/records/walls-1g1.html").resolve())
        self.assertTrue(page.read_text().startswith("<!doctype html>"))

    def test_metrics_are_on_an_address_of_their_own(self):
        self.serve({**PLAYED, "web": {"metrics": "127.0.0.1:0"}})
        self.until_done(1)
        self.assertEqual(self.get("/metrics").status, 404)
        found = self.served.see(r"metrics: http://(\S+):(\d+)/metrics")
        self.web_at = (found[1], int(found[2]))
        # The store has the result before the referee counts it.
        counted = 'referee_matches_total{outcome="done"} 1'
        text = self.until(lambda: counted in (page := self.get("/metrics").body.decode()) and page)
        self.assertRegex(text, r'referee_verdicts_total\{verdict="ok"\} [1-9]')
        self.assertRegex(text, r"referee_turns_total [1-9]")
        self.assertRegex(text, r"referee_store_commit_seconds_count [1-9]")
        self.assertEqual(self.get("/api/tournament").status, 404)
        self.assertEqual(self.get("/metrics", Host="evil.example").status, 421)

    def test_a_stored_tournament_and_a_site_are_shown_without_a_referee(self):
        self.write_config({**PLAYED, "between_rounds": "go_on"})
        self.assertEqual(self.run_to_end("run", "config.json").code, 0)
        for what in ("spring.db", "out"):
            program = self.start("web", what, "--listen", "127.0.0.1:0", "--hosts", "class.example.org,pages.example.org")
            self.watch(program)
            self.assertEqual(self.get("/").status, 200, what)
            self.assertEqual([self.get("/", Host=f"{name}.example.org").status for name in ("class", "pages", "other")], [200, 200, 421])
            page = "/matches/r1t1g1" if what == "spring.db" else "/matches/r1t1g1.html"
            self.assertEqual(self.get(page).status, 200, what)
            for path in ("/bots/bob.stderr", "/../spring.db", "/%2e%2e/spring.db", "/..%2fspring.db"):
                self.assertIn(self.get(path).status, (400, 404), path)
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait().code, 0)

    def test_a_stored_tournament_has_the_names_that_were_shown_while_it_was_played(self):
        for names in ("display", "name"):
            entrants = [{**entrant, "display": f"The {entrant['name']}"} for entrant in PLAYED["entrants"]]
            self.write_config({**PLAYED, "entrants": entrants, "between_rounds": "go_on", "web": {"names": names, "show": {"turn_ms": 250}}})
            self.assertEqual(self.run_to_end("run", "config.json").code, 0)
            program = self.start("web", "spring.db", "--listen", "127.0.0.1:0")
            self.watch(program)
            shown = {entrant["name"] for entrant in self.tournament()["entrants"]}
            self.assertEqual("The ada" in shown, names == "display", shown)
            self.assertEqual({"turn_ms": 250}, self.tournament()["show"])
            program.end()

    def test_a_host_or_proxy_that_is_none_is_refused_as_in_a_tournament_file(self):
        for key, wrong in (("hosts", "a/b"), ("trusted_proxies", "10.0.0.0/99")):
            done = self.run_to_end("web", "nothing.db", f"--{key.replace('_', '-')}", wrong)
            self.assertEqual(done.code, 2)
            self.assertIn(f'web.{key}[0]: got "{wrong}", expected ', done.err)


if __name__ == "__main__":
    unittest.main()
