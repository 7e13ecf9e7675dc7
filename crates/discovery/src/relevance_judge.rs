//! Judges whether a post is a lead for a company: `lens` scores it, this adds why now.

use chrono::{DateTime, Utc};
use lens::author::Side;
use lens::closeness::CompanyText;
use lens::intent::Intent;
use lens::noise::NoiseKind;
use lens::reader::ReaderVector;
use lens::relevance::{self, CompanyVectors, Judgement, LeadCompany};

use super::found_via::FoundVia;
use super::keyword_matcher::{self, KeywordPattern, MatchedWord, PostField, SearchedText};
use super::rejection_lessons::{AppliedLesson, RejectionLessons};
use super::relevant_post::{RelevantPost, ScorePart, post_kind};
use finds::{KnownBrand, NO_AUTHOR};
use listening::Post;
use onboarding::Company;
use searches::wanted_text;
use uuid::Uuid;

/// A post that may be worth an answer, and how it was found.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) post: Post,
    /// The keywords whose search returned it.
    pub(super) found_for: Vec<String>,
    /// All searches that returned it.
    pub(super) via: Vec<FoundVia>,
    /// Its ranks in web searches: keyword and rank.
    pub(super) ranks: Vec<(String, u32)>,
    /// Its comments, if they were read.
    pub(super) comments: String,
}

/// A post with its judgement.
#[derive(Clone, Debug)]
pub(super) struct JudgedPost {
    pub(super) post: RelevantPost,
    pub(super) intent: Intent,
    pub(super) noise: Option<NoiseKind>,
    /// Its score without the lessons of rejections, and which rejected post taught the lesson.
    pub(super) unlearned: Option<(i64, Uuid)>,
}

/// A company and its owner's rejections, prepared for judging many posts.
#[derive(Debug)]
pub(super) struct RelevanceJudge {
    company: LeadCompany,
    patterns: Vec<KeywordPattern>,
    brand: KnownBrand,
    lessons: RejectionLessons,
    now: DateTime<Utc>,
}

impl RelevanceJudge {
    pub(super) fn new(
        company: &CompanyWords,
        (vectors, brand): (CompanyVectors, KnownBrand),
        lessons: RejectionLessons,
        now: DateTime<Utc>,
    ) -> Self {
        let patterns = company.keywords.iter();
        Self {
            company: company.with_text(|text| LeadCompany::with_vectors(text, vectors)),
            patterns: patterns.map(|word| KeywordPattern::new(word)).collect(),
            brand,
            lessons,
            now,
        }
    }

    /// Whether the reader should read a post; most of what a search returns is about something else.
    pub(super) fn is_worth_reading(&self, post: &Post) -> bool {
        relevance::is_worth_reading(&self.company, &as_read(post))
    }

    /// How likely a post is a lead by its words alone; none if it is not worth reading.
    pub(super) fn unread_nearness(&self, post: &Post) -> Option<f32> {
        relevance::unread_nearness(&self.company, &as_read(post))
    }

    /// How near a post that was read is to the company: only the nearest are judged.
    pub(super) fn nearness(&self, post: &Post, read: &ReaderVector) -> f32 {
        relevance::nearness(&self.company, &as_read(post), read)
    }

    /// Names what is read of the company and a post together.
    pub(super) fn pair_hash(&self, post: &Post) -> i64 {
        relevance::pair_hash(&self.company, &as_read(post))
    }

    /// Judges a post that was read. `known_rank` is its last known rank in a web search.
    pub(super) fn judge(
        &self,
        candidate: &Candidate,
        read: &ReaderVector,
        known_rank: Option<i64>,
    ) -> JudgedPost {
        let post = &candidate.post;
        let judgement = relevance::judge(&self.company, &as_read(post), read);
        let text = (post.title.as_str(), post.body.as_str());
        let lesson = self.lessons.applied_to(&post.reddit_id, text, read);
        let lowered = lesson.as_ref().map(|it| it.lowered(judgement.score));
        let searched = SearchedText {
            title: &post.title,
            body: &post.body,
            comments: &candidate.comments,
        };
        let matched = keyword_matcher::match_keywords(&self.patterns, searched, &post.subreddit);
        let seen = candidate.ranks.iter().map(|(_, place)| *place).min();
        let rank = seen.or_else(|| known_rank.and_then(|rank| u32::try_from(rank).ok()));
        // Somebody who offers wants no answer, whatever their subject.
        let offered = (judgement.side == Side::Offers).then_some(NoiseKind::SelfPromotion);
        JudgedPost {
            post: RelevantPost {
                google_ranking: seen.map(i64::from),
                keywords_matched: keywords_of(candidate, matched.keywords),
                relevance_score: rounded(lowered.unwrap_or(judgement.score)),
                relevance_parts: self.reasons(candidate, rank, lesson.as_ref()),
                matched: marks(matched.words, &judgement),
                intent: judgement.intent.as_str().to_owned(),
                names_brand: self.brand.is_named_in(&post.title, &post.body),
                via: candidate.via.clone(),
                ..plain(post)
            },
            intent: judgement.intent,
            noise: judgement.noise.as_ref().map(|noise| noise.kind).or(offered),
            unlearned: lesson.map(|it| (rounded(judgement.score), it.taught_by)),
        }
    }

