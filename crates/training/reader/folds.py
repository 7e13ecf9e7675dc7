"""5. Five readers, each trained without a fifth of the companies and their posts, read that fifth.

The shipped reader has seen nearly every judgement. Figures, fusion, line, intent and side are
made from these vectors only.
"""

import zlib

import numpy as np
import torch
from encoder import COMPANY_TOKENS, POST_TOKENS, arguments, company_text, note, post_text, read_rows, sha256
from lead_training import train_on_leads

parser = arguments(__doc__)
parser.add_argument("--folds", type=int, default=5)
parser.add_argument("--rows", type=int, help="only the first rows, to try the script out")
options = parser.parse_args()

rows = read_rows(options.work / "leads.jsonl")[: options.rows]
fold_of = np.array([zlib.crc32(row["qid"].encode()) % options.folds for row in rows], dtype=np.uint8)
posts = np.zeros((len(rows), 384), dtype=np.float32)
companies = {}


@torch.no_grad()
def read(model, texts, most_tokens):
    model.eval()
    batches = [model.encode(texts[at : at + 128], most_tokens) for at in range(0, len(texts), 128)]
    return torch.cat(batches).cpu().numpy()


for fold in sorted(set(fold_of.tolist())):
    own = np.flatnonzero(fold_of == fold)
    own_posts = {rows[at]["id"] for at in own}
    known = [row for row, at in zip(rows, fold_of) if at != fold and row["id"] not in own_posts]
    model = train_on_leads(options.work, known, 1 + fold, options.device, options.steps)
    posts[own] = read(model, [post_text(rows[at]) for at in own], POST_TOKENS)
    first_rows = {rows[at]["qid"]: rows[at] for at in own}
    vectors = read(model, [company_text(row) for row in first_rows.values()], COMPANY_TOKENS)
    companies |= dict(zip(first_rows, vectors))

np.savez_compressed(
    options.work / "folds.npz",
    qid=[row["qid"] for row in rows],
    id=[row["id"] for row in rows],
    fold=fold_of,
    post=posts.astype(np.float16),
    company_qid=list(companies),
    company=np.array(list(companies.values()), dtype=np.float16),
    cosine=np.array([companies[row["qid"]] @ post for row, post in zip(rows, posts)], dtype=np.float32),
)
note(options.work, f"folds: {len(rows)} rows, {options.folds} folds, sha256 {sha256(options.work / 'folds.npz')}")
