"""referee-kit join: what `referee join` is tried with, by the same tests."""
import importlib
import sys
import unittest

from fixture.joined import JoinCase
from fixture.program import ROOT
from fixture.wasm import KIT, NODE, of_wasm

sys.path.insert(0, str(ROOT / "tests/e2e"))
# The classes of tests that ask nothing of the machine but what the kit has, too.
TRIED = {"join_test": ["WithTheRealReferee", "OneProcessAMatch"], "join_connection_test": ["LostConnections", "Tokens"],
         "join_start_test": ["InASeries", "GettingReady"]}
# A bot that prints a hello of several lines is told less.
NOT_THERE = {"test_a_pretty_printed_hello_is_explained": None}


def traced_by_kit(tests):
    """The tests of a trace with the kit as the program that writes it."""
    def run(test, *words, code=0):
        done = test.spawn(NODE, KIT / "cli.js", *words)
        done.wait()
        test.assertEqual(code, done.code, done.err)
        return done

    return type("KitTraces", (tests,), {"run_referee": run, "__module__": __name__})


def of_kit(tests):
    """These tests with the kit as the program that dials in."""
    return of_wasm(type("Kit" + tests.__name__, (tests,), {"JOIN": [NODE, KIT / "cli.js", "join"], "__module__": __name__, **NOT_THERE}))


for module, names in TRIED.items():
    for name in names:
        tests = of_kit(getattr(importlib.import_module(module), name))
        assert issubclass(tests, JoinCase)
        globals()[tests.__name__] = tests
KitTraces = of_wasm(traced_by_kit(importlib.import_module("trace_test").Join))
del tests

if __name__ == "__main__":
    unittest.main(verbosity=2)
