//! What people might say of a company that does not exist (`lifecycle/samples.rs`). Ages are in hours
//! before the moment of seeding. A sample has no place on Reddit: its id is none of Reddit's, so
//! nobody looks for it there.

use chrono::{DateTime, TimeDelta, Utc};
use lens::intent::intent;

use super::mention::{Mention, Placement, Reading};

struct Sample {
    id: &'static str,
    subreddit: &'static str,
    author: &'static str,
    title: &'static str,
    content: &'static str,
    age_h: i64,
    score: i64,
    comments: i64,
    placement: Placement,
    is_read: bool,
    sentiment: Option<f64>,
    is_positive: Option<bool>,
    reason: Option<&'static str>,
    summary: &'static str,
    insights: Option<&'static str>,
}

/// The samples as if they had just been found, and whether somebody has read them.
pub(super) fn mentions(now: DateTime<Utc>) -> impl Iterator<Item = (Mention, bool)> {
    SAMPLES
        .iter()
        .map(move |sample| (sample.mention(now), sample.is_read))
}

impl Sample {
    fn mention(&self, now: DateTime<Utc>) -> Mention {
        let (subreddit, id) = (self.subreddit, self.id);
        Mention {
            reddit_id: format!("sample_{id}"),
            post_id: format!("sample_{id}"),
            title: self.title.to_owned(),
            content: Some(self.content.to_owned()),
            url: format!("https://www.reddit.com/r/{subreddit}/comments/{id}/"),
            subreddit: subreddit.to_owned(),
            author: self.author.to_owned(),
            created_at: now - TimeDelta::hours(self.age_h),
            score: self.score,
            comments: self.comments,
            placement: self.placement,
            term: "Paperlark".to_owned(),
            matched: vec!["Paperlark".to_owned()],
            confidence: 95,
            is_noise: false,
            reading: Reading {
                sentiment_score: self.sentiment,
                is_positive: self.is_positive,
                reason: self.reason.map(str::to_owned),
                summary: Some(self.summary.to_owned()),
                insights: self.insights.map(str::to_owned),
                intent: intent(self.title, self.content).as_str().to_owned(),
            },
        }
    }
}

const SAMPLES: [Sample; 8] = [
    Sample {
        id: "owl001",
        subreddit: "freelance",
        author: "inkandinvoice",
        title: "Switched from spreadsheets to Paperlark, three months in",
        content: "Short version: my average time to payment went from 34 days to 12. The reminders write what I \
                  would never dare to. Long version in the comments if anybody cares.",
        age_h: 3,
        score: 41,
        comments: 18,
        placement: Placement::Title,
        is_read: false,
        sentiment: Some(0.9),
        is_positive: Some(true),
        reason: Some("Credits the reminders with being paid three weeks sooner."),
        summary: "Praises automatic reminders; average time to payment fell from 34 to 12 days.",
        insights: Some("mostly_agreement"),
    },
    Sample {
        id: "owl002",
        subreddit: "smallbusiness",
        author: "oak_and_ivy_studio",
        title: "Paperlark reminder emails landing in spam?",
        content: "I have been on Paperlark since spring and it has been great for getting paid, but last week two \
                  clients swore they never saw a reminder. One of them found it in the junk folder on a call.\n\n\
                  Can I send them from my own domain? I could only change the display name.",
        age_h: 7,
        score: 9,
        comments: 14,
        placement: Placement::Title,
        is_read: false,
        sentiment: Some(-0.55),
        is_positive: Some(false),
        reason: Some(
            "Frustrated about missed payments, but still likes the product and asks for help.",
        ),
        summary: "Two clients never saw their reminders; asks for a custom sending domain.",
        insights: Some("mixed_reactions"),
    },
    Sample {
        id: "owl003",
        subreddit: "webdev",
        author: "flexboxfelix",
        title: "Comparing invoicing tools for a two-person studio",
        content: "On the list so far: a spreadsheet, two of the big suites, and Paperlark. We bill in euros and \
                  pounds. Which of them does that without a second account?",
        age_h: 22,
        score: 27,
        comments: 31,
        placement: Placement::Comment,
        is_read: false,
        sentiment: Some(0.05),
        is_positive: Some(true),
        reason: Some("Names it as one of several without an opinion yet."),
        summary: "Named next to three alternatives; poster wants to know about multi-currency.",
        insights: Some("active_discussion"),
    },
    Sample {
        id: "owl004",
        subreddit: "Entrepreneur",
        author: "bootstrap_bea",
        title: "What is the one subscription you would never cancel?",
        content: "Mine is the boring one that keeps my invoices moving. A photographer further down asked which: \
                  Paperlark, and no, I am not them.",
        age_h: 50,
        score: 233,
        comments: 190,
        placement: Placement::Comment,
        is_read: false,
        sentiment: Some(0.8),
        is_positive: Some(true),
        reason: Some("Recommends it without being asked for a brand."),
        summary: "Recommends Paperlark to a photographer who forgets to send invoices.",
        insights: Some("mostly_agreement"),
    },
    Sample {
        id: "owl005",
        subreddit: "consulting",
        author: "slidedeck_refugee",
        title: "Wish invoice apps handled purchase orders properly",
        content: "Paperlark comes close: there is a field for the number. What I miss is a warning when the order \
                  is used up. Anybody seen that anywhere?",
        age_h: 76,
        score: 19,
        comments: 11,
        placement: Placement::Content,
        is_read: true,
        sentiment: Some(-0.1),
        is_positive: Some(false),
        reason: Some("Likes the field, misses a warning."),
        summary: "Wants a warning when a purchase order is used up.",
        insights: None,
    },
    Sample {
        id: "owl006",
        subreddit: "photography",
        author: "goldenhour_gus",
        title: "Paperlark or a bookkeeper for a wedding season?",
        content: "Forty weddings between May and September, a deposit and a final invoice each. Software, a human, \
                  or both?",
        age_h: 120,
        score: 34,
        comments: 27,
        placement: Placement::Title,
        is_read: true,
        sentiment: Some(0.3),
        is_positive: Some(true),
        reason: Some("Considers it seriously for a busy season."),
        summary: "Weighs Paperlark against a bookkeeper for forty weddings with deposits.",
        insights: Some("active_discussion"),
    },
    Sample {
        id: "owl007",
        subreddit: "freelanceWriters",
        author: "ghost_of_draft_six",
        title: "Cancelled Paperlark after the price change, here is what I found out",
        content: "I was on the old plan and the new one costs more than I bill in a slow month. The export was easy \
                  and complete, I will give them that.",
        age_h: 260,
        score: 58,
        comments: 44,
        placement: Placement::Title,
        is_read: true,
        sentiment: Some(-0.7),
        is_positive: Some(false),
        reason: Some("Left because of the price; fair about the export."),
        summary: "Cancelled because of the price, and praises the complete export.",
        insights: Some("mixed_reactions"),
    },
    Sample {
        id: "owl008",
        subreddit: "birding",
        author: "marshlight_may",
        title: "Folded a paper lark for every species on my list",
        content: "Three years, 214 birds, one paperlark each. The whole wall is full now and my partner has asked \
                  about the ceiling.",
        age_h: 400,
        score: 920,
        comments: 61,
        placement: Placement::Content,
        is_read: true,
        sentiment: None,
        is_positive: None,
        reason: None,
        summary: "About folded paper birds; the company is not meant.",
        insights: Some("minimal_engagement"),
    },
];
