"""Writes what the shipped adapters say of some texts, in plain f32: `crates/lens/tests/fixtures/opinion.json`."""

import json
import math
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import BertWordPieceTokenizer

MODELS, LABELS = Path("crates/lens/models"), Path("crates/training/labels")
MARK = 103
erf = np.vectorize(math.erf)
tokenizer = BertWordPieceTokenizer(str(MODELS / "reader-vocabulary.txt"), lowercase=True)
reader = load_file(MODELS / "reader-int8.safetensors")


def numbers(file, name):
    if f"{name}|q" in file:
        return file[f"{name}|q"].astype(np.float32) * file[f"{name}|s"].astype(np.float32)[:, None]
    return file[name].astype(np.float32)


def shares(adapter, tokens):
    def norm(x, name):
        x = x - x.mean(1, keepdims=True)
        x = x / np.sqrt((x**2).mean(1, keepdims=True) + 1e-12)
        return x * numbers(adapter, f"{name}.weight") + numbers(adapter, f"{name}.bias")

    def product(x, name):
        weights = numbers(reader, f"{name}.weight")
        weights = weights + numbers(adapter, f"{name}.up") @ numbers(adapter, f"{name}.down")
        return x @ weights.T + numbers(adapter, f"{name}.bias")

    ids = np.array(tokens)
    x = numbers(reader, "embeddings.word_embeddings.weight")[ids]
    x = x + numbers(reader, "embeddings.position_embeddings.weight")[: len(ids)]
    x = x + numbers(reader, "embeddings.token_type_embeddings.weight")[0]
    x = norm(x + (ids == MARK)[:, None] * numbers(adapter, "mark"), "embeddings.LayerNorm")
    for number in range(6):
        layer = f"encoder.layer.{number}"
        parts = [product(x, f"{layer}.attention.self.{part}") for part in ("query", "key", "value")]
        query, key, value = (part.reshape(len(ids), 12, 32).transpose(1, 0, 2) for part in parts)
        weights = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(32))
        seen = (weights / weights.sum(2, keepdims=True)) @ value
        seen = seen.transpose(1, 0, 2).reshape(len(ids), 384)
        x = norm(x + product(seen, f"{layer}.attention.output.dense"), f"{layer}.attention.output.LayerNorm")
        inner = product(x, f"{layer}.intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
        x = norm(x + product(inner, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    scores = numbers(adapter, "sentiment.weight") @ x[ids == MARK].mean(0) + numbers(adapter, "sentiment.bias")
    return np.exp(scores) / np.exp(scores).sum()


def tokens(row):
    pieces = []
    for number, part in enumerate(f"{row['title']}\n{row['text']}".split(row["brand"])):
        pieces += ([MARK] if number else []) + tokenizer.encode(part, add_special_tokens=False).ids
    return [101] + pieces + [102]


def main():
    adapters = [load_file(MODELS / f"opinion-{seed}.safetensors") for seed in (1, 2)]
    rows = [json.loads(line) for line in (LABELS / "written_opinions.jsonl").read_text().splitlines()]
    fixtures = []
    for row in rows[:400:27]:
        means = np.mean([shares(adapter, tokens(row)) for adapter in adapters], axis=0)
        kept = {name: row[name] for name in ("brand", "title", "text")}
        fixtures.append({**kept, "shares": [round(float(share), 4) for share in means]})
    path = Path("crates/lens/tests/fixtures/opinion.json")
    path.write_text(json.dumps(fixtures, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
