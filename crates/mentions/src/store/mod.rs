//! SQL of the mentions and the brand terms.

mod filters;
mod list;
mod mentions;
mod sweep;
mod terms;

pub(super) use filters::FilterableMention;
pub(super) use list::{
    Counted, Direction, Order, Which, count, counts, day_counts, hold_shown, new_since, page,
    subreddits, texts,
};
pub(super) use mentions::{
    BRAND_MENTIONS, add, forget, has_any, known, mark_all_read, mark_read, rewrite, saved_by,
    see_again,
};
pub(super) use sweep::{
    Copy, DELETE_GONE, DELETE_ONE, DELETE_UNSEEN, MARK_CHECKED, SELECT_UNCHECKED, copies, edit,
    see_still,
};
pub(super) use terms::{
    BRAND_TERMS, add_term, count_terms, has_terms, remove_term, revive_term, terms,
};
