"""referee_rules.py: the same as `referee step` and `referee verify`, and environments that learners step through."""
import array
import ast
import json
import random
import subprocess
import sys
import unittest

from fixture.case import FolderCase
from fixture.program import PATIENCE, REFEREE, ROOT

PYTHON = ROOT / "bindings/python"
sys.path.insert(0, str(PYTHON))
import referee_rules  # noqa: E402
from referee_rules import AECEnv, Game, Games, ParallelEnv, Rules, RulesError, SeatEnv  # noqa: E402

WALLS = ["forward", "left", "right"]


def referee(*words, text=None):
    return subprocess.run([REFEREE, *words], input=text, capture_output=True, text=True, timeout=PATIENCE)


class SameAsTheProgram(FolderCase):
    def test_requests_have_the_answers_of_step(self):
        requests = [dict(game=game, seed=seed, sample=seed, views=True, legal=True) for game in ("walls", "snake", "superball", "battleship") for seed in (1, 2)]
        rules = Rules()
        here = [rules.ask(**request) for request in requests]
        there = referee("step", "--requests", text="\n".join(map(json.dumps, requests))).stdout
        self.assertEqual(here, [json.loads(line) for line in there.splitlines()])

    def record(self, game="superball", turns=40):
        rules, moves = Rules(1), []
        told = rules.ask(game=game, sample=0)
        while not told["over"] and len(moves) < turns:
            moves.append(told["sample"])
            told = rules.ask(position=told["position"], turns=moves[-1:], sample=len(moves))
        file = self.folder / "match.jsonl"
        done = referee("step", game, "--record", str(file), text="".join(json.dumps(move) + "\n" for move in moves))
        self.assertEqual(0, done.returncode, done.stderr)
        return file

    def test_a_record_gets_the_verdict_of_verify_also_when_it_is_damaged(self):
        file = self.record()
        text = file.read_bytes()
        rules, generator, verdicts = Rules(1), random.Random(45), set()
        files = {}
        for number in range(40):
            damaged = bytearray(text)
            for _ in range(number % 3):
                damaged[generator.randrange(len(damaged))] = generator.choice(b'0123456789"{}[],xyz\n')
            files[self.folder / f"damaged_{number:02}.jsonl"] = bytes(damaged)
        for place, damaged in files.items():
            place.write_bytes(damaged)
        done = json.loads(referee("verify", "--json", *map(str, files)).stdout)
        for told, damaged in zip(done["records"], files.values()):
            here = rules.verify(damaged)
            verdicts.add(here["status"])
            self.assertEqual({key: value for key, value in told.items() if key != "file"}, here)
        self.assertEqual({"ok", "different"}, verdicts)

    def test_a_mistake_is_an_error_with_its_text(self):
        with self.assertRaisesRegex(RulesError, "options.n: got 4, expected an odd integer"):
            Game("walls", {"n": 4})
        with self.assertRaisesRegex(RulesError, "seat: got 7"):
            Game("walls").view(7)
        with self.assertRaisesRegex(RulesError, "expected a game"):
            Rules().ask(position=1)
        with self.assertRaisesRegex(RulesError, "the game is over"):
            game = Game("snake", {"maze": ["o_"]})
            game.apply("E")
            game.apply("E")

    def test_a_clone_is_independent(self):
        game = Game("walls", {"n": 3})
        copy = game.clone()
        self.assertEqual(0, copy.apply("forward"))
        self.assertEqual(([0], [1]), (game.to_move(), copy.to_move()))
        self.assertEqual(1, copy.apply("up"))
        self.assertEqual(["up"], [json.loads(refused["fault"].rpartition(" ")[2]) for refused in copy.tell()["refused"]])

    def test_it_says_which_library_it_misses(self):
        done = subprocess.run([sys.executable, "-c", "import referee_rules"], cwd=PYTHON, env={"RULES_LIBRARY": "/nowhere/librules.so"}, capture_output=True, text=True)
        self.assertIn("/nowhere/librules.so", done.stderr.splitlines()[-1])
        self.assertIn("RULES_LIBRARY", done.stderr.splitlines()[-1])


