"""Nothing of the simulation is in the programs that are shipped: a program whose secrets follow from a seed has none.
Usage: world_is_not_shipped_test.py WORLD_TEST PROGRAM..."""
import pathlib
import sys
import unittest

MARK = b"the randomness of this simulation was never seeded"


class WorldIsNotShipped(unittest.TestCase):
    def test_only_the_test_has_the_randomness_of_a_seed(self):
        world, *programs = map(pathlib.Path, sys.argv[1:])
        self.assertIn(MARK, world.read_bytes())
        for program in programs:
            self.assertNotIn(MARK, program.read_bytes(), program)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
