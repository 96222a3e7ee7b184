"""Tournament files: configs/*.json are good, and `referee check` refuses a wrong file with file, key path, value and
what it expected; the schema refuses it, too, where it can."""
import copy
import json
import re
import unittest

import jsonschema

import variants

ROOT = variants.ROOT
CONFIGS = sorted((ROOT / "configs").glob("*.json"))
SCHEMA_FILE = ROOT / "configs/schema/tournament.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text())
variants.Judged.OPTIONS = ["--no-start"]  # the files are judged, not the bots
variants.Judged.VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, resolver=jsonschema.RefResolver(SCHEMA_FILE.as_uri(), SCHEMA))
HASH = "0123456789abcdef" * 4
OTHER_HASH = "f" * 64

GOOD = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 5},
    "clock": {"kind": "per_move", "ms": 1000},
    "seed": 42,
    "format": {"kind": "round_robin"},
    "entrants": [
        {"name": "search", "command": ["sample:walls_search"]},
        {"name": "random", "display": "Random", "command": ["sample:walls_random", "--seed", "1"]},
        {"name": "alice", "token_sha256": HASH},
    ],
}
SWISS_OF_4 = {"game": "lightcycle", "options": {}, "format": {"kind": "swiss", "rounds": 5}}
FIELD = {
    "name": "Autumn",
    "game": "superball",
    "format": {"kind": "field"},
    "entrants": [{"name": "python", "command": ["sample:superball_random.py"]}],
}
SMALL_MAP = {
    "name": "small",
    "grid": [[0, 0, 0, 0], [0, None, 2, 0], [0, 0, 0, 0]],
    "ship": [0, 0],
    "scraps": [{"location": [2, 0], "value": 5}],
    "ghosts": [{"location": [1, 3], "type": "backandforth", "heading": "D", "transparency": 0}],
    "turns": 20,
}
REMOVE = variants.REMOVE
LAUNCHED = GOOD["entrants"][:2]


def changed(*changes):
    return variants.changed(GOOD, *changes)


def merged(extra):
    return {**copy.deepcopy(GOOD), **extra}


def field(**extra):
    return {**copy.deepcopy(FIELD), **extra}


def duels(**extra):
    """Two entrants in games of one seat."""
    return field(entrants=LAUNCHED, **extra)


def planets(**extra):
    return field(game="planets", options={"map": {**SMALL_MAP, **extra}})


def swiss(*changes):
    """Five rounds, in which entrants may ask for byes."""
    return variants.changed({**copy.deepcopy(GOOD), "format": {"kind": "swiss", "rounds": 5}}, *changes)


# More good files, with keys that GOOD does not have.
MARKS = {"bands": [{"mark": "A", "points": 2, "against": "staff-2", "share": 0.5}, {"mark": "B", "points": 0}], "openings": {"plies": 2}}
ALSO_GOOD = [
    changed(("marks", {**MARKS, "seed": 7, "error": 0.1, "most_games": 50})),
    merged(SWISS_OF_4),
    changed(("format.tie_breaks", ["PTS", "DE", "SB/C1", "KS", "BPG"])),
    changed(("format", {"kind": "swiss", "rounds": 5, "tie_breaks": ["BH/M1", "AOB", "FB", "PS/C1", "REP", "STD", "TPN", "DE", "WON"]})),
    changed(("format", {"kind": "swiss", "rounds": 5, "tie_breaks": []})),
    merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "repeat_weight": 0.5}}),
    merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "repeat_weight": None}}),
    merged({**SWISS_OF_4, "format": {"kind": "round_robin", "cycles": 2}}),
    changed(("entrants.0.command", ["cat"]), ("entrants.0.stdio", "pipe")),
    changed(("entrants.0.command", ["cat"]), ("sandbox", "none"), ("as_root", True)),
    changed(("entrants.0.command", ["cat"]), ("entrants.0.stdio", "pipe"), ("entrants.0.as", "json")),
    field(entrants=[{"name": "sb", "as": "superball", "stdio": "tcp", "command": ["cat"]}]),
    field(),
    field(start={"min_entrants": 1}, instances=[{"seeds": "1-100"}], options={"deal": "secret"}),
    field(entrants=[], registration="open", start={"when": "manual"}),
    field(entrants=[], registration="open", format={"kind": "practice"}),
    field(entrants=[], registration="open", format={"kind": "practice"}, keep=1, pace_ms=0),
    field(entrants=[], registration="open", format={"kind": "practice"}, keep={"matches": 3}),
    changed(("format", {"kind": "ladder"})),
    changed(("format", {"kind": "ladder", "until": None, "matches": None, "openings": None})),
    changed(("format", {"kind": "ladder", "until": "2026-11-20T08:00:00Z", "matches": 9, "openings": {"plies": 2}}), ("keep", {"matches": 5, "days": 7})),
    changed(("format", {"kind": "ladder", "openings": [["left", "right"], ["forward"]]}), ("house_bot", ["sample:walls_random"])),
    field(format={"kind": "ladder", "blocks": {"first_closes": "2026-11-20T08:00:00Z"}}),
    field(format={"kind": "ladder", "openings": None, "blocks": {"instances": 5, "first_closes": "2026-11-20T08:00:00Z", "every_s": 3600}}),
    field(entrants=[], registration={}),
    field(entrants=[], registration={"code": "informatics-2", "approval": True, "names": 1, "names_per_address": 20000}),
    field(game="snake", instances=[{"maze": "c1_meadow"}, {"maze": ["#####", "o $ _"], "seed": 3}, {"body": False}]),
    planets(),
    duels(format={"kind": "swiss", "rounds": 4, "table": 2, "best_of": 3}),
    swiss(("entrants.0.byes", [{"round": 5, "kind": "half"}, {"round": 1, "kind": "zero"}]), ("entrants.1.byes", [])),
    swiss(("entrants.0.author", "Ada"), ("entrants.2.author", "Ada"), ("forbidden_pairs", [["ALICE", "random"]])),
    swiss(("registration", "open"), ("forbidden_pairs", [["alice", "bob"]])),
    merged({**SWISS_OF_4, "forbidden_pairs": [["search", "random"]]}),
    changed(("entrants.0.author", "Ada"), ("entrants.1.author", "Ada")),
    changed(("format", {"kind": "double_elimination"})),
    changed(("format", {"kind": "double_elimination", "best_of": 3, "best_of_lower": 1, "best_of_final": 5})),
    duels(format={"kind": "double_elimination", "best_of": 2}),
    swiss(("format.final", None)),
    swiss(("format.final", {"kind": "double_elimination", "top": 8})),
    swiss(("format.final", {"kind": "double_elimination", "top": 4, "best_of": 1, "best_of_lower": 3, "best_of_final": 5})),
    duels(format={"kind": "swiss", "rounds": 4, "final": {"kind": "double_elimination", "top": 2}}),
    changed(("entrants", REMOVE)),  # a file for `referee collect`
    changed(("workers", True)),
    changed(("workers", {})),
    changed(("workers", {"bundles": "/shared/bundles", "requires": {"sandbox": "full", "cpu": "AMD EPYC 7*"}})),
    changed(("workers", {"requires": {"sandbox": "none"}}), ("sandbox", "none")),
    changed(("web", {"hosts": ["class.example.org", "localhost"]})),
    changed(("trial", {"n": 3, "seed": 7})),
    changed(("web", None)),
    changed(("submissions", {})),
    changed(("submissions", {"build": {"command": "make", "require": ["*.c"]}, "command": ["./bot"], "stdio": "pipe", "max_bytes": 1024, "per_hour": 1,
                             "versions_kept": 3, "queue": 1, "disk_bytes": 1048576})),
    changed(("web", {})),
    changed(("web", {"listen": None, "metrics": "127.0.0.1:9100"})),
    changed(("web", {"listen": "[::1]:0", "names": "display", "delay_turns": 20, "delay_s": 86400, "freeze_rounds": 2, "metrics": None,
                     "trusted_proxies": ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]})),
    changed(("web", {"places": 10, "matches": "own"})),
    changed(("entrants.0.staff", True)),
    changed(("web", {"show": {"turn_ms": 300}})),
    changed(("web", {"show": {}})),
    changed(("web", {"show": None})),
    duels(format={"kind": "round_robin", "cycles": 2}, game="planets", instances=[{"map": "corners"}, {"map": SMALL_MAP}]),
]

