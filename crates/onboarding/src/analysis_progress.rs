//! The progress of an analysis, which open pages follow.

use providers::website;

use platform::jobs::{Progress, ProgressState};

/// The name that pages know the analysis by.
const JOB: &str = "analysis";

/// Sends the page back to the start.
pub(super) const FAILED: Progress = Progress {
    job: JOB,
    stage: AnalysisStage::Scraping.name(),
    percent: 0,
    found: 0,
    state: ProgressState::Failed,
    done: 0,
    of: 0,
    waits_until: None,
};

/// The stages that users see (spec §2, Onboarding).
#[derive(Clone, Copy, Debug)]
pub(super) enum AnalysisStage {
    Scraping,
    Extracting,
    Generating,
}

impl AnalysisStage {
    pub(super) fn at(self, percent: u8, found: usize) -> Progress {
        Progress {
            job: JOB,
            stage: self.name(),
            percent,
            found,
            state: ProgressState::Running,
            done: 0,
            of: 0,
            waits_until: None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            AnalysisStage::Scraping => "Scraping Website",
            AnalysisStage::Extracting => "Extracting Keywords",
            AnalysisStage::Generating => "Generating Description",
        }
    }
}

/// Reading takes the first third. How many pages there are is only known after the first, so the
/// scale is that of a site with the most pages that are ever read.
pub(super) fn pages_read(read: website::ReadProgress) -> Progress {
    let share = read.pages_read * 31 / read.pages_chosen.max(website::MAX_PAGES);
    let percent = u8::try_from(2 + share.min(31)).unwrap_or(33);
    AnalysisStage::Scraping.at(percent, read.pages_read)
}
