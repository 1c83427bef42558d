"""What `spatialtunnel probe --fast` measures, in vectorised float32 numpy: O(n d), one layer in memory at a time.

    python3 probe_numpy.py FILE.npz

Prints one JSON document: seconds, loading included, and the numbers, so that the two can be held against each other.
"""

import json
import sys
import time

import numpy as np

CATEGORIES = ["left", "right", "above", "below", "far", "close"]


def cosine(a, b):
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def measure(delta, categories):
    norms = np.sqrt(np.einsum("ij,ij->i", delta, delta))
    raw, unit, counts = [], [], []
    for category in CATEGORIES:
        rows = np.flatnonzero(categories == category)
        vectors = delta[rows]
        raw.append(vectors.sum(0))
        unit.append((1 / norms[rows]) @ vectors)
        counts.append(len(rows))
    coherence = []
    for p in (0, 2, 4):
        total, n = unit[p] - unit[p + 1], counts[p] + counts[p + 1]
        coherence.append(float((total @ total - n) / (n * (n - 1))))
    entanglement = [
        (cosine(raw[p], raw[r]) + cosine(raw[p + 1], raw[r + 1]) - cosine(raw[p], raw[r + 1]) - cosine(raw[p + 1], raw[r])) / 4
        for p, r in ((0, 2), (0, 4), (2, 4))
    ]
    signed = [cosine(raw[p] - raw[p + 1], raw[r] - raw[r + 1]) for p, r in ((0, 2), (0, 4), (2, 4))]
    similarity = [[cosine(a, b) for b in raw] for a in raw]
    return {"coherence": coherence, "entanglement": entanglement, "signed": signed, "similarity": similarity}


def main():
    began, worked = time.perf_counter(), time.process_time()
    with np.load(sys.argv[1], allow_pickle=False) as file:
        layers = sorted(int(name[7:]) for name in file.files if name.startswith("delta_L"))
        result = {k: measure(file[f"delta_L{k}"], file[f"categories_L{k}"]) for k in layers}
    cpu = time.process_time() - worked
    print(json.dumps({"seconds": time.perf_counter() - began, "cpuSeconds": cpu, "layers": result}))


if __name__ == "__main__":
    main()
