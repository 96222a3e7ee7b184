"""Programs that break the contract, each in a way of its own: hostile.py WAY."""

import json
import os
import signal
import sys
import time

from loop import say

WAYS = {}
MANY_EVENTS = "x" * 4_000_000
HELLO = {"type": "hello", "rules_program": 1, "name": "hostile", "version": 1}


def way(function):
    WAYS[function.__name__] = function
    return function


def before_hello(function):
    """A way that says hello itself, if at all."""
    function.says_hello = True
    return way(function)


def good(request):
    """An answer with which the match goes on."""
    return {"id": request["id"], "to_move": [0], "view": {"n": request["id"]}}


def raw(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answering(request, **keys):
    say(good(request) | keys)


def in_steps(answer):
    """A way whose answer to "new" is good."""

    def both(request):
        answer(request) if request["type"] == "step" else say(good(request))

    both.__name__ = answer.__name__
    return way(both)


@before_hello
def starts_with_words():
    raw("Loading the rules...\n")


@before_hello
def says_nothing():
    time.sleep(1000)


@before_hello
def ends_at_once():
    raise ValueError("no board")


@before_hello
def is_another_game():
    say(HELLO | {"name": "chess"})


@before_hello
def is_another_version():
    say(HELLO | {"version": 2})


@before_hello
def speaks_another_protocol():
    say(HELLO | {"rules_program": 2})


@before_hello
def says_goodbye():
    say(HELLO | {"type": "bye"})


@in_steps
def writes_without_end(request):
    while True:
        raw("x" * 4095 + "\n")


@in_steps
def writes_answers_without_end(request):
    while True:
        answering(request)


@in_steps
def writes_one_line_without_end(request):
    while True:
        raw("x" * 65536)


@in_steps
def answers_with_100_mib(request):
    answering(request, view="x" * (100 * 1024 * 1024))


@in_steps
def has_a_view_of_2_mib(request):
    answering(request, view="x" * (2 * 1024 * 1024))


@in_steps
def is_silent(request):
    time.sleep(1000)


@in_steps
def stops_in_a_line(request):
    raw('{"id": ')
    time.sleep(1000)


@in_steps
def is_busy(request):
    while True:
        pass


@in_steps
def raises(request):
    raise KeyError("lost")


@in_steps
def exits(request):
    sys.exit(3)


@in_steps
def kills_itself(request):
    os.kill(os.getpid(), signal.SIGKILL)


@in_steps
def closes_its_output(request):
    os.close(1)
    time.sleep(1000)


@in_steps
def forks_without_end(request):
    children = []
    try:
        while True:
            child = os.fork()
            if child == 0:
                time.sleep(1000)
            children.append(child)
    except OSError:
        sys.exit("no more children")


@in_steps
def has_another_id(request):
    answering(request, id=request["id"] + 1)


@in_steps
def has_a_text_as_id(request):
    answering(request, id=str(request["id"]))


@in_steps
def has_no_id(request):
    say({"to_move": [0], "view": 1})


@in_steps
def answers_twice(request):
    answering(request)
    answering(request)


@in_steps
def prints_a_dict(request):
    raw(f"{good(request)}\n")


@in_steps
def prints_debug_words(request):
    raw("DEBUG here\n")
    answering(request)


@in_steps
def prints_an_empty_line(request):
    raw("\n")


@in_steps
def writes_other_bytes(request):
    sys.stdout.buffer.write(b'{"id": ' + str(request["id"]).encode() + b', "view": "\xff\xfe"}\n')
    sys.stdout.flush()


@in_steps
def nests_deeply(request):
    raw("[" * 100_000 + "]" * 100_000 + "\n")


@in_steps
def scores_nan(request):
    say({"id": request["id"], "view": 1, "scores": [float("nan"), 0]})


@in_steps
def scores_too_much(request):
    raw(f'{{"id": {request["id"]}, "view": 1, "scores": [1e999, 0]}}\n')


@in_steps
def asks_a_seat_that_is_out(request):
    answering(request)


@in_steps
def refuses_for_ever(request):
    say({"id": request["id"], "refused": [{"seat": 0, "why": "no"}]})


@in_steps
def draws_for_ever(request):
    say({"id": request["id"], "chance": [["a", 1]]})


@in_steps
def has_an_error(request):
    say({"id": request["id"], "error": "no rule for this"})


@in_steps
def has_an_error_with_its_trace(request):
    trace = 'Traceback (most recent call last):\n  File "rules.py", line 3, in play\n    board[7]\nKeyError: 7'
    say({"id": request["id"], "error": trace})


@in_steps
def tells_events_without_end(request):
    answering(request, events=[MANY_EVENTS])


@in_steps
def shows_an_integer_of_65_bits(request):
    answering(request, view={"squares": [1, 2**65]})


@in_steps
def has_a_score_that_a_double_changes(request):
    say({"id": request["id"], "view": 1, "scores": [2**53 + 1, 2**53]})


@way
def is_never_over(request):
    say(good(request))


@way
def refuses_to_begin(request):
    say({"id": request["id"], "error": "size must be odd"})


@way
def dies_at_every_7th_request(request):
    dies_at_every_7th_request.seen = getattr(dies_at_every_7th_request, "seen", 0) + 1
    if dies_at_every_7th_request.seen == 7:
        os.abort()
    say(good(request))


@way
def fills_standard_error(request):
    sys.stderr.write("x" * 1024 * 1024 + "\n")
    over = {"to_move": [], "scores": [1, 0]} if request["id"] > 20 else {}
    say(good(request) | over)


@way
def has_another_course_each_time(request):
    answering(request, view=time.monotonic_ns())


def main():
    chosen = WAYS[sys.argv[1]]
    if hasattr(chosen, "says_hello"):
        chosen()
        return
    say(HELLO)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] != "end":
            chosen(request)


main()
