"""Teaches the reader to read a company and a post together: see README.md."""

import json
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch import nn

sys.path.insert(0, "crates/training/opinion")
import train as opinions  # noqa: E402  the reader with an adapter

MODELS, LABELS, DEVICE = opinions.MODELS, opinions.LABELS, opinions.DEVICE
START, END, MARK = opinions.START, opinions.END, opinions.MARK
# Of a long post the beginning and the end are read: what is asked often stands last.
MOST_COMPANY, POST_BEGINNING, POST_END = 120, 130, 60
RANKS = {"query": 12, "key": 12, "value": 12, "mixed": 12, "inner": 8, "outer": 8}
FOLDS, SEED, EPOCHS, BATCH, RATE = 5, 3, 4, 64, 7e-4
# How likely somebody who reads a post of this grade calls it a lead.
LEAD_SHARE = {0: 0.0, 1: 0.05, 2: 0.85, 3: 1.0}
# Posts of 2013 were judged by other readers and say less about posts of today.
OPEN_WEIGHT = 0.3
# In how many of the samples of a company with keywords these are part of its text.
WITH_KEYWORDS = 0.7
POSTS_OF_OTHERS = 100


# --- Data


def judgements():
    """The open rows, and those that were written to be hard: same field, no opening."""
    written = opinions.labels("written_leads.jsonl")
    keywords = {row["qid"]: row["keywords"] for row in opinions.labels("written_keywords.jsonl")}
    for row in written:
        row["keywords"] = keywords.get(row["qid"])
    return opinions.rows("leads") + opinions.rows("leads_more"), written


def pieces(text):
    return opinions.tokenizer.encode(text, add_special_tokens=False).ids


def company_text(company, with_keywords=True):
    said = f"{company['one_liner'].rstrip('.')}. {company['description']}"
    keywords = company.get("keywords") if with_keywords else None
    return f"{said} {', '.join(keywords)}" if keywords else said


def post_text(post):
    return f"r/{post['subreddit']}: {post['title']}\n{post['selftext'] or ''}"


def pair(company, post, with_keywords=True):
    """The mark stands between the two texts; what the last layer says there is the judgement."""
    written = pieces(post_text(post))
    if len(written) > POST_BEGINNING + POST_END:
        written = written[:POST_BEGINNING] + written[-POST_END:]
    return [START, *pieces(company_text(company, with_keywords))[:MOST_COMPANY], MARK, *written, END]


def samples(rows, net, seed):
    """The judged pairs, and pairs of a post with companies that it was not written for.

    Somebody who looks for something else in the same words is the hardest to tell, so posts of leads get
    three other companies, half of them near the post, though not the nearest: those it could be a lead for.
    """
    chance = random.Random(seed)
    companies = list({row["qid"]: row for row in rows}.values())
    near = nearest(net, [post_text(row) for row in rows], [company_text(row, False) for row in companies])
    found = []
    for row, others in zip(rows, near):
        is_open = "keywords" not in row
        is_told = chance.random() < WITH_KEYWORDS
        weight = OPEN_WEIGHT if is_open else 1.0
        found.append((pair(row, row, is_told), LEAD_SHARE[row["grade"]], weight))
        count = (chance.random() < 0.25) if is_open else 3 if row["grade"] >= 2 else 1
        for _ in range(count):
            other = companies[chance.choice(others)] if chance.random() < 0.5 else chance.choice(companies)
            if other["qid"] != row["qid"]:
                found.append((pair(other, row, is_told), 0.0, 1.0))
    return found


def nearest(net, posts, companies):
    """The companies that lie nearest to each post, without the first four."""
    cosines = vectors(net, posts) @ vectors(net, companies).T
    return cosines.argsort(1, descending=True)[:, 4:40].tolist()


def vectors(net, texts):
    """Of texts without a mark, by a net that has learnt nothing yet: those of the reader."""
    net.eval()
    with torch.no_grad():
        parts = [
            net([[START, *pieces(text)[:158], END] for text in texts[at : at + 256]], nn.Identity())
            for at in range(0, len(texts), 256)
        ]
    return F.normalize(torch.cat(parts), dim=1)


# --- Training


class LeadReader(opinions.AdaptedReader):
    def __init__(self):
        super().__init__(RANKS)
        self.lead = nn.Linear(384, 1)


def batches(rows, seed):
    """Texts of about one length come together."""
    chance = random.Random(seed)
    for _ in range(EPOCHS):
        chance.shuffle(rows)
        groups = []
        for at in range(0, len(rows), 16 * BATCH):
            some = sorted(rows[at : at + 16 * BATCH], key=lambda row: len(row[0]))
            groups += [some[begin : begin + BATCH] for begin in range(0, len(some), BATCH)]
        chance.shuffle(groups)
        yield from groups


def taught(rows, seed):
    """Ends with the running mean of the weights of the second half."""
    torch.manual_seed(seed)
    net = LeadReader().to(DEVICE)
    all_batches = list(batches(samples(rows, net, seed), seed))
    weights = [weight for weight in net.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01)
    mean = None
    net.train()
    for at, batch in enumerate(all_batches):
        done = at / len(all_batches)
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, 10 * done + 0.01) * max(0.02, 1 - done)
        texts, shares, counts = zip(*batch)
        with torch.autocast(DEVICE, torch.bfloat16):
            said = net(texts, net.lead)[:, 0]
        truth = torch.tensor(shares, device=DEVICE) * 0.98 + 0.01
        losses = F.binary_cross_entropy_with_logits(said.float(), truth, reduction="none")
        optimiser.zero_grad(set_to_none=True)
        (losses * torch.tensor(counts, device=DEVICE)).mean().backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        if done >= 0.5:
            if mean is None:
                mean = [weight.detach().clone() for weight in weights]
            torch._foreach_lerp_(mean, [weight.detach() for weight in weights], 0.02)
    for average, weight in zip(mean, weights):
        weight.data.copy_(average)
    return net


def odds(net, texts):
    net.eval()
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    said = np.zeros(len(texts))
    with torch.no_grad():
        for begin in range(0, len(order), 256):
            some = order[begin : begin + 256]
            said[some] = net([texts[at] for at in some], net.lead)[:, 0].float().cpu().numpy()
    return said


# --- What is written


def fold(number):
    """What an adapter says of companies that it never saw: of their own posts, and of some of the
    others', as a search brings them."""
    read, written = judgements()
    companies = sorted({row["qid"] for row in written})
    random.Random(5).shuffle(companies)
    unseen = set(companies[number::FOLDS])
    net = taught(read + [row for row in written if row["qid"] not in unseen], 10 + number)
    held = [row for row in written if row["qid"] in unseen]
    lines = []
    chance = random.Random(7)
    for company in sorted(unseen):
        own = [row for row in held if row["qid"] == company]
        others = chance.sample([row for row in held if row["qid"] != company], POSTS_OF_OTHERS)
        said = odds(net, [pair(own[0], row) for row in own + others])
        for row, value in zip(own + others, said):
            grade = row["grade"] if row["qid"] == company else 0
            lines.append({"company": company, "post": row["id"], "grade": grade, "fold": number, "odds": round(value, 3)})
    return lines


def folds():
    lines = [line for number in range(FOLDS) for line in fold(number)]
    (LABELS / "lead_folds.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def ship():
    """The adapter that lens has, taught with everything."""
    read, written = judgements()
    net = taught(read + written, SEED)
    save_file(opinions.adapter(net, ("lead",)), MODELS / "lead.safetensors")


if __name__ == "__main__":
    {"folds": folds, "ship": ship}[sys.argv[1]]()
