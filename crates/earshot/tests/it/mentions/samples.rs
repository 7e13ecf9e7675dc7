//! Eight mentions, four of them unread: for the tests of the list, which is about what is shown and
//! not about how it was found.

use chrono::TimeDelta;
use platform::db::args;
use serde_json::json;
use uuid::Uuid;

use crate::kit::{Person, TestApp};

struct Sample {
    subreddit: &'static str,
    author: &'static str,
    title: &'static str,
    content: &'static str,
    age_h: i64,
    score: i64,
    placement: &'static str,
    is_read: bool,
    sentiment: Option<f64>,
    leaning: &'static str,
}

/// Writes them down as if they had just been found.
pub(super) async fn add(app: &TestApp, person: &Person) {
    for (number, sample) in SAMPLES.iter().enumerate() {
        let (id, now) = (format!("sample_{number}"), app.clock.now());
        let written = now - TimeDelta::hours(sample.age_h);
        let words = [
            sample.title,
            sample.subreddit,
            sample.author,
            "Paperlark",
            sample.content,
        ];
        let is_positive = sample.sentiment.map(|score| score > 0.0);
        let sql = "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_content, post_url,
                       subreddit, author, reddit_created_at, day, post_score, comment_count, mention_type, is_read,
                       rejected, sentiment_score, is_positive, ai_analysis_reason, brand_terms, matched, intent,
                       leaning, confidence, is_noise, excluded, folded, found_at, last_seen_at, checked_at)
                   values ($1, $2, $3, $3, $4, $5, 'https://www.reddit.com/', $6, $7, $8, $9, $10, 11, $11, $12,
                           $13, $14, $15, 'Because.', $16, $17, 'mention', $18, 95, $13, $13, $19, $20, $20, $20)";
        let arguments = args![
            Uuid::now_v7(),
            person.id,
            id,
            sample.title,
            sample.content,
            sample.subreddit,
            sample.author,
            written,
            written.format("%Y-%m-%d").to_string(),
            sample.score,
            sample.placement,
            sample.is_read,
            false,
            sample.sentiment,
            is_positive,
            json!({ "term_value": "Paperlark" }),
            json!(["Paperlark"]),
            sample.leaning,
            words.join("\n").to_lowercase(),
            now,
        ];
        app.db().run(sql, arguments).await.unwrap();
    }
}

const SAMPLES: [Sample; 8] = [
    Sample {
        subreddit: "freelance",
        author: "inkandinvoice",
        title: "Switched from spreadsheets to Paperlark, three months in",
        content: "Short version: my average time to payment went from 34 days to 12. The reminders write what I \
                  would never dare to. Long version in the comments if anybody cares.",
        age_h: 3,
        score: 41,
        placement: "title",
        is_read: false,
        sentiment: Some(0.9),
        leaning: "positive",
    },
    Sample {
        subreddit: "smallbusiness",
        author: "oak_and_ivy_studio",
        title: "Paperlark reminder emails landing in spam?",
        content: "I have been on Paperlark since spring and it has been great for getting paid, but last week two \
                  clients swore they never saw a reminder. One of them found it in the junk folder on a call.\n\n\
                  Can I send them from my own domain? I could only change the display name.",
        age_h: 7,
        score: 9,
        placement: "title",
        is_read: false,
        sentiment: Some(-0.55),
        leaning: "negative",
    },
    Sample {
        subreddit: "webdev",
        author: "flexboxfelix",
        title: "Comparing invoicing tools for a two-person studio",
        content: "On the list so far: a spreadsheet, two of the big suites, and Paperlark. We bill in euros and \
                  pounds. Which of them does that without a second account?",
        age_h: 22,
        score: 27,
        placement: "comment",
        is_read: false,
        sentiment: Some(0.05),
        leaning: "neutral",
    },
    Sample {
        subreddit: "Entrepreneur",
        author: "bootstrap_bea",
        title: "What is the one subscription you would never cancel?",
        content: "Mine is the boring one that keeps my invoices moving. A photographer further down asked which: \
                  Paperlark, and no, I am not them.",
        age_h: 50,
        score: 233,
        placement: "comment",
        is_read: false,
        sentiment: Some(0.8),
        leaning: "positive",
    },
    Sample {
        subreddit: "consulting",
        author: "slidedeck_refugee",
        title: "Wish invoice apps handled purchase orders properly",
        content: "Paperlark comes close: there is a field for the number. What I miss is a warning when the order \
                  is used up. Anybody seen that anywhere?",
        age_h: 76,
        score: 19,
        placement: "content",
        is_read: true,
        sentiment: Some(-0.1),
        leaning: "neutral",
    },
    Sample {
        subreddit: "photography",
        author: "goldenhour_gus",
        title: "Paperlark or a bookkeeper for a wedding season?",
        content: "Forty weddings between May and September, a deposit and a final invoice each. Software, a human, \
                  or both?",
        age_h: 120,
        score: 34,
        placement: "title",
        is_read: true,
        sentiment: Some(0.3),
        leaning: "positive",
    },
    Sample {
        subreddit: "freelanceWriters",
        author: "ghost_of_draft_six",
        title: "Cancelled Paperlark after the price change, here is what I found out",
        content: "I was on the old plan and the new one costs more than I bill in a slow month. The export was easy \
                  and complete, I will give them that.",
        age_h: 260,
        score: 58,
        placement: "title",
        is_read: true,
        sentiment: Some(-0.7),
        leaning: "negative",
    },
    Sample {
        subreddit: "birding",
        author: "marshlight_may",
        title: "Folded a paper lark for every species on my list",
        content: "Three years, 214 birds, one paperlark each. The whole wall is full now and my partner has asked \
                  about the ceiling.",
        age_h: 400,
        score: 920,
        placement: "content",
        is_read: true,
        sentiment: None,
        leaning: "undecided",
    },
];
