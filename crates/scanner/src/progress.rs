//! The progress of a scan, for the user's open pages. Its parts report their own.

use platform::jobs::{Progress, ProgressState};

/// The name that pages know it by.
const JOB: &str = "scan";

/// While the parts run.
pub(super) const RUNNING: Progress = Progress {
    job: JOB,
    stage: "Scanning Reddit",
    percent: 5,
    found: 0,
    state: ProgressState::Running,
    done: 0,
    of: 0,
    waits_until: None,
};

/// At the end; pages reload their lists and cards.
pub(super) fn ended(found: usize, has_parts: bool) -> Progress {
    let state = if has_parts {
        ProgressState::Done
    } else {
        ProgressState::Failed
    };
    Progress {
        percent: 100,
        found,
        state,
        ..RUNNING
    }
}
