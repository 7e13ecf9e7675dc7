"""5. Leaves out of the rounded reader what no text can reach: pieces called [unused…], far positions."""

import sys

import numpy as np
from safetensors.numpy import load_file, save_file

# The longest that is read: a company and a post together.
POSITIONS = 320

vocabulary, source, target = sys.argv[1:]
with open(vocabulary) as file:
    is_used = np.array([not line.startswith("[unused") for line in file])
reader = load_file(source)
for part in "qs":
    words, places = (f"embeddings.{kind}_embeddings.weight|{part}" for kind in ("word", "position"))
    if len(reader[words]) == len(is_used):
        reader[words] = np.ascontiguousarray(reader[words][is_used])
    reader[places] = np.ascontiguousarray(reader[places][:POSITIONS])
save_file(reader, target)
