//! Counts passed and failed tests in the logs of the test runners.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

/// How the last line of `cargo xtask test` begins.
pub const TOTAL_OF_A_RUN: &str = "all tests: ";

/// The result of a test run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TestCount {
    pub passed: usize,
    pub failed: usize,
    /// Failed at first and passed when they ran again. The goal is none.
    pub retried: usize,
}

/// One line per counted run, and a sentence for each error.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CountReport {
    pub lines: Vec<String>,
    pub errors: Vec<String>,
}

/// Counts every run given as `name=log`; `read` opens a log.
pub fn report(runs: &[String], read: impl Fn(&str) -> io::Result<String>) -> CountReport {
    let mut report = CountReport::default();
    let mut counted = BTreeMap::new();
    if runs.is_empty() {
        report
            .errors
            .push("Name at least one run, as in `sqlite=sqlite.log`.".into());
    }
    for run in runs {
        match count_run(run, &read) {
            Err(error) => report.errors.push(error),
            Ok((name, count)) => {
                report.lines.push(format!("{name}: {count}"));
                report.errors.extend(error_of(name, count));
                counted.insert(name, count);
            }
        }
    }
    report.errors.extend(engine_difference(&counted));
    report
}

/// The total that `cargo xtask test` prints, else the sum of all summaries; none if there is none.
pub fn count(log: &str) -> Option<TestCount> {
    let log = without_colours(log);
    // A log of `cargo xtask test` also holds the harness's summaries, which count a test that passed
    // when it ran again as failed.
    log.lines()
        .find_map(total_of_a_run)
        .or_else(|| log.lines().filter_map(summary).reduce(TestCount::plus))
}

impl TestCount {
    fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            retried: self.retried + other.retried,
        }
    }
}

impl fmt::Display for TestCount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        match self.retried {
            0 => Ok(()),
            retried => write!(out, ", {retried} of them only when they ran again"),
        }
    }
}

fn count_run(
    run: &str,
    read: impl Fn(&str) -> io::Result<String>,
) -> Result<(&str, TestCount), String> {
    let (name, path) = run
        .split_once('=')
        .ok_or_else(|| format!("`{run}` is not of the form name=log."))?;
    let log = read(path).map_err(|error| format!("{name}: cannot read {path}: {error}"))?;
    let count = count(&log).ok_or_else(|| format!("{name}: {path} holds no summary of tests."))?;
    Ok((name, count))
}

fn error_of(name: &str, count: TestCount) -> Option<String> {
    match count {
        TestCount {
            failed: 0,
            passed: 0,
            ..
        } => Some(format!("{name}: no test ran.")),
        TestCount { failed: 0, .. } => None,
        TestCount { failed, .. } => Some(format!("{name}: {failed} failed.")),
    }
}

/// The same suite runs on both engines, so a difference means that tests were skipped.
fn engine_difference(counted: &BTreeMap<&str, TestCount>) -> Option<String> {
    let (sqlite, postgres) = (counted.get("sqlite")?, counted.get("postgres")?);
    let total = |count: &TestCount| (count.passed, count.failed);
    (total(sqlite) != total(postgres))
        .then(|| format!("The engines differ: sqlite has {sqlite}, postgres has {postgres}."))
}

fn summary(line: &str) -> Option<TestCount> {
    let line = line.trim();
    cargo_test(line)
        .or_else(|| vitest(line))
        // Playwright gives each outcome a line of its own: `12 passed (3.4s)`, `1 failed`.
        .or_else(|| part(line))
}

/// `all tests: 12 passed; 0 failed; 1 retried`
fn total_of_a_run(line: &str) -> Option<TestCount> {
    let parts = line.strip_prefix(TOTAL_OF_A_RUN)?;
    Some(sum_of(parts.split(';')))
}

/// `test result: ok. 12 passed; 0 failed; 0 ignored; …`
fn cargo_test(line: &str) -> Option<TestCount> {
    let (_, parts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    Some(sum_of(parts.split(';')))
}

/// `Tests  1 failed | 11 passed (12)`
fn vitest(line: &str) -> Option<TestCount> {
    let parts = line.strip_prefix("Tests  ")?;
    Some(sum_of(parts.split('|')))
}

fn sum_of<'part>(parts: impl Iterator<Item = &'part str>) -> TestCount {
    parts
        .filter_map(part)
        .fold(TestCount::default(), TestCount::plus)
}

