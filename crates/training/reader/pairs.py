"""2. Teaches the encoder Reddit: a title must find its own body among 192 (InfoNCE)."""

import random

import torch
import torch.nn.functional as F
from encoder import POST_TOKENS, TITLE_TOKENS, Reader, arguments, note, read_rows, seed_all, sha256, train
from safetensors.torch import save_file

parser = arguments(__doc__)
parser.add_argument("--batch", type=int, default=192)
options = parser.parse_args()

seed_all(1)
pairs = read_rows(options.work / "pairs.jsonl")
random.Random(1).shuffle(pairs)
model = Reader(options.work, options.work / "model.safetensors").to(options.device)


def loss_of_step(step):
    batch = pairs[step * options.batch : (step + 1) * options.batch]
    titles = model.encode([pair["title"] for pair in batch], TITLE_TOKENS)
    bodies = model.encode([pair["body"] for pair in batch], POST_TOKENS)
    scores = titles @ bodies.T * 20
    own = torch.arange(len(batch), device=scores.device)
    return (F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)) / 2


steps = min(len(pairs) // options.batch, options.steps or len(pairs))
train(model, loss_of_step, steps, rate=2e-5)
save_file(model.state_dict(), options.work / "pairs.safetensors")
note(options.work, f"pairs: {steps} steps of {options.batch}, sha256 {sha256(options.work / 'pairs.safetensors')}")
