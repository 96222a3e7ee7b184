"""Variants of a good file, for trying out what is refused."""
import copy

REMOVE = object()


def changed(good, *changes):
    """`good` with each (path, value) in place: ("entrants.2.name", "x"); a list's next number appends, REMOVE removes."""
    config = copy.deepcopy(good)
    for path, value in changes:
        *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        at = config
        for key in parents:
            at = at[key]
        if value is REMOVE:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return config
