"""The generator's log of its turns (answer_log.h), and the figures to check a referee with."""
import collections
import csv

MS = 1_000_000  # nanoseconds


class OwnRow:
    """One turn. Moments are nanoseconds of the monotonic clock, 0 for an event that did not happen."""

    def __init__(self, fields):
        self.match = fields["match"]
        self.seat, self.turn, self.stamp, self.due, self.before, self.after, self.told = (
            int(fields[name]) for name in ("seat", "turn", "stamp", "due", "before", "after", "told"))
        self.exact = fields["stamped"] == "1" and fields["last"] == "1"
        self.code = fields["code"]

    @property
    def key(self):
        return self.match, self.seat, self.turn

    @property
    def sent(self):
        return self.after != 0

    @property
    def true(self):
        """Bounds of the time from the kernel's stamp of the turn's line to the send of the
        answer's last byte."""
        return self.before - self.stamp, self.after - self.stamp

    @property
    def lateness(self):
        """How late the generator itself sent the answer, after the moment in its schedule."""
        return self.before - self.due

    def excess(self, charged):
        """By how much `charged` exceeds the true time (negative: falls short of it), in nanoseconds;
        0 within the bounds that the generator knows."""
        least, most = self.true
        return max(0, charged - most) - max(0, least - charged)


def read(path):
    with open(path, newline="") as file:
        return [OwnRow(fields) for fields in csv.DictReader(file)]


def by_seat(rows):
    """Lists of rows in the order of turns, by (match, seat)."""
    seats = collections.defaultdict(list)
    for row in rows:
        seats[row.match, row.seat].append(row)
    for turns in seats.values():
        turns.sort(key=lambda row: row.turn)
    return seats


def rate(rows):
    """Answers per second from the first turn to the last answer."""
    sent = [row for row in rows if row.sent]
    return len(sent) / (max(row.after for row in sent) - min(row.stamp for row in sent)) * 1e9
