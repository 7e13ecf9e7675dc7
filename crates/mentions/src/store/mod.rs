//! SQL for mentions and brand terms.

mod filters;
mod list;
mod mentions;
mod sweep;
mod terms;

pub(super) use filters::FilterableMention;
pub(super) use list::{
    MentionCountRow, MentionOrder, MentionQuery, SortDirection, count, counts, day_counts,
    hold_shown, new_since, page, subreddits, texts,
};
pub(super) use mentions::{
    BRAND_MENTIONS, add, forget, has_any, known, mark_all_read, mark_read, rewrite, saved_by,
    see_again,
};
pub(super) use sweep::{
    DELETE_GONE, DELETE_ONE, DELETE_UNSEEN, MARK_CHECKED, SELECT_UNCHECKED, StoredMention, edit,
    see_still, stored_mentions,
};
pub(super) use terms::{
    BRAND_TERMS, add_term, count_terms, has_terms, remove_term, revive_term, terms,
};
