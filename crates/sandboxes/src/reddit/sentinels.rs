//! Names of communities that make the sandbox fail.

/// A community name that causes a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RedditSentinel {
    pub subreddit: &'static str,
    pub about: &'static str,
    pub(super) failure: RedditFailure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RedditFailure {
    Private,
    Missing,
    TooOften,
    Broken,
    Slow,
    Garbage,
    Truncated,
}

/// Every sentinel, as documented.
pub const SENTINELS: [RedditSentinel; 7] = [
    sentinel(
        "sandbox403",
        RedditFailure::Private,
        "403: the community is private.",
    ),
    sentinel(
        "sandbox404",
        RedditFailure::Missing,
        "404: there is no such community.",
    ),
    sentinel(
        "sandbox429",
        RedditFailure::TooOften,
        "429, with `Retry-After: 5`.",
    ),
    sentinel("sandbox500", RedditFailure::Broken, "500."),
    sentinel(
        "sandboxslow",
        RedditFailure::Slow,
        "Nothing for 30 seconds, then an empty list.",
    ),
    sentinel(
        "sandboxgarbage",
        RedditFailure::Garbage,
        "A page of HTML with a status of 200.",
    ),
    sentinel(
        "sandboxtruncated",
        RedditFailure::Truncated,
        "The connection breaks in the middle of the answer.",
    ),
];

const fn sentinel(
    subreddit: &'static str,
    failure: RedditFailure,
    about: &'static str,
) -> RedditSentinel {
    RedditSentinel {
        subreddit,
        about,
        failure,
    }
}

/// Whether one of these communities makes the sandbox fail.
pub(super) fn failure_of<'name>(
    names: impl IntoIterator<Item = &'name str>,
) -> Option<RedditFailure> {
    let known = |name: &str| {
        let mut all = SENTINELS.iter();
        all.find(|one| one.subreddit.eq_ignore_ascii_case(name))
    };
    names.into_iter().find_map(known).map(|one| one.failure)
}
