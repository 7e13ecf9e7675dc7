//! How far a scan is, for the open pages of its owner. Its parts tell of themselves.

use platform::jobs::{Progress, ProgressState};

/// As pages know it.
const JOB: &str = "scan";

/// While the parts look.
pub(super) const LOOKING: Progress = Progress {
    job: JOB,
    stage: "Scanning Reddit",
    percent: 5,
    found: 0,
    state: ProgressState::Running,
};

/// The end; pages read their lists and cards anew.
pub(super) fn ended(found: usize, has_looked: bool) -> Progress {
    let state = if has_looked {
        ProgressState::Done
    } else {
        ProgressState::Failed
    };
    Progress {
        percent: 100,
        found,
        state,
        ..LOOKING
    }
}
