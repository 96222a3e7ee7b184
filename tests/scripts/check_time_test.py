"""scripts/check-time on a small tree: who reads a clock of the kernel, or has a timer of Asio's, is told, with what to take instead."""
import unittest

from small_tree import SmallTree


class CheckTime(SmallTree):
    SCRIPT = "check-time"

    def told(self, line, path="referee/match/seat.cpp"):
        self.write(path, f"#include <chrono>\n\n{line}\n")
        code, said = self.check()
        self.assertEqual(1, code, line)
        self.assertIn(f"{path}:3: ", said)
        return said

    def test_each_way_to_read_a_clock_is_told(self):
        for line in ("const auto now = std::chrono::steady_clock::now();", "return std::chrono::system_clock::now();",
                     "using Clock = std::chrono::high_resolution_clock;", "const auto seconds = std::time(nullptr);", "srand(time(NULL));",
                     "::clock_gettime(CLOCK_MONOTONIC, &time);", "clock_gettime( CLOCK_REALTIME_COARSE, &time);",
                     "gettimeofday(&time, nullptr);"):
            self.assertIn("from the Clock of the loop", self.told(line))

    def test_programs_of_other_languages_are_held_to_it_too(self):
        self.told("long now(void) { return time(NULL); }", "bindings/c/now.c")

    def test_a_timer_of_asio_is_told(self):
        for line in ("#include <boost/asio/steady_timer.hpp>", "boost::asio::system_timer timer_;"):
            self.assertIn("take Timer", self.told(line))

    def test_randomness_of_the_system_is_told(self):
        for line in ("std::random_device seed;", "RAND_bytes(bytes, 16);", "::getrandom(bytes, 16, 0);"):
            self.assertIn("random_seed()", self.told(line))
        self.write("referee/match/seat.cpp", "std::mt19937_64 random(seed);\n")
        self.assertEqual((0, ""), self.check())

    def test_the_clock_itself_processor_time_and_words_pass(self):
        self.write("referee/base/kernel_time.h", "inline TimePoint kernel_now() { return std::chrono::steady_clock::now(); }\n")
        self.write("referee/loop/clock.h", "Waker<boost::asio::steady_timer> monotonic_waker_;\n")
        self.write("tests/match/seat_test.cpp", "const auto began = std::chrono::steady_clock::now();\n")
        self.write("referee/match/seat.cpp",
                   "// not steady_clock::now()\n"
                   "::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);\n"
                   "const auto seconds = std::chrono::system_clock::to_time_t(kernel_utc());\n"
                   'log("steady_clock");\n'
                   "connection.time(0);\n")
        self.assertEqual((0, ""), self.check())


if __name__ == "__main__":
    unittest.main()
