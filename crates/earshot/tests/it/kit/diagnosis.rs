//! `earshot doctor`, typed as an operator types it.

use serde_json::Value;
use tokio::process::Command;

use super::QUIET;

/// What the doctor said.
#[derive(Debug)]
pub(crate) struct Diagnosis {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Diagnosis {
    /// With these settings and no others.
    pub(crate) async fn of(settings: &[(&str, &str)], words: &[&str]) -> Self {
        let output = Command::new(env!("CARGO_BIN_EXE_earshot"))
            .arg("doctor")
            .args(words)
            .env("EARSHOT_CONFIG", "/dev/null")
            .env("EARSHOT_DATA_DIR", "/nowhere/earshot")
            .envs(QUIET)
            .envs(settings.iter().copied())
            .output()
            .await
            .expect("the binary starts");
        Self {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).expect("a report is text"),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// One part of it, as JSON.
    pub(crate) async fn of_part(part: &str, settings: &[(&str, &str)]) -> Self {
        Self::of(settings, &["--json", "--only", part]).await
    }

    /// All checks, as JSON has them.
    pub(crate) fn checks(&self) -> Vec<Value> {
        let report: Value = serde_json::from_str(&self.output)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.output, self.errors));
        report["checks"].as_array().expect("a list").clone()
    }

    /// The state of a check and what was found.
    pub(crate) fn found(&self, check: &str) -> (String, String) {
        let checks = self.checks();
        let found = checks.iter().find(|one| one["check"] == check);
        let found = found.unwrap_or_else(|| panic!("no check {check}: {}", self.output));
        let text = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
        (text("state"), text("found"))
    }

    /// A check must have come out like this.
    pub(crate) fn says(&self, check: &str, state: &str, words: &str) {
        let (found_state, found) = self.found(check);
        assert_eq!(found_state, state, "{check}: {found}");
        assert!(found.contains(words), "{check}: {found}");
    }
}
