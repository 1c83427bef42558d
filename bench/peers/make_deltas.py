"""Writes an npz of deltas as the released probing tool does, stored: make_deltas.py FILE PAIRS COLUMNS LAYERS"""

import sys

import numpy as np

path, pairs, columns, layers = sys.argv[1], *map(int, sys.argv[2:5])
categories = np.tile(np.array(["left", "right", "above", "below", "far", "close"]), pairs // 6)
sign = np.where(np.arange(pairs) % 2 == 0, 1, -1).astype("f4")[:, None]
generator = np.random.default_rng(1)
axes = generator.standard_normal((3, columns), dtype="f4") / np.float32(columns) ** 0.5
arrays = {}
for k in range(layers):
    noise = generator.standard_normal((pairs, columns), dtype="f4") / np.float32(columns) ** 0.5
    arrays[f"delta_L{k}"] = noise + sign * axes[np.arange(pairs) % 6 // 2] * np.float32(0.02 * k)
    arrays[f"categories_L{k}"] = categories
np.savez(path, **arrays)