class ManyAtOnce(unittest.TestCase):
    def played(self, games, chance, calls):
        """Everything that these calls give."""
        told = []
        for _ in range(calls):
            masks, rewards, ends = games.step_many(array.array("i", chance.choices(range(3), k=len(games.games))))
            told.append((bytes(masks), [row[:] for row in rewards], list(ends), games.movers[:], [game.view() for game in games.games]))
        return told

    def test_a_call_plays_a_turn_of_each_and_a_seed_repeats_all(self):
        told = [self.played(Games("walls", WALLS, 4, {"n": 3}, seed=seed), random.Random(2), 200) for seed in (1, 1)]
        self.assertEqual(told[0], told[1])
        over = [(step, number) for step, (_, _, ends, _, _) in enumerate(told[0][:-1]) for number in ends]
        self.assertGreater(len(over), 5)
        start = Game("walls", {"n": 3})
        for step, number in over:
            masks, rewards, ends, movers, views = told[0][step + 1]
            self.assertEqual(([0.0, 0.0], 0, start.view(), b"\1\1\1"), (rewards[number], movers[number], views[number], masks[3 * number:3 * number + 3]))

    def test_games_that_begin_anew_have_seeds_of_their_own(self):
        games = Games("superball", ["SWAP 0 0 0 1"], 3, {"rows": 5, "cols": 5}, seed=3)
        before, ended = [game.view() for game in games.games], set()
        while len(ended) < 3:
            ended |= set(games.step_many([0, 0, 0])[2])
        games.step_many([0, 0, 0])
        boards = [str(view["board"]) for view in [*before, *(game.view() for game in games.games)]]
        self.assertEqual(6, len(set(boards)), boards)

    def test_actions_may_be_any_numbers_and_there_is_one_for_each_seat_where_all_move(self):
        cycles = Games("lightcycle", [[[1, 0]], [[4, 3]]], 2, {"size": 5, "starts": [[[0, 0]], [[4, 4]]]}, by_seat=True)
        masks, rewards, ends = cycles.step_many([0, 1, 0, 1])
        self.assertEqual(([[1.0, 1.0]] * 2, []), ([row[:] for row in rewards], ends))
        self.assertEqual([[[1, 0], [4, 3]]] * 2, [game.view()["cycles"] for game in cycles.games])
        for actions in (array.array("i", [0, 1, 0, 1]), array.array("q", [0, 1, 0, 1]), bytes(16)):
            cycles.step_many(memoryview(actions).cast("i") if isinstance(actions, bytes) else actions)
        with self.assertRaisesRegex(ValueError, "actions: got 2, expected 4"):
            cycles.step_many([0, 1])
        with self.assertRaisesRegex(RulesError, "width: got 1, expected 2"):
            Games("lightcycle", [], 2, {"size": 5, "starts": [[[0, 0]], [[4, 4]]]}).step_many([0, 0])


