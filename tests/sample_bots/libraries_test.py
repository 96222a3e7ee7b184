"""referee.py, referee.js, Referee.java and referee.h: one bot in each language does what its views say, against a scripted
referee. And the smallest bots of the page for beginners."""
import functools
import importlib.util
import json
import os
import pty
import re
import shlex
import shutil
import unittest

from bot_case import KITS, NEW_MATCH, BotCase, c_program, command_of, java_program
from fixture.case import PATIENT_CLOCK
from fixture.program import PYTHON, REFEREE, ROOT, sample_bot
from fixture.tournament import TournamentCase, dialled, launched, walls
from games import Walls
from stdio_test import play_match

LIBRARIES = {".py": "python/referee.py", ".js": "javascript/referee.js"}  # those that have to be beside the bot

# Each answers with what the library told it: view.do says what it does beside that.
OBEDIENT = {
    "obedient.py": """
import sys
from referee import play

starts = 0

def start(match):
    global starts
    starts += 1
    match.seen = []

def see(view, match):
    match.seen.append(view["n"])

def deep_inside():
    return {}["missing"]

def move(view, match):
    if view["do"] == "fail":
        deep_inside()
    if view["do"] == "print":
        print("some debugging")
    if view["do"] == "read":
        input("which move? ")
    if view["do"] == "read a line":
        next(iter(sys.stdin))
    if view["do"] == "nothing":
        return None
    if view["do"] == "odd":
        return {1, 2}
    return [match.id, match.game, match.seat, match.players[1], match.setup["size"], match.start["more"], match.turn, match.left_ms,
            starts, match.seen]

play(move, start=start, see=see, one_match=ONE_MATCH)
""",
    "obedient.js": """
const { play } = require("./referee.js");

let starts = 0;

function start(match) {
  starts += 1;
  match.seen = [];
}

function see(view, match) {
  match.seen.push(view.n);
}

function deepInside() {
  throw new Error("missing");
}

async function move(view, match) {
  if (view.do === "fail") deepInside();
  if (view.do === "print") process.stdout.write("some debugging\\n");
  if (view.do === "read") require("node:fs").readFileSync(0);
  if (view.do === "read a line") require("node:readline").createInterface({ input: process.stdin });
  if (view.do === "nothing") return null;
  if (view.do === "odd") return { deep: 12n };
  return [match.id, match.game, match.seat, match.players[1], match.setup.size, match.start.more, match.turn, match.left_ms, starts,
    match.seen];
}

play(move, { start, see, oneMatch: ONE_MATCH });
""",
    "Obedient.java": """
import java.util.*;

public class Obedient implements Referee.Bot {
    int starts = 0;
    List<Integer> seen;

    public void start(Referee.Match match) {
        ++starts;
        seen = new ArrayList<>();
    }

    public void see(Referee.Json view, Referee.Match match) {
        seen.add(view.get("n").integer());
    }

    static Object deepInside(Referee.Json view) {
        return view.get("missing");
    }

    public Object move(Referee.Json view, Referee.Match match) {
        switch (view.get("do").text()) {
            case "fail": return deepInside(view);
            case "print": System.out.println("some debugging"); break;
            case "read": return new Scanner(System.in).next();
            case "read a line": return new Scanner(System.in).nextLine();
            case "nothing": return null;
            case "odd": return new Object();
            default: break;
        }
        return new Object[] {match.id, match.game, match.seat, match.players.at(1), match.setup.get("size"),
                match.start.get("more"), match.turn, match.leftMs, starts, seen};
    }

    public boolean oneMatch() {
        return ONE_MATCH;
    }

    public static void main(String[] arguments) {
        Referee.play(new Obedient());
    }
}
""",
    "obedient.c": r"""
#include "referee.h"

static int starts = 0, count = 0, seen[99];

static void start(const RefereeMatch *match) {
  (void)match;
  ++starts;
  count = 0;
}

static void see(const Json *view, const RefereeMatch *match) {
  (void)match;
  seen[count++] = json_int(json_get(view, "n"));
}

static void move(const Json *view, const RefereeMatch *match) {
  const char *const what = json_text(json_get(view, "do"));
  if (strcmp(what, "fail") == 0) {
    json_get(view, "missing");
  } else if (strcmp(what, "print") == 0) {
    printf("some debugging\n");
  } else if (strcmp(what, "nothing") == 0) {
    return;
  } else if (strcmp(what, "odd") == 0) {
    referee_answer("[1,");
    return;
  }
  referee_answer("[");
  referee_answer_text(match->id);
  referee_answer(",\n\"%s\",%d,", match->game, match->seat);
  referee_answer_text(json_text(json_at(match->players, 1)));
  referee_answer(",%d,%s", json_int(json_get(match->setup, "size")), json_truth(json_get(match->start, "more")) ? "true" : "false");
  referee_answer(",%d,%g,%d,[", match->turn, match->left_ms, starts);
  for (int i = 0; i < count; ++i) {
    referee_answer("%s%d", i == 0 ? "" : ",", seen[i]);
  }
  referee_answer("]]");
}

int main(void) {
  const RefereeBot bot = {move, start, see, ONE_MATCH};
  return referee_play_bot(bot);
}
""",
}
# Each turns left in Walls, and fails if it has not seen each turn of its own seat before this one.
REMEMBERING = {
    "remembering.py": """
from referee import play

def start(match):
    match.seen = set()

def see(view, match):
    match.seen.add(match.turn)

def move(view, match):
    for turn in range(match.turn, -1, -2):
        if turn not in match.seen:
            raise ValueError("never seen: %d" % turn)
    return "left"

play(move, start=start, see=see)
""",
    "remembering.js": """
const { play } = require("./referee.js");
const seen = new Set();

function move(view, match) {
  for (let turn = match.turn; turn >= 0; turn -= 2) {
    if (!seen.has(turn)) throw new Error(`never seen: ${turn}`);
  }
  return "left";
}

play(move, { start: () => seen.clear(), see: (view, match) => seen.add(match.turn) });
""",
    "Remembering.java": """
import java.util.*;

public class Remembering implements Referee.Bot {
    final Set<Integer> seen = new HashSet<>();

    public void start(Referee.Match match) {
        seen.clear();
    }

    public void see(Referee.Json view, Referee.Match match) {
        seen.add(match.turn);
    }

    public Object move(Referee.Json view, Referee.Match match) {
        for (int turn = match.turn; turn >= 0; turn -= 2) {
            if (!seen.contains(turn)) {
                throw new IllegalStateException("never seen: " + turn);
            }
        }
        return "left";
    }

    public static void main(String[] arguments) {
        Referee.play(new Remembering());
    }
}
""",
    "remembering.c": r"""
#include "referee.h"

static int seen[1000];

static void start(const RefereeMatch *match) {
  (void)match;
  memset(seen, 0, sizeof seen);
}

static void see(const Json *view, const RefereeMatch *match) {
  (void)view;
  seen[match->turn] = 1;
}

static void move(const Json *view, const RefereeMatch *match) {
  for (int turn = match->turn; turn >= 0; turn -= 2) {
    if (!seen[turn]) {
      json_get(view, "never seen");
    }
  }
  referee_answer_text("left");
}

int main(void) {
  const RefereeBot bot = {move, start, see, 0};
  return referee_play_bot(bot);
}
""",
}
NAME = 'b "\\ \u00e9\u4e16'


