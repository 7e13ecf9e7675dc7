//! Cursors that make the sandbox fail. They are a few microseconds after the beginning of 1970, so
//! nobody uses them by chance.

/// A cursor that provokes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlueskySentinel {
    pub cursor: i64,
    pub about: &'static str,
    pub(super) failure: StreamFailure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamFailure {
    Closed,
    Garbage,
    TooLarge,
    Silent,
    Unavailable,
}

/// Every sentinel, as documented.
pub const SENTINELS: [BlueskySentinel; 5] = [
    sentinel(
        1,
        StreamFailure::Closed,
        "The connection is closed at once.",
    ),
    sentinel(
        2,
        StreamFailure::Garbage,
        "Messages that are no events, then the replay.",
    ),
    sentinel(
        3,
        StreamFailure::TooLarge,
        "A message of 100 KiB, whatever was asked for.",
    ),
    sentinel(4, StreamFailure::Silent, "Nothing comes, for ever."),
    sentinel(
        5,
        StreamFailure::Unavailable,
        "503, with `Retry-After: 30`.",
    ),
];

const fn sentinel(cursor: i64, failure: StreamFailure, about: &'static str) -> BlueskySentinel {
    BlueskySentinel {
        cursor,
        about,
        failure,
    }
}

/// Whether this cursor makes the sandbox fail.
pub(super) fn failure_of(cursor: Option<i64>) -> Option<StreamFailure> {
    let mut all = SENTINELS.iter();
    let found = all.find(|sentinel| Some(sentinel.cursor) == cursor);
    found.map(|sentinel| sentinel.failure)
}
