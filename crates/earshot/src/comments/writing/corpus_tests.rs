//! Every sample post, answered in every tone.

use std::collections::{BTreeMap, HashSet};

use lens::text;
use providers::reddit::sandbox::samples;

use super::choice::names_of_needs;
use super::*;
use crate::comments::{Limits, Post};

/// The share of five-word runs that the most alike pair may have in common.
const MOST_ALIKE: f64 = 0.25;

fn paperlark() -> Company {
    Company {
        name: "Paperlark".to_owned(),
        website_url: "https://paperlark.example/".to_owned(),
        industry: "Invoicing for freelancers".to_owned(),
        description:
            "Paperlark writes, sends and follows up invoices for freelancers and small studios."
                .to_owned(),
        meta_description: "Invoices that get paid.".to_owned(),
        ..Company::default()
    }
}

/// The posts of each need.
fn posts() -> BTreeMap<&'static str, Vec<Post>> {
    let mut by_need: BTreeMap<&str, Vec<Post>> = BTreeMap::new();
    for sample in samples() {
        let need = names_of_needs(&sober(&sample.title), &sober(&sample.body)).next();
        let post = Post {
            title: sample.title,
            body: sample.body,
            subreddit: sample.subreddit,
            ..Post::default()
        };
        by_need
            .entry(need.unwrap_or_default())
            .or_default()
            .push(post);
    }
    by_need
}

fn draft(post: &Post, tone: Tone) -> String {
    write(&Assignment {
        post,
        company: &paperlark(),
        limits: &Limits::default(),
        tone,
        wants_link: false,
        attempt: 0,
    })
}

fn runs(text: &str) -> HashSet<Vec<String>> {
    let words = text::folded(text);
    words.windows(5).map(<[String]>::to_vec).collect()
}

/// The two most alike, and how alike they are.
fn most_alike(drafts: &[String]) -> (f64, usize, usize) {
    let runs: Vec<_> = drafts.iter().map(|draft| runs(draft)).collect();
    let mut worst = (0.0, 0, 0);
    for (at, one) in runs.iter().enumerate() {
        for (before, other) in runs[..at].iter().enumerate() {
            let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
            let both = count(one.intersection(other).count());
            let share = both / count(one.len().min(other.len()));
            if share > worst.0 {
                worst = (share, before, at);
            }
        }
    }
    worst
}

#[test]
fn ten_posts_of_a_need_get_ten_clearly_different_drafts() {
    let posts = posts();
    assert!(posts.values().map(Vec::len).sum::<usize>() > 500);

    for (need, posts) in &posts {
        for tone in Tone::ALL {
            let drafts: Vec<String> = posts
                .iter()
                .take(10)
                .map(|post| draft(post, tone))
                .collect();
            check(need, &drafts);
        }
    }
}

#[track_caller]
fn check(need: &str, drafts: &[String]) {
    let (share, one, other) = most_alike(drafts);
    let (one, other) = (&drafts[one], &drafts[other]);
    assert!(share < MOST_ALIKE, "{need}: {share:.2}\n{one}\n--\n{other}");
}

#[test]
fn every_draft_is_of_a_length_that_people_read_and_has_no_seams() {
    for post in posts().values().flatten().step_by(9) {
        for tone in Tone::ALL {
            let comment = draft(post, tone);

            let words = count_words(&comment);
            assert!(
                (LEAST_WORDS..=MOST_WORDS).contains(&words),
                "{words}: {comment}"
            );
            for seam in [
                "{", "}", "|", "[", "]", "  ", " .", " ,", "..", "the the ", " a a ", "::",
            ] {
                assert!(!comment.contains(seam), "{seam:?}: {comment}");
            }
        }
    }
}
