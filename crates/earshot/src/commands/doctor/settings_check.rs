//! The settings themselves: what production refuses to start with, and what it warns about.

use std::os::unix::fs::PermissionsExt;

use super::DoctorContext;
use platform::settings::{Setting, catalogue};
use providers::check::SetupCheck;

/// Rights of the group and of all others.
const OTHERS: u32 = 0o077;

pub(super) fn check(context: DoctorContext<'_>) -> Vec<SetupCheck> {
    let problems = context.problems.iter().map(|problem| as_check(problem));
    let mut checks: Vec<SetupCheck> = problems.collect();
    if checks.is_empty() {
        let is_given = |setting: &&_| context.source.is_given(**setting);
        let count = catalogue::ALL.iter().filter(is_given).count();
        let mode = if context.settings.is_production {
            "production"
        } else {
            "development; with EARSHOT_ENV=production more is demanded"
        };
        checks.push(SetupCheck::ok(
            "settings",
            format!("{count} are set, and all can be used"),
        ));
        checks.push(SetupCheck::ok("mode", mode));
    }
    checks.extend(context.settings.warnings());
    checks.extend(check_file(context));
    checks
}

/// Problems begin with the name of their setting, and its words in the documents say what it wants.
fn as_check(problem: &str) -> SetupCheck {
    let (name, found) = problem.split_once(": ").unwrap_or(("settings", problem));
    let is_named = |setting: &&Setting| setting.name == name || setting.file_name() == name;
    let setting = catalogue::ALL.iter().find(is_named);
    let about = setting.map_or("`earshot config --help` explains it.", |setting| {
        setting.about
    });
    SetupCheck::wrong(name, found, about)
}

/// The file holds passwords.
fn check_file(context: DoctorContext<'_>) -> Option<SetupCheck> {
    let (path, _) = context.source.raw(catalogue::CONFIG);
    let mode = std::fs::metadata(path).ok()?.permissions().mode();
    (mode & OTHERS != 0 && path != "/dev/null").then(|| {
        SetupCheck::warning(
            catalogue::CONFIG.name,
            format!("other users of this machine may read {path}"),
            format!("chmod 600 {path}"),
        )
    })
}
