//! The stages of a discovery, as people read them.

use finds::ProgressStage;

const JOB: &str = "discovery";

/// Reddit answers within seconds unless its rate limit is reached.
pub(super) const SEARCHING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Searching Reddit",
    from_percent: 0,
    width_percent: 35,
};

/// The second round: the communities that the first one showed.
pub(super) const SEARCHING_COMMUNITIES: ProgressStage = ProgressStage {
    from_percent: 35,
    width_percent: 15,
    ..SEARCHING
};

/// A few hundred posts take some seconds of one core.
pub(super) const READING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Reading posts",
    from_percent: 50,
    width_percent: 15,
};

/// Once more, each together with the company.
pub(super) const JUDGING: ProgressStage = ProgressStage {
    from_percent: 65,
    ..READING
};

/// The sentences of those that are shown.
pub(super) const EXPLAINING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Reading posts",
    from_percent: 80,
    width_percent: 10,
};

pub(super) const SAVING: ProgressStage = ProgressStage {
    job: JOB,
    name: "Saving posts",
    from_percent: 90,
    width_percent: 9,
};
