//! Answers that were written for the sample companies and posts, one by one: what a good model would
//! say. For anything else there is none.

use std::{collections::HashMap, sync::LazyLock};

use providers::llm::untrusted_parts;
use serde_json::{Map, Value};

use super::chat_request::ChatRequest;

/// The sample answer to a request, if there is one.
pub(super) fn sample_answer(asked: &ChatRequest) -> Option<String> {
    let (task, question) = (asked.task(), asked.question());
    let name = task.lines().next()?.strip_prefix("Earshot task: ")?;
    let parts = untrusted_parts(&question);
    let company = sample_company(parts.iter().find_map(|part| line(part, "Company: "))?)?;
    match name {
        "draft v2" => draft(company, line(&task, "Tone: ")?, &parts),
        "lead-check v2" => lead(company, &parts),
        "mention-reading v2" => mention(company, &parts),
        _ => None,
    }
}

/// The answers for one company.
struct SampleCompany {
    name: &'static str,
    /// By subreddit, title and tone.
    drafts: HashMap<[String; 3], String>,
    leads: Vec<Value>,
    mentions: Vec<Value>,
}

macro_rules! company {
    ($name:literal) => {
        SampleCompany {
            name: $name,
            drafts: drafts(include_str!(concat!("samples/", $name, "/drafts.txt"))),
            leads: lines(include_str!(concat!("samples/", $name, "/leads.jsonl"))),
            mentions: lines(include_str!(concat!("samples/", $name, "/mentions.jsonl"))),
        }
    };
}

static COMPANIES: LazyLock<[SampleCompany; 3]> = LazyLock::new(|| {
    [
        company!("paperlark"),
        company!("cragdesk"),
        company!("millstead"),
    ]
});

fn sample_company(name: &str) -> Option<&'static SampleCompany> {
    let name = name.to_lowercase();
    COMPANIES
        .iter()
        .find(|company| name.starts_with(company.name))
}

/// The drafts of a file: a title after `## `, the subreddit below it, each tone after `--- `.
fn drafts(text: &str) -> HashMap<[String; 3], String> {
    let mut drafts = HashMap::new();
    let posts = format!("\n{text}");
    for post in posts.split("\n## ").skip(1) {
        let mut lines = post.lines();
        let title = lines.next().unwrap_or_default().trim();
        let subreddit = lines.next().unwrap_or_default().trim();
        let subreddit = subreddit.trim_start_matches("r/");
        for draft in post.split("\n--- ").skip(1) {
            let (tone, text) = draft.split_once('\n').unwrap_or_default();
            let key = [subreddit, title, tone.trim()].map(str::to_owned);
            drafts.insert(key, text.trim().to_owned());
        }
    }
    drafts
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// The rest of the line that starts so.
fn line<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let found = text.lines().find_map(|line| line.strip_prefix(start));
    found.map(str::trim)
}

/// Drafts are samples of answers to posts; a comment has an author.
fn draft(company: &SampleCompany, tone: &str, parts: &[&str]) -> Option<String> {
    let post = parts.iter().find(|part| part.starts_with("Subreddit: "))?;
    let place = SamplePlace::of(post)?;
    let key = [place.subreddit, place.title, tone].map(str::to_owned);
    let found = company.drafts.get(&key);
    found.filter(|_| place.author.is_none()).cloned()
}

fn lead(company: &'static SampleCompany, parts: &[&str]) -> Option<String> {
    let sample = sample_of(&company.leads, parts)?;
    let fields = ["need", "why", "is_lead", "confidence"];
    Some(answered(sample, &fields, &Map::new()))
}

fn mention(company: &'static SampleCompany, parts: &[&str]) -> Option<String> {
    let sample = sample_of(&company.mentions, parts)?;
    let fields = [
        "quote",
        "summary",
        "sentiment",
        "intent",
        "answer",
        "answer_why",
    ];
    let meant = ["is_meant", "is_wanted"].map(|name| (name.to_owned(), Value::Bool(true)));
    Some(answered(sample, &fields, &Map::from_iter(meant)))
}

