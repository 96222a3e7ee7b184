"""A sample bot against a referee that the test plays, over the bot's pipes or over TCP."""
import os
import pathlib
import subprocess
import tempfile

from fixture.case import RefereeCase
from fixture.fake_referee import FakeReferee, Piped
from fixture.program import ROOT, sample_bot

CPP_BOTS = ["planets_greedy", "planets_planner"]
CPP_BOTS += ["lightcycle_dumb", "lightcycle_smart"]
CPP_BOTS += ["snake_random", "snake_right_hand", "snake_search"]
CPP_BOTS += ["walls_random", "walls_search"]
CPP_BOTS += ["sb_play", "sb_play2", "sb_play3", "sb_best"]
CPP_BOTS += ["battleship_random", "battleship_hunt"]
GAMES = ("planets", "lightcycle", "snake", "walls", "superball", "battleship")
PYTHON_BOTS = [game + "_random.py" for game in GAMES]
OWN_PROTOCOL = ["walls_protocol.py"]  # without referee.py
KITS = ["random_bot.js", "RandomBot.java", "random_bot.c"]  # each plays all games
NEW_MATCH = {"features": ["new_match"]}  # of the hello of a bot that plays several matches in one process
DIALLING_BOTS = CPP_BOTS + ["random_bot.js"]  # the others use join.py
_folder = tempfile.TemporaryDirectory()

# Bots take their settings from these.
for variable in [name for name in os.environ if name.startswith("REFEREE_")]:
    del os.environ[variable]


def command_of(bot, *options):
    if bot.endswith(".java"):
        return java_command(bot, *options)
    if bot.endswith(".c"):
        return [c_program(ROOT / "sample_bots/c" / bot), *options]
    return [*(["/usr/bin/python3"] if bot.endswith(".py") else []), sample_bot(bot), *options]


def java_command(bot, *options):
    """The command of the compiled bot. With it Referee.java beside it is compiled."""
    source = ROOT / "sample_bots/java" / bot
    return [*java_program(source), *options]


def java_program(source, libraries=ROOT / "sample_bots/java"):
    """The command that starts that source, which is compiled at the first call; it finds Referee in `libraries`."""
    classes = pathlib.Path(_folder.name, source.stem)
    if not classes.exists():
        path = os.pathsep.join([str(source.parent), str(libraries)])
        quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]  # of a compiler that runs for a second
        subprocess.run(["javac", *quick, "--release", "11", "-Xlint:all", "-Werror", "-sourcepath", path, "-d", classes, source], check=True)
    return ["java", "-cp", classes, source.stem]


def c_program(source, compiler=("clang-19", "-std=c99")):
    """The program of that source, which is compiled at the first call, without a warning; it finds referee.h."""
    program = pathlib.Path(_folder.name, f"{source.stem}_of_{source.suffix[1:]}")
    if not program.exists():
        warnings = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror"]
        subprocess.run([*compiler, "-O1", *warnings, "-I", ROOT / "sample_bots/c", "-o", program, source], check=True)
    return program


class BotCase(RefereeCase):
    def setUp(self):
        super().setUp()
        self.environment = {}

    def launch(self, command, **environment):
        return self.spawn(*command, stdin=subprocess.PIPE, environment=environment)

    def launch_peer(self, command):
        process = self.launch(command)
        return process, Piped(process)

    def server(self):
        server = FakeReferee()
        self.addCleanup(server.close)
        return server

    def assert_exit(self, process, code):
        """Waits for the end; what the process wrote to its standard error."""
        self.assertEqual(code, process.wait().code, process.err)
        return process.err