def constant(value, name):
    """A truth value in the language of that file."""
    return str(value) if name.endswith(".py") else str(int(value)) if name.endswith(".c") else str(value).lower()


class LibraryCase(BotCase):
    def command_of_source(self, name, text):
        """The command of the bot of that source, which has its library beside it."""
        source = self.write(name, text)
        for ending, library in LIBRARIES.items():
            if name.endswith(ending):
                self.write(library.split("/")[1], (ROOT / "sample_bots" / library).read_text())
        if name.endswith(".py"):
            return [*PYTHON, source]
        if name.endswith(".js"):
            return ["node", source]
        return java_program(source) if name.endswith(".java") else [c_program(source)]

    def launch_source(self, name, text):
        """Starts the bot of that source; its process and its referee."""
        return self.launch_peer(self.command_of_source(name, text))

    def each_language(self, action, one_match=False):
        """The action with the obedient bot of each language, which has said hello. Then it leaves; what it wrote to standard error
        is returned by the language."""
        errors = {}
        for name, text in OBEDIENT.items():
            with self.subTest(bot=name):
                kind = "Once" if one_match else ""
                source = text.replace("ONE_MATCH", constant(one_match, name)).replace("Obedient", "Obedient" + kind)
                process, peer = self.launch_source(name.replace(".", kind + "."), source)
                promises = {} if one_match else {"resume": True, **NEW_MATCH}
                self.assertEqual(peer.next(), {"type": "hello", "protocol": 1, **promises})
                peer.welcome()
                action(peer)
                peer.say(type="bye", reason="done")
                errors[name.split(".")[1]] = self.assert_exit(process, 0)
        self.assertEqual(4, len(errors))
        return errors.items()

    def begin(self, peer, match):
        peer.say(type="start", match=match, game="walls", seat=1, players=["a", NAME], setup={"size": 5}, clock={}, more=True)

    def turn(self, match, number, do="go"):
        return dict(type="turn", match=match, turn=number, view={"do": do, "n": 10 + number}, clock={"left_ms": 900 + number})

    def ask(self, peer, match, number, do="go"):
        peer.say(**self.turn(match, number, do))
        answer = peer.next()
        self.assertEqual(("move", match, number), (answer["type"], answer["match"], answer["turn"]))
        return answer["move"]


