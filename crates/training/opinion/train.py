"""Teaches the reader whether a text is for or against a brand: see README.md."""

import io
import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import zstandard
from safetensors.numpy import load_file
from safetensors.torch import save_file
from tokenizers import BertWordPieceTokenizer
from torch import nn

MODELS = Path("crates/lens/models")
LABELS = Path("crates/training/labels")
DATA = Path("../shared/data/open")
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

CLASSES = ["negative", "neutral", "positive"]
MARK, START, END = 103, 101, 102
MOST_TOKENS, MOST_MOOD_TOKENS, MOST_NAMES = 160, 80, 8
RANK, DROPOUT = 8, 0.1
SEEDS, FOLDS = (1, 2), 5

tokenizer = BertWordPieceTokenizer(str(MODELS / "reader-vocabulary.txt"), lowercase=True)
reader = load_file(MODELS / "reader-int8.safetensors")


# --- Data


def rows(name):
    path = DATA / f"{name}.jsonl.zst"
    with path.open("rb") as file:
        text = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(file)
        return [json.loads(line) for line in io.TextIOWrapper(text, "utf-8")]


def labels(name):
    return [json.loads(line) for line in (LABELS / name).read_text().splitlines()]


def tokens(text, brand, most=MOST_TOKENS):
    """Word pieces with a mark for each name of the brand; of a long text those nearest to a name."""
    parts = re.split(rf"(?<!\w){re.escape(brand)}(?:'s)?(?!\w)", text, flags=re.I) if brand else [text]
    pieces = []
    for number, part in enumerate(parts):
        pieces += [MARK] if number else []
        pieces += tokenizer.encode(part, add_special_tokens=False).ids
    names = [at for at, piece in enumerate(pieces) if piece == MARK][:MOST_NAMES]
    if len(pieces) > most - 2 and names:
        kept = set()
        for distance in range(1, most):
            wider = {at for name in names for at in range(name - distance, name + distance + 1)}
            wider = {at for at in wider if 0 <= at < len(pieces)}
            if len(wider) > most - 2:
                break
            kept = wider
        pieces = [piece for at, piece in enumerate(pieces) if at in kept]
    return [START] + pieces[: most - 2] + [END]


def mention(row):
    truth = [0.0, 0.0, 0.0]
    if row["sentiment"] == "mixed":
        truth = [0.3, 0.4, 0.3]
    elif row["sentiment"] == "neutral":
        truth[1] = 1.0
    else:
        share = 1.0 if row["strength"] == 2 else 0.85
        truth[CLASSES.index(row["sentiment"])] = share
        truth[1] = 1.0 - share
    text = f"{row['title']}\n{row['text']}".strip()
    return {"tokens": tokens(text, row["brand"]), "truth": truth, "post": row.get("post")}


def further_mentions():
    posts = {row["id"]: row for row in rows("posts")}
    for label in labels("mentions.jsonl"):
        post = posts[label["post"]]
        yield {**label, "title": post["title"], "text": post["selftext"] or ""}


def moods():
    found = []
    for row in rows("sentiment_goemotions"):
        label = row["label"] or row["label_full"]
        if label is not None:
            truth = [float(label == name) for name in CLASSES]
            found.append({"tokens": tokens(row["text"], "[NAME]", MOST_MOOD_TOKENS), "truth": truth})
    for row in rows("sentiment_valence"):
        valence = 1.3 * row["valence"] / 4
        truth = np.array([max(0, -valence), max(0, 1 - abs(valence)), max(0, valence)])
        truth = (truth / truth.sum()).tolist()
        found.append({"tokens": tokens(row["text"], None, MOST_MOOD_TOKENS), "truth": truth})
    random.Random(1).shuffle(found)
    return found


# --- The reader with an adapter


def numbers(name):
    if f"{name}|q" in reader:
        scales = reader[f"{name}|s"].astype(np.float32).reshape(-1, 1)
        return torch.tensor(reader[f"{name}|q"].astype(np.float32) * scales)
    return torch.tensor(reader[name].astype(np.float32))


def word_rows():
    """The file has no rows of pieces that no text has."""
    lines = (MODELS / "reader-vocabulary.txt").read_text().splitlines()
    is_used = torch.tensor([not line.startswith("[unused") for line in lines])
    words = torch.zeros(len(lines), 384)
    words[is_used] = numbers("embeddings.word_embeddings.weight")
    return words