/// The sample for the text that the question is about.
fn sample_of(samples: &'static [Value], parts: &[&str]) -> Option<&'static Value> {
    let text = parts.iter().find(|part| part.starts_with("Company: "))?;
    SamplePlace::of(text)?.sample_in(samples, text)
}

fn answered(sample: &Value, fields: &[&str], more: &Map<String, Value>) -> String {
    let field = |name: &&str| {
        let value = match &sample[*name] {
            Value::Null => Value::String(String::new()),
            value => value.clone(),
        };
        ((*name).to_owned(), value)
    };
    let mut answer: Map<String, Value> = fields.iter().map(field).collect();
    answer.extend(more.clone());
    Value::Object(answer).to_string()
}

/// Where a text stands.
#[derive(Clone, Copy)]
struct SamplePlace<'t> {
    subreddit: &'t str,
    title: &'t str,
    /// Of a comment.
    author: Option<&'t str>,
}

impl<'t> SamplePlace<'t> {
    /// From the lines that every prompt has for it. What follows the title was written by a stranger.
    fn of(item: &'t str) -> Option<Self> {
        let title = line(item, "Title: ")?;
        let head = item.split("\nTitle: ").next()?;
        Some(Self {
            subreddit: line(head, "Subreddit: ")?,
            title,
            author: line(head, "Author: "),
        })
    }

    /// Its sample. Of several comments by one author that is the one whose words are quoted.
    fn sample_in(self, samples: &'static [Value], text: &str) -> Option<&'static Value> {
        let same = samples.iter().filter(|sample| {
            is_same(sample["title"].as_str(), self.title)
                && sample["subreddit"] == self.subreddit
                && sample["author"].as_str() == self.author
        });
        let same: Vec<&Value> = same.collect();
        let is_quoted = |sample: &&&Value| {
            let quote = sample["quote"].as_str();
            quote.is_some_and(|quote| straight(text).contains(&straight(quote)))
        };
        same.iter().find(is_quoted).or(same.first()).copied()
    }
}

fn is_same(sample: Option<&str>, title: &str) -> bool {
    sample.is_some_and(|sample| straight(sample) == straight(title))
}

/// Prompts may have other quotation marks than the post.
fn straight(text: &str) -> String {
    text.replace(['\u{201c}', '\u{201d}'], "\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_company_has_twelve_posts_in_five_tones_and_all_lines_can_be_read() {
        let counts: Vec<[usize; 3]> = COMPANIES
            .iter()
            .map(|it| [it.drafts.len(), it.leads.len(), it.mentions.len()])
            .collect();

        assert_eq!(counts, [[60, 158, 17], [60, 127, 23], [60, 147, 23]]);
    }

    #[test]
    fn every_sample_is_about_a_post_of_the_corpus() {
        let posts = crate::reddit::sample_posts(&[]);
        let is_known = |subreddit: &str, title: &str| {
            posts
                .iter()
                .any(|post| post.subreddit == subreddit && post.title == title)
        };
        for company in COMPANIES.iter() {
            for [subreddit, title, _] in company.drafts.keys() {
                assert!(is_known(subreddit, title), "{subreddit}: {title}");
            }
            for sample in company.leads.iter().chain(&company.mentions) {
                let (subreddit, title) = (&sample["subreddit"], &sample["title"]);
                let (subreddit, title) = (subreddit.as_str(), title.as_str());
                assert!(is_known(subreddit.unwrap(), title.unwrap()), "{sample}");
            }
        }
    }

    #[test]
    fn a_text_is_known_by_its_place() {
        let asked =
            "Company: Paperlark\nWhat it does: x\n\nSubreddit: c\nAuthor: d\nTitle: e\nText\n";

        let place = SamplePlace::of(asked).unwrap();

        assert_eq!(
            (place.subreddit, place.title, place.author),
            ("c", "e", Some("d"))
        );
    }
}
