//! The badges of posts and mentions in mails, with colours that every mail program shows.

use super::digest_contents::{DigestMention, DigestPost};

/// Tinted badges keep their light colours in dark mode; "Match" and the rank, which are plain, do not
/// (design, sections 10 and 12).
#[derive(Debug)]
pub(super) struct MailBadge {
    pub(super) label: String,
    /// Background and text colour.
    pub(super) tint: (&'static str, &'static str),
    pub(super) class: &'static str,
}

/// The furthest place on Google that is worth saying.
const LAST_SHOWN_RANK: i64 = 20;

impl MailBadge {
    fn tinted(label: &str, background: &'static str, text: &'static str) -> Self {
        Self {
            label: label.to_owned(),
            tint: (background, text),
            class: "badge",
        }
    }
}

impl DigestPost {
    pub(super) fn badges(&self) -> Vec<MailBadge> {
        let matches = MailBadge {
            label: format!("Match {}", self.relevance),
            tint: ("#efebe3", "#1d1a16"),
            class: "match",
        };
        let rank = self.google_ranking.filter(|rank| *rank <= LAST_SHOWN_RANK);
        let rank = rank.map(|rank| MailBadge {
            label: format!("#{rank} on Google"),
            tint: ("#1d1a16", "#f8f6f2"),
            class: "rank",
        });
        let value = self
            .is_high_value()
            .then(|| MailBadge::tinted("High Value", "#fcefd0", "#854e00"));
        let fresh = self
            .is_fresh
            .then(|| MailBadge::tinted("Fresh", "#dcf2ee", "#0b6660"));
        let others = [rank, value, fresh].into_iter().flatten();
        std::iter::once(matches).chain(others).collect()
    }
}

impl DigestMention {
    /// No badge if the sentiment could not be decided (spec §4, sentiment badge).
    pub(super) fn badges(&self) -> Vec<MailBadge> {
        let badge = match self.leaning.as_str() {
            "positive" => Some(MailBadge::tinted("Positive", "#e3f3e7", "#1b6b3a")),
            "negative" => Some(MailBadge::tinted("Negative", "#fce9e5", "#a8281b")),
            "neutral" => Some(MailBadge::tinted("Neutral", "#efebe3", "#5a5247")),
            _ => None,
        };
        badge.into_iter().collect()
    }
}