class Adapted(nn.Module):
    """A matrix of the reader plus the product of two narrow ones."""

    def __init__(self, name, rank=RANK):
        super().__init__()
        weights = numbers(f"{name}.weight")
        self.register_buffer("weights", weights)
        self.bias = nn.Parameter(numbers(f"{name}.bias"))
        self.down = nn.Parameter(torch.randn(rank, weights.shape[1]) * 0.02)
        self.up = nn.Parameter(torch.zeros(weights.shape[0], rank))

    def forward(self, x):
        return F.linear(x, self.weights + 2.0 * self.up @ self.down, self.bias)


def norm(name):
    layer = nn.LayerNorm(384, eps=1e-12)
    layer.weight.data, layer.bias.data = numbers(f"{name}.weight"), numbers(f"{name}.bias")
    return layer


MATRICES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mixed": "attention.output.dense",
    "inner": "intermediate.dense",
    "outer": "output.dense",
}
NORMS = {"attention_norm": "attention.output.LayerNorm", "norm": "output.LayerNorm"}


class Layer(nn.Module):
    def __init__(self, number, ranks):
        super().__init__()
        for part, name in MATRICES.items():
            setattr(self, part, Adapted(f"encoder.layer.{number}.{name}", ranks.get(part, RANK)))
        for part, name in NORMS.items():
            setattr(self, part, norm(f"encoder.layer.{number}.{name}"))

    def forward(self, x, is_token):
        texts, length, _ = x.shape
        heads = lambda t: t.view(texts, length, 12, 32).transpose(1, 2)
        parts = heads(self.query(x)), heads(self.key(x)), heads(self.value(x))
        seen = F.scaled_dot_product_attention(*parts, attn_mask=is_token[:, None, None, :])
        seen = self.mixed(seen.transpose(1, 2).reshape(texts, length, 384))
        x = self.attention_norm(x + F.dropout(seen, DROPOUT, self.training))
        change = self.outer(F.gelu(self.inner(x)))
        return self.norm(x + F.dropout(change, DROPOUT, self.training))


class AdaptedReader(nn.Module):
    def __init__(self, ranks={}):
        super().__init__()
        kind = numbers("embeddings.token_type_embeddings.weight")[0]
        self.register_buffer("words", word_rows())
        self.register_buffer("places", numbers("embeddings.position_embeddings.weight") + kind)
        self.embedding_norm = norm("embeddings.LayerNorm")
        self.mark = nn.Parameter(torch.zeros(384))
        self.layers = nn.ModuleList(Layer(number, ranks) for number in range(6))

    def forward(self, texts, head):
        length = max(map(len, texts))
        ids = torch.zeros(len(texts), length, dtype=torch.long)
        for at, text in enumerate(texts):
            ids[at, : len(text)] = torch.tensor(text)
        ids = ids.to(DEVICE)
        is_token, is_name = ids != 0, ids == MARK
        x = self.words[ids] + self.places[:length] + is_name[..., None] * self.mark
        x = F.dropout(self.embedding_norm(x), DROPOUT, self.training)
        for layer in self.layers:
            x = layer(x, is_token)
        # A text about a brand is judged where it names it.
        counted = torch.where(is_name.any(1, keepdim=True), is_name, is_token).float()
        mean = (x * counted[..., None]).sum(1) / counted.sum(1, keepdim=True)
        return head(mean)


class OpinionReader(AdaptedReader):
    def __init__(self):
        super().__init__()
        self.sentiment, self.mood = nn.Linear(384, 3), nn.Linear(384, 3)


# --- Training


