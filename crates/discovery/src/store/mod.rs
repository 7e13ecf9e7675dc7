//! SQL of the posts.

mod company_previews;
mod company_vectors;
mod heard_posts;
mod left_out_posts;
mod list;
mod list_counts;
mod pair_readings;
mod post_vectors;
mod posts;
mod scales;
mod search_suggestions;
mod shown_posts;
mod sweep;
mod visits;
mod waiting_posts;

pub(super) use company_previews::{
    company_preview, delete_company_previews, store_company_preview,
};
pub(super) use company_vectors::{company_vectors, store_company_vectors};
pub(super) use heard_posts::{
    DELETE_POST, HEARD_MATCHES, HeldMatch, QueuedMatch, add_heard, confirm_shown, delete_heard,
    delete_judged_texts, delete_match, delete_old_heard, forget_taken, heard_texts, held_matches,
    hold_match, is_anything_waiting, long_waiting, look_at, mark_shown, put_back, put_back_failed,
    queue_unscored, shorten_queue, take_likeliest, taken_matches, taking_jobs, untouched,
};
pub(super) use left_out_posts::{
    LEFT_OUT_POSTS, LeftOutRow, count_left_out, delete_left_out, delete_old_left_out, leave_out,
    left_out, left_out_by, left_out_ids, remove_left_out, restore_left_out, restored_posts,
    with_ended_lessons,
};
pub(super) use list::{PostOrder, PostQuery, page};
pub(super) use list_counts::{PostCounts, add_up, counts};
pub(super) use pair_readings::{
    PairReading, delete_old_pair_readings, pair_readings, store_pair_reading,
};
pub(super) use post_vectors::{
    StoredSentences, StoredVector, delete_unused_vectors, delete_vector, sentences,
    store_sentences, store_vector, vectors,
};
pub(super) use posts::{
    FilterablePost, KnownPost, REDDIT_POSTS, SHOWN, add, forget, known, post_of, rejected,
    saved_by, see_again, see_rank_again,
};
pub(super) use scales::{
    StoredPost, has_older_scale, rescore, rescore_waiting, stored_posts, users_of_older_scales,
    waiting_posts,
};
pub(super) use search_suggestions::{
    SEARCH_SUGGESTIONS, SearchSuggestion, dismiss, replace_suggestions, suggestions,
};
pub(super) use shown_posts::{
    PostText, answered_posts, count_of, gathered, has_posts, hold_shown, match_counts, new_since,
    newest_found, texts,
};
pub use sweep::SWEEP_STATEMENTS;
pub(super) use sweep::{
    DELETE_GONE, DELETE_UNSEEN, MARK_CHECKED, SELECT_UNCHECKED, busiest_communities, checked,
    checked_comment, checked_unlisted, drop_old_ranks, ids_by, is_stored,
};
pub(super) use visits::{
    POST_VISITS, PostVisit, count_unread, end_new, load_visit, lock_or_begin_visit, save_visit,
};
pub(super) use waiting_posts::{
    WAITING_POSTS, delete_unseen_waiting, delete_waiting, put_by, release_candidates,
    remove_waiting, see_waiting_again, who_waits,
};