# (what is wrong, the message after the file's name, whether the schema finds it too)
WRONG = [
    (changed(("workers", "yes")), r'workers: got "yes", expected .*"requires".*"sandbox"', True),
    (changed(("workers", {"bundles": ""})), 'workers.bundles: got "", expected .*1 to 4096', True),
    (changed(("workers", {"requires": []})), r"workers.requires: got \[\], expected ", True),
    (changed(("workers", {"requires": {"sandbox": "none"}})), 'workers.requires.sandbox: got "none", expected .*"basic"', False),
    (changed(("workers", {"requires": {"cpu": "AMD [37]*"}})), r'workers.requires.cpu: got "AMD \[37\]\*", expected ', True),
    (changed(("workers", {"requires": {"cpus": 4}})), "workers.requires.cpus: got 4, expected ", True),
    (changed(("name", REMOVE)), "name: missing, expected .*1 to 100", True),
    (changed(("name", "")), 'name: got "", expected .*1 to 100', True),
    (changed(("name", 5)), "name: got 5, expected .*1 to 100", True),
    (changed(("name", "x" * 101)), r'name: got "x+\.\.\., expected .*1 to 100', True),
    (changed(("game", REMOVE)), 'game: missing, expected .*"planets".*"lightcycle"', True),
    (changed(("game", "chess")), 'game: got "chess", expected .*"planets".*"lightcycle"', True),
    (changed(("title", "x")), 'title: got "x", expected ', True),
    (changed(("options", [])), r"options: got \[\], expected an object", True),
    (changed(("options.n", 4)), "options.n: got 4, expected .*3 to 99", False),
    (changed(("options.m", 4)), "options.m: got 4, expected ", False),
    (changed(("instances", [])), r"instances: got \[\], expected ", True),
    (changed(("instances", [{"n": 3}, {"n": 4}])), r"instances\[1\].n: got 4, expected .*3 to 99", False),
    (changed(("instances", [{"seeds": "9-1"}])), r'instances\[0\].seeds: got "9-1", expected .*"FIRST-LAST".*"ONE"', False),
    (changed(("instances", [{"seeds": 7}])), r'instances\[0\].seeds: got 7, expected .*"FIRST-LAST".*"ONE"', True),
    (changed(("instances", [{"seed": 7, "seeds": "1-2"}])), r'instances\[0\].seeds: got "1-2", expected ', True),
    (changed(("instances", [{"seeds": "0-9000"}, {"seeds": "0-999"}])), r'instances\[1\]: got .*, expected .*10000', False),
    (changed(("clock", {"kind": "sandglass", "ms": 5})), 'clock.kind: got "sandglass", expected .*"per_move".*"mean"', True),
    (changed(("clock.ms", 0)), "clock.ms: got 0, expected .*1 to 86400000", True),
    (changed(("clock.ms", REMOVE)), "clock.ms: missing, expected .*1 to 86400000", True),
    (changed(("clock.burst_ms", 5)), "clock.burst_ms: got 5, expected ", True),
    (changed(("clock.measure", "cpu")), r'clock.measure: got "cpu", expected .*"auto".*"wall"', False),
    (merged({"entrants": LAUNCHED, "registration": "open", "clock": {"kind": "mean", "ms": 5, "measure": "cpu"}}), 'clock.measure: got "cpu", expected .*"auto".*"wall"', False),
    (changed(("clock.ponder", "charged")), r'clock.ponder: got "charged", expected "free": entrants\[2\]', False),
    (changed(("clock.ponder", "charged"), ("clock.measure", "wall")), r'clock.ponder: got "charged", expected "free"', False),
    (merged({"entrants": LAUNCHED, "registration": "open", "clock": {"kind": "mean", "ms": 5, "ponder": "charged"}}), 'clock.ponder: got "charged", expected "free": registration is open', False),
    (merged({"entrants": LAUNCHED, "clock": {"kind": "mean", "ms": 5, "ponder": "always"}}), 'clock.ponder: got "always", expected ', True),
    (changed(("seed", -1)), "seed: got -1, expected .*0 to 9007199254740991", True),
    (changed(("seed", 2**53)), "seed: got 9007199254740992, expected .*0 to 9007199254740991", True),
    (changed(("seed", 1.5)), "seed: got 1.5, expected an integer from ", True),
    (changed(("seed", None)), "seed: got null, expected an integer from ", True),
    (changed(("format", REMOVE)), r'format: missing, expected .*"kind".*"swiss"', True),
    (changed(("format", "swiss")), 'format: got "swiss", expected an object', True),
    (changed(("format", {"rounds": 5})), 'format.kind: missing, expected .*"swiss".*"round_robin"', True),
    (changed(("format.kind", "knockout")), 'format.kind: got "knockout", expected .*"swiss".*"round_robin"', True),
    (changed(("format.kind", "swiss")), "format.rounds: missing, expected .*1 to 100", True),
    (changed(("format", {"kind": "swiss", "rounds": 101})), "format.rounds: got 101, expected .*1 to 100", True),
    (changed(("format", {"kind": "swiss", "rounds": 5, "table": 4})), "format.table: got 4, expected .*2", False),
    (changed(("format.rounds", 5)), "format.rounds: got 5, expected ", True),
    (changed(("format.tie_breaks", ["DE", "BH"])), r'format.tie_breaks\[1\]: got "BH", expected .*DE.*WIN', True),
    (changed(("format.tie_breaks", ["DE", "PTS"])), r'format.tie_breaks\[1\]: got "PTS", expected .*PTS', True),
    (changed(("format.tie_breaks", ["DE", "DE"])), r'format.tie_breaks\[1\]: got "DE", expected ', True),
    (changed(("format", {"kind": "swiss", "rounds": 5, "tie_breaks": ["BH/C3"]})), r'format.tie_breaks\[0\]: got "BH/C3", expected .*DE.*WIN', True),
    (changed(("format", {"kind": "swiss", "rounds": 5, "tie_breaks": ["ARO"]})), r'format.tie_breaks\[0\]: got "ARO", expected .*KS', True),
    (changed(("format", {"kind": "swiss", "rounds": 5, "tie_breaks": "BH"})), 'format.tie_breaks: got "BH", expected ', True),
    (merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "tie_breaks": ["BPG"]}}), r'format.tie_breaks\[0\]: got "BPG", expected ', False),
    (field(format={"kind": "field", "tie_breaks": ["DE"]}), r'format.tie_breaks: got \["DE"\], expected ', True),
    (changed(("format.best_of", 100)), "format.best_of: got 100, expected .*1 to 99", True),
    (merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "repeat_weight": -1}}), "format.repeat_weight: got -1, expected .*0 to 1000", True),
    (merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "repeat_weight": "1"}}), 'format.repeat_weight: got "1", expected .*0 to 1000', True),
    (changed(("format", {"kind": "swiss", "rounds": 5, "repeat_weight": 1})), "format.repeat_weight: got 1, expected .*2", False),
    (changed(("game", "lightcycle"), ("options", {"size": 20, "starts": [[[x, 0]] for x in range(18)]}), ("format", {"kind": "swiss", "rounds": 1})), 'format.kind: got "swiss", expected .*17.*18', False),
    (changed(("entrants", {})), r"entrants: got {}, expected .*1000", True),
    (changed(("entrants.1.name", "a b")), r'entrants\[1\].name: got "a b", expected .*1 to 32', True),
    (changed(("entrants.1.name", REMOVE)), r"entrants\[1\].name: missing, expected ", True),
    (changed(("entrants.1.name", "House-3")), r'entrants\[1\].name: got "House-3", expected ', True),
    (changed(("entrants.1.name", "SEARCH")), r'entrants\[1\].name: got "SEARCH", expected .*0', False),
    (changed(("entrants.1.display", "x" * 101)), r'entrants\[1\].display: got .*, expected .*100', True),
    (changed(("as_root", "yes")), 'as_root: got "yes", expected true or false', True),
    (changed(("marks", None)), "marks: got null, expected an object", True),
    (changed(("marks", {"seed": -1})), "marks.seed: got -1, expected ", True),
    (changed(("marks", {**MARKS, "bands": []})), "marks.bands: got \\[\\], expected .*2 to 20", True),
    (changed(("marks", {**MARKS, "grades": []})), "marks.grades: got \\[\\], expected ", True),
    (changed(("submissions", True)), "submissions: got true, expected an object", True),
    (changed(("submissions", {}), ("web", None)), r"submissions: got {}, expected ", False),
    (changed(("submissions", {}), ("sandbox", "none")), r'sandbox: got "none", expected .*"basic"', False),
    (changed(("submissions", {"builds": {}})), "submissions.builds: got {}, expected ", True),
    (changed(("submissions", {"build": {"timeout_s": 0}})), "submissions.build.timeout_s: got 0, expected ", False),
    (changed(("submissions", {"as": "superball"})), r'submissions.as: got "superball", expected .*"json"', False),
    (changed(("submissions", {"stdio": "file"})), r'submissions.stdio: got "file", expected .*"tcp".*"pipe"', True),
    (changed(("submissions", {"command": []})), r"submissions.command: got \[\], expected .*1 to 100", True),
    (changed(("submissions", {"command": [1]})), r"submissions.command: got \[1\], expected .*1 to 100", True),
    (changed(("submissions", {"max_bytes": 1023})), "submissions.max_bytes: got 1023, expected .*1024 to 268435456", True),
    (changed(("submissions", {"per_hour": 0})), "submissions.per_hour: got 0, expected .*1 to 1000", True),
    (changed(("submissions", {"versions_kept": 2})), "submissions.versions_kept: got 2, expected .*3 to 1000", True),
    (changed(("submissions", {"queue": 0})), "submissions.queue: got 0, expected .*1 to 10000", True),
    (changed(("submissions", {"disk_bytes": 1})), "submissions.disk_bytes: got 1, expected .*1048576 to 1125899906842624", True),
    (changed(("web", "on")), r'web: got "on", expected .*"listen".*7880', True),
    (changed(("web", {"port": 80})), "web.port: got 80, expected ", True),
    (changed(("web", {"listen": "127.0.0.1"})), r'web.listen: got "127.0.0.1", expected .*HOST.*PORT', True),
    (changed(("web", {"listen": "127.0.0.1:65536"})), r'web.listen: got "127.0.0.1:65536", expected .*HOST.*PORT', False),
    (changed(("web", {"names": "real"})), 'web.names: got "real", expected .*"name".*"display"', True),
    (changed(("web", {"delay_turns": -1})), "web.delay_turns: got -1, expected .*0 to 1000000", True),
    (changed(("web", {"delay_s": 1.5})), "web.delay_s: got 1.5, expected .*0 to 86400", True),
    (changed(("web", {"freeze_rounds": 101})), "web.freeze_rounds: got 101, expected .*0 to 100", True),
    (changed(("entrants.0.staff", "yes")), r'entrants\[0\].staff: got "yes", expected true or false', True),
    (changed(("web", {"places": 0})), "web.places: got 0, expected .*1 to 100000", True),
    (changed(("web", {"matches": "mine"})), 'web.matches: got "mine", expected .*"all".*"own"', True),
    (changed(("web", {"show": 300})), r'web.show: got 300, expected null, or an object, as \{"turn_ms":300\}', True),
    (changed(("web", {"show": {"turn_ms": 5}})), "web.show.turn_ms: got 5, expected .*20 to 10000", True),
    (changed(("web", {"metrics": 9100})), r'web.metrics: got 9100, expected .*HOST.*PORT', True),
    (changed(("web", {"hosts": ["https://class.example.org"]})), r'web.hosts\[0\]: got "https://class.example.org", expected .*"class.example.org"', True),
    (changed(("trial", {"seeds": "1-2"})), r'trial.seeds: got "1-2", expected .*"seed": 7', True),
    (changed(("trial", None)), r"trial: got null, expected an object", True),
    (changed(("web", {"trusted_proxies": "10.0.0.1"})), r'web.trusted_proxies: got "10.0.0.1", expected .*100', True),
    (changed(("web", {"trusted_proxies": ["10.0.0.1", "proxy"]})), r'web.trusted_proxies\[1\]: got "proxy", expected .*"10.0.0.7".*"10.0.0.0/8"', True),
    (changed(("web", {"trusted_proxies": ["10.0.0.0/33"]})), r'web.trusted_proxies\[0\]: got "10.0.0.0/33", expected ', False),
    (changed(("sandbox", "strong")), 'sandbox: got "strong", expected .*"none".*"basic"', True),
    (changed(("entrants.2.token", "x")), r'entrants\[2\].token: got "x", expected ', True),
    (changed(("entrants.0.as", "superbowl")), r'entrants\[0\].as: got "superbowl", expected .*"json"', True),
    (changed(("entrants.0.as", "snake")), r'entrants\[0\].as: got "snake", expected .*"json"', False),
    (changed(("entrants.0.as", "json")), r'entrants\[0\].as: got "json", expected ', False),
    (changed(("entrants.2.as", "json")), r'entrants\[2\].as: got "json", expected ', True),
    (changed(("entrants.0.stdio", "pipe")), r'entrants\[0\].stdio: got "pipe", expected ', False),
    (changed(("entrants.2.stdio", "tcp")), r'entrants\[2\].stdio: got "tcp", expected ', True),
    (changed(("entrants.0.command", ["cat"]), ("entrants.0.stdio", "socket")), r'entrants\[0\].stdio: got "socket", expected .*"tcp".*"pipe"', True),
    (changed(("entrants.0.command", ["cat"]), ("entrants.0.stdio", None)), r'entrants\[0\].stdio: got null, expected .*"tcp".*"pipe"', True),
    (field(entrants=[{"name": "sb", "as": "superball", "stdio": "pipe", "command": ["cat"]}]), r'entrants\[0\].stdio: got "pipe", expected ', True),
    (field(entrants=[{"name": "sb", "as": "superball", "command": ["./nothing"]}]), r'entrants\[0\].command\[0\]: got "./nothing", expected ', False),
    (field(entrants=[{"name": "sb", "as": "superball", "command": ["sample:sb_play"]}]), r'entrants\[0\].command\[0\]: got "sample:sb_play", expected ', False),
    (changed(("entrants.2.token_sha256", REMOVE)), r'entrants\[2\]: got {"name":"alice"}, expected .*NAME', True),
    (changed(("entrants.2.token_sha256", HASH.upper())), r'entrants\[2\].token_sha256: got .*, expected .*64.*NAME', True),
    (changed(("entrants.3", {"name": "bob", "token_sha256": HASH})), r"entrants\[3\].token_sha256: got .*, expected .*2", False),
    (changed(("entrants.0.command", "python3 bot.py")), r'entrants\[0\].command: got "python3 bot.py", expected .*1 to 100', True),
    (changed(("entrants.0.command", [])), r"entrants\[0\].command: got \[\], expected .*1 to 100", True),
    (changed(("entrants.0.command.1", 5)), r"entrants\[0\].command\[1\]: got 5, expected .*4096", True),
    (changed(("entrants.0.command.1", "a\0b")), r'entrants\[0\].command\[1\]: got "a\\u0000b", expected ', False),
    (changed(("entrants.0.command.0", "sample:nobody")), r'entrants\[0\].command\[0\]: got "sample:nobody", expected ', False),
    (changed(("entrants.0.command.0", "no_such_program")), r'entrants\[0\].command\[0\]: got "no_such_program", expected .*PATH', False),
    (changed(("entrants.0.command.0", "configs/README.md")), r'entrants\[0\].command\[0\]: got "configs/README.md", expected ', False),
    (changed(("house_bot", ["./nothing"])), r'house_bot\[0\]: got "./nothing", expected ', False),
    (swiss(("entrants.1.author", "")), r'entrants\[1\].author: got "", expected .*1 to 100', True),
    (swiss(("entrants.1.author", "x" * 101)), r"entrants\[1\].author: got .*, expected .*1 to 100", True),
    (swiss(("entrants.1.byes", 3)), r'entrants\[1\].byes: got 3, expected .*"round".*3', True),
    (swiss(("entrants.1.byes", [3])), r"entrants\[1\].byes\[0\]: got 3, expected ", True),
    (swiss(("entrants.1.byes", [{"round": 6, "kind": "half"}])), r"entrants\[1\].byes\[0\].round: got 6, expected .*1.*5", False),
    (swiss(("entrants.1.byes", [{"round": 0, "kind": "half"}])), r"entrants\[1\].byes\[0\].round: got 0, expected .*1.*5", True),
    (swiss(("entrants.1.byes", [{"round": 2}])), r"entrants\[1\].byes\[0\].kind: missing, expected ", True),
    (swiss(("entrants.1.byes", [{"round": 2, "kind": "full"}])), r'entrants\[1\].byes\[0\].kind: got "full", expected .*"half".*"zero"', True),
    (swiss(("entrants.1.byes", [{"round": 2, "kind": "half", "why": 1}])), r"entrants\[1\].byes\[0\].why: got 1, expected ", True),
    (swiss(("entrants.1.byes", [{"round": 2, "kind": "half"}, {"round": 2, "kind": "zero"}])), r"entrants\[1\].byes\[1\].round: got 2, expected ", False),
    (changed(("entrants.1.byes", [{"round": 1, "kind": "half"}])), r"entrants\[1\].byes: got .*, expected ", True),
    (field(entrants=[{"name": "a", "command": ["sample:superball_random.py"], "byes": []}]), r"entrants\[0\].byes: got \[\], expected ", True),
    (changed(("forbidden_pairs", [])), r"forbidden_pairs: got \[\], expected ", True),
    (swiss(("forbidden_pairs", "x")), r'forbidden_pairs: got "x", expected .*10000.*"alice"', True),
    (swiss(("forbidden_pairs", [["alice"]])), r'forbidden_pairs\[0\]: got \["alice"\], expected .*"alice".*"bob"', True),
    (swiss(("forbidden_pairs", [["alice", "bob"]])), r'forbidden_pairs\[0\]\[1\]: got "bob", expected ', False),
    (swiss(("registration", "open"), ("forbidden_pairs", [["a b", "bob"]])), r'forbidden_pairs\[0\]\[0\]: got "a b", expected ', True),
    (swiss(("forbidden_pairs", [["alice", "random"], ["alice", "Alice"]])), r"forbidden_pairs\[1\]: got .*, expected ", False),
    (changed(("registration", {"code": "short"})), r'registration.code: got "short", expected .*8 to 64.*ASCII', True),
    (changed(("registration", {"names_per_minute": 0})), "registration.names_per_minute: got 0, expected .*1 to 20000", True),
    (changed(("registration", "half")), 'registration: got "half", expected .*"closed".*"open"', True),
    (changed(("start", {"when": "later"})), 'start.when: got "later", expected .*"all".*"at"', True),
    (changed(("start", {"when": "at"})), 'start.at: missing, expected .*UTC.*11', True),
    (changed(("start", {"when": "at", "at": "2026-11-20 08:00"})), 'start.at: got "2026-11-20 08:00", expected .*UTC', True),
    (changed(("start", {"when": "at", "at": "2026-02-30T08:00:00Z"})), 'start.at: got "2026-02-30T08:00:00Z", expected .*UTC', False),
    (changed(("start", {"when": "all", "at": "2026-11-20T08:00:00Z"})), 'start.at: got .*, expected .*"when".*"at"', True),
    (changed(("start", {"min_entrants": 1})), "start.min_entrants: got 1, expected .*2 to 1000", False),
    (changed(("start", {"min_entrants": 4})), r'entrants: got 3 of them, expected .*4.*"registration"', False),
    (changed(("entrants", [])), r'entrants: got 0 of them, expected .*2', False),
    (changed(("between_rounds", "pause")), 'between_rounds: got "pause", expected .*"go_on".*"manual"', True),
    (changed(("no_show_ms", 0)), "no_show_ms: got 0, expected .*1 to 86400000", True),
    (changed(("memory_mib", 63)), "memory_mib: got 63, expected .*64 to 1048576", True),
    (changed(("keep", 50)), "keep: got 50, expected ", True),
    (changed(("format", {"kind": "ladder", "until": "tomorrow"})), 'format.until: got "tomorrow", expected .*UTC.*11', True),
    (changed(("format", {"kind": "ladder", "until": 5})), "format.until: got 5, expected ", True),
    (changed(("format", {"kind": "ladder", "matches": 0})), "format.matches: got 0, expected .*1 to 10000000", True),
    (changed(("format", {"kind": "ladder", "openings": {"plies": 0}})), "format.openings.plies: got 0, expected .*1 to 1000", True),
    (changed(("format", {"kind": "ladder", "openings": []})), "format.openings: got .*, expected ", True),
    (changed(("format", {"kind": "ladder", "openings": "no_such_file"})), ".*no_such_file", False),
    (changed(("format", {"kind": "ladder", "rounds": 5})), "format.rounds: got 5, expected ", True),
    (changed(("format", {"kind": "ladder"}), ("keep", {"days": 0})), "keep.days: got 0, expected .*1 to 36500", True),
    (changed(("format", {"kind": "ladder"}), ("keep", {"years": 1})), "keep.years: got 1, expected ", True),
    (changed(("seeds_from", "ladder.db")), 'seeds_from: got "ladder.db", expected the store of a ladder', False),
    (changed(("format", {"kind": "ladder"}), ("seeds_from", "a.db")), "seeds_from: got .*, expected ", True),
    (field(format={"kind": "ladder"}), "format.blocks: missing, expected ", False),
    (field(format={"kind": "ladder", "blocks": {}}), "format.blocks.first_closes: missing, expected ", True),
    (field(format={"kind": "ladder", "blocks": {"first_closes": "tomorrow"}}), 'format.blocks.first_closes: got "tomorrow", expected .*UTC', True),
    (field(format={"kind": "ladder", "blocks": {"first_closes": "2026-11-20T08:00:00Z", "every_s": 0}}), "format.blocks.every_s: got 0, expected .*1 to 31622400", True),
    (field(format={"kind": "ladder", "openings": {"plies": 1}, "blocks": {"first_closes": "2026-11-20T08:00:00Z"}}), "format.openings: got .*, expected ", False),
    (field(format={"kind": "ladder", "blocks": {"first_closes": "2026-11-20T08:00:00Z"}}, instances=[{"seed": 7}]), "instances\\[0\\]: got seed 7, expected ", False),
    (changed(("format", {"kind": "ladder", "blocks": {"first_closes": "2026-11-20T08:00:00Z"}})), "format.blocks: got .*, expected .*2", False),
    (changed(("pace_ms", 0)), "pace_ms: got 0, expected ", True),
    (field(entrants=[], registration="open", format={"kind": "practice"}, keep=0), "keep: got 0, expected .*1 to 1000000", True),
    (field(entrants=[], registration="open", format={"kind": "practice"}, pace_ms=3600001), "pace_ms: got 3600001, expected .*0 to 3600000", True),
    (changed(("format", {"kind": "ladder"}), ("keep_bots", True)), "keep_bots: got true, expected ", True),
    (changed(("parallel", 1025)), "parallel: got 1025, expected .*1 to 1024", True),
    (changed(("listen", {"port": 65536})), "listen.port: got 65536, expected .*0 to 65535", True),
    (changed(("listen", {"host": ""})), 'listen.host: got "", expected .*1 to 255', True),
    (changed(("listen", "127.0.0.1:7878")), 'listen: got "127.0.0.1:7878", expected ', True),
    (changed(("tls", {"key": "a.key"})), "tls.certificate: missing, expected .*PEM", True),
    (changed(("tls", {"certificate": "a.crt"})), "tls.key: missing, expected .*PEM", True),
    (changed(("tls", {"certificate": "", "key": "a.key"})), 'tls.certificate: got "", expected .*1 to 4096', True),
    (changed(("tls", {"certificate": "a.crt", "key": "a.key", "optional": "yes"})), 'tls.optional: got "yes", expected ', True),
    (changed(("tls", {"certificate": "a.crt", "key": "a.key", "ca": "b.crt"})), "tls.ca: ", True),
    (changed(("tls", True)), "tls: got true, expected an object", True),
    (changed(("store", "")), 'store: got "", expected .*1 to 4096', True),
    (changed(("reports", 5)), "reports: got 5, expected .*1 to 4096", True),
    (changed(("roster", "")), 'roster: got "", expected .*1 to 4096', True),
    (changed(("roster", "nowhere.csv")), "roster: nowhere.csv: cannot be read", False),
    (merged({"format": {"kind": "practice"}, "registration": "open", "entrants": []}), "house_bot: missing, expected ", True),
    (changed(("format", {"kind": "practice"}), ("house_bot", ["sample:walls_random"])), r"entrants\[0\].command: got .*, expected ", False),
    # Games of one seat: fields and duels.
    (changed(("format", {"kind": "double_elimination", "rounds": 3})), "format.rounds: got 3, expected ", True),
    (changed(("format", {"kind": "double_elimination", "best_of_final": 0})), "format.best_of_final: got 0, expected .*1 to 99", True),
    (merged({**SWISS_OF_4, "format": {"kind": "double_elimination"}}), 'format.kind: got "double_elimination", expected .*4', False),
    (swiss(("format.final", {"kind": "double_elimination"})), "format.final.top: missing, expected .*2 to 1000", True),
    (swiss(("format.final", {"kind": "double_elimination", "top": 1})), "format.final.top: got 1, expected .*2 to 1000", True),
    (swiss(("format.final", {"kind": "field", "top": 4})), 'format.final.kind: got "field", expected .*"double_elimination"', True),
    (swiss(("format.final", {"top": 4})), "format.final.kind: missing, expected ", True),
    (merged({**SWISS_OF_4, "format": {"kind": "swiss", "rounds": 5, "final": {"kind": "double_elimination", "top": 4}}}), "format.final: got .*, expected .*4", False),
    (changed(("format.kind", "field")), 'format.kind: got "field", expected .*2', True),
    (merged({**SWISS_OF_4, "format": {"kind": "field"}}), 'format.kind: got "field", expected .*4', True),
    (merged({**SWISS_OF_4, "format": {"kind": "practice"}, "registration": "open", "entrants": []}), "house_bot: missing, ", True),
    (field(format={"kind": "field", "rounds": 5}), "format.rounds: got 5, expected ", True),
    (field(format={"kind": "field", "best_of": 3}), "format.best_of: got 3, expected ", True),
    (duels(format={"kind": "swiss", "rounds": 5, "table": 4}), "format.table: got 4, expected .*2", True),
    (duels(format={"kind": "round_robin", "table": 2}), "format.table: got 2, expected ", True),
    (duels(format={"kind": "round_robin"}, start={"min_entrants": 1}), "start.min_entrants: got 1, expected .*2 to 1000", False),
    (field(format={"kind": "round_robin"}), r"entrants: got 1 of them, expected .*2", False),
    (field(start={"min_entrants": 0}), "start.min_entrants: got 0, expected .*1 to 1000", True),
    (field(entrants=[]), r'entrants: got 0 of them, expected .*1.*"registration"', False),
    (field(instances=None), "instances: got null, expected ", True),
    # Their options: maps, mazes, boards.
    (field(game="planets", options={"map": "moon"}), 'options.map: got "moon", expected ', False),
    (field(game="planets", instances=[{"map": "spiral"}, {"map": "spirals"}]), r'instances\[1\].map: got "spirals", expected ', False),
    (field(game="planets", options={"map": 5}), "options.map: got 5, expected ", False),
    (planets(ship=[1, 1]), r"options.map.ship: got \[1,1\], expected ", False),
    (planets(ghosts=[{"location": [1, 4], "type": "towardplayer", "transparency": 1}]), r"options.map.ghosts\[0\].location: got \[1,4\], expected .*0.*0", False),
    (planets(scraps=[]), r"options.map.scraps: got \[\], expected .*1 to 1000", False),
    (field(game="snake", options={"maze": "c1_lawn"}), 'options.maze: got "c1_lawn", expected ', False),
    (field(game="snake", options={"maze": ["o x_"]}), r"""options.maze\[0\]: got "o x_", expected only the characters "# o_\$!T": .*x.* at column 2 is none of them""", False),
    (field(game="snake", instances=[{"maze": ["#####", "o $ o"]}]), r"instances\[0\].maze\[1\]: got .*, expected .*4.*1", False),
    (field(game="snake", options={"maze": ["o $"]}), r"options.maze: got \[\"o \$\"\], expected ", False),
    (field(game="snake", options={"body": 1}), "options.body: got 1, expected ", False),
    (field(options={"deal": "fair"}), 'options.deal: got "fair", expected .*"handout".*"secret"', False),
    (field(instances=[{"seeds": "1-3", "rows": 0}]), r"instances\[0\].rows: got 0, expected .*1 to 100", False),
]

