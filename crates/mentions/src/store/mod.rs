//! SQL for mentions.

mod filters;
mod list;
mod list_counts;
mod mentions;
mod readings;
mod sweep;

pub(super) use filters::FilterableMention;
pub(super) use list::{
    MentionOrder, MentionQuery, SortDirection, answered_mentions, hold_shown, new_since, page,
    subreddits, texts,
};
pub(super) use list_counts::{MentionCountRow, MentionCounts, add_up, count, counts, day_counts};
pub(super) use mentions::{
    BRAND_MENTIONS, SHOWN, add, count_of, forget, known, mention_of, newest_found, rewrite,
    saved_by, see_again,
};
pub(super) use readings::{
    JudgedMention, keep_models_readings, of_older_readings, read_again, users_of_older_readings,
};
pub use sweep::DELETE_UNSEEN;
pub(super) use sweep::{
    DELETE_GONE, DELETE_ONE, MARK_CHECKED, SELECT_UNCHECKED, StoredMention, edit, ids_by,
    is_stored, see_still, with_other_text,
};
