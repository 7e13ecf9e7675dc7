//! The sample posts: one file per community, and the parser of these files.
//!
//! A file begins with the community (`# r/name`, then `title:`, `about:`, `subscribers:` and a
//! `rule:` each). A post begins with `## ` and its title; fields, an empty line and the body
//! follow. A comment begins with `@`, as many `>` as it is deep, its author, age and score.
//!
//! `lead: company` marks a post that this sample company should answer, `near: company` one that
//! only looks so; `lead=company` after a comment's score marks a comment. The marks are for
//! measuring and never leave the sandbox.

use std::{fmt, time::Duration};

use rust_embed::RustEmbed;

use super::corpus_lines::{self, CorpusLines};

#[derive(RustEmbed)]
#[folder = "src/reddit/corpus"]
struct CorpusFiles;

/// Every valid community. Invalid files are skipped here; a test over all files reports them.
pub(crate) fn communities(further: &[SampleFile]) -> Vec<Community> {
    let read = |(file, text): SampleFile| match read(&text) {
        Ok(community) => Some(community),
        Err(complaints) => {
            let complaint = complaints.first().map(ToString::to_string);
            tracing::warn!(file, complaint, "a file of sample posts is left out");
            None
        }
    };
    let further = further.iter().cloned();
    let mut communities: Vec<Community> = Vec::new();
    for community in files().into_iter().chain(further).filter_map(read) {
        match communities.iter_mut().find(|it| it.name == community.name) {
            Some(known) => known.posts.extend(community.posts),
            None => communities.push(community),
        }
    }
    communities
}

/// The name and the text of a file with sample posts.
pub type SampleFile = (String, String);

/// A sample post with its labels, for measuring classifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SamplePost {
    pub subreddit: String,
    pub title: String,
    pub body: String,
    /// buying, comparison, question, complaint, mention or none.
    pub intent: String,
    /// hiring, giveaway, bot, megathread, adult, self-promotion, meme or news; none for the rest.
    pub noise: Option<String>,
    /// It is published some time after the start.
    pub is_future: bool,
    /// The sample companies that should answer it.
    pub lead_for: Vec<String>,
    /// The sample companies for which it only looks like a lead.
    pub near_for: Vec<String>,
    /// The company and the author of each comment that a company should answer.
    pub comment_leads: Vec<(String, String)>,
}

/// The posts of the sandbox and of `further` files.
pub fn sample_posts(further: &[SampleFile]) -> Vec<SamplePost> {
    let mut sample_posts = Vec::new();
    for community in communities(further) {
        let sample = |post: PostSource| SamplePost {
            subreddit: community.name.clone(),
            comment_leads: comment_leads(&post.comments),
            is_future: matches!(post.appears, Arrival::After(_)),
            title: post.title,
            body: post.body,
            intent: post.intent,
            noise: post.noise,
            lead_for: post.lead_for,
            near_for: post.near_for,
        };
        sample_posts.extend(community.posts.into_iter().map(sample));
    }
    sample_posts
}

fn comment_leads(comments: &[CommentSource]) -> Vec<(String, String)> {
    let marked = comments.iter().filter_map(|comment| {
        let company = comment.lead_for.clone()?;
        Some((company, comment.author.clone()))
    });
    marked.collect()
}

/// The files by name.
pub(crate) fn files() -> Vec<SampleFile> {
    let mut names: Vec<_> = CorpusFiles::iter()
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    let text = |name: &str| CorpusFiles::get(name).map(|file| file.data.into_owned());
    names
        .into_iter()
        .filter_map(|name| Some((name.to_string(), String::from_utf8(text(&name)?).ok()?)))
        .collect()
}

/// A community in a corpus file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Community {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) subscribers: u64,
    /// The short name and the description.
    pub(crate) rules: Vec<(String, String)>,
    pub(crate) posts: Vec<PostSource>,
}

/// A post in a corpus file.
#[derive(Debug, Clone)]
pub(crate) struct PostSource {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) appears: Arrival,
    pub(crate) score: i64,
    /// The number of comments to report, if more than are in the file.
    pub(crate) comment_count: Option<u32>,
    pub(crate) flair: Option<String>,
    pub(crate) intent: String,
    pub(crate) noise: Option<String>,
    pub(crate) lead_for: Vec<String>,
    pub(crate) near_for: Vec<String>,
    /// After the start.
    pub(crate) deleted: Option<Duration>,
    /// After the start.
    pub(crate) edited: Option<(Duration, String)>,
    pub(crate) link: Option<String>,
    pub(crate) body: String,
    pub(crate) comments: Vec<CommentSource>,
}

