//! SQL of the posts.

mod list;
mod news;
mod posts;
mod sweep;
mod waiting;

pub(super) use list::{Order, Rows, Which, count, page};
pub(super) use news::{PostText, hold_shown, new_since, texts};
pub(super) use posts::{
    KnownPost, REDDIT_POSTS, Seen, add, filtered_by, for_exclusions, forget, keep_exclusions,
    known, post_of, reject, rejected, restore, saved_by, see_again,
};
pub(super) use sweep::{
    Gone, checked, drop_old_ranks, forget_gone, forget_unseen, left_alone, unchecked,
};
pub(super) use waiting::{
    WAITING_POSTS, count_waiting, put_by, release_candidates, remove_waiting, see_waiting_again,
    who_waits,
};
