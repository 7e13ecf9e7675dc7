//! The stages of a discovery, as people read them.

use finds::ProgressStage;

const JOB: &str = "discovery";

/// Searching is most of the waiting.
pub(super) const SEARCHING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Searching Reddit",
    from_percent: 0,
    width_percent: 70,
};

pub(super) const JUDGING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Judging posts",
    from_percent: 70,
    width_percent: 10,
};

pub(super) const SAVING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Saving posts",
    from_percent: 80,
    width_percent: 19,
};
