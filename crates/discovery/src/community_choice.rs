//! Which communities a discovery reads: the user's own, and those where its first round found posts
//! that may be leads.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;

use super::relevance_judge::RelevanceJudge;
use super::scan_plan::ScanPlan;
use listening::{Ears, Gap, Post, SubredditName};

/// So many communities are read in a scan.
const MOST_READ: usize = 20;
/// With fewer than this, Reddit is asked for communities that are about the keywords.
const FEW: usize = 10;
/// How many keywords Reddit is asked for communities with.
const ASKED_WITH: usize = 3;

/// The communities to read, most promising first.
pub(super) async fn communities(
    reddit: &Ears,
    plan: &ScanPlan,
    judge: &Arc<RelevanceJudge>,
    posts: Vec<Post>,
) -> anyhow::Result<Vec<SubredditName>> {
    if !plan.reads_communities {
        return Ok(Vec::new());
    }
    if let Some(gaps) = &plan.only {
        return Ok(left_open(gaps));
    }
    let mut names = plan.communities.on.clone();
    let shown = promising(judge, posts).await?;
    add(&mut names, plan, shown);
    if names.len() < FEW && !plan.company.is_empty() {
        let words = &plan.wanted[..plan.wanted.len().min(ASKED_WITH)];
        let found = searches::fitting_communities(reddit, &plan.company, words).await;
        add(
            &mut names,
            plan,
            found.into_iter().map(|it| it.name).collect(),
        );
    }
    let names = names.iter();
    Ok(names
        .filter_map(|name| SubredditName::parse(name).ok())
        .collect())
}

fn left_open(gaps: &[Gap]) -> Vec<SubredditName> {
    let names = gaps.iter().filter_map(|gap| match gap {
        Gap::Newest(name) => SubredditName::parse(name).ok(),
        _ => None,
    });
    names.collect()
}

/// Adds names that are neither there nor barred, as long as there is room.
fn add(names: &mut Vec<String>, plan: &ScanPlan, more: Vec<String>) {
    for name in more {
        let is_known = names.iter().any(|known| known.eq_ignore_ascii_case(&name));
        let is_barred = plan.communities.barred.contains(&name.to_lowercase());
        if !is_known && !is_barred && names.len() < MOST_READ {
            names.push(name);
        }
    }
}

/// The communities with the most posts that are worth reading, on a blocking thread.
async fn promising(judge: &Arc<RelevanceJudge>, posts: Vec<Post>) -> anyhow::Result<Vec<String>> {
    let judge = Arc::clone(judge);
    let counting = tokio::task::spawn_blocking(move || {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for post in posts.into_iter().filter(|it| judge.is_worth_reading(it)) {
            *counts.entry(post.subreddit).or_default() += 1;
        }
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        counts.into_iter().map(|(name, _)| name).collect()
    });
    counting.await.context("counting posts by community")
}
