"""Writes the shipped reader as ONNX, in f32 and with int8 weights, for comparing with onnxruntime only."""

from pathlib import Path

import torch
from encoder import Reader, arguments, note
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file, save_file

parser = arguments(__doc__)
parser.add_argument("--reader", type=Path, default=Path("crates/lens/models/reader-int8.safetensors"))
options = parser.parse_args()

plain = {}
rounded = load_file(options.reader)
for name, value in rounded.items():
    if name.endswith("|q"):
        name = name.removesuffix("|q")
        plain[name] = value.float() * rounded[f"{name}|s"].float()[:, None]
    elif not name.endswith("|s"):
        plain[name] = value.float()
save_file(plain, options.work / "dequantised.safetensors")


class Pooled(torch.nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids):
        hidden = self.bert(input_ids=input_ids, attention_mask=torch.ones_like(input_ids)).last_hidden_state
        return torch.nn.functional.normalize(hidden.mean(1), dim=1)


model = Reader(options.work, options.work / "dequantised.safetensors")
model.bert.config._attn_implementation = "eager"
torch.onnx.export(
    Pooled(model.bert).eval(),
    (torch.ones(1, 64, dtype=torch.long),),
    options.work / "reader.onnx",
    input_names=["input_ids"],
    output_names=["vector"],
    dynamic_axes={"input_ids": {0: "texts", 1: "tokens"}},
    opset_version=17,
    dynamo=False,
)
quantize_dynamic(options.work / "reader.onnx", options.work / "reader-int8.onnx", weight_type=QuantType.QInt8)
for name in ("reader.onnx", "reader-int8.onnx"):
    note(options.work, f"to_onnx: {name} {(options.work / name).stat().st_size} bytes")
