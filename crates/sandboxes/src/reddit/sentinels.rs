//! Names of communities that make the sandbox fail.

/// A name that a person can type, and what happens then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentinel {
    pub subreddit: &'static str,
    pub about: &'static str,
    pub(super) failure: Failure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    Private,
    Missing,
    TooOften,
    Broken,
    Slow,
    Garbage,
    Truncated,
}

/// Every sentinel, as documented.
pub const SENTINELS: [Sentinel; 7] = [
    sentinel(
        "sandbox403",
        Failure::Private,
        "403: the community is private.",
    ),
    sentinel(
        "sandbox404",
        Failure::Missing,
        "404: there is no such community.",
    ),
    sentinel(
        "sandbox429",
        Failure::TooOften,
        "429, with `Retry-After: 5`.",
    ),
    sentinel("sandbox500", Failure::Broken, "500."),
    sentinel(
        "sandboxslow",
        Failure::Slow,
        "Nothing for 30 seconds, then an empty list.",
    ),
    sentinel(
        "sandboxgarbage",
        Failure::Garbage,
        "A page of HTML with a status of 200.",
    ),
    sentinel(
        "sandboxtruncated",
        Failure::Truncated,
        "The connection breaks in the middle of the answer.",
    ),
];

const fn sentinel(subreddit: &'static str, failure: Failure, about: &'static str) -> Sentinel {
    Sentinel {
        subreddit,
        about,
        failure,
    }
}

/// Whether one of these communities makes the sandbox fail.
pub(super) fn failure_of<'name>(names: impl IntoIterator<Item = &'name str>) -> Option<Failure> {
    let known = |name: &str| {
        let mut all = SENTINELS.iter();
        all.find(|one| one.subreddit.eq_ignore_ascii_case(name))
    };
    names.into_iter().find_map(known).map(|one| one.failure)
}
