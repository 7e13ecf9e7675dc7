"""Milliseconds a text in onnxruntime on one core, to be run beside `cargo run --release -p lens --example read_speed`."""

import argparse
import time
from pathlib import Path

import numpy as np
import onnxruntime

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--work", type=Path, default=Path("target/reader"))
parser.add_argument("--runs", type=int, default=30)
options = parser.parse_args()

settings = onnxruntime.SessionOptions()
settings.intra_op_num_threads = 1
settings.inter_op_num_threads = 1


def milliseconds(session, ids):
    start = time.perf_counter()
    session.run(None, {"input_ids": ids})
    return (time.perf_counter() - start) * 1e3


for name in ("reader.onnx", "reader-int8.onnx"):
    session = onnxruntime.InferenceSession(options.work / name, settings, providers=["CPUExecutionProvider"])
    for tokens in (64, 160):
        ids = np.full((1, tokens), 2000, dtype=np.int64)
        # The fastest of some runs: what the machine can do when nothing disturbs it.
        best = min(milliseconds(session, ids) for _ in range(options.runs))
        print(f"{tokens} tokens, onnxruntime, {name}: {best:.1f} ms", flush=True)
