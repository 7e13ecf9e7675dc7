//! The report: for people, and as JSON for scripts. No secret is in either.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use super::CheckGroup;
use providers::check::{CheckState, SetupCheck};

pub(super) struct DoctorReport {
    groups: Vec<(CheckGroup, Vec<SetupCheck>)>,
}

/// One line of the JSON.
#[derive(Serialize)]
struct ReportedCheck<'a> {
    part: String,
    check: &'a str,
    state: &'static str,
    found: &'a str,
    advice: Option<&'a str>,
}

/// The whole JSON.
#[derive(Serialize)]
struct ReportDocument<'a> {
    /// Nothing is wrong.
    ok: bool,
    wrong: usize,
    warnings: usize,
    checks: Vec<ReportedCheck<'a>>,
}

/// A shorter text is no secret, and would hide half of every line.
const SHORTEST_SECRET: usize = 4;

impl DoctorReport {
    /// Other programs may repeat what they were sent, so secrets are taken out of their words.
    pub(super) fn new(checked: Vec<(CheckGroup, Vec<SetupCheck>)>, secrets: &[String]) -> Self {
        let mut groups: Vec<(CheckGroup, Vec<SetupCheck>)> = Vec::new();
        for (group, checks) in checked {
            let clean = checks
                .into_iter()
                .map(|check| without_secrets(check, secrets));
            match groups.last_mut() {
                Some((last, known)) if *last == group => known.extend(clean),
                _ => groups.push((group, clean.collect())),
            }
        }
        Self { groups }
    }

    pub(super) fn count(&self, state: CheckState) -> usize {
        let checks = self.groups.iter().flat_map(|(_, checks)| checks);
        checks.filter(|check| check.state == state).count()
    }

    pub(super) fn as_json(&self) -> anyhow::Result<String> {
        let wrong = self.count(CheckState::Wrong);
        let checks = self.groups.iter().flat_map(|(group, checks)| {
            checks.iter().map(|check| ReportedCheck {
                part: group.name(),
                check: &check.subject,
                state: word(check.state),
                found: &check.found,
                advice: check.advice.as_deref(),
            })
        });
        let document = ReportDocument {
            ok: wrong == 0,
            wrong,
            warnings: self.count(CheckState::Warning),
            checks: checks.collect(),
        };
        Ok(serde_json::to_string_pretty(&document)?)
    }

    /// In colours where a terminal shows them; a closed pipe is no error of ours.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        match anstream::stdout().write_all(self.as_text().as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn as_text(&self) -> String {
        let subjects = self.groups.iter().flat_map(|(_, checks)| checks);
        let width = subjects
            .map(|check| check.subject.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for (group, checks) in &self.groups {
            let bold = Style::new().bold();
            let _ = writeln!(text, "{bold}{}{bold:#}", group.title());
            for check in checks {
                write_check(&mut text, check, width);
            }
            text.push('\n');
        }
        let (wrong, warnings) = (
            self.count(CheckState::Wrong),
            self.count(CheckState::Warning),
        );
        let _ = writeln!(text, "{wrong} wrong, {warnings} to look at");
        text
    }
}

/// The state, the subject and what was found on one line, what to do on the next.
fn write_check(text: &mut String, check: &SetupCheck, width: usize) {
    let style = style(check.state);
    let (state, subject) = (word(check.state), &check.subject);
    let _ = writeln!(
        text,
        "  {style}{state:<8}{style:#}  {subject:<width$}  {}",
        check.found
    );
    if let Some(advice) = &check.advice {
        let _ = writeln!(text, "  {:8}  {:width$}  do this: {advice}", "", "");
    }
}

fn word(state: CheckState) -> &'static str {
    match state {
        CheckState::Ok => "ok",
        CheckState::Warning => "warning",
        CheckState::Wrong => "wrong",
        CheckState::Unused => "not used",
    }
}

fn style(state: CheckState) -> Style {
    match state {
        CheckState::Ok => AnsiColor::Green.on_default(),
        CheckState::Warning => AnsiColor::Yellow.on_default(),
        CheckState::Wrong => AnsiColor::Red.on_default().bold(),
        CheckState::Unused => Style::new().dimmed(),
    }
}

fn without_secrets(check: SetupCheck, secrets: &[String]) -> SetupCheck {
    let clean = |text: String| {
        let secrets = secrets
            .iter()
            .filter(|secret| secret.len() >= SHORTEST_SECRET);
        secrets.fold(text, |text, secret| {
            text.replace(secret.as_str(), "[secret]")
        })
    };
    SetupCheck {
        found: clean(check.found),
        advice: check.advice.map(clean),
        ..check
    }
}
