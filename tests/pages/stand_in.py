"""A stand-in for the referee's web server that tests can tell what to say: serves pages from the sources, and data that the
test sets. Knows nothing of a store."""

import http.server
import json
import re
import threading

from fixture.program import PATIENCE, REFEREE, ROOT

PAGES = ROOT / "referee" / "pages"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def script(name):
    """What esbuild has made of the module of that name for the program."""
    return (REFEREE.parents[1] / "referee/pages/scripts" / f"{name}.js").read_text()


def styles():
    """Those of pages, in the order of assets.cpp."""
    names = re.search(r"kOtherStyles\{([^}]*)\}", (PAGES / "assets.cpp").read_text())[1]
    return "".join((PAGES / "styles" / f"{name}.css").read_text() for name in re.findall(r'"(\w+)"', names))


def report_styles(*names):
    return "".join((ROOT / "referee" / "report" / "styles" / f"{name}.css").read_text() for name in names)


def bundles():
    """The files of assets/ by their name."""
    painters = "".join(path.read_text() for path in sorted((ROOT / "referee" / "games").glob("*/painter.js")))
    return {
        **{f"{name}.js": script(f"{name}_page") + painters for name in ("match", "tournament", "me")},
        "submit.js": script("submit_page"),
        "pages.css": report_styles("tokens", "base") + (PAGES / "styles/match.css").read_text() + report_styles("report") + styles(),
    }


def page(template, source, data=""):
    text = (PAGES / "templates" / f"{template}.html").read_text()
    text = text.replace("{{head}}\n", (PAGES / "templates" / "head.html").read_text())
    policy = "" if source == "server" else ("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; "
                                            "style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'\">")
    parts = {"csp": policy, "source": source, "title": template, "data": data,
             "styles": '<link rel="stylesheet" href="assets/pages.css">', "scripts": f'<script src="assets/{template}.js"></script>'}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], text)


class Version:
    """A tournament of which only the version is known."""

    def __init__(self, number=1):
        self.data = {"version": number}


class StandIn:
    """Serves on a free port of loopback from start() to stop(); start() again takes the same port.
    `tournament`: a ServedPage; a Version where only the student's pages are asked for."""

    def __init__(self, tournament=Version(), boards=(), me=None, token="secret-of-ada", own_match=None):
        self.tournament, self.boards, self.me, self.token, self.own_match = tournament, list(boards), me, token, own_match
        self.refusal = None      # (status, headers, problem): what /api/me answers
        self.requests = []       # (path, headers)
        self.bodies = []         # of PUT
        self.versions = []       # what /api/submissions tells, oldest first
        self.next_version = {}   # the same of the next that is handed in
        self.printed = {"format": 1, "seat": 0, "kept": False, "turns": []}  # what /api/me/matches/ID/printed tells
        self.matches = {}        # what /api/matches/ tells, by name
        self.port, self.server = 0, None
        self.files = bundles()
        self.streams = 0  # of events, that are open
        self.changed = threading.Condition()

    def __setattr__(self, name, value):
        """Streams of events tell new data at once."""
        super().__setattr__(name, value)
        if name in ("tournament", "boards") and hasattr(self, "changed"):
            with self.changed:
                self.changed.notify_all()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        stand_in = self

        class Handler(Answers):
            tests = stand_in

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.server.running = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        """Ends all streams of events, too."""
        self.server.shutdown()
        self.server.server_close()
        with self.changed:
            self.server.running = False
            self.changed.notify_all()
            self.changed.wait_for(lambda: not self.streams, PATIENCE)


class Answers(http.server.BaseHTTPRequestHandler):
    tests = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        self.tests.requests.append((self.path, dict(self.headers)))
        if path == "/api/events":
            self.stream()
        elif path.startswith("/api/me"):
            self.own(path)
        elif path.startswith("/api/submissions"):
            self.submissions(path)
        elif path == "/":
            self.tournament()
        elif path in ("/me", "/submit"):
            self.send("text/html; charset=utf-8", page(path[1:], "server"))
        elif path == "/api/tournament" and self.tests.tournament:
            self.send("application/json", json.dumps(self.tests.tournament.all_data()))
        elif path.startswith("/api/matches/") and path[13:] in self.tests.matches:
            self.send("application/json", json.dumps(self.tests.matches[path[13:]]))
        elif path.startswith("/assets/") and path[8:] in self.tests.files:
            self.send("text/css" if path.endswith(".css") else "text/javascript", self.tests.files[path[8:]])
        else:
            self.send("text/html", "<!doctype html><title>match</title>a match", 200 if path.startswith("/matches/") else 404)

    def send(self, kind, text, status=200, headers=()):
        body = text.encode()
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Content-Security-Policy", POLICY), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def tournament(self):
        tag = f'"{self.tests.tournament.data["version"]}"'
        if self.headers.get("If-None-Match") == tag:
            self.send("text/html; charset=utf-8", "", 304, [("ETag", tag)])
        else:
            self.send("text/html; charset=utf-8", self.tests.tournament.html(), headers=[("ETag", tag)])

    def own(self, path):
        if self.tests.refusal:
            status, headers, problem = self.tests.refusal
            self.send("application/problem+json", json.dumps(problem), status, headers)
        elif self.headers.get("Authorization") != f"Bearer {self.tests.token}":
            self.send("application/problem+json", json.dumps({"title": "Unauthorized", "status": 401}), 401)
        elif path == "/api/me":
            self.send("application/json", json.dumps(self.tests.me))
        elif path.endswith("/record"):
            self.send("application/x-ndjson", '{"record":1}\n')
        elif path.endswith("/printed"):
            self.send("application/json", json.dumps(self.tests.printed))
        else:
            self.send("application/json", json.dumps(self.tests.own_match))

    def submissions(self, path):
        versions = self.tests.versions
        if self.headers.get("Authorization") != f"Bearer {self.tests.token}":
            self.send("application/problem+json", json.dumps({"title": "Unauthorized", "status": 401}), 401)
        elif path == "/api/submissions":
            self.send("application/json", json.dumps({"entrant": "ada", "max_bytes": 100_000, "per_hour": 12, "versions": versions[::-1]}))
        else:
            self.send("application/json", json.dumps(versions[int(path.rsplit("/", 1)[1]) - 1]))

    def do_PUT(self):
        self.tests.requests.append((self.path, dict(self.headers)))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.tests.bodies.append(body)
        if self.tests.refusal:
            status, headers, problem = self.tests.refusal
            self.send("application/problem+json", json.dumps(problem), status, headers)
            return
        self.tests.versions.append({**self.tests.next_version, "number": len(self.tests.versions) + 1, "bytes": len(body)})
        told = {"number": len(self.tests.versions), "sha256": "0" * 64, "status": "waiting", "known": False}
        self.send("application/json", json.dumps({**told, "url": f"/api/submissions/{told['number']}"}), 202)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        version = boards = None
        tests = self.tests
        with tests.changed:
            tests.streams += 1
        try:
            while self.server.running:
                if tests.tournament.data["version"] != version:
                    version = tests.tournament.data["version"]
                    self.event("tournament", {"version": version})
                if tests.boards != boards:
                    boards = tests.boards
                    self.event("boards", boards)
                with tests.changed:
                    tests.changed.wait_for(lambda: not self.server.running or tests.tournament.data["version"] != version or tests.boards != boards)
        except (BrokenPipeError, ConnectionResetError):
            return  # the browser has closed the page
        finally:
            with tests.changed:
                tests.streams -= 1
                tests.changed.notify_all()
        self.close_connection = True

    def event(self, name, data):
        self.wfile.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()
