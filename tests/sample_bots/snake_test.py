"""The bots of Snake Labyrinth with real processes: whole paths and single steps."""

import unittest

from bot_case import BotCase, command_of
from snake_game import Snake

HANDOUT = ("#####", "o $ _", "#####")
ISLAND = ("#########", "#       #", "# o     #", "#   #   _", "#########")


class SnakeTest(BotCase):
    def answers(self, maze, bot, *options, turns=100):
        """Plays one game, until the exit; returns the answers and the points."""
        process, peer = self.launch_peer(command_of(bot, *options))
        peer.next()
        game = Snake(maze)
        peer.say(type="start", match="m", game="snake", seat=0, players=["a"], setup=game.setup())
        given = []
        while game.games == 0 and len(given) < turns:
            given.append(peer.ask("m", len(given), game.view())["move"])
            self.assertIsNone(game.play(given[-1]))
        process.close_input()
        self.assert_exit(process, 0)
        return given, game.last_points if game.games else 0

    def test_walks_the_handout_s_path(self):
        for command in (["snake_right_hand"], ["snake_search"], ["snake_search", "--no-body", "--nodes", "100"]):
            with self.subTest(command=command):
                self.assertEqual(self.answers(HANDOUT, *command), (["EEEE"], 1006))

    def test_follows_the_wall_the_same_way_step_by_step(self):
        for maze in (HANDOUT, ISLAND):
            whole, points = self.answers(maze, "snake_right_hand")
            steps, same_points = self.answers(maze, "snake_right_hand", "--step-by-step")
            self.assertEqual((len(whole), set(map(len, steps))), (1, {1}))
            self.assertEqual((whole[0], points), ("".join(steps), same_points))

    def test_random_steps_come_one_by_one_or_all_at_once(self):
        steps, _ = self.answers(HANDOUT, "snake_random", "--seed", "1", turns=20)
        self.assertEqual(set(map(len, steps)), {1})
        whole, points = self.answers(HANDOUT, "snake_random", "--seed", "1", "--whole-path")
        self.assertEqual(len(whole), 1)
        self.assertGreater(points, 0)
        self.assertEqual(whole, self.answers(HANDOUT, "snake_random", "--seed", "1", "--whole-path")[0])

    def test_without_a_body_a_coin_in_a_dead_end_is_worth_it(self):
        maze = ("#####", "o$  _", "## ##", "##$##", "#####")
        search = ["snake_search", "--nodes", "1000"]  # a time would end on a busy machine before the search
        self.assertEqual(self.answers(maze, *search)[0], ["EEEE"])
        self.assertEqual(self.answers(maze, *search, "--no-body"), (["EESSNNEE"], 1012))

    def test_a_maze_without_a_way_out_is_played_on(self):
        for bot in ("snake_random", "snake_right_hand", "snake_search"):
            with self.subTest(bot=bot):
                process, peer = self.launch_peer(command_of(bot))
                peer.next()
                game = Snake(("###", "#o#", "##_"))
                peer.say(type="start", match="m", game="snake", seat=0, players=["a"], setup=game.setup())
                for turn in range(3):
                    self.assertEqual(peer.ask("m", turn, game.view())["move"], "N")  # refused, but legal
                process.close_input()
                self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
