"""An adapter's process alone, over pipes: the test plays the referee."""
import json
import subprocess

CLOCK = {"left_ms": 1000, "used_ms": 0}


class DrivenAdapter:
    """For a TestCase that has a folder."""

    def begin(self, command, environment, hello, patience):
        """`hello`: the adapter's first message."""
        errors = (self.folder / "stderr").open("w+")
        self.process = subprocess.Popen(command, text=True, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=errors)
        self.patience = patience
        self.addCleanup(errors.close)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.kill)
        self.assertEqual({"type": "hello", "protocol": 1, **hello}, json.loads(self.process.stdout.readline()))

    def say(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def answer_to(self, match, turn, view):
        self.say(type="turn", match=match, turn=turn, view=view, clock=CLOCK)
        answer = json.loads(self.process.stdout.readline())
        self.assertEqual(("move", match, turn), (answer["type"], answer["match"], answer["turn"]))
        return answer["move"]

    def leave(self):
        """Ends the input; returns the adapter's standard error."""
        self.process.stdin.close()
        self.assertEqual(0, self.process.wait(self.patience))
        self.assertEqual("", self.process.stdout.read())
        return (self.folder / "stderr").read_text()