/// When something is published, relative to the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    Before(Duration),
    After(Duration),
}

#[derive(Debug, Clone)]
pub(crate) struct CommentSource {
    /// Zero replies to the post.
    pub(crate) level: usize,
    pub(crate) author: String,
    pub(crate) age: Duration,
    pub(crate) score: i64,
    pub(crate) lead_for: Option<String>,
    pub(crate) body: String,
}

/// An error in a corpus file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CorpusError {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for CorpusError {
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

/// Parses a file: the community, or all errors.
pub(crate) fn read(text: &str) -> Result<Community, Vec<CorpusError>> {
    let mut lines = CorpusLines::of(text);
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

fn head(lines: &mut CorpusLines) -> Community {
    let mut community = Community::default();
    match lines.take_if(|line| line.starts_with("# r/")) {
        Some(line) if corpus_lines::is_word(&line[4..], 21) => {
            line[4..].clone_into(&mut community.name);
        }
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

fn post(lines: &mut CorpusLines, title: String) -> Option<PostSource> {
    let line = lines.line();
    let mut fields = PostFields::default();
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
    line.starts_with("## ") || corpus_lines::comment(line).is_some()
}

fn comments(lines: &mut CorpusLines) -> Vec<CommentSource> {
    let mut comments: Vec<CommentSource> = Vec::new();
    while let Some(line) = lines.take_if(|line| corpus_lines::comment(line).is_some()) {
        let Some(head) = corpus_lines::comment(line) else {
            break;
        };
        let deepest = comments.last().map_or(0, |last| last.level + 1);
        if head.level > deepest {
            lines.complain("a reply is one level below what it answers".to_owned());
        }
        if !corpus_lines::is_author(head.author) {
            lines.complain(format!(
                "{:?} is no name that people have there",
                head.author
            ));
        }
        let body = lines.text_until(|line| line.is_empty() || ends_body(line));
        if body.is_empty() {
            lines.complain("a comment has a text".to_owned());
        }
        comments.push(CommentSource {
            level: head.level,
            author: head.author.to_owned(),
            age: head.age,
            score: head.score,
            lead_for: head.lead_for.map(str::to_owned),
            body,
        });
        lines.skip_empty();
    }
    comments
}

#[derive(Default)]
struct PostFields {
    author: Option<String>,
    appears: Option<Arrival>,
    score: Option<i64>,
    comment_count: Option<u32>,
    flair: Option<String>,
    intent: Option<String>,
    noise: Option<String>,
    lead_for: Vec<String>,
    near_for: Vec<String>,
    deleted: Option<Duration>,
    edited: Option<Duration>,
    link: Option<String>,
}

impl PostFields {
    fn take(&mut self, lines: &mut CorpusLines, key: &str, value: &str) {
        let text = Some(value.to_owned());
        match key {
            "by" if corpus_lines::is_author(value) => self.author = text,
            "age" => self.appears = lines.time(key, value).map(Arrival::Before),
            "arrives" => self.appears = lines.time(key, value).map(Arrival::After),
            "score" => self.score = Some(lines.number(key, value)),
            "comments" => self.comment_count = Some(lines.number(key, value)),
            "flair" => self.flair = text,
            "intent" if INTENTS.contains(&value) => self.intent = text,
            "noise" if NOISES.contains(&value) => self.noise = text,
            "lead" => self.lead_for.push(value.to_owned()),
            "near" => self.near_for.push(value.to_owned()),
            "deleted" => self.deleted = lines.time(key, value),
            "edited" => self.edited = lines.time(key, value),
            "link" if value.starts_with("https://") => self.link = text,
            _ => lines.complain(format!("a post has no such {key}: {value:?}")),
        }
    }

    fn finish(
        self,
        lines: &mut CorpusLines,
        line: usize,
        title: String,
        body: String,
        new_body: Option<String>,
        comments: Vec<CommentSource>,
    ) -> Option<PostSource> {
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
        Some(PostSource {
            title,
            author,
            appears,
            score,
            comment_count: self.comment_count,
            flair: self.flair,
            intent,
            noise: self.noise,
            lead_for: self.lead_for,
            near_for: self.near_for,
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
