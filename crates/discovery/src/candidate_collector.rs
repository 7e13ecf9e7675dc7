//! Collects what the sources return, each post once.

use std::collections::HashMap;

use super::candidate_sources::{GatheredCandidates, MOST_LOOKED_UP, SourceRead, is_cut_off};
use super::found_via::FoundVia;
use super::keyword_matcher::is_ruled_out;
use super::relevance_judge::Candidate;
use listening::{Ears, Fullname, Gap, Missed, Post, Thing, Why};

/// The result of one source.
#[derive(Debug, Default)]
pub(super) struct SourceResult {
    pub(super) posts: Vec<Post>,
    /// What was searched, for sources of posts.
    pub(super) read: Option<SourceRead>,
    /// Keyword, Reddit id and rank.
    pub(super) ranks: Vec<(String, String, u32)>,
    pub(super) missed: Vec<Missed>,
    pub(super) gaps: Vec<Gap>,
    pub(super) has_answer: bool,
}

/// Collects results as they come in, each post once.
#[derive(Debug, Default)]
pub(super) struct CandidateCollector {
    pub(super) posts: HashMap<String, (Post, Vec<FoundVia>)>,
    ranks: HashMap<String, Vec<(String, u32)>>,
    reads: Vec<SourceRead>,
    missed: Vec<Missed>,
    gaps: Vec<Gap>,
    pub(super) has_answer: bool,
}

impl CandidateCollector {
    pub(super) fn add(&mut self, result: SourceResult) {
        self.has_answer |= result.has_answer;
        if let Some(mut read) = result.read {
            for post in result.posts {
                read.reddit_ids.push(post.reddit_id.clone());
                let known = self.posts.entry(post.reddit_id.clone());
                let (_, found_via) = known.or_insert_with(|| (post, Vec::new()));
                found_via.push(read.via.clone());
            }
            self.reads.extend(result.has_answer.then_some(read));
        }
        for (keyword, reddit_id, place) in result.ranks {
            let ranks = self.ranks.entry(reddit_id).or_default();
            ranks.push((keyword, place));
        }
        self.missed.extend(result.missed);
        self.gaps.extend(result.gaps);
    }

    /// Fetches the posts of which only the rank is known.
    pub(super) async fn look_up(&mut self, reddit: &Ears) {
        let unknown = self
            .ranks
            .iter()
            .filter(|(id, _)| !self.posts.contains_key(*id));
        let mut unknown: Vec<(u32, Fullname)> = unknown
            .filter_map(|(id, ranks)| {
                let best = ranks.iter().map(|(_, place)| *place).min()?;
                Some((best, id.parse().ok()?))
            })
            .collect();
        unknown.sort();
        unknown.truncate(MOST_LOOKED_UP);
        if unknown.is_empty() {
            return;
        }
        let names: Vec<Fullname> = unknown.into_iter().map(|(_, name)| name).collect();
        let response = reddit.again(&names).await;
        if is_cut_off(&response.missed) {
            // Ranks are kept for a day, so asking for them again costs the look-up alone.
            let ranks = names
                .iter()
                .filter_map(|name| self.ranks.get(&name.to_string()));
            let gaps = ranks
                .flatten()
                .map(|(keyword, _)| Gap::Ranks(keyword.clone()));
            self.gaps.extend(gaps);
        }
        for thing in response.found.there {
            if let Thing::Post(post) = thing {
                self.posts
                    .insert(post.reddit_id.clone(), (post, Vec::new()));
            }
        }
        self.missed.extend(response.missed);
    }

    /// Newest first, so that the result does not depend on the order of the answers.
    pub(super) fn together(mut self) -> GatheredCandidates {
        // Nothing is missing of a source that the operator chose not to connect.
        self.missed
            .retain(|missed| missed.why != Why::NotConfigured);
        let mut candidates: Vec<Candidate> = Vec::new();
        for (reddit_id, (post, mut via)) in self.posts {
            let mut ranks = self.ranks.remove(&reddit_id).unwrap_or_default();
            ranks.retain(|(keyword, _)| !is_ruled_out(keyword, &post));
            if via.is_empty() && ranks.is_empty() {
                continue;
            }
            ranks.sort();
            via.sort_by(|one, other| {
                (&one.origin, &one.phrase).cmp(&(&other.origin, &other.phrase))
            });
            let of_keywords = via.iter().filter(|it| is_of_a_keyword(it));
            let found_for = of_keywords.map(|it| it.phrase.clone()).collect();
            via.extend(
                ranks
                    .iter()
                    .map(|(keyword, _)| FoundVia::new(keyword, "web")),
            );
            candidates.push(Candidate {
                post,
                found_for,
                via,
                ranks,
                comments: String::new(),
            });
        }
        candidates.sort_by(|one, other| {
            let newest = other.post.created_at.cmp(&one.post.created_at);
            newest.then_with(|| one.post.reddit_id.cmp(&other.post.reddit_id))
        });
        GatheredCandidates {
            candidates,
            reads: self.reads,
            missed: self.missed,
            gaps: self.gaps,
            has_answer: self.has_answer,
        }
    }
}

fn is_of_a_keyword(via: &FoundVia) -> bool {
    via.origin == "keyword" || via.origin == "query"
}