class Context(LibraryCase):
    def test_a_bot_is_told_of_its_match_and_of_every_view(self):
        def action(peer):
            for starts, match in enumerate(['m "1" \\ \u4e16', "m2"], 1):
                self.begin(peer, match)
                self.assertEqual([match, "walls", 1, NAME, 5, True, 3, 903, starts, [13]], self.ask(peer, match, 3))
                self.assertEqual([13, 15], self.ask(peer, match, 5)[-1])
                peer.end(match)
                peer.say(type="new_match")
                self.assertEqual("hello", peer.next()["type"])

        self.each_language(action)

    def test_a_bot_that_is_started_in_mid_match_sees_the_past(self):
        def action(peer):
            self.begin(peer, "m")
            for number in range(3):
                peer.say(type="past", match="m", turn=number, view={"do": "fail", "n": number})
            self.assertEqual([0, 1, 2, 13], self.ask(peer, "m", 3)[-1])

        self.each_language(action)

    def test_a_bot_of_one_match_promises_nothing(self):
        def action(peer):
            self.begin(peer, "m")
            self.assertEqual(1, self.ask(peer, "m", 0)[-2])

        self.each_language(action, one_match=True)

    def test_a_bot_that_was_late_answers_the_newest_turn_and_has_seen_the_others(self):
        def action(peer):
            self.begin(peer, "m")
            peer.write("".join(json.dumps(self.turn("m", number)) + "\n" for number in range(3)))
            answer = peer.next()
            self.assertEqual((2, [10, 11, 12]), (answer["turn"], answer["move"][-1]))
            self.ask(peer, "m", 3)

        self.each_language(action)


class Failures(LibraryCase):
    def test_a_function_that_fails_is_shown_with_its_place_and_the_game_goes_on(self):
        def action(peer):
            self.begin(peer, "m")
            for number in range(3):
                self.assertIn("missing", self.ask(peer, "m", number, "fail")["error"])
                peer.say(type="error", code="malformed", message="expected a move", match="m", turn=number)
            self.assertEqual(3, self.ask(peer, "m", 3)[6])
            peer.say(type="end", match="m", rank=2, scores=[0, 1], outcome={}, faults=3)

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertEqual(1, errors.count("turn 0: no move, because your function failed"), errors)
                self.assertNotIn("turn 1", errors)
                self.assertNotIn("expected a move", errors)  # it is about what the bot never sent
                self.assertIn("match m: 3 of your turns", errors)
                if language != "c":  # which has no traceback
                    self.assertRegex(errors, r"deep_?[iI]nside")
                    self.assertNotRegex(errors, r"[rR]eferee\.(py|js|java)")

    def test_what_cannot_be_sent_is_named_and_the_game_goes_on(self):
        def action(peer):
            self.begin(peer, "m")
            self.assertIn("error", self.ask(peer, "m", 0, "odd"))
            self.assertIn(self.ask(peer, "m", 1, "nothing"), [None, {"error": "it has not called referee_answer"}])
            self.assertEqual(2, self.ask(peer, "m", 2)[6])

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertIn("turn 0: no move, because ", errors)
                self.assertRegex(errors, "turn 1: .*(returned (None|null)|has not called)")

    def test_what_a_bot_prints_is_no_answer(self):
        def action(peer):
            self.begin(peer, "m")
            for number in range(2):
                self.assertEqual(number, self.ask(peer, "m", number, "print")[6])

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertEqual(2, errors.count("some debugging"), errors)

    def test_standard_input_belongs_to_the_referee(self):
        def action(peer):
            self.begin(peer, "m")
            for number, how in enumerate(["read", "read a line"]):
                answer = self.ask(peer, "m", number, how)
                if type(answer) is dict:  # the bot in C reads nothing: its standard library cannot be told
                    self.assertIn("standard input belongs to the referee", answer["error"])

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertEqual(language != "c", "standard input belongs to the referee" in errors, errors)

    def test_each_complaint_of_the_referee_is_printed_once(self):
        def action(peer):
            self.begin(peer, "m")
            for number in range(2):
                self.ask(peer, "m", number)
                peer.say(type="error", code="illegal", message="a wall is there", match="m", turn=number)
            peer.say(type="error", code="busy", message="come later")

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertEqual(1, errors.count("turn 0: the referee says illegal: a wall is there\n"), errors)
                self.assertNotIn("turn 1", errors)
                self.assertIn("the referee says busy: come later\n", errors)


    def test_words_of_the_referee_change_no_terminal(self):
        def action(peer):
            self.begin(peer, "m")
            peer.say(type="error", code="\x1b[2J", message="\x9b1m words \x7f")

        for language, errors in self.each_language(action):
            with self.subTest(language=language):
                self.assertIn("the referee says ?[2J: ?1m words ?\n", errors)


