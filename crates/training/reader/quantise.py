"""4. Rounds the reader to one byte a weight, a scale for each row: the file that lens embeds."""

import torch
from encoder import arguments, note, sha256
from safetensors.torch import load_file, save_file

options = arguments(__doc__).parse_args()

# Smaller matrices are not worth a rounding.
LEAST_NUMBERS = 20_000

rounded = {}
for name, value in load_file(options.work / "reader.safetensors").items():
    if value.dim() == 2 and value.numel() > LEAST_NUMBERS:
        scale = value.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        rounded[f"{name}|q"] = (value / scale).round().clamp(-127, 127).to(torch.int8).contiguous()
        rounded[f"{name}|s"] = scale[:, 0].half().contiguous()
    elif not name.startswith("intent."):
        rounded[name] = value.half().contiguous()
path = options.work / "reader-int8.safetensors"
save_file(rounded, path)
note(options.work, f"quantise: {path.stat().st_size} bytes, sha256 {sha256(path)}")
