//! The stages of a search for mentions, as people read them.

use finds::ProgressStage;

const JOB: &str = "mentions";

pub(super) const SEARCHING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Searching Reddit",
    from_percent: 1,
    width_percent: 49,
};

pub(super) const READING_THREADS: ProgressStage = ProgressStage {
    job: JOB,
    name: "Reading comments",
    from_percent: 50,
    width_percent: 35,
};

pub(super) const SAVING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Saving mentions",
    from_percent: 85,
    width_percent: 14,
};
