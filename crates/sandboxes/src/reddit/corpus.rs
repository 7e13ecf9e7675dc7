//! The sample posts: a file per community, and how such a file is read.
//!
//! A file begins with the community (`# r/name`, then `title:`, `about:`, `subscribers:` and a
//! `rule:` each). A post begins with `## ` and its title; fields, an empty line and the body
//! follow. A comment begins with `@`, as many `>` as it is deep, its author, age and score.

use std::{fmt, time::Duration};

use rust_embed::RustEmbed;

use super::lines::{self, Lines};

#[derive(RustEmbed)]
#[folder = "src/reddit/corpus"]
struct Files;

/// Every community that can be read. One that cannot is left out; the test over all files is
/// where that is noticed.
pub(crate) fn communities() -> Vec<Community> {
    let read = |(file, text): (String, String)| match read(&text) {
        Ok(community) => Some(community),
        Err(complaints) => {
            let complaint = complaints.first().map(ToString::to_string);
            tracing::warn!(file, complaint, "a file of sample posts is left out");
            None
        }
    };
    files().into_iter().filter_map(read).collect()
}

/// A sample post as a careful reader would judge it, for whoever measures judgements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    pub subreddit: String,
    pub title: String,
    pub body: String,
    /// buying, comparison, question, complaint, mention or none.
    pub intent: String,
    /// hiring, giveaway, bot, megathread, adult, self-promotion, meme or news; none for the rest.
    pub noise: Option<String>,
}

pub fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for community in communities() {
        samples.extend(community.posts.into_iter().map(|post| Sample {
            subreddit: community.name.clone(),
            title: post.title,
            body: post.body,
            intent: post.intent,
            noise: post.noise,
        }));
    }
    samples
}

/// The files by name.
pub(crate) fn files() -> Vec<(String, String)> {
    let mut names: Vec<_> = Files::iter()
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    let text = |name: &str| Files::get(name).map(|file| file.data.into_owned());
    names
        .into_iter()
        .filter_map(|name| Some((name.to_string(), String::from_utf8(text(&name)?).ok()?)))
        .collect()
}

/// A community as it is written down.
#[derive(Debug, Clone, Default)]
pub(crate) struct Community {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) subscribers: u64,
    /// The short name and the description.
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) posts: Vec<Written>,
}

/// A post as it is written down.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) appears: Appears,
    pub(crate) score: i64,
    /// How many comments there are said to be, where that is more than are written.
    pub(crate) comment_count: Option<u32>,
    pub(crate) flair: Option<String>,
    pub(crate) intent: String,
    pub(crate) noise: Option<String>,
    /// After the start.
    pub(crate) deleted: Option<Duration>,
    /// After the start.
    pub(crate) edited: Option<(Duration, String)>,
    pub(crate) link: Option<String>,
    pub(crate) body: String,
    pub(crate) comments: Vec<WrittenComment>,
}

/// When something is written, seen from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Appears {
    Before(Duration),
    After(Duration),
}

#[derive(Debug, Clone)]
pub(crate) struct WrittenComment {
    /// Zero answers the post.
    pub(crate) level: usize,
    pub(crate) author: String,
    pub(crate) age: Duration,
    pub(crate) score: i64,
    pub(crate) body: String,
}

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

pub(crate) const INTENTS: [&str; 6] = [
    "buying",
    "comparison",
    "question",
    "complaint",
    "mention",
    "none",
];
pub(crate) const NOISES: [&str; 8] = [
    "hiring",
    "giveaway",
    "bot",
    "megathread",
    "adult",
    "self-promotion",
    "meme",
    "news",
];

/// Reads a file: the community, or all that is wrong with it.
pub(crate) fn read(text: &str) -> Result<Community, Vec<Complaint>> {
    let mut lines = Lines::of(text);
    let mut community = head(&mut lines);
    while let Some(title) = lines.take_if(|line| line.starts_with("## ")) {
        let title = title[3..].trim().to_owned();
        let post = post(&mut lines, title);
        community.posts.extend(post);
    }
    while let Some(line) = lines.take_if(|_| true) {
        lines.complain(format!("this belongs to no post: {line:?}"));
    }
    if lines.complaints.is_empty() {
        Ok(community)
    } else {
        Err(lines.complaints)
    }
}

