//! What people might say around a company that does not exist (`lifecycle/samples.rs`). Ages are in
//! hours before the moment of seeding. A sample has no place on Reddit: its id is none of Reddit's,
//! so nobody looks for it there.

use chrono::{DateTime, TimeDelta, Utc};

use super::lead::Lead;
use super::matching::{self, Haystack, Needle};

struct Sample {
    id: &'static str,
    subreddit: &'static str,
    author: &'static str,
    title: &'static str,
    content: &'static str,
    age_h: i64,
    score: i64,
    comments: i64,
    google_ranking: Option<i64>,
    relevance_score: i64,
    intent: &'static str,
    keywords: &'static [&'static str],
}

/// The samples as if they had just been found.
pub(super) fn leads(now: DateTime<Utc>) -> impl Iterator<Item = Lead> {
    SAMPLES.iter().map(move |sample| sample.lead(now))
}

impl Sample {
    fn lead(&self, now: DateTime<Utc>) -> Lead {
        let needles: Vec<Needle> = self.keywords.iter().map(|word| Needle::new(word)).collect();
        let haystack = Haystack {
            title: self.title,
            body: self.content,
            comments: "",
        };
        let (subreddit, id) = (self.subreddit, self.id);
        Lead {
            reddit_id: format!("sample_{id}"),
            title: self.title.to_owned(),
            subreddit: subreddit.to_owned(),
            author: self.author.to_owned(),
            created_at: now - TimeDelta::hours(self.age_h),
            score: self.score,
            comments: self.comments,
            content: Some(self.content.to_owned()),
            permalink: format!("https://www.reddit.com/r/{subreddit}/comments/{id}/"),
            google_ranking: self.google_ranking,
            keywords_matched: self
                .keywords
                .iter()
                .map(|word| (*word).to_owned())
                .collect(),
            relevance_score: self.relevance_score,
            relevance_reason: "A sample post.".to_owned(),
            relevance_parts: Vec::new(),
            matched: matching::matched(&needles, haystack).words,
            intent: self.intent.to_owned(),
        }
    }
}

