//! `cargo xtask`: the small tasks of this repository.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a task is for"
)]

use std::path::Path;
use std::process::ExitCode;

use xtask::{counts, tidy};

const COMMANDS: &str = "\
cargo xtask tidy                 check the arrows, the invariants and the papers of this checkout
cargo xtask counts NAME=LOG …    say how many tests passed and failed in each log of a test run
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        None => {
            print!("{COMMANDS}");
            ExitCode::SUCCESS
        }
        Some("tidy") => tidy(),
        Some("counts") => counts(&arguments[1..]),
        Some(unknown) => {
            eprintln!("There is no task `{unknown}`. These exist:\n{COMMANDS}");
            ExitCode::FAILURE
        }
    }
}

fn tidy() -> ExitCode {
    let tree = tidy::Tree::read(root());
    let problems = tidy::problems(&tree);
    if problems.is_empty() {
        println!("{}", tidy::all_clear(&tree));
        return ExitCode::SUCCESS;
    }
    for problem in &problems {
        println!("{problem}");
    }
    ExitCode::FAILURE
}

fn counts(runs: &[String]) -> ExitCode {
    let report = counts::report(runs, |log| std::fs::read_to_string(log));
    for complaint in &report.complaints {
        eprintln!("{complaint}");
    }
    for line in &report.lines {
        println!("{line}");
    }
    if report.complaints.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("crates/xtask lies two folders below the root")
}