class PythonFunctions(unittest.TestCase):
    def test_whatever_can_be_called_gets_the_match_if_it_has_to(self):
        spec = importlib.util.spec_from_file_location("referee", ROOT / "sample_bots/python/referee.py")
        referee = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(referee)

        class Player:
            def of_view(self, view):
                return [view]

            def of_both(self, view, match):
                return [view, match.seat]

            def __call__(self, view, match):
                return [view, match.seat]

        def deep(view, depth=3):
            return [view, depth]

        def any_number(*words):
            return list(words)

        message = {"type": "turn", "match": "m", "turn": 0, "view": 7}
        for move, expected in [(Player().of_view, [7]), (Player().of_both, [7, 1]), (Player(), [7, 1]), (deep, [7, 3]), (any_number, [7]),
                               (lambda view: [view], [7]), (lambda view, match: [view, match.seat], [7, 1]),
                               (functools.partial(deep, depth=4), [7, 4]), (functools.partial(Player.of_both, None), [7, 1]), (str, "7")]:
            with self.subTest(move=move):
                bot = referee.Bot(move, None, None, False)
                bot.answer({"type": "start", "match": "m", "game": "walls", "seat": 1})
                self.assertEqual(expected, bot.answer(message)["move"])


class WithTheReferee(LibraryCase):
    """A bot of each language, in games of the real program."""

    BOTS = ["lightcycle_random.py", *KITS]
    CLOCK = ["--clock", json.dumps({**PATIENT_CLOCK, "init_ms": 60000})]
    CHECK = ["check-bot", "--game", "lightcycle", "--turns", "12", "--pause-ms", "100", *CLOCK]

    def test_check_bot_finds_nothing(self):
        checks = {bot: self.spawn(REFEREE, *self.CHECK, "--json", f"{bot}.json", "--", *command_of(bot)) for bot in self.BOTS}
        self.assert_nothing_found(checks, "next game")

    def test_a_bot_that_joins_goes_on_when_its_connection_is_cut(self):
        checks = {bot: self.spawn(REFEREE, *self.CHECK, "--json", f"{bot}.json", "--listen", "127.0.0.1:0") for bot in self.BOTS}
        for bot, referee in checks.items():
            address = referee.wait_for_line("listening on ").removeprefix("listening on ").split(",")[0]
            self.spawn(*PYTHON, sample_bot("join.py"), address, "--name", "bob", "--", *command_of(bot))
        self.assert_nothing_found(checks, "reconnect")

    def assert_nothing_found(self, checks, reached):
        """The checks, which wait most of the time and so run at once, have no violation and no advice."""
        for bot, referee in checks.items():
            with self.subTest(bot=bot):
                self.assertEqual(0, referee.wait().code, referee.out + referee.err)
                found = {check["name"]: check["standing"] for check in self.read_json(f"{bot}.json")["checks"]}
                self.assertEqual([], [name for name, standing in found.items() if standing not in ("ok", "not reached")])
                self.assertEqual("ok", found[reached])


