"""Any judge that was written for Botzone. It runs anew for each turn, and reads all turns so far.

The judge reads one line of JSON: {"log": [...], "initdata": ...}. Entries of the log are in turn its own outputs and the
answers of the bots. It writes {"command": "request", "content": {"0": request, ...}, "display": ...}, or "finish" with
the scores as content. "initdata" in its first output replaces what it was given."""
import json
import subprocess

from referee_game import Game, serve

JUDGE = ["python3", "-S", "judge.py"]  # yours, for example a program that was compiled


class Botzone(Game):
    def begin(self, options):
        self.log, self.displays = [], []
        self.asked = {seat: [] for seat in range(self.seats)}
        self.answers = {seat: [] for seat in range(self.seats)}
        self.initdata = options["initdata"] or {"seed": self.random.below(1 << 31)}
        self._judge()

    def _judge(self):
        line = json.dumps({"log": self.log, "initdata": self.initdata}, separators=(",", ":"))
        run = subprocess.run(JUDGE, input=line + "\n", capture_output=True, text=True, check=False)
        try:
            output = json.loads(run.stdout)
        except ValueError as error:
            raise RuntimeError(f"the judge wrote no JSON: {run.stdout[:200]} {run.stderr[-500:]}") from error
        self.initdata = output.pop("initdata", self.initdata) if not self.log else self.initdata
        self.log.append({"output": output, "verdict": "OK", "time": 0, "memory": 0})
        self.displays.append(output.get("display"))
        self.points = None
        if output["command"] == "finish":
            self.points = [output["content"][str(seat)] for seat in range(self.seats)]
            return
        self.requests = {int(seat): request for seat, request in output["content"].items()}
        for seat, request in self.requests.items():
            self.asked[seat].append(request)

    def to_move(self):
        return [] if self.points is not None else sorted(set(self.requests) - self.out)

    def check(self, seat, move):
        """The judge decides what a wrong response costs."""

    def play_together(self, moves):
        while True:
            entries = {}
            for seat in self.requests:
                answer = moves.get(seat)
                self.answers[seat].append(answer)
                used = {"time": self.spent_us.get(seat, 0) // 1000, "memory": 0}
                bad = "TLE" if seat in self.out else "NJ"  # NJ: no JSON, or none of the right form
                entries[str(seat)] = {"verdict": bad, **used} if answer is None else {"verdict": "OK", "response": answer, **used}
            self.log.append(entries)
            self._judge()
            if self.points is not None or self.to_move():
                return []  # the judge's requests say what the seats may know of it
            moves = {}  # only seats that the clock has taken out are left

    def view(self, reader):
        if reader.seat is None:
            return {"displays": self.displays} if reader.sees(0) else {}
        return {"requests": self.asked[reader.seat], "responses": self.answers[reader.seat]}

    def scores(self):
        return self.points or [0] * self.seats

    def outcome(self):
        return {"display": self.displays[-1]}


serve(Botzone)
