"""Teaches the reader to read a company and a post together: is the post a lead for the company?

The reader's vectors are of one text each, and a post of the same field without an opening lies as near
to a company as a lead does. An adapter that sees both texts can tell them apart.

    python crates/training/leads/train.py folds    figures on companies that the adapter never saw
    python crates/training/leads/train.py ship     the adapter that lens has
"""

import json
import random
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn

sys.path.insert(0, "crates/training/opinion")
import train as opinions  # noqa: E402  the reader with an adapter

MODELS, LABELS, DEVICE = opinions.MODELS, opinions.LABELS, opinions.DEVICE
START, END, MARK = opinions.START, opinions.END, opinions.MARK
MOST_COMPANY, MOST_POST = 72, 160
FOLDS, SEED = 5, 1
# How likely somebody who reads a post of this grade calls it a lead.
LEAD_SHARE = {0: 0.0, 1: 0.05, 2: 0.85, 3: 1.0}


def pieces(text, most):
    return opinions.tokenizer.encode(text, add_special_tokens=False).ids[:most]


def sample(company, post, grade):
    """The mark stands between the two texts; what the last layer says there is the judgement."""
    about = pieces(f"{company['one_liner']}. {company['description']}", MOST_COMPANY)
    written = pieces(f"r/{post['subreddit']}: {post['title']}\n{post['selftext'] or ''}", MOST_POST)
    share = LEAD_SHARE[grade]
    return {"tokens": [START, *about, MARK, *written, END], "truth": [1 - share, share, 0.0]}


def judgements():
    """Open rows, and those that were written to be hard: same field, no opening."""
    written = [json.loads(line) for line in (LABELS / "written_leads.jsonl").read_text().splitlines()]
    return opinions.rows("leads") + opinions.rows("leads_more"), written


def pairs(rows, strangers, seed):
    """The judged pairs, and for every fourth post a company that it has nothing to do with."""
    chance = random.Random(seed)
    companies = list({row["qid"]: row for row in rows}.values())
    found = [sample(row, row, row["grade"]) for row in rows]
    for row in rows:
        other = chance.choice(companies)
        if strangers and chance.random() < 0.25 and other["qid"] != row["qid"]:
            found.append(sample(other, row, 0))
    return found


def taught(rows, seed):
    torch.manual_seed(seed)
    net = opinions.OpinionReader().to(DEVICE)
    samples = pairs(rows, True, seed)
    opinions.fit(net, net.sentiment, opinions.batches(samples, 3, 32, seed), 5e-4)
    return net


def scores(net, samples):
    shares = opinions.shares(net, net.sentiment, samples)
    return np.log(shares[:, 1] + 1e-6) - np.log(shares[:, 0] + 1e-6)


def ranking(qids, score, grade):
    """nDCG@10 and P@5, of companies with three leads or more."""
    gains, precise = [], []
    for qid in sorted(set(qids)):
        at = np.flatnonzero(qids == qid)
        if (grade[at] >= 2).sum() < 3:
            continue
        best = at[np.argsort(-score[at])]
        gain = lambda order: ((2.0 ** grade[order[:10]] - 1) / np.log2(np.arange(2, 2 + len(order[:10])))).sum()
        gains.append(gain(best) / gain(at[np.argsort(-grade[at])]))
        precise.append((grade[best[:5]] >= 2).mean())
    return np.mean(gains), np.mean(precise)


def folds():
    read, written = judgements()
    vectors = np.load("../shared/model/reader/folds.npz", allow_pickle=True)
    fold, cosine = vectors["fold"], vectors["cosine"].astype(float)
    qids, grade = np.array([row["qid"] for row in read]), np.array([row["grade"] for row in read])
    said = np.zeros(len(read))
    for number in range(FOLDS):
        kept = [row for row, of in zip(read, fold) if of != number]
        unseen = np.flatnonzero(fold == number)
        posts = {read[at]["id"] for at in unseen}
        kept = [row for row in kept if row["id"] not in posts]
        net = taught(kept + written, 10 * SEED + number)
        said[unseen] = scores(net, pairs([read[at] for at in unseen], False, SEED))
        print(f"fold {number} is judged", flush=True)
    for name, score in [("cosine", cosine), ("adapter", said)] + [
        (f"adapter + {weight} cosine", said + weight * cosine) for weight in (5, 10, 20)
    ]:
        print(f"{name:20} nDCG@10 %.3f  P@5 %.3f" % ranking(qids, score, grade))
    np.save("target/lead_folds.npy", said)


def ship():
    read, written = judgements()
    net = taught(read + written, SEED)
    save_file(opinions.adapter(net), MODELS / "lead.safetensors")


if __name__ == "__main__":
    {"folds": folds, "ship": ship}[sys.argv[1]]()