# Maps and mazes in their own files: (the config, the file's name, its text, the message after the config's name).
WRONG_FILES = [
    (field(game="planets", options={"map": "moon.json"}), "mine.json", "{}", "options.map: .*moon.json: cannot be read"),
    (field(game="planets", options={"map": "mine.json"}), "mine.json", json.dumps({**SMALL_MAP, "turns": 0}), "options.map: mine.json: turns: got 0, expected an integer from 1 to 100000"),
    (field(game="planets", options={"map": "mine.json"}), "mine.json", "{", "options.map: mine.json: not JSON: .*"),
    (field(game="planets", instances=[{"map": "one_scrap"}, {"map": "./mine.json"}]), "mine.json", json.dumps({**SMALL_MAP, "ship": [9, 9]}), r"instances\[1\].map: ./mine.json: ship: got \[9,9\], expected a cell .*"),
    (field(game="snake", options={"maze": "mine.txt"}), "mine.txt", "#####\no ? _\n", r"""options.maze: mine.txt: line 2: got "o \? _", expected only the characters "# o_\$!T": .*"""),
    (field(game="snake", options={"maze": "mine.txt"}), "mine.txt", "#####\n", r"options.maze: mine.txt: got \[.*\], expected one start 'o' in one of the rows"),
]

# (text, the message after the file's name)
NOT_JSON = [
    ("", "not JSON: line 1, column 1: syntax error while parsing value - unexpected end of input; .*"),
    ('{\n  "name": "x",\n  "game" "walls"\n}', "not JSON: line 3, column 16: syntax error while parsing object separator - .*"),
    ('{"name":"x",}', "not JSON: line 1, column 13: syntax error .*"),
    ('{"seed": 1e999}', "not JSON: number overflow parsing '1e999'"),
    ('{"name":"\xff"}'.encode("latin-1"), "not JSON: line 1, column 10: .*ill-formed UTF-8.*"),
    ("{}\0", "not JSON: it has a NUL byte"),
    ('{"name":"x","game":"walls","name":"y"}', "name: got a second value, expected "),
    ('{"entrants":[{"name":"a"},{"name":"b","command":["x"],"name":"c"}]}', r"entrants\[1\].name: got a second value, expected "),
    ('{"options":{"a":[[1],{"n":5,"n":7}]}}', r"options.a\[1\].n: got a second value, expected "),
    ("[" * 100_000, "nested 33 deep, expected at most 32"),
    ("[]", r"got \[\], expected an object"),
]


