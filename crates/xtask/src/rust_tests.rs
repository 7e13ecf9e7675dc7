//! `cargo xtask test`: builds every Rust test once and runs the binaries, with two retries.
//!
//! The plain test harness is used because it needs nothing installed: building nextest in a fresh
//! clone costs more minutes than it saves. All packages are built by one call of cargo, so that
//! dependencies get one set of features and are compiled once.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

/// A test executable that cargo has built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestBinary {
    pub package: String,
    pub target: String,
    pub executable: PathBuf,
    /// Where cargo runs it: the folder of its package.
    pub folder: PathBuf,
}

/// What one run of a test binary came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestRun {
    pub passed: usize,
    pub failed: BTreeSet<String>,
    /// Tests that failed and then passed when they ran again, alone.
    pub retried: BTreeSet<String>,
    /// The binary ended without a summary: it crashed or was killed.
    pub is_cut_off: bool,
}

#[derive(Deserialize)]
struct CargoMessage {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<CargoTarget>,
    profile: Option<CargoProfile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct CargoTarget {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct CargoProfile {
    test: bool,
}

/// Builds all tests of the workspace, and benches too, for their lints. What cargo says goes to standard
/// error as usual; what it says of the binaries is returned and understood by [`binaries`].
pub fn build(root: &Path) -> Result<String, String> {
    let mut cargo = Command::new("cargo");
    for name in OF_THIS_TASK {
        cargo.env_remove(name);
    }
    let mut child = cargo
        .args([
            "test",
            "--locked",
            "--workspace",
            "--all-targets",
            "--no-run",
        ])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    let output = child.stdout.take().ok_or("cargo has no output")?;
    let announced = std::io::read_to_string(output).map_err(|error| error.to_string())?;
    let status = child.wait().map_err(|error| error.to_string())?;
    if status.success() {
        Ok(announced)
    } else {
        Err("The tests do not compile.".to_owned())
    }
}

/// What `cargo run` says of the package that it runs. A dependency that asks for its own name is compiled
/// anew when it sees another one, and everything that uses it too.
const OF_THIS_TASK: [&str; 8] = [
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_LINKS",
    "CARGO_PKG_NAME",
    "CARGO_PKG_VERSION",
    "CARGO_PKG_VERSION_MAJOR",
    "CARGO_PKG_VERSION_MINOR",
    "CARGO_PKG_VERSION_PATCH",
    "CARGO_PKG_VERSION_PRE",
];

/// The test binaries that cargo has announced, one JSON object in each line.
pub fn binaries(announced: &str) -> Vec<TestBinary> {
    announced.lines().filter_map(test_binary).collect()
}

/// The test binary that a line of cargo's JSON announces, if it does.
fn test_binary(line: &str) -> Option<TestBinary> {
    let message: CargoMessage = serde_json::from_str(line).ok()?;
    let target = message.target?;
    let is_built_to_test = message.reason == "compiler-artifact" && message.profile?.test;
    let is_bench = target.kind.iter().any(|kind| kind == "bench");
    let folder = message.manifest_path?.parent()?.to_owned();
    (is_built_to_test && !is_bench).then_some(TestBinary {
        package: folder.file_name()?.to_string_lossy().into_owned(),
        target: target.name,
        executable: message.executable?,
        folder,
    })
}

/// Runs a binary with the arguments of the test harness, then up to twice more what has failed. Its
/// output goes to `log` as it is.
pub fn run(binary: &TestBinary, arguments: &[OsString], log: &mut dyn Write) -> TestRun {
    let mut run = run_once(binary, arguments, log);
    for _ in 0..RETRIES {
        if run.failed.is_empty() {
            break;
        }
        // One after the other, so that they do not disturb each other.
        let mut again: Vec<OsString> = vec!["--exact".into(), "--test-threads=1".into()];
        again.extend(run.failed.iter().map(OsString::from));
        run = run.then(run_once(binary, &again, log));
    }
    run
}

/// A machine that stops for some seconds can fail a test twice in a row.
const RETRIES: usize = 2;

impl TestRun {
    /// Both runs as one, the second being of what failed in the first.
    fn then(mut self, second: Self) -> Self {
        let passed = self.failed.difference(&second.failed).cloned();
        self.retried.extend(passed);
        Self {
            passed: self.passed + second.passed,
            retried: self.retried,
            failed: second.failed,
            is_cut_off: self.is_cut_off || second.is_cut_off,
        }
    }
}

/// Where the compiler's own libraries are: the tests of a macro are linked with them, and cargo, which
/// tells others where they are, may not have started this.
fn standard_library() -> Option<String> {
    let asked = Command::new("rustc").arg("--print=target-libdir").output();
    let folder = String::from_utf8(asked.ok()?.stdout).ok()?;
    Some(folder.trim().to_owned())
}

fn run_once(binary: &TestBinary, arguments: &[OsString], log: &mut dyn Write) -> TestRun {
    let output = Command::new(&binary.executable)
        .args(arguments)
        .current_dir(&binary.folder)
        .env("CARGO_MANIFEST_DIR", &binary.folder)
        .envs(standard_library().map(|folder| ("LD_LIBRARY_PATH", folder)))
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            let _ = writeln!(
                log,
                "{} did not start: {error}",
                binary.executable.display()
            );
            return TestRun {
                is_cut_off: true,
                ..TestRun::default()
            };
        }
    };
    let _ = log.write_all(&output.stdout);
    let _ = log.write_all(&output.stderr);
    read_output(&String::from_utf8_lossy(&output.stdout))
}