const SAMPLES: [Sample; 12] = [
    Sample {
        id: "elk001",
        subreddit: "smallbusiness",
        author: "tinybakerledger",
        title: "Simple invoicing tool that isn't a whole accounting suite?",
        content: "I sell wedding cakes and send maybe ten invoices a month. Everything I try wants \
                  to do my payroll. I only need to write an invoice, send it and see who has paid.\n\n\
                  What do you use that stays out of the way?",
        age_h: 5,
        score: 12,
        comments: 9,
        google_ranking: None,
        relevance_score: 91,
        intent: "buying",
        keywords: &["invoicing software"],
    },
    Sample {
        id: "elk002",
        subreddit: "copywriting",
        author: "serialcomma_sam",
        title: "First retainer client! What do you use for recurring invoices?",
        content: "Same amount on the first of every month, for a year. I don't want to be the one who \
                  remembers it. Is there something that sends it by itself and tells me when it is late?",
        age_h: 11,
        score: 23,
        comments: 17,
        google_ranking: None,
        relevance_score: 88,
        intent: "buying",
        keywords: &["recurring invoices", "payment reminders"],
    },
    Sample {
        id: "elk003",
        subreddit: "consulting",
        author: "slidedeck_refugee",
        title: "My invoice spreadsheet just broke at client number 14",
        content: "A sort went wrong and I billed two clients with each other's hours. Time to admit that \
                  a spreadsheet is not a system. Moving a year of invoices over scares me, though.",
        age_h: 52,
        score: 57,
        comments: 22,
        google_ranking: None,
        relevance_score: 79,
        intent: "complaint",
        keywords: &["invoice template", "invoicing software"],
    },
    Sample {
        id: "elk004",
        subreddit: "photography",
        author: "f8andbethere_",
        title: "Do you put late fees on your invoices? Does anyone ever pay them?",
        content: "My contract says 2% a month. I have never charged it, because the clients who pay late \
                  are the ones I cannot afford to annoy. Does the line alone help?",
        age_h: 290,
        score: 38,
        comments: 52,
        google_ranking: Some(4),
        relevance_score: 76,
        intent: "question",
        keywords: &["late payments"],
    },
    Sample {
        id: "elk005",
        subreddit: "freelance",
        author: "kerning_and_coffee",
        title: "Clients keep paying 30+ days late. What invoicing setup actually fixed this for you?",
        content: "Brand designer, four years solo. The work is steady but the money never shows up when it \
                  should. Right now I have **three invoices past 30 days** and one past 60.\n\n\
                  What I do today: a PDF from a template, sent by hand, due date in bold. Then I forget \
                  about it until rent week and write an awkward follow-up.\n\nThings I have tried:\n\n\
                  - Net 14 instead of net 30 (people ignore it)\n\
                  - A late fee in the contract (never had the nerve)\n\
                  - Half up front (works, but only with new clients)",
        age_h: 462,
        score: 184,
        comments: 63,
        google_ranking: Some(3),
        relevance_score: 97,
        intent: "buying",
        keywords: &[
            "late payments",
            "invoicing software",
            "get paid faster",
            "payment reminders",
        ],
    },
    Sample {
        id: "elk006",
        subreddit: "webdev",
        author: "null_and_void_studio",
        title: "Deposits plus final invoice for web projects: how do you split it?",
        content: "I used to do 50/50 and got burned when a launch slipped by four months. Now thinking 40 up \
                  front, 40 at design sign-off, 20 at launch. How do you keep track of which part is paid?",
        age_h: 800,
        score: 88,
        comments: 41,
        google_ranking: Some(7),
        relevance_score: 82,
        intent: "question",
        keywords: &["deposit invoice", "get paid faster"],
    },
    Sample {
        id: "elk007",
        subreddit: "graphic_design",
        author: "pixelmoth_",
        title: "How do you chase an unpaid invoice without burning the relationship?",
        content: "They are lovely, the work went well, and they are 45 days late. I have written two friendly \
                  mails. What does the third one say?",
        age_h: 1_540,
        score: 412,
        comments: 138,
        google_ranking: Some(2),
        relevance_score: 94,
        intent: "question",
        keywords: &["unpaid invoice", "late payments", "payment reminders"],
    },
    Sample {
        id: "elk008",
        subreddit: "Entrepreneur",
        author: "mapleandmain",
        title: "Cash flow is fine on paper, but nobody pays on the day",
        content: "Profit every month, and still I pay my own rent late because three clients do. Is there \
                  anything beyond shouting that moves people to pay on time?",
        age_h: 30,
        score: 64,
        comments: 48,
        google_ranking: None,
        relevance_score: 73,
        intent: "complaint",
        keywords: &["late payments", "get paid faster"],
    },
    Sample {
        id: "elk009",
        subreddit: "freelanceWriters",
        author: "ghost_of_draft_six",
        title: "Invoice template that a big company's finance department will not send back",
        content: "Third time this year: wrong purchase order field, wrong tax line, back of the queue. Does \
                  anybody have a list of what they all want to see on it?",
        age_h: 140,
        score: 31,
        comments: 19,
        google_ranking: None,
        relevance_score: 70,
        intent: "question",
        keywords: &["invoice template"],
    },
    Sample {
        id: "elk010",
        subreddit: "videography",
        author: "onetake_olive",
        title: "Client wants to pay in four parts. How do I put that on an invoice?",
        content: "A documentary over five months. One invoice with four dates, or four invoices? Their \
                  bookkeeper said both, on the same call.",
        age_h: 75,
        score: 15,
        comments: 12,
        google_ranking: None,
        relevance_score: 66,
        intent: "question",
        keywords: &["deposit invoice", "recurring invoices"],
    },
    Sample {
        id: "elk011",
        subreddit: "digitalnomad",
        author: "carryononly_kit",
        title: "Multi-currency invoices for EU clients without losing 4% each time?",
        content: "I live from invoices in three currencies, and the fees eat a week of work a year. Do you bill \
                  in theirs or in yours?",
        age_h: 210,
        score: 47,
        comments: 35,
        google_ranking: Some(9),
        relevance_score: 61,
        intent: "question",
        keywords: &["invoicing software"],
    },
    Sample {
        id: "elk012",
        subreddit: "sidehustle",
        author: "weekend_welder",
        title: "When did you stop sending invoices by hand?",
        content: "Day job all week, gates and railings on Saturdays. Sunday night is for invoices, and I hate \
                  Sunday nights. How many clients before you let something do it for you?",
        age_h: 19,
        score: 8,
        comments: 14,
        google_ranking: None,
        relevance_score: 84,
        intent: "question",
        keywords: &["invoicing software", "payment reminders"],
    },
];