class Remembering(LibraryCase, TournamentCase):
    """Bots that remember, in games of the real program that begin or go on in the middle."""

    def each_bot(self):
        for name, text in REMEMBERING.items():
            with self.subTest(bot=name):
                yield list(map(str, self.command_of_source(name, text)))
                shutil.rmtree(self.folder / "out")

    def answers(self, records):
        return [answer for record in records for line in record.read_text().splitlines()[1:-1] for answer in json.loads(line)["answers"]]

    def test_a_match_goes_on_after_a_crash_of_the_referee(self):
        for command in self.each_bot():
            self.serve(walls(1, [dialled("alice"), launched("bot", *command)]))
            alice = self.join("alice", resume=True)
            for _ in range(4):
                alice.answer_next()
            self.kill_and_serve_again()
            self.play_on(self.join("alice", resume=True))
            self.finish()
            (self.folder / "spring.db").unlink()
            records = self.record_files()
            self.assertEqual(2, len(records), "a match was played again")
            self.assertTrue(any('"resumed":true' in record.read_text() for record in records))
            self.assertEqual([], [answer for answer in self.answers(records) if answer["verdict"] != "ok"])

    def test_a_match_begins_at_a_position_of_another(self):
        for command in self.each_bot():
            bots = ["--bot", shlex.join(command)] * 2
            clock = ["--clock", json.dumps({**PATIENT_CLOCK, "init_ms": 60000})]
            self.referee("match", "walls", *bots, *clock, "--seed", "7")
            (first,) = self.record_files()
            self.referee("match", *bots, *clock, "--from", first, "--turn", "5", "--games", "2")
            later = set(self.record_files()) - {first}
            self.assertEqual(2, len(later))
            self.assertEqual([], [answer for answer in self.answers([first, *later]) if answer["verdict"] not in ("ok", None)])


class Pages(LibraryCase):
    NAMES = {"python": "my_bot.py", "javascript": "my_bot.js", "java": "MyBot.java", "c": "my_bot.c"}

    def bots(self):
        """The smallest bots of the page, by language."""
        page = (ROOT / "docs/tasks/first-bot.md").read_text()
        blocks = re.findall(r"```(\w+)\n(.*?)```", page, flags=re.DOTALL)
        found = {language: text for language, text in blocks if language in self.NAMES}
        self.assertEqual(self.NAMES.keys(), found.keys())
        return found

    def test_the_smallest_bots_of_the_page_play(self):
        self.assertLessEqual(len(self.bots()["python"].splitlines()), 8)
        for language, text in self.bots().items():
            with self.subTest(language=language):
                process, peer = self.launch_source(self.NAMES[language], text)
                self.assertEqual({"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH}, peer.next())
                peer.welcome()
                play_match(self, peer, Walls(), "m1")
                process.close_input()
                self.assert_exit(process, 0)

    def test_a_person_who_starts_a_bot_is_told_that_a_referee_does(self):
        for language, text in self.bots().items():
            if language == "java":  # it knows of a terminal only if its output goes there, too
                continue
            with self.subTest(language=language):
                ours, theirs = pty.openpty()
                self.addCleanup(os.close, ours)
                process = self.spawn(*self.command_of_source(self.NAMES[language], text), stdin=os.fdopen(theirs))
                process.wait_for_error("referee match walls --bot ")
                os.write(ours, b"\x04")  # the end of the input
                self.assertEqual(0, process.wait().code)

    def test_the_header_for_c_serves_cpp_too(self):
        """There what a function throws is no move."""
        source = OBEDIENT["obedient.c"].replace("ONE_MATCH", "0").replace('json_get(view, "missing");', 'throw std::runtime_error("missing");')
        program = c_program(self.write("thrower.cpp", source), ("clang++-19", "-std=c++11"))
        process, peer = self.launch_peer([program])
        self.assertEqual("hello", peer.next()["type"])
        self.begin(peer, "m")
        self.assertEqual({"error": "missing"}, self.ask(peer, "m", 0, "fail"))
        self.assertEqual(1, self.ask(peer, "m", 1)[6])
        process.close_input()
        self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
