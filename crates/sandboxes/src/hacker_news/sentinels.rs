//! Words and numbers that make the sandbox fail.

/// An input that provokes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HackerNewsSentinel {
    pub input: &'static str,
    /// `search` or `item`.
    pub place: &'static str,
    pub about: &'static str,
}

/// The number of the item whose JSON breaks off. It is far below the samples, so that nobody meets
/// it by chance.
pub const BROKEN_ITEM: i64 = 45_000_500;
/// The number of the item that comes later than its number: the newest sample.
pub const LATE_ITEM: i64 = 46_000_020;

pub(super) const UNAVAILABLE: &str = "sandbox:unavailable";
pub(super) const RATE_LIMITED: &str = "sandbox:rate-limited";

/// Every sentinel, as documented.
pub const SENTINELS: [HackerNewsSentinel; 4] = [
    HackerNewsSentinel {
        input: UNAVAILABLE,
        place: "search",
        about: "503, with `Retry-After: 30`.",
    },
    HackerNewsSentinel {
        input: RATE_LIMITED,
        place: "search",
        about: "429, with `Retry-After: 30`.",
    },
    HackerNewsSentinel {
        input: "45000500",
        place: "item",
        about: "JSON that breaks off.",
    },
    HackerNewsSentinel {
        input: "46000020",
        place: "item",
        about: "`null` for whoever asks first, as if the item came later than its number; then the \
                item.",
    },
];
