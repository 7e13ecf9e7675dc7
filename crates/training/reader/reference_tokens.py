"""Tokens by the reference tokeniser: a text a line in, a line of numbers out.

`cargo xtask judge` compares lens's own with them.
"""

import argparse
import sys
from pathlib import Path

from tokenizers import BertWordPieceTokenizer

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--vocabulary", type=Path, default=Path("crates/lens/models/reader-vocabulary.txt"))
options = parser.parse_args()

# A title a line, as `training titles` writes them: the data is read in one place.
tokenizer = BertWordPieceTokenizer(str(options.vocabulary), lowercase=True, strip_accents=True)
tokenizer.enable_truncation(max_length=160)
for title in sys.stdin:
    print(*tokenizer.encode(title.rstrip("\n")).ids)
