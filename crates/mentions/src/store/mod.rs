//! SQL of the mentions and the brand terms.

mod filters;
mod list;
mod mentions;
mod sweep;
mod terms;

pub(super) use filters::{Hideable, filtered_by, hideable, keep_filtered};
pub(super) use list::{
    Counted, Direction, Order, Which, count, counts, day_counts, hold_shown, new_since, page,
    subreddits, texts,
};
pub(super) use mentions::{
    BRAND_MENTIONS, Seen, add, forget, has_any, known, mark_all_read, mark_read, reject, restore,
    rewrite, saved_by, see_again,
};
pub(super) use sweep::{
    Copy, Gone, copies, edit, forget_copy, forget_gone, forget_unseen, left_alone, see_still,
    unchecked,
};
pub(super) use terms::{
    BRAND_TERMS, add_term, count_terms, has_terms, remove_term, revive_term, terms,
};
