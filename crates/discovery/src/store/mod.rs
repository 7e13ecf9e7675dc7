//! SQL of the posts.

mod list;
mod posts;
mod shown_posts;
mod sweep;
mod waiting_posts;

pub(super) use list::{PostOrder, PostQuery, PostSelection, count, page};
pub(super) use posts::{
    FilterablePost, KnownPost, REDDIT_POSTS, add, forget, known, post_of, rejected, saved_by,
    see_again,
};
pub(super) use shown_posts::{PostText, hold_shown, new_since, texts};
pub(super) use sweep::{
    DELETE_GONE, DELETE_UNSEEN, MARK_CHECKED, SELECT_UNCHECKED, checked, drop_old_ranks,
};
pub(super) use waiting_posts::{
    WAITING_POSTS, count_waiting, delete_unseen_waiting, delete_waiting, put_by,
    release_candidates, remove_waiting, see_waiting_again, who_waits,
};
