"""A class behind one address of a campus, beside one process that makes 2,000 connects a second."""
import unittest

from fixture.program import allow_many_files
from fixture.swarm import SilentFlood, Swarm
from fixture.tournament import TournamentCase, walls

CLASS = 400
CONNECTS_PER_SECOND = 2000
SLOW_HELLO = 0.1  # seconds


class Crowd(TournamentCase):
    def serve_class(self):
        """The referee's port."""
        config = walls(1, [])
        config["format"]["best_of"] = 1
        self.serve({**config, "registration": {"names_per_minute": CLASS}, "start": {"min_entrants": CLASS}})
        return int(self.address.rpartition(":")[2])

    def test_slow_hellos_get_in_and_a_class_plays_beside_a_flood_from_the_same_address(self):
        allow_many_files()
        port = self.serve_class()
        flood = SilentFlood(port, "127.0.0.1", CONNECTS_PER_SECOND)
        self.addCleanup(flood.close)
        self.until(lambda: flood.connects >= 5000)  # more than have room without a hello
        swarm = Swarm(port, "127.0.0.1")
        self.addCleanup(swarm.close)
        for _ in range(CLASS // 50):
            swarm.enter(50, SLOW_HELLO)
        self.assertEqual(([], CLASS), (swarm.refusals, swarm.welcome))
        swarm.play()
        self.assertEqual([], swarm.refusals)
        flood.close()
        self.finish()
        self.assertEqual(CLASS // 2, len(self.record_files()))
        self.assertEqual([{}] * CLASS, [row["faults_by_kind"] for row in self.standings()["standings"]])


if __name__ == "__main__":
    unittest.main()