def batches(samples, epochs, size, seed):
    shuffled = random.Random(seed)
    for _ in range(epochs):
        order = samples[:]
        shuffled.shuffle(order)
        yield from (order[at : at + size] for at in range(0, len(order) - size // 2, size))


def fit(net, head, all_batches, rate):
    """Ends with the running mean of the weights of the second half, if a judgement of brands is learnt."""
    all_batches = list(all_batches)
    weights = [weight for weight in net.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=rate, weight_decay=0.01)
    mean = None
    net.train()
    for at, batch in enumerate(all_batches):
        done = at / len(all_batches)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, 10 * done + 0.01) * max(0.02, 1 - done)
        with torch.autocast(DEVICE, torch.bfloat16):
            said = net([sample["tokens"] for sample in batch], head)
        truth = torch.tensor([sample["truth"] for sample in batch], device=DEVICE)
        loss = F.cross_entropy(said.float(), truth, label_smoothing=0.02)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        if head is net.sentiment and done >= 0.5:
            if mean is None:
                mean = [weight.detach().clone() for weight in weights]
            for average, weight in zip(mean, weights):
                average.lerp_(weight.detach(), 0.02)
    for average, weight in zip(mean or [], weights):
        weight.data.copy_(average)


def shares(net, head, samples):
    net.eval()
    with torch.no_grad():
        parts = [
            net([sample["tokens"] for sample in samples[at : at + 256]], head).float().softmax(1)
            for at in range(0, len(samples), 256)
        ]
    return torch.cat(parts).cpu().numpy()


def macro_f1(truth, said):
    scores = [2 * ((truth == k) & (said == k)).sum() / ((truth == k).sum() + (said == k).sum()) for k in range(3)]
    return float(np.mean(scores))


def taught_moods(seed, texts):
    torch.manual_seed(seed)
    net = OpinionReader().to(DEVICE)
    kept_out, learnt = texts[:2500], texts[2500:]
    fit(net, net.mood, batches(learnt, 2, 128, seed), 1e-3)
    truth = np.array([np.argmax(text["truth"]) for text in kept_out])
    figure = macro_f1(truth, shares(net, net.mood, kept_out).argmax(1))
    print(f"seed {seed}: GoEmotions {figure:.3f}", flush=True)
    net.sentiment.load_state_dict(net.mood.state_dict())
    return net


def learn_opinions(net, samples, seed):
    torch.manual_seed(seed)
    fit(net, net.sentiment, batches(samples, 6, 32, seed), 5e-4)


# --- What is written


def folds():
    """Shares of each open mention by adapters that were not trained with its post."""
    open_rows = rows("mentions")
    open_mentions = [mention(row) for row in open_rows]
    further = [mention(row) for row in further_mentions()]
    written = [mention(row) for row in labels("written_opinions.jsonl")]
    posts = sorted({sample["post"] for sample in open_mentions})
    random.Random(5).shuffle(posts)
    fold_of = {post: at % FOLDS for at, post in enumerate(posts)}
    texts = moods()
    total = np.zeros((len(open_mentions), 3))
    for seed in SEEDS:
        net = taught_moods(seed, texts)
        start = {name: weight.clone() for name, weight in net.state_dict().items()}
        for fold in range(FOLDS):
            net.load_state_dict(start)
            learnt = [sample for sample in open_mentions if fold_of[sample["post"]] != fold]
            unseen = [at for at, sample in enumerate(open_mentions) if fold_of[sample["post"]] == fold]
            learn_opinions(net, learnt + further + written, 10 * seed + fold)
            total[unseen] += shares(net, net.sentiment, [open_mentions[at] for at in unseen])
    total /= len(SEEDS)
    classes = {"negative": 0, "positive": 2}
    truth = np.array([classes.get(row["sentiment"], 1) for row in open_rows])
    print(f"macro-F1 {macro_f1(truth, total.argmax(1)):.3f}")
    lines = [{"id": row["id"], "shares": np.round(share, 4).tolist()} for row, share in zip(open_rows, total)]
    (LABELS / "opinion_folds.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def rounded(matrix):
    scales = (matrix.abs().amax(1, keepdim=True) / 127).clamp(min=1e-8).half().float()
    return (matrix / scales).round().clamp(-127, 127).to(torch.int8), scales[:, 0].half()


def adapter(net, heads=("sentiment",)):
    kept = {"mark": net.mark}
    named = {"embeddings.LayerNorm": net.embedding_norm} | {head: getattr(net, head) for head in heads}
    for number, layer in enumerate(net.layers):
        for part, name in NORMS.items():
            named[f"encoder.layer.{number}.{name}"] = getattr(layer, part)
        for part, name in MATRICES.items():
            matrix, name = getattr(layer, part), f"encoder.layer.{number}.{name}"
            kept[f"{name}.bias"] = matrix.bias
            kept[f"{name}.down|q"], kept[f"{name}.down|s"] = rounded(matrix.down.detach())
            kept[f"{name}.up|q"], kept[f"{name}.up|s"] = rounded(2.0 * matrix.up.detach())
    for name, layer in named.items():
        kept[f"{name}.weight"], kept[f"{name}.bias"] = layer.weight, layer.bias
    narrow = lambda tensor: tensor if tensor.dtype == torch.int8 else tensor.half()
    return {name: narrow(tensor.detach()).cpu().contiguous() for name, tensor in kept.items()}


def ship():
    """The adapters that lens has, taught with everything."""
    samples = [mention(row) for row in rows("mentions")]
    samples += [mention(row) for row in further_mentions()]
    samples += [mention(row) for row in labels("written_opinions.jsonl")]
    texts = moods()
    for seed in SEEDS:
        net = taught_moods(seed, texts)
        learn_opinions(net, samples, seed)
        save_file(adapter(net), MODELS / f"opinion-{seed}.safetensors")


if __name__ == "__main__":
    {"folds": folds, "ship": ship}[sys.argv[1]]()
