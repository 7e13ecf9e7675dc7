//! How fast posts are embedded and judged, compared with a plain implementation.

use std::{collections::HashMap, hint::black_box, path::Path, time::Instant};

use anyhow::Result;
use lens::{
    bm25,
    closeness::CompanyText,
    embedding::{EmbeddingTable, WIDTH, embed},
    reader::read_post,
    relevance::{self, LeadCompany, is_worth_reading, judge},
};

use super::Figure;
use crate::{dataset, table::PostRow};

/// Posts per second on one core: embedded, and judged for a company.
pub(crate) fn speed(data: &Path) -> Result<Vec<Figure>> {
    let mut posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    posts.truncate(POSTS);
    let texts = posts
        .iter()
        .map(|post| format!("{}\n{}", post.title, post.selftext));
    let texts = texts.collect::<Vec<_>>();
    let plain = PlainTable::new();
    let table = a_second(&texts, |text| {
        black_box(embed(text));
    });
    let peer = a_second(&texts, |text| drop(black_box(plain.embed(text))));
    let company = LeadCompany::new(&CompanyText {
        one_liner: "Invoicing and payment reminders for freelancers",
        ..CompanyText::default()
    });
    let read = read_post("freelance", "A post", "that was read before");
    let judged = a_second(&posts, |post| {
        let post = relevance::CandidatePost {
            title: &post.title,
            body: &post.selftext,
            subreddit: &post.subreddit,
            ..relevance::CandidatePost::default()
        };
        black_box(is_worth_reading(&company, &post));
        drop(black_box(judge(&company, &post, &read)));
    });
    let reading = a_second(&posts[..READ_POSTS], |post| {
        black_box(read_post(&post.subreddit, &post.title, &post.selftext));
    });
    let words = a_second(&texts, |text| drop(black_box(bm25::counts(text))));
    let figure = |task: &str, value, goal, peer: String| Figure {
        task: task.to_owned(),
        value,
        interval: None,
        goal,
        peer,
    };
    let ratio = |peer: &str, reached: f64, value: f64| {
        format!(
            "{peer} {reached:.0} (ours is {:.2} times that)",
            value / reached
        )
    };
    Ok(vec![
        figure(
            "posts embedded a second",
            table,
            20_000.0,
            ratio("plain table", peer, table),
        ),
        figure(
            "posts judged a second",
            judged,
            2_000.0,
            ratio("BM25 alone", words, judged),
        ),
        figure("posts read a second", reading, 30.0, String::new()),
    ])
}

const POSTS: usize = 5_000;
const READ_POSTS: usize = 200;

/// How many per second, after a warm-up.
fn a_second<Text>(texts: &[Text], mut judge: impl FnMut(&Text)) -> f64 {
    texts.iter().take(texts.len() / 5).for_each(&mut judge);
    let start = Instant::now();
    texts.iter().for_each(&mut judge);
    f64::from(u32::try_from(texts.len()).expect("few texts")) / start.elapsed().as_secs_f64()
}

/// The simplest implementation of the table: a map of words to rows of `f32`.
struct PlainTable(HashMap<String, Vec<f32>>);

impl PlainTable {
    fn new() -> Self {
        let table = EmbeddingTable::shipped();
        let row = |(at, entry): (usize, String)| {
            let mut row = [0.0; WIDTH];
            table.add_row(at, &mut row);
            (entry, row.to_vec())
        };
        Self(table.vocabulary().entries().enumerate().map(row).collect())
    }

    fn embed(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; WIDTH];
        for word in text
            .to_lowercase()
            .split(|letter: char| !letter.is_alphanumeric())
        {
            let Some(row) = self.0.get(word) else {
                continue;
            };
            for (total, value) in sum.iter_mut().zip(row) {
                *total += value;
            }
        }
        sum
    }
}
