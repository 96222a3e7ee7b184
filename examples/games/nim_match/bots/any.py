"""Takes any number of sticks from any heap."""
import random
import sys

for line in sys.stdin:
    heaps = [int(word) for word in line.split()]
    heap = random.choice([heap for heap, size in enumerate(heaps) if size])
    print(heap, random.randint(1, heaps[heap]), flush=True)
