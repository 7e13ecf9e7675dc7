//! Judges how relevant a post is to a company: `lens` scores it, this explains the score.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use lens::closeness::{CompanyProfile, CompanyText};
use lens::intent::Intent;
use lens::relevance::{
    self, Judgement, PartName, RejectionExample, RejectionHistory, RelevancePart,
};
use lens::text;

use super::keyword_matcher::{self, KeywordPattern, MatchedWord, PostField, SearchedText};
use super::relevant_post::{RelevantPost, ScorePart};
use finds::NO_AUTHOR;
use listening::Post;
use onboarding::Company;

/// A post that may be worth an answer, and how it was found.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) post: Post,
    /// The keywords whose search returned it.
    pub(super) found_for: Vec<String>,
    /// Its ranks in web searches: keyword and rank.
    pub(super) ranks: Vec<(String, u32)>,
    /// Its comments, if they were read.
    pub(super) comments: String,
}

/// A rejected post and the reason.
#[derive(Clone, Debug)]
pub(super) struct RejectedPost {
    pub(super) reddit_id: String,
    pub(super) title: String,
    pub(super) content: String,
    pub(super) reason: String,
}

/// A post with its judgement.
#[derive(Clone, Debug)]
pub(super) struct JudgedPost {
    pub(super) post: RelevantPost,
    pub(super) intent: Intent,
    pub(super) is_noise: bool,
}

/// A company and its owner's rejections, prepared for judging many posts.
#[derive(Debug)]
pub(super) struct RelevanceJudge {
    profile: CompanyProfile,
    patterns: Vec<KeywordPattern>,
    taught: RejectionHistory,
    now: DateTime<Utc>,
}

impl RelevanceJudge {
    pub(super) fn new(
        company: Option<&Company>,
        keywords: &[String],
        rejected: &[RejectedPost],
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            profile: profile(company, keywords),
            patterns: keywords
                .iter()
                .map(|word| KeywordPattern::new(word))
                .collect(),
            taught: RejectionHistory::new(rejected.iter().map(RejectedPost::teaches)),
            now,
        }
    }

    /// Judges a post. `known_rank` is its last known rank in a web search.
    pub(super) fn judge(&self, candidate: &Candidate, known_rank: Option<i64>) -> JudgedPost {
        let post = &candidate.post;
        let seen = candidate.ranks.iter().map(|(_, place)| *place).min();
        let rank = seen.or_else(|| known_rank.and_then(|rank| u32::try_from(rank).ok()));
        let judgement = relevance::judge(&self.profile, &self.as_read(post, rank), &self.taught);
        let searched = SearchedText {
            title: &post.title,
            body: &post.body,
            comments: &candidate.comments,
        };
        let matched = keyword_matcher::match_keywords(&self.patterns, searched);
        let facts = ScoreFacts {
            candidate,
            rank,
            age_hours: self.age_hours(post),
            judgement: &judgement,
        };
        let parts = judgement.parts.iter().filter(|part| counts(part));
        JudgedPost {
            post: RelevantPost {
                google_ranking: seen.map(i64::from),
                keywords_matched: keywords_of(candidate, matched.keywords),
                relevance_score: rounded(judgement.score),
                relevance_parts: parts.map(|part| facts.score_part(part)).collect(),
                relevance_reason: judgement.reason.clone(),
                matched: marks(matched.words, &judgement.parts),
                intent: judgement.intent.as_str().to_owned(),
                ..plain(post)
            },
            intent: judgement.intent,
            is_noise: judgement.noise.is_some(),
        }
    }

    fn as_read<'a>(&self, post: &'a Post, rank: Option<u32>) -> relevance::CandidatePost<'a> {
        #[expect(clippy::cast_precision_loss, reason = "hours, which count roughly")]
        let age_hours = self.age_hours(post) as f32;
        relevance::CandidatePost {
            title: &post.title,
            body: &post.body,
            subreddit: &post.subreddit,
            age_hours: Some(age_hours),
            score: Some(post.score),
            comments: u32::try_from(post.comments).ok(),
            google_rank: rank,
            is_adult: post.is_adult,
            is_removed: post.is_removed,
            is_stickied: post.is_stickied,
        }
    }

    fn age_hours(&self, post: &Post) -> i64 {
        (self.now - post.created_at).num_hours().max(0)
    }
}

impl RejectedPost {
    /// The rejection as an example for scoring. Words of the reason that the post contains say what was
    /// wrong with it, so they weigh like the title; others ("not for us") name no subject.
    fn teaches(&self) -> RejectionExample {
        let stems = |text: &str| -> HashSet<String> {
            let words = text::words(text).map(|word| text::fold(word.text).into_owned());
            let telling = words.filter(|word| !text::is_stopword(word));
            telling.map(|word| text::stem(&word).into_owned()).collect()
        };
        let own = stems(&format!("{} {}", self.title, self.content));
        let named: Vec<String> = stems(&self.reason)
            .into_iter()
            .filter(|stem| own.contains(stem))
            .collect();
        let title = format!("{} {}", self.title, named.join(" "));
        RejectionExample::new(&self.reddit_id, title.trim_end(), &self.content)
    }
}

