"""Leaves heaps whose exclusive or is 0, if it can; else it takes one stick."""
import functools
import operator
import sys

for line in sys.stdin:
    heaps = [int(word) for word in line.split()]
    rest = functools.reduce(operator.xor, heaps)
    moves = [(heap, size - (size ^ rest)) for heap, size in enumerate(heaps) if size ^ rest < size]
    heap, sticks = moves[0] if moves else (heaps.index(max(heaps)), 1)
    print(heap, sticks, flush=True)
