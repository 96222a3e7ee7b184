"""Request lines for programs that know the rules: games of sampled moves, the same everywhere, and damaged ones."""
import json
import pathlib
import random
import subprocess

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "bench/fuzz/corpus/requests"
GAMES = {
    "walls": {}, "planets": {"map": "corners_ghosts"}, "snake": {"maze": ["#######", "#o$!T _", "# # # #", "#######"]},
    "battleship": {}, "superball": {"deal": "secret"}, "lightcycle": {"size": 12, "starts": [[[0, 0], [5, 5]], [[2, 2], [9, 0]]]},
}
SALT = "0123456789abcdef" * 2
TURNS = 40


def seeded_games(answer, seeds, games=GAMES, salt=SALT):
    """The request lines of the first turns of games, and what `answer`, a function of a line, says to each: views of all, events, legal
    moves, scores and sampled moves."""
    lines, answers = [], []

    def ask(**request):
        lines.append(json.dumps(request).encode())
        answers.append(answer(lines[-1]))
        return json.loads(answers[-1])

    for game in games:
        for seed in seeds:
            told = ask(game=game, options=GAMES[game], seed=seed, salt=salt, views=True, legal=True, sample=seed)
            while not told["over"] and told["turn"] < TURNS:
                told = ask(position=told["position"], turns=[told["sample"]], views=True, legal=True, sample=told["turn"])
    return lines, answers


def records(answer, referee, folder):
    """Makes a true record of each game in `folder`, by `referee step`; gives their paths. `answer`: as above."""
    for game, options in GAMES.items():
        _, answers = seeded_games(answer, [0], [game], salt="")
        moves = "".join(json.dumps(json.loads(told)["sample"]) + "\n" for told in answers[:-1])
        words = [word for key, value in options.items() for word in ("--option", f"{key}={value if isinstance(value, str) else json.dumps(value)}")]
        file = folder / f"{game}.jsonl"
        subprocess.run([referee, "step", game, *words, "--record", file], input=moves, text=True, stdout=subprocess.DEVNULL, check=True)
        yield file


def damaged(texts, count):
    """Texts with a few bytes changed, cut or doubled."""
    chance = random.Random(45)
    for _ in range(count):
        text = bytearray(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            kind = chance.randrange(3)
            if kind == 0:
                text[at] = chance.randrange(256)
            elif kind == 1 and len(text) > 8:
                del text[at:at + chance.randint(1, 6)]
            else:
                text[at:at] = text[at:at + 8]
        yield bytes(text)


def fuzzed_lines(folders=(CORPUS,)):
    """The lines of the inputs that the fuzzer of the C library begins with, or has found (bench/fuzz)."""
    return [line for folder in folders for file in sorted(pathlib.Path(folder).iterdir()) for line in file.read_bytes().split(b"\n") if line]
