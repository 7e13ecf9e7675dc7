"""6. How well the folds' cosines rank each company's posts: nDCG@10 and P@5, companies with three leads or more."""

import collections
import math
from pathlib import Path

import numpy as np
from encoder import arguments, note, read_rows

parser = arguments(__doc__)
parser.add_argument("--vectors", type=Path, help="another folds.npz")
options = parser.parse_args()
options.work.mkdir(parents=True, exist_ok=True)

path = options.vectors or options.work / "folds.npz"
folds = np.load(path)
rows = [row for name in ("leads", "leads_more") for row in read_rows(options.data / f"{name}.jsonl.zst")]
grade_of = {(row["qid"], row["id"]): row["grade"] for row in rows}


def gain(grades):
    return sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(grades[:10]))


by_company = collections.defaultdict(list)
for company, post, cosine in zip(folds["qid"], folds["id"], folds["cosine"]):
    by_company[company].append((-cosine, grade_of[company, post]))
orders = [[grade for _, grade in sorted(posts, key=lambda post: post[0])] for posts in by_company.values()]
orders = [grades for grades in orders if sum(grade >= 2 for grade in grades) >= 3]
if orders:
    ndcg = np.mean([gain(grades) / gain(sorted(grades, reverse=True)) for grades in orders])
    precision = np.mean([sum(grade >= 2 for grade in grades[:5]) / 5 for grades in orders])
    note(options.work, f"measure: {path.name}, {len(orders)} companies, nDCG@10 {ndcg:.3f}, P@5 {precision:.3f}")
else:
    note(options.work, f"measure: {path.name} has no company with three leads")