fn profile(company: Option<&Company>, keywords: &[String]) -> CompanyProfile {
    let keywords: Vec<&str> = keywords.iter().map(String::as_str).collect();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (one_liner, description) = company.map_or_else(Default::default, |company| {
        let industry = text(&company.industry);
        let line = company.meta_description.clone().unwrap_or(industry);
        (line, text(&company.description))
    });
    CompanyProfile::new(&CompanyText {
        name: company.map_or("", |company| &company.company_name),
        one_liner: &one_liner,
        description: &description,
        keywords: &keywords,
    })
}

/// The post without any judgement.
fn plain(post: &Post) -> RelevantPost {
    let body = &post.body;
    RelevantPost {
        reddit_id: post.reddit_id.clone(),
        title: post.title.clone(),
        subreddit: post.subreddit.clone(),
        author: post.author.clone().unwrap_or_else(|| NO_AUTHOR.to_owned()),
        created_at: post.created_at,
        score: post.score,
        comments: post.comments,
        content: (!body.is_empty() || post.link.is_none()).then(|| body.clone()),
        permalink: post.url.clone(),
        google_ranking: None,
        keywords_matched: Vec::new(),
        relevance_score: 0,
        relevance_reason: String::new(),
        relevance_parts: Vec::new(),
        matched: Vec::new(),
        intent: String::new(),
    }
}

/// The matched keywords, and those for which Google shows the post on its first page. A post without
/// either gets the keywords whose search returned it.
fn keywords_of(candidate: &Candidate, mut matched: Vec<String>) -> Vec<String> {
    for (keyword, place) in &candidate.ranks {
        if *place <= A_PAGE && !matched.contains(keyword) {
            matched.push(keyword.clone());
        }
    }
    if matched.is_empty() {
        matched.clone_from(&candidate.found_for);
    }
    if matched.is_empty() {
        let best = candidate.ranks.iter().min_by_key(|(_, place)| *place);
        matched.extend(best.map(|(keyword, _)| keyword.clone()));
    }
    matched
}

/// The words to highlight: those of the keywords, and those of the title and body that the score
/// names.
fn marks(mut words: Vec<MatchedWord>, parts: &[RelevancePart]) -> Vec<MatchedWord> {
    for part in parts.iter().filter(|part| counts(part)) {
        let field = match part.name {
            PartName::TitleWords => PostField::Title,
            PartName::BodyWords => PostField::Body,
            _ => continue,
        };
        for word in &part.words {
            let word = word.clone();
            let marked = MatchedWord { word, field };
            if !words.contains(&marked) {
                words.push(marked);
            }
        }
    }
    words
}

/// The ranks on Google's first page: few people look further.
const A_PAGE: u32 = 10;

/// The facts behind the parts of a score.
struct ScoreFacts<'a> {
    candidate: &'a Candidate,
    rank: Option<u32>,
    age_hours: i64,
    judgement: &'a Judgement,
}

impl ScoreFacts<'_> {
    fn score_part(&self, part: &RelevancePart) -> ScorePart {
        ScorePart {
            part: part.name.as_str().to_owned(),
            points: (f64::from(part.points) * 10.0).round() / 10.0,
            detail: self.detail(part),
        }
    }

    fn detail(&self, part: &RelevancePart) -> String {
        let post = &self.candidate.post;
        match part.name {
            PartName::Community => format!("r/{}", post.subreddit),
            PartName::Freshness => aged(self.age_hours),
            PartName::Engagement => format!("{} points, {} comments", post.score, post.comments),
            PartName::Rank => self.rank.map_or_else(String::new, |rank| self.placed(rank)),
            PartName::Intent => worded(self.judgement.intent.as_str(), &part.words),
            PartName::Noise => {
                let noise = self.judgement.noise.as_ref();
                let kind = noise.map_or("", |noise| noise.kind.as_str());
                worded(&kind.replace('_', " "), &part.words)
            }
            _ => part.words.join(", "),
        }
    }

    fn placed(&self, rank: u32) -> String {
        let mut ranks = self.candidate.ranks.iter();
        match ranks.find(|(_, place)| *place == rank) {
            Some((keyword, _)) => format!("#{rank} on Google for “{keyword}”"),
            None => format!("#{rank} on Google"),
        }
    }
}

fn worded(kind: &str, words: &[String]) -> String {
    if words.is_empty() {
        return kind.to_owned();
    }
    format!("{kind}: {}", words.join(", "))
}

fn aged(hours: i64) -> String {
    match hours {
        1 => "1 hour old".to_owned(),
        0..24 => format!("{hours} hours old"),
        24..48 => "1 day old".to_owned(),
        _ => format!("{} days old", hours / 24),
    }
}

/// Smaller parts are not shown.
fn counts(part: &RelevancePart) -> bool {
    part.points.abs() >= 0.05
}

fn rounded(score: f32) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score lies between 0 and 100"
    )]
    let score = score.round() as i64;
    score.clamp(0, 100)
}
