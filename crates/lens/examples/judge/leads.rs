//! The tasks about posts and companies: leads, rank, titlebody.

use std::{collections::HashMap, fs::File, io::BufRead as _};

use lens::{
    closeness::{CompanyText, Corpus, RankWeights},
    embedding::EmbeddingTable,
    reader::read_post,
    relevance::{CandidatePost, LeadCompany, judge, read_need_candidates, reasons},
};
use serde_json::{Value, json};

use crate::column;

/// The score of each post for the company of its row. A company is prepared once.
#[derive(Default)]
pub(crate) struct Leads(HashMap<String, LeadCompany>);

impl Leads {
    pub(crate) fn judged(&mut self, row: &Value) -> Value {
        let company = self
            .0
            .entry(column(row, "qid").to_owned())
            .or_insert_with(|| {
                LeadCompany::new(&CompanyText {
                    name: column(row, "name"),
                    one_liner: column(row, "one_liner"),
                    description: column(row, "description"),
                    keywords: &[],
                    ..CompanyText::default()
                })
            });
        let post = CandidatePost {
            title: column(row, "title"),
            body: column(row, "selftext"),
            subreddit: column(row, "subreddit"),
            ..CandidatePost::default()
        };
        let read = read_post(post.subreddit, post.title, post.body);
        let judgement = judge(company, &post, &read);
        let noise = judgement.noise.as_ref().map(|noise| noise.kind);
        let reasons = reasons(company, &post, &read_need_candidates(&post), noise);
        json!({
            "qid": row["qid"],
            "id": row["id"],
            "score": judgement.score,
            "intent": judgement.intent.as_str(),
            "noise": noise.map(lens::noise::NoiseKind::as_str),
            "reason": reasons.line,
            "need": reasons.need,
            "fit": reasons.fit,
        })
    }
}

/// The hundred posts closest to each query.
pub(crate) fn rank(queries: &str, posts: &str) -> impl Iterator<Item = Value> {
    let posts = file(posts);
    let texts = posts.iter().map(|post| {
        vec![
            (column(post, "title"), RankWeights::TITLE),
            (column(post, "selftext"), 1.0),
        ]
    });
    let corpus = Corpus::new(&texts.collect::<Vec<_>>(), EmbeddingTable::shipped());
    file(queries).into_iter().map(move |query| {
        let found = corpus.rank(column(&query, "query"), 100, RankWeights::SUBJECT);
        let ids = found.into_iter().map(|at| posts[at]["id"].clone());
        json!({ "qid": query["qid"], "ranking": ids.collect::<Vec<_>>() })
    })
}

/// The ten bodies closest to each title, among the posts that the rows name.
pub(crate) fn titlebody(rows: &[Value], posts: &str) -> impl Iterator<Item = Value> {
    let posts = file(posts)
        .into_iter()
        .map(|post| (column(&post, "id").to_owned(), post));
    let posts = posts.collect::<HashMap<_, _>>();
    let named = rows
        .iter()
        .filter_map(|row| posts.get(column(row, "id")))
        .cloned();
    let named = named.collect::<Vec<_>>();
    let texts = named
        .iter()
        .map(|post| vec![(column(post, "selftext"), 1.0)]);
    let corpus = Corpus::new(&texts.collect::<Vec<_>>(), EmbeddingTable::shipped());
    let asked = rows.iter().filter(|row| row["is_query"] == true);
    let asked = asked
        .filter_map(|row| posts.get(column(row, "id")))
        .cloned()
        .collect::<Vec<_>>();
    asked.into_iter().map(move |post| {
        let found = corpus.rank(column(&post, "title"), 10, RankWeights::EXACT);
        let ids = found.into_iter().map(|at| named[at]["id"].clone());
        json!({ "id": post["id"], "ranking": ids.collect::<Vec<_>>() })
    })
}

fn file(path: &str) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = std::io::BufReader::new(file).lines().map_while(Result::ok);
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(&line).expect("every line of the file is JSON"))
        .collect()
}