class Environments(unittest.TestCase):
    def test_a_reset_without_a_seed_begins_another_game_each_time(self):
        boards = lambda env, seeds: [env.reset(seed=seed) or env.game.view()["board"] for seed in seeds]
        env, again = AECEnv("superball", ["SCORE 0 0"]), AECEnv("superball", ["SCORE 0 0"])
        unseeded = boards(env, [None] * 4)
        self.assertEqual(4, len(set(map(str, unseeded))))
        self.assertEqual(boards(env, [7, None, None]), boards(again, [7, None, None]), "what follows a seed follows from it")
        self.assertEqual(Game("superball", seed=env.seed).view()["board"], env.game.view()["board"])
        self.assertEqual(boards(env, [7])[0], Game("superball", seed=7).view()["board"])
        one, two = SeatEnv("walls", WALLS, {"n": 5}), SeatEnv("walls", WALLS, {"n": 5})
        self.assertEqual(*[[self.random_game(env, seed) for seed in (3, None)] for env in (one, two)])

    def random_game(self, env, seed):
        observation, _ = env.reset(seed=seed)
        told, over = [observation], False
        while not over:
            observation, _, over, _, _ = env.step(0)
            told.append(observation)
        return told

    def test_each_is_short(self):
        lengths = {node.name: node.end_lineno - node.lineno + 1 for node in ast.parse((PYTHON / "referee_rules.py").read_text()).body if isinstance(node, ast.ClassDef)}
        for name in ("AECEnv", "ParallelEnv", "SeatEnv"):
            self.assertLessEqual(lengths[name], 60, name)

    def play_aec(self, env, seed):
        """The loop of PettingZoo's documentation. Returns the sums of rewards."""
        env.reset(seed=seed)
        sums = dict.fromkeys(env.agents, 0.0)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        for agent in env.agent_iter(10_000):
            observation, reward, termination, truncation, info = env.last()
            sums[agent] += reward
            env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
        self.assertEqual([], env.agents)
        return sums

    def test_the_aec_form_plays_by_turns_and_at_once(self):
        env = AECEnv("walls", WALLS, {"n": 5})
        for seed in range(5):
            sums = self.play_aec(env, seed)
            start = Game("walls", {"n": 5}).scores()
            self.assertEqual(env.game.scores(), [start[seat] + sums[agent] for seat, agent in enumerate(env.possible_agents)])
            self.assertEqual(self.play_aec(env, seed), sums)
        cycles = AECEnv("lightcycle", [[[1, 0]], [[4, 3]], [[0, 1]], [[3, 4]]], {"size": 5, "starts": [[[0, 0]], [[4, 4]]]})
        cycles.reset()
        self.assertEqual("seat_0", cycles.agent_selection)
        cycles.step(0)
        self.assertEqual(("seat_1", 0), (cycles.agent_selection, cycles.game.tell()["turn"]), "the turn waits for both")
        cycles.step(1)
        self.assertEqual((1, {"seat_0": 1.0, "seat_1": 1.0}), (cycles.game.tell()["turn"], cycles.rewards))

    def test_the_mask_has_the_legal_actions_of_who_is_to_move(self):
        cells = [[row, col] for row in range(5) for col in range(5)]
        env = AECEnv("battleship", cells, {"size": 5, "ships": [2]})
        env.reset()
        env.step(None)
        env.step(None)  # the rules place the ships
        env.step(4)
        self.assertEqual([0] * 25, env.observe("seat_0")["action_mask"])
        env.step(0)
        self.assertEqual([int(cell != 4) for cell in range(25)], env.observe("seat_0")["action_mask"])

    def test_an_agent_that_is_out_has_no_action(self):
        env = AECEnv("snake", ["E"], {"maze": ["o_"]})
        env.reset()
        env.step(0)
        self.assertEqual((True, {"seat_0": 999.0}), (env.last()[2], env.rewards))
        with self.assertRaises(ValueError):
            env.step(0)
        env.step(None)
        self.assertEqual([], env.agents)

    def test_the_parallel_form_plays_at_once_and_by_turns(self):
        env = ParallelEnv("lightcycle", [[[1, 0]], [[4, 3]], [[9, 9]]], {"size": 5, "starts": [[[0, 0]], [[4, 4]]]})
        observations, infos = env.reset(seed=1)
        self.assertEqual(set(env.possible_agents), set(observations) & set(infos))
        observations, rewards, terminations, truncations, infos = env.step({"seat_0": 0, "seat_1": 1})
        self.assertEqual([[1, 0], [4, 3]], observations["seat_0"]["observation"]["cycles"])
        self.assertEqual({"seat_0": False, "seat_1": False}, terminations)
        observations, rewards, terminations, truncations, infos = env.step({"seat_0": 2, "seat_1": 2})
        self.assertEqual(({"seat_0": True, "seat_1": True}, []), (terminations, env.agents))
        walls = ParallelEnv("walls", WALLS)
        walls.reset()
        walls.step({"seat_0": 0, "seat_1": 2})
        self.assertEqual([1, 0], [player["bricks"] for player in walls._aec.game.view()["players"]], "only seat 0 was to move")

    def test_one_seat_plays_against_others(self):
        env = SeatEnv("walls", WALLS, {"n": 5}, seat=1, others=lambda observed: 0)
        observation, info = env.reset(seed=3)
        self.assertEqual(1, observation["observation"]["mover"])
        self.assertEqual(1, observation["observation"]["players"][0]["bricks"], "seat 0 has moved")
        total, over = 0.0, False
        while not over:
            observation, reward, over, truncated, info = env.step(2)
            total += reward
            self.assertFalse(truncated)
        self.assertEqual(-1.0, total, "who only turns loses: 1 at the start, 0 at the end")

    def test_one_seat_alone_is_a_gymnasium_environment(self):
        env = SeatEnv("planets", list("UDLR."), {"map": "corners_ghosts"}, encode=lambda view, seat: view["ship"]["location"])
        observation, info = env.reset(seed=1)
        self.assertEqual([1] * 5, observation["action_mask"])
        over = False
        while not over:
            observation, reward, over, truncated, info = env.step(env.action_space.sample())
        self.assertEqual([0] * 5, observation["action_mask"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
