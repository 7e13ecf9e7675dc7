//! SQL of the posts.

mod list;
mod news;
mod posts;
mod sweep;
mod waiting;

pub(super) use list::{Order, Rows, Which, count, page};
pub(super) use news::{PostText, hold_shown, new_since, texts};
pub(super) use posts::{
    FilterablePost, KnownPost, REDDIT_POSTS, add, forget, known, post_of, rejected, saved_by,
    see_again,
};
pub(super) use sweep::{
    DELETE_GONE, DELETE_UNSEEN, MARK_CHECKED, SELECT_UNCHECKED, checked, drop_old_ranks,
};
pub(super) use waiting::{
    WAITING_POSTS, count_waiting, delete_unseen_waiting, delete_waiting, put_by,
    release_candidates, remove_waiting, see_waiting_again, who_waits,
};