class Good(variants.Judged):
    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_the_shipped_files_are_accepted_by_both(self):
        self.assertGreaterEqual(len(CONFIGS), 4)
        for path in CONFIGS:
            with self.subTest(path=path.name):
                self.shipped(path)

    def test_what_the_wrong_ones_are_made_from_is_good(self):
        for config in [GOOD, *ALSO_GOOD]:
            with self.subTest(config=config):
                self.accepted(config)

    def test_maps_and_mazes_may_stand_in_files_beside_the_tournament(self):
        self.accepted(field(game="planets", options={"map": "mine.json"}), **{"mine.json": json.dumps(SMALL_MAP)})
        self.accepted(field(game="snake", instances=[{"maze": "./a maze"}]), **{"a maze": "#####\no $ _\n"})

    def test_a_game_may_be_a_folder_beside_the_tournament(self):
        self.accepted(changed(("game", str(ROOT / "examples/games/tictactoe")), ("options", {"size": 4})))
        self.refused(json.dumps(changed(("game", "./tictactoe"))), 'game: got "./tictactoe", expected .*folder')
        self.refused(json.dumps(changed(("game", str(ROOT / "examples/games/tictactoe")), ("options", {"n": 5}))), "options.n: got 5, expected ")

    def test_the_games_of_the_schema_are_those_of_the_referee(self):
        games = ", ".join(f'"{game}"' for game in SCHEMA["$defs"]["game_of_ours"]["enum"])
        self.refused(json.dumps(changed(("game", "?"))), f'game: got "\\?", expected one of {games}')

    def test_the_formats_of_the_schema_are_those_of_the_referee(self):
        kinds = [kind["$ref"].rpartition("/")[2] for kind in SCHEMA["properties"]["format"]["oneOf"]]
        each = "".join(f'(?=.*"{kind}")' for kind in kinds)
        self.refused(json.dumps(changed(("format", {"kind": "?"}))),
                     rf'format.kind: got "\?", expected one of {each}"\w+"(, "\w+"){{{len(kinds) - 1}}}(?!,)')

    def test_pages_have_a_name_for_each_game_and_format(self):
        def named(source, names, word):
            text = (ROOT / "referee/pages" / source).read_text()
            return set(re.findall(word, re.search(rf"\b{names}[ {{](.*?)}};", text, re.S)[1]))

        games = re.findall(r"^GAME\((\w+)\)", (ROOT / "engines/games.def").read_text(), re.M)
        self.assertEqual(set(games), named("scripts/viewer/match_header.js", "gameNames", r"(\w+):"))
        kinds = {kind["$ref"].rpartition("/")[2] for kind in SCHEMA["properties"]["format"]["oneOf"]}
        self.assertEqual(kinds, named("tournament_page.cpp", "kKinds", r'{"(\w+)",'))

    def test_every_key_of_the_schema_is_on_a_page(self):
        page = (ROOT / "docs/reference/tournament-file.md").read_text()
        for key in SCHEMA["properties"]:
            self.assertRegex(page, rf"\| \[?`{re.escape(key)}`")
        page = "".join(page.read_text() for page in (ROOT / "docs/reference").glob("*.md"))
        for part in ["entrant", "start", "swiss", "round_robin", "double_elimination", "final", "field", "ladder", "practice", "workers"]:
            for key in SCHEMA["$defs"][part]["properties"]:
                self.assertRegex(page, rf"[`.]{key}`", part)


class Wrong(variants.Judged):
    def test_wrong_values_are_named_with_key_path_value_and_what_was_expected(self):
        for config, expected, seen_by_schema in WRONG:
            with self.subTest(expected=expected):
                self.refused(json.dumps(config), expected)
                self.assertEqual(seen_by_schema, self.schema_errors(config) != [])

    def test_what_is_wrong_in_the_file_of_a_map_or_maze_is_named_with_both_files(self):
        for config, name, text, expected in WRONG_FILES:
            with self.subTest(expected=expected):
                self.refused(json.dumps(config), expected, **{name: text})
                self.assertEqual([], self.schema_errors(config))

    def test_what_is_no_json_is_named_with_its_place(self):
        for text, expected in NOT_JSON:
            with self.subTest(expected=expected):
                self.refused(text, expected)

    def test_files_that_cannot_be_read_are_named(self):
        for path, why in [("no_such_file.json", "no such file"), ("configs", "it is a folder, expected a file")]:
            done = self.check(path)
            self.assertEqual((2, f"referee: {path}: cannot be read: {why}\n"), (done.returncode, done.stderr))


unittest.main()
