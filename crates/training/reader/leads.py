"""3. Teaches leads, three times from different seeds, and averages the three readers."""

from encoder import arguments, note, read_rows, sha256
from lead_training import train_on_leads
from safetensors.torch import save_file

parser = arguments(__doc__)
parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
options = parser.parse_args()

rows = read_rows(options.work / "leads.jsonl")
total = None
for seed in options.seeds:
    state = train_on_leads(options.work, rows, seed, options.device, options.steps).state_dict()
    total = state if total is None else {name: total[name] + value for name, value in state.items()}
mean = {name: (value / len(options.seeds)).contiguous() for name, value in total.items()}
save_file(mean, options.work / "reader.safetensors")
companies = len({row["qid"] for row in rows})
note(options.work, f"leads: {len(rows)} judgements of {companies} companies, seeds {options.seeds}, sha256 {sha256(options.work / 'reader.safetensors')}")