/// `12 passed (3.4s)`: a number, an outcome, and an optional remark.
fn part(text: &str) -> Option<TestCount> {
    let text = text.split('(').next()?.trim();
    let (number, outcome) = text.split_once(' ')?;
    let number = number.parse().ok()?;
    let (passed, failed, retried) = match outcome {
        "passed" => (number, 0, 0),
        // Our own runner counts these among the passed ones too; Playwright does not.
        "retried" => (0, 0, number),
        "flaky" => (number, 0, number),
        "failed" | "timed out" | "interrupted" | "did not run" => (0, number, 0),
        _ => return None,
    };
    Some(TestCount {
        passed,
        failed,
        retried,
    })
}

/// Terminal colours are `ESC [ digits and semicolons, letter`.
fn without_colours(log: &str) -> String {
    let mut pieces = log.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |plain, piece| {
        plain
            + piece
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == ';')
                .get(1..)
                .unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summaries_of_all_runners_are_understood() {
        check(
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
            "12 passed, 0 failed",
        );
        check(
            "test result: ok. 12 passed; 0 failed\ntest result: FAILED. 1 passed; 2 failed",
            "13 passed, 2 failed",
        );
        check(
            " Test Files  3 passed (3)\n      Tests  12 passed (12)",
            "12 passed, 0 failed",
        );
        check(
            "      Tests  1 failed | 11 passed (12)",
            "11 passed, 1 failed",
        );
        check("  12 passed (3.4s)", "12 passed, 0 failed");
        check(
            "  1 failed\n    [chromium] › a.spec.ts\n  2 did not run\n  12 passed (3.4s)",
            "12 passed, 3 failed",
        );
        check(
            "  1 flaky\n    [chromium] › a.spec.ts\n  12 passed (3.4s)",
            "13 passed, 0 failed, 1 of them only when they ran again",
        );
        check(
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1;32m12 passed\u{1b}[39m (12)",
            "12 passed, 0 failed",
        );
    }

    #[test]
    fn a_test_that_passes_when_it_runs_again_is_counted_once_and_as_passed() {
        check(
            "test result: FAILED. 11 passed; 1 failed\ntest result: ok. 1 passed; 0 failed\nall tests: 12 passed; 0 failed; 1 retried",
            "12 passed, 0 failed, 1 of them only when they ran again",
        );
    }

    #[test]
    fn other_lines_are_not_counted() {
        for log in [
            "",
            "12 tests passed",
            "Test Files  3 passed (3)",
            "passed 3",
        ] {
            assert_eq!(count(log), None, "{log}");
        }
    }

    #[test]
    fn passed_runs_get_a_line_each_and_no_error() {
        let report = reported(&["sqlite=45 passed", "postgres=45 passed", "web=3 passed"]);

        let lines = [
            "sqlite: 45 passed, 0 failed",
            "postgres: 45 passed, 0 failed",
            "web: 3 passed, 0 failed",
        ];
        assert_eq!(report.lines, lines);
        assert_eq!(report.errors, Vec::<String>::new());
    }

    #[test]
    fn failures_and_missing_counts_are_errors() {
        reports_error(&["web=1 failed"], "web: 1 failed.");
        reports_error(&["web=0 passed"], "web: no test ran.");
        reports_error(&["web=nothing"], "web: nothing holds no summary of tests.");
        reports_error(&["web=unreadable"], "web: cannot read unreadable: ");
        reports_error(&["web"], "`web` is not of the form name=log.");
        reports_error(&[], "Name at least one run");
        reports_error(
            &["sqlite=45 passed", "postgres=44 passed"],
            "The engines differ: sqlite has 45 passed, 0 failed, postgres has 44 passed, 0 failed.",
        );
    }

    #[track_caller]
    fn check(log: &str, expected: &str) {
        assert_eq!(
            count(log).map(|count| count.to_string()).as_deref(),
            Some(expected),
            "{log}"
        );
    }

    #[track_caller]
    fn reports_error(runs: &[&str], expected: &str) {
        let errors = reported(runs).errors;

        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(expected), "{errors:?}");
    }

    /// The path of a log is its content.
    fn reported(runs: &[&str]) -> CountReport {
        let runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
        report(&runs, |path| match path {
            "unreadable" => Err(io::ErrorKind::NotFound.into()),
            content => Ok(content.to_owned()),
        })
    }
}