    /// Says what the author needs and why this company, now that the post's sentences are read. What a
    /// model said stays the reason in one line.
    pub(super) fn explain(&self, judged: &mut JudgedPost, sentences: &[ReaderVector]) {
        let post = &mut judged.post;
        let candidate = as_candidate(post);
        let why = relevance::reasons(&self.company, &candidate, sentences, judged.noise);
        let is_said = |part: &ScorePart| part.part == "model" && !part.detail.is_empty();
        if !post.relevance_parts.iter().any(is_said) {
            post.relevance_reason = why.line;
        }
        let parts = [("need", why.need), ("fit", why.fit)].into_iter();
        let parts = parts.filter_map(|(part, detail)| score_part(part, detail));
        post.relevance_parts.splice(0..0, parts);
    }

    /// Why now, and what it has in common with rejected posts.
    fn reasons(
        &self,
        candidate: &Candidate,
        rank: Option<u32>,
        lesson: Option<&AppliedLesson>,
    ) -> Vec<ScorePart> {
        let parts = [
            ("now", Some(self.why_now(candidate, rank))),
            ("rejections", lesson.map(|lesson| lesson.words.join(", "))),
        ];
        let told = parts.into_iter();
        told.filter_map(|(part, detail)| score_part(part, detail))
            .collect()
    }

    fn why_now(&self, candidate: &Candidate, rank: Option<u32>) -> String {
        let post = &candidate.post;
        let comments = match post.comments {
            1 => "1 comment".to_owned(),
            count => format!("{count} comments"),
        };
        let facts = [aged(self.age_hours(post)), comments];
        let placed = rank.filter(|rank| *rank <= A_SECOND_PAGE);
        let placed = placed.map(|rank| placed_at(candidate, rank));
        let facts = facts.into_iter().chain(placed);
        facts.collect::<Vec<_>>().join(" · ")
    }

    fn age_hours(&self, post: &Post) -> i64 {
        (self.now - post.created_at).num_hours().max(0)
    }
}

fn as_read(post: &Post) -> relevance::CandidatePost<'_> {
    relevance::CandidatePost {
        title: &post.title,
        body: &post.body,
        subreddit: &post.subreddit,
        is_adult: post.is_adult,
        is_removed: post.is_removed,
        is_stickied: post.is_stickied,
    }
}

/// A post that was judged, as lens reads it.
pub(super) fn as_candidate(post: &RelevantPost) -> relevance::CandidatePost<'_> {
    relevance::CandidatePost {
        title: &post.title,
        body: post.content.as_deref().unwrap_or_default(),
        subreddit: &post.subreddit,
        ..relevance::CandidatePost::default()
    }
}

fn score_part(part: &str, detail: Option<String>) -> Option<ScorePart> {
    let part = part.to_owned();
    detail.map(|detail| ScorePart { part, detail })
}

/// What a company says of itself, and what its owner looks for.
#[derive(Clone, Debug, Default)]
pub(super) struct CompanyWords {
    name: String,
    one_liner: String,
    description: String,
    offers: Vec<String>,
    keywords: Vec<String>,
    /// The keywords without what they exclude: that is nothing the company is about.
    wanted: Vec<String>,
}

impl CompanyWords {
    pub(super) fn new(company: Option<&Company>, keywords: &[String]) -> Self {
        let wanted = keywords.iter().map(|it| wanted_text(it)).collect();
        let keywords = keywords.to_vec();
        let Some(company) = company else {
            return Self {
                keywords,
                wanted,
                ..Self::default()
            };
        };
        let one_liner = company
            .meta_description
            .as_ref()
            .or(company.industry.as_ref());
        Self {
            name: company.company_name.clone(),
            one_liner: one_liner.cloned().unwrap_or_default(),
            description: company.description.clone().unwrap_or_default(),
            offers: company.facts.offers.clone(),
            keywords,
            wanted,
        }
    }

    pub(super) fn with_text<T>(&self, read: impl FnOnce(&CompanyText) -> T) -> T {
        let offers: Vec<&str> = self.offers.iter().map(String::as_str).collect();
        let keywords: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        read(&CompanyText {
            name: &self.name,
            one_liner: &self.one_liner,
            description: &self.description,
            offers: &offers,
            keywords: &keywords,
        })
    }
}

/// The post without any judgement.
pub(super) fn plain(post: &Post) -> RelevantPost {
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
        names_brand: false,
        via: Vec::new(),
        kind: post_kind(),
        thread_title: None,
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

/// The words to highlight: those of the keywords, and those that the company uses too.
fn marks(mut words: Vec<MatchedWord>, judgement: &Judgement) -> Vec<MatchedWord> {
    let title = judgement
        .title_words
        .iter()
        .map(|word| (word, PostField::Title));
    let body = judgement
        .body_words
        .iter()
        .map(|word| (word, PostField::Body));
    for (word, field) in title.chain(body) {
        let word = word.clone();
        let marked = MatchedWord { word, field };
        if !words.contains(&marked) {
            words.push(marked);
        }
    }
    words
}

/// The ranks on Google's first page: few people look further.
const A_PAGE: u32 = 10;
/// Ranks beyond the second page are not shown.
const A_SECOND_PAGE: u32 = 20;

fn placed_at(candidate: &Candidate, rank: u32) -> String {
    let mut ranks = candidate.ranks.iter();
    match ranks.find(|(_, place)| *place == rank) {
        Some((keyword, _)) => format!("#{rank} on Google for “{keyword}”"),
        None => format!("#{rank} on Google"),
    }
}

fn aged(hours: i64) -> String {
    match hours {
        1 => "1 hour old".to_owned(),
        0..24 => format!("{hours} hours old"),
        24..48 => "1 day old".to_owned(),
        _ => format!("{} days old", hours / 24),
    }
}

fn rounded(score: f32) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score lies between 0 and 100"
    )]
    let score = score.round() as i64;
    score.clamp(0, 100)
}
