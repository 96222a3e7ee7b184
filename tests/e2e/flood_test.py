"""Unknown connections and floods during a tournament, which must not affect the other bots."""
import unittest

from fixture.tournament import TournamentCase, all_dialled, walls

# For a class that dials in: a mean of 50 ms per turn.
LAPTOPS = {"kind": "mean", "ms": 50, "burst_ms": 3000, "lag_credit_ms": 100, "measure": "wall", "init_ms": 86400000}


class Floods(TournamentCase):
    def serve_laptops(self, *entrants, **more):
        self.serve({**walls(2, all_dialled(*entrants)), "clock": LAPTOPS, **more})

    def test_garbage_of_strangers_disturbs_nobody(self):
        names = ["anna", "bert", "cleo", "dora"]
        self.serve_laptops(*names)
        garbage = [b'\x01\xff{"type":[[[[\n' * 1500, b"[" * 300_000, b"\n" * 200, b"\0" * 100_000, b"GET / HTTP/1.1\r\n\r\n"]

        def pester():
            for number in range(60):
                self.dial().write(garbage[number % len(garbage)])

        pester()
        for name in names:
            self.polite(name)
        pester()
        self.finish()
        self.assert_no_faults(*names)

    # An entrant that floods loses its own turns and its connection.
    def test_entrant_that_floods_harms_nobody_else(self):
        names = ["anna", "bert", "cleo", "dora", "emil"]
        self.serve_laptops(*names, "flora", no_show_ms=300)
        for name in names:
            self.polite(name)
        flora = self.join("flora")
        turn = flora.next("turn")
        flora.write("!\n" * 3000)
        while flora.next() is not None:  # the last message may be lost, as the bot did not read
            pass
        self.finish()
        self.assert_no_faults(*names)
        flooded = self.record_of(turn["match"])
        seat = flooded.seat_of("flora")
        verdicts = flooded.verdicts(seat)
        self.assertEqual((9, "flood"), (len(verdicts), verdicts[-1]))
        self.assertLessEqual({*verdicts}, {"malformed", "flood"})
        self.assertEqual({"ok"}, {*flooded.verdicts(1 - seat)})


if __name__ == "__main__":
    unittest.main()
