"""A made-up class: 34 students, and the 30 hand-ins of theirs, three of them by groups.

Bots of Walls in five languages. Eight hand-ins are broken, each in a way of its own; one of the others is late. Nothing is
drawn: the same class each time, to the byte.
"""
import datetime
import io
import tarfile
import zipfile

DUE = datetime.datetime(2026, 11, 20, 23, 0, tzinfo=datetime.timezone.utc)
# What a careless page or spreadsheet would run.
MARKUP = "<script>alert('handed in')</script>"
FORMULA = "=1+1 <img src=x onerror=alert(2)>"


class Student:
    def __init__(self, number, last, first, login):
        self.last, self.first, self.login = last, first, login
        self.canvas, self.sis = 40100 + 7 * number, f"0{70300 + number}"  # the zero in front is part of it
        self.moodle = 900 + 13 * number  # a participant's number: not of the gradebook
        self.email = f"{login}@example.edu"

    @property
    def name(self):
        return f"{self.first} {self.last}"

    @property
    def sortable(self):
        return f"{self.last}, {self.first}"


class HandIn:
    """What one student or group has handed in: `files` are what was uploaded, names and bytes; an archive is a file of it."""

    def __init__(self, members, files, language="", broken="", group="", late=False):
        self.members, self.files, self.language, self.broken, self.group, self.late = members, files, language, broken, group, late
        self.at = DUE - datetime.timedelta(minutes=17)

    @property
    def by(self):
        return self.members[0]

    @property
    def name(self):
        """The name under which it plays, where a roster says the logins."""
        return self.group or self.by.login


NAMES = """
Liddell,Alice,aliddell|Łukasz,Bob,blukasz|O'Brien,Seán,sobrien
D'Angelo,Maria Chiara,mdangelo|García López,José,jgarcia|van der Berg,Jan,jvandenberg|Ñíguez,Íñigo,iniguez|Øster_gård,Åse,aoester
Nguyễn,Văn An,nguyenva|Smith-Jones,Zoë,zsmith|Ivanov,Ivan,iivanov|Grün 2,Tim,tgruen|Groß,Jürgen,jgross|Müller,Anna,amueller2
Çelik,Ömer,ocelik|Müller,Anna,amueller|Kowalska,Zofia,zkowalska|Haddad,Layla,lhaddad|Tanaka,Yuki,ytanaka|Bauer,Lea,lbauer
Weiß,Max,mweiss|Rossi,Giulia,grossi|Dupont,Élodie,edupont|Novák,Petr,pnovak|Silva,João,jsilva
Kim,Minjun,mkim|Popescu,Ioana,ipopescu|Olsen,Kari,kolsen|Meyer,Finn,fmeyer|=SUM(A1),Eve,eformula
Adams,Ada,aadams|Baker,Ben,bbaker|Clark,Cy,cclark|Davis,Di,ddavis
"""


def students():
    rows = [entry.split(",") for line in NAMES.strip().splitlines() for entry in line.split("|")]
    return [Student(number, *row) for number, row in enumerate(rows)]


# ---- programs: each plays the letters of SCRIPT one after the other, again and again; no move of Walls is illegal ----

PYTHON = """\
import json, sys
MOVES = {"f": "forward", "l": "left", "r": "right"}
SCRIPT, asked = "@", 0
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        move = MOVES[SCRIPT[asked % len(SCRIPT)]]
        asked += 1
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
"""

PYTHON_OF_TWO_FILES = """\
import json, sys
from strategy import move
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move()}), flush=True)
"""

STRATEGY = """\
import itertools
MOVES = itertools.cycle({"f": "forward", "l": "left", "r": "right"}[letter] for letter in "@")
def move():
    return next(MOVES)
"""

JAVASCRIPT = """\
"use strict";
const moves = { f: "forward", l: "left", r: "right" };
const script = "@";
let asked = 0;
const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
say({ type: "hello", protocol: 1 });
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, match, turn } = JSON.parse(line);
  if (type === "turn") say({ type: "move", match, turn, move: moves[script[asked++ % script.length]] });
});
"""

JAVA = """\
import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Bot {
  static String value(String line, String key, String end) {
    int at = line.indexOf("\\"" + key + "\\":") + key.length() + 3;
    return line.substring(at, at + line.substring(at).split(end, 2)[0].length());
  }

  public static void main(String[] words) throws Exception {
    String script = "@";
    int asked = 0;
    System.out.println("{\\"type\\":\\"hello\\",\\"protocol\\":1}");
    System.out.flush();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.contains("\\"type\\":\\"turn\\"")) continue;
      char letter = script.charAt(asked++ % script.length());
      String move = letter == 'f' ? "forward" : letter == 'l' ? "left" : "right";
      System.out.println("{\\"type\\":\\"move\\",\\"match\\":" + value(line, "match", ",") + ",\\"turn\\":"
                         + value(line, "turn", "[,}]") + ",\\"move\\":\\"" + move + "\\"}");
      System.out.flush();
    }
  }
}
"""

C = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
  const char* script = "@";
  unsigned asked = 0;
  printf("{\\"type\\":\\"hello\\",\\"protocol\\":1}\\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    if (!strstr(line, "\\"type\\":\\"turn\\"")) continue;
    const char letter = script[asked++ % strlen(script)];
    const char* match = strstr(line, "\\"match\\":\\"") + 9;
    const int turn = atoi(strstr(line, "\\"turn\\":") + 7);
    printf("{\\"type\\":\\"move\\",\\"match\\":\\"%.*s\\",\\"turn\\":%d,\\"move\\":\\"%s\\"}\\n", (int)strcspn(match, "\\""), match, turn,
           letter == 'f' ? "forward" : letter == 'l' ? "left" : "right");
    fflush(stdout);
  }
}
"""

CPP = """\
#include <iostream>
#include <string>

int main() {
  const std::string script = "@";
  std::size_t asked = 0;
  std::cout << R"({"type":"hello","protocol":1})" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find(R"("type":"turn")") == std::string::npos) continue;
    const std::size_t match = line.find(R"("match":")") + 9;
    const int turn = std::stoi(line.substr(line.find(R"("turn":)") + 7));
    const char letter = script[asked++ % script.size()];
    std::cout << R"({"type":"move","match":")" << line.substr(match, line.find('"', match) - match) << R"(","turn":)" << turn
              << R"(,"move":")" << (letter == 'f' ? "forward" : letter == 'l' ? "left" : "right") << R"("})" << std::endl;
  }
}
"""

MAKEFILE = "CXXFLAGS = -O1 -std=c++17\n\nbot: bot.cpp\n\t$(CXX) $(CXXFLAGS) -o $@ $<\n\nclean:\n\trm -f bot\n"
RUN = "#!/bin/sh\nexec python3 -u player.py\n"


def program(source, script):
    return source.replace("@", script).encode()


# ---- archives ----


def zip_of(files, mode=0o644):
    """A zip of these files, with the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2026, 11, 20, 21, 30, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16
            archive.writestr(entry, data)
    return out.getvalue()


def tar_of(files, folder):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode, entry.mtime = len(data), 0o644, int(DUE.timestamp())
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def bomb():
    """Little to download, 300 MiB to unpack."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("bot.py", program(PYTHON, "f"))
        with archive.open("zeros", "w") as zeros:
            for _ in range(300):
                zeros.write(bytes(1 << 20))
    return out.getvalue()


# ---- the hand-ins ----


def good(number, language, script):
    """The files of a hand-in that plays; how they are packed goes by its number."""
    files = {
        "python": {"bot.py": program(PYTHON, script)},
        "two files": {"bot.py": program(PYTHON_OF_TWO_FILES, ""), "strategy.py": program(STRATEGY, script)},
        "run": {"run": RUN.encode(), "player.py": program(PYTHON, script)},
        "javascript": {"bot.js": program(JAVASCRIPT, script)},
        "java": {"Bot.java": program(JAVA, script)},
        "c": {"bot.c": program(C, script)},
        "c++": {"bot.cpp": program(CPP, script), "Makefile": MAKEFILE.encode()},
    }[language]
    return [
        lambda: files,
        lambda: {"bot.zip": zip_of({**files, "read me.txt": "Größe: 3 × 3\n".encode()})},
        lambda: {"my bot (final).zip": zip_of({**{f"walls-main/{name}": data for name, data in files.items()},
                                               "__MACOSX/walls-main/._bot": b"\0\5\26\7"}, 0o755)},
        lambda: {"bot.tar.gz": tar_of(files, "walls-bot")},
    ][number % 4]()


def broken(kind):
    damaged = zip_of({"bot.py": program(PYTHON, "f"), "notes.txt": bytes(range(256)) * 40})
    return {
        "compile": {"bot.cpp": f"#error {MARKUP}\nint main() {{ return undeclared_name; }}\n".encode(), "Makefile": MAKEFILE.encode()},
        "crash": {"bot.py": f"raise RuntimeError({FORMULA!r})\n".encode()},
        "sleep": {"bot.py": b"import time\ntime.sleep(1_000_000)\n"},
        "nonsense": {"bot.js": program(JAVASCRIPT, "f").replace(b'"forward"', b'"somersault"')},
        "build loop": {"Makefile": b"bot:\n\twhile :; do :; done\n"},
        "damaged": {"bot.zip": damaged[:len(damaged) // 2]},
        "outside": {"bot.zip": zip_of({"bot.py": program(PYTHON, "f"), "../../evil.py": b"evil\n"})},
        "nothing": {"Report.pdf": b"%PDF-1.4\n% what I would have written\n", "<b>picture<b>.png": b"\x89PNG\r\n\x1a\n"},
    }[kind]


BROKEN = ["compile", "crash", "sleep", "nonsense", "build loop", "damaged", "outside", "nothing"]
LANGUAGES = ["two files", "python", "java", "c++", "run", "javascript", "c", "python", "c++", "python", "javascript"]
SCRIPTS = ["ffl", "ffr", "fl", "fffl", "frfl", "fr", "ffrfl", "l"]
GROUPS = [("Team Zwölf", 3), ("Drei & Co", 2), ("Rocket", 2)]


def hand_ins():
    """30 of them, by the students in their order: 22 that play, the last of which is late, and 8 that are broken; groups are among
    those that play."""
    people = students()
    made = []
    for number in range(22):
        group, size = GROUPS[number] if number < len(GROUPS) else ("", 1)
        members, people = people[:size], people[size:]
        language = LANGUAGES[number % len(LANGUAGES)]
        made.append(HandIn(members, good(number, language, SCRIPTS[number % len(SCRIPTS)]), language, group=group))
    made[-1].late, made[-1].at = True, DUE + datetime.timedelta(hours=2, minutes=3)
    for kind in BROKEN:
        made.append(HandIn([people.pop(0)], broken(kind), broken=kind))
    return made
