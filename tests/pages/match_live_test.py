"""The page of a running match, with a server that the test commands: it follows, falls behind, catches up, loses the
connection, and goes on as a replay. Exit code 77 where there is no Chromium. It takes over 5 s, most of which go into starting
Chromium and into the time after which a page connects again."""
import http.server
import json
import queue
import re
import threading
import unittest

from browser import Keys
from page_case import FOLDER, PageCase
from samples import DATA, Samples, data_of


class Server(http.server.ThreadingHTTPServer):
    """Serves the page and the data of one match, of which so many turns have been played."""
    daemon_threads = True

    def __init__(self, html, data):
        super().__init__(("127.0.0.1", 0), Handler)
        self.html, self.data, self.turns = html, data, 0
        self.status = "running"  # "refused": the match may not be seen
        self.readers, self.asked = [], []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A browser that closes a connection is what this test wants."""

    @property
    def now(self):
        """Match data as of now."""
        over = self.status == "done"
        return {**self.data, "turns": self.data["turns"][:self.turns], "status": "running" if not over else "done",
                "result": self.data["result"] if over else None, "ended": self.data["ended"] if over else None}

    def play(self, turns):
        before, self.turns = self.turns, self.turns + turns
        self.tell("turns", {"from": before, "turns": self.data["turns"][before:self.turns]})

    def finish(self):
        self.turns, self.status = len(self.data["turns"]), "done"
        self.tell("end", {})

    def tell(self, event, data):
        for reader in self.readers:
            reader.put(f"event: {event}\ndata: {json.dumps(data)}\n\n")

    def drop(self):
        """Ends the streams of events."""
        for reader in self.readers:
            reader.put(None)
        self.readers = []


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing to tell."""

    def do_GET(self):
        server = self.server
        if self.path == "/matches/r1t1g1":
            return self.send(200, "text/html; charset=utf-8", server.html)
        if self.path.startswith("/api/matches/r1t1g1/events"):
            return self.stream()
        if self.path == "/api/matches/r1t1g1" and server.status == "refused":
            return self.send(403, "application/problem+json", json.dumps({"title": "secret", "detail": "All must have played it first."}))
        if self.path == "/api/matches/r1t1g1/context":
            return self.send(200, "application/json", json.dumps({"standings": "../#standings", "round": "../#rounds", "entrants": [], "games": []}))
        return self.send(200, "application/json", json.dumps(server.now))

    def send(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        start = int(re.search(r"from=(\d+)", self.path)[1])
        self.server.asked.append(start)
        mine = queue.Queue()
        self.server.readers.append(mine)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        missing = {"from": start, "turns": self.server.data["turns"][start:self.server.turns]}
        mine.put(f"event: turns\ndata: {json.dumps(missing)}\n\n")
        while (text := mine.get()) is not None:
            self.wfile.write(text.encode())
            self.wfile.flush()


class LiveMatch(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        html = Samples(FOLDER).page("walls").read_text()
        cls.data = data_of(html)
        html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", DATA.sub("", html))
        cls.html = html.replace('name="referee-source" content="single"', 'name="referee-source" content="server"')

    def setUp(self):
        super().setUp()
        self.server = Server(self.html, self.data)
        self.server.play(4)

    def tearDown(self):
        self.server.drop()
        self.server.shutdown()
        self.server.server_close()

    def open(self, fragment=""):
        self.browser.open(f"http://127.0.0.1:{self.server.server_port}/matches/r1t1g1{fragment}")
        self.browser.wait("return globalThis.referee?.viewer")

    def wait_for(self, index, state):
        self.browser.wait(f"return referee.viewer.playback.index === {index} && "
                          f"document.querySelector('.state').textContent === {json.dumps(state)}", f"frame {index}, {state}")

    def test_it_follows_falls_behind_catches_up_and_goes_on_as_a_replay(self):
        self.open()
        self.wait_for(4, "Live")
        self.server.play(2)
        self.wait_for(6, "Live")
        self.browser.press(Keys.ARROW_LEFT)
        self.wait_for(5, "1 turn behind")
        self.server.play(3)
        self.wait_for(5, "4 turns behind")
        self.assertEqual(self.browser.find("[role=status]").get_property("textContent"), "Behind")
        self.browser.find(".live-button").click()
        self.wait_for(9, "Live")
        self.server.play(1)
        self.wait_for(10, "Live")
        self.server.finish()
        self.wait_for(len(self.data["turns"]), "Over")
        self.assertEqual([element.text.split("score ")[1] for element in self.browser.all(".outcome")],
                         [str(score) for score in self.data["result"]["scores"]])
        self.assertFalse(self.browser.find(".live-button").is_displayed())
        self.assertEqual(self.browser.messages(), [])

    def test_who_looks_at_a_turn_is_left_there_when_the_match_ends(self):
        self.open("#t=2")
        self.wait_for(2, "2 turns behind")
        self.server.finish()
        self.wait_for(2, "Over")

    def test_a_lost_connection_is_told_and_made_again(self):
        self.open()
        self.wait_for(4, "Live")
        self.server.drop()
        self.wait_for(4, "Connection lost, trying again")
        self.server.play(5)
        self.wait_for(9, "Live")
        self.assertEqual(self.server.asked[-1], 4)

    def test_turns_that_were_skipped_are_fetched_again(self):
        self.open()
        self.wait_for(4, "Live")
        self.server.turns += 6
        self.server.play(1)
        self.wait_for(11, "Live")

    def test_a_void_attempt_begins_again(self):
        self.open()
        self.wait_for(4, "Live")
        self.server.turns = 1
        self.server.tell("reset", {})
        self.wait_for(1, "Live")

    def test_a_match_that_may_not_be_seen_says_why(self):
        self.server.status = "refused"
        self.browser.open(f"http://127.0.0.1:{self.server.server_port}/matches/r1t1g1")
        self.browser.wait("return document.querySelector('[role=alert]')")
        self.assertEqual(self.browser.text("[role=alert]"), "All must have played it first.")
        self.server.status = "running"
        self.browser.find(".problem button").click()
        self.browser.wait("return referee.viewer ?? document.querySelector('.stage')")


if __name__ == "__main__":
    unittest.main()