fn head(lines: &mut Lines) -> Community {
    let mut community = Community::default();
    match lines.take_if(|line| line.starts_with("# r/")) {
        Some(line) if lines::is_word(&line[4..], 21) => line[4..].clone_into(&mut community.name),
        _ => lines.complain("a file begins with `# r/` and the community's name".to_owned()),
    }
    while let Some((key, value)) = lines.take_field() {
        match key {
            "title" => value.clone_into(&mut community.title),
            "about" => value.clone_into(&mut community.about),
            "subscribers" => community.subscribers = lines.number(key, value),
            "rule" => match value.split_once('|') {
                Some((name, text)) => community
                    .rules
                    .push((name.trim().to_owned(), text.trim().to_owned())),
                None => lines.complain("a rule is `name | description`".to_owned()),
            },
            _ => lines.complain(format!("a community has no field {key:?}")),
        }
    }
    lines.skip_empty();
    if community.title.is_empty() || community.about.is_empty() || community.subscribers == 0 {
        lines.complain("a community has a title, an about and subscribers".to_owned());
    }
    if !(2..=5).contains(&community.rules.len()) {
        lines.complain("a community has two to five rules".to_owned());
    }
    community
}

fn post(lines: &mut Lines, title: String) -> Option<Written> {
    let line = lines.line();
    let mut fields = Fields::default();
    while let Some((key, value)) = lines.take_field() {
        fields.take(lines, key, value);
    }
    let body = lines.text_until(|line| line == "-- edited --" || ends_body(line));
    let new_body = lines
        .take_if(|line| line == "-- edited --")
        .map(|_| lines.text_until(ends_body));
    let comments = comments(lines);
    fields.finish(lines, line, title, body, new_body, comments)
}

fn ends_body(line: &str) -> bool {
    line.starts_with("## ") || lines::comment(line).is_some()
}

fn comments(lines: &mut Lines) -> Vec<WrittenComment> {
    let mut comments: Vec<WrittenComment> = Vec::new();
    while let Some(line) = lines.take_if(|line| lines::comment(line).is_some()) {
        let Some((level, author, age, score)) = lines::comment(line) else {
            break;
        };
        let deepest = comments.last().map_or(0, |last| last.level + 1);
        if level > deepest {
            lines.complain("a reply is one level below what it answers".to_owned());
        }
        if !lines::is_author(author) {
            lines.complain(format!("{author:?} is no name that people have there"));
        }
        let body = lines.text_until(|line| line.is_empty() || ends_body(line));
        if body.is_empty() {
            lines.complain("a comment has a text".to_owned());
        }
        comments.push(WrittenComment {
            level,
            author: author.to_owned(),
            age,
            score,
            body,
        });
        lines.skip_empty();
    }
    comments
}

#[derive(Default)]
struct Fields {
    author: Option<String>,
    appears: Option<Appears>,
    score: Option<i64>,
    comment_count: Option<u32>,
    flair: Option<String>,
    intent: Option<String>,
    noise: Option<String>,
    deleted: Option<Duration>,
    edited: Option<Duration>,
    link: Option<String>,
}

impl Fields {
    fn take(&mut self, lines: &mut Lines, key: &str, value: &str) {
        let text = Some(value.to_owned());
        match key {
            "by" if lines::is_author(value) => self.author = text,
            "age" => self.appears = lines.time(key, value).map(Appears::Before),
            "arrives" => self.appears = lines.time(key, value).map(Appears::After),
            "score" => self.score = Some(lines.number(key, value)),
            "comments" => self.comment_count = Some(lines.number(key, value)),
            "flair" => self.flair = text,
            "intent" if INTENTS.contains(&value) => self.intent = text,
            "noise" if NOISES.contains(&value) => self.noise = text,
            "deleted" => self.deleted = lines.time(key, value),
            "edited" => self.edited = lines.time(key, value),
            "link" if value.starts_with("https://") => self.link = text,
            _ => lines.complain(format!("a post has no such {key}: {value:?}")),
        }
    }

    fn finish(
        self,
        lines: &mut Lines,
        line: usize,
        title: String,
        body: String,
        new_body: Option<String>,
        comments: Vec<WrittenComment>,
    ) -> Option<Written> {
        let mut want = |is_so: bool, what: &str| {
            if !is_so {
                lines.complain_at(line, what.to_owned());
            }
        };
        want(
            (1..=300).contains(&title.chars().count()),
            "a title has 1 to 300 characters",
        );
        want(
            body.is_empty() == self.link.is_some(),
            "a post has either a body or a link",
        );
        want(
            self.edited.is_some() == new_body.is_some(),
            "`edited:` and `-- edited --` go together",
        );
        let parts = (self.author, self.appears, self.score, self.intent);
        let (Some(author), Some(appears), Some(score), Some(intent)) = parts else {
            want(false, "a post has by, age or arrives, score and intent");
            return None;
        };
        Some(Written {
            title,
            author,
            appears,
            score,
            comment_count: self.comment_count,
            flair: self.flair,
            intent,
            noise: self.noise,
            deleted: self.deleted,
            edited: self.edited.zip(new_body),
            link: self.link,
            body,
            comments,
        })
    }
}

#[cfg(test)]
#[path = "corpus_tests.rs"]
mod tests;