/// Reads what the harness printed: `test name ... ok`, then a summary.
fn read_output(output: &str) -> TestRun {
    let mut run = TestRun {
        is_cut_off: true,
        ..TestRun::default()
    };
    let mut in_failures = false;
    for line in output.lines() {
        if line.starts_with("test result: ") {
            run.is_cut_off = false;
            let passed = line
                .split(". ")
                .nth(1)
                .and_then(|rest| rest.split(' ').next());
            run.passed = passed.and_then(|count| count.parse().ok()).unwrap_or(0);
        } else if line == "failures:" {
            // Comes twice: before the outputs, and before the plain list, which stays.
            in_failures = true;
            run.failed.clear();
        } else if let Some(name) = line.strip_prefix("    ").filter(|_| in_failures) {
            run.failed.insert(name.to_owned());
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_cargo_names_a_test_binary_only_if_it_is_one() {
        let line = |kind: &str, is_test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/crates/billing/Cargo.toml","target":{{"name":"billing","kind":["{kind}"]}},"profile":{{"test":{is_test}}},"executable":"/t/billing-1"}}"#
            )
        };

        let found = test_binary(&line("lib", true)).map(|it| (it.package, it.target, it.folder));

        let expected = (
            "billing".to_owned(),
            "billing".to_owned(),
            PathBuf::from("/w/crates/billing"),
        );
        assert_eq!(found, Some(expected));
        assert_eq!(test_binary(&line("lib", false)), None);
        assert_eq!(test_binary(&line("bench", true)), None);
        assert_eq!(
            test_binary(r#"{"reason":"build-finished","success":true}"#),
            None
        );
    }

    #[test]
    fn failed_tests_are_read_from_the_plain_list_at_the_end() {
        let output = "running 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\n\nfailures:\n\n---- a::c stdout ----\n    indented by the test\n\nfailures:\n    a::c\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n";

        let run = read_output(output);

        assert_eq!(run.passed, 1);
        assert_eq!(run.failed, BTreeSet::from(["a::c".to_owned()]));
        assert!(!run.is_cut_off);
    }

    #[test]
    fn what_passes_at_a_later_attempt_is_named_and_not_failed() {
        let run = |passed, failed: &[&str]| TestRun {
            passed,
            failed: failed.iter().map(ToString::to_string).collect(),
            ..TestRun::default()
        };

        let all = run(5, &["a", "b"]).then(run(1, &["b"])).then(run(1, &[]));

        assert_eq!((all.passed, all.failed.len()), (7, 0));
        let retried = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
        assert_eq!(all.retried, retried);
    }

    #[test]
    fn a_run_without_a_summary_was_cut_off() {
        assert!(read_output("running 2 tests\ntest a ... ok\n").is_cut_off);
    }
}
