//! What `discovery` and `mentions` have in common: both search Reddit in a job that open pages can
//! follow, keep what they find in a table with one row per user and Reddit id, and let its owner
//! list, filter, move from state to state and export the rows until they are deleted on Reddit.
//!
//! **Owns** the table `brand_terms`, the names by which both know the company. All else it reads and
//! writes is in the tables of its callers, by statements and column lists that they hand over. **Promises** that both lists behave alike: the same parameters and errors,
//! the same rate limit, progress bar and states, and the same deadline for deleted posts.
//! **Calls** `listening` for Reddit and the owner's filters, and `onboarding` and `keywords` for the
//! company.

pub mod brand_names;
mod brand_term_sort;
mod brand_terms;
mod company_brand;
mod feedback;
mod filtered_rows;
mod found_rows;
mod list_params;
mod progress;
mod read_marks;
mod rejection;
mod row_state;
mod search_job;
mod state_change;
mod store;
mod sweep;
mod text_task;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use brand_term_sort::{SortBrandTerms, sort_older_brand_terms};
pub use brand_terms::{BrandTerm, InvalidBrandTerm, MOST_BRAND_TERMS, TermType};
pub use company_brand::{KnownBrand, initialise_brand_terms};
pub use feedback::{FeedbackRequest, FeedbackResponse};
pub use filtered_rows::{FilteredRow, WrittenText, apply_filters, refresh_filters};
pub use found_rows::{ChangeResponse, FoundRows};
pub use list_params::{BadParameter, ListPage, MAX_LIMIT, PageParams, flag, given, number, words};
pub use progress::{ProgressReporter, ProgressStage};
pub use providers::llm::RequestKind;
pub use read_marks::{MarkReadResponse, ReadTarget};
pub use rejection::RejectionRequest;
pub use row_state::{RowState, StateCounts, StateSelection};
pub use search_job::{
    SearchError, SearchJob, enqueue_search, finish_search, found_by_search, scan_ended,
    start_search, wait_for_search,
};
pub use state_change::{StateRequest, StatesRequest, StatesResponse};
pub use store::{
    BRAND_TERMS, brand_terms, brand_terms_of_all, count_brand_terms, forget_brand_terms,
    has_brand_terms, remove_brand_term, revive_brand_term, suggested_brand_terms,
};
pub use sweep::{
    SWEEP_EVERY, SWEEP_TIME_LIMIT, SweepTools, SweptPiece, SweptTable, UNSEEN_KEPT_FOR,
    delete_rows, sweep,
};
pub use text_task::{AskedText, TextTask, showable_line};

/// What stands where the author is not known any more, as Reddit writes it.
pub const NO_AUTHOR: &str = "[deleted]";

/// How many rows a job writes in a transaction: other jobs write too, and pages see the first rows
/// while the last are still on their way.
pub const ROWS_PER_TRANSACTION: usize = 10;

/// When something was found, and by which job.
#[derive(Clone, Copy, Debug)]
pub struct Sighting {
    pub at: DateTime<Utc>,
    pub job_id: Option<Uuid>,
}

/// Counts a row that came into a list, for `/metrics`, by how old its text was. What a first scan
/// brings is old; what the listener hears is minutes old.
pub fn count_found(kind: &'static str, age: TimeDelta) {
    let seconds = age.as_seconds_f64().max(0.0);
    metrics::histogram!("earshot_find_age_seconds", "kind" => kind).record(seconds);
}
