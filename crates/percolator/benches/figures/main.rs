//! `make bench`: what matching takes, beside engines of its kind and beside its own first step.
//!
//! Peers are measured in the same run, on the same texts and in turns, in CPU time of the thread;
//! the machine may be slow and busy, so it is the ratios that are judged. Before a peer is timed,
//! its results are compared with ours. By itself: `cargo bench --package percolator`, with names of
//! figures behind `--` to measure only those.

mod changes;
mod cpu_time;
mod growth;
mod naive;
mod peers;
mod phrases;
#[path = "../../../earshot/benches/figures/report.rs"]
mod report;
mod texts;
mod workload;

use std::io;
use std::process::ExitCode;

use report::{Row, say};
use workload::Workload;

// As in the product's binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Figure = (&'static str, fn(&Workload) -> Vec<Row>);

const FIGURES: [Figure; 3] = [
    ("phrases", phrases::measure),
    ("growth", growth::measure),
    ("changes", changes::measure),
];

fn main() -> ExitCode {
    // Cargo passes `--bench` to every benchmark.
    let names: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| name != "--bench")
        .collect();
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    let workload = Workload::new();
    say(io::stderr(), &workload.description());
    let mut rows = Vec::new();
    for (name, measure) in FIGURES.into_iter().filter(|(name, _)| is_chosen(name)) {
        say(io::stderr(), &format!("measuring {name} …"));
        rows.extend(measure(&workload));
    }
    say(io::stdout(), &report::table(&rows));
    ExitCode::SUCCESS
}
