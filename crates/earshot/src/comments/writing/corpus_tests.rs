//! Every sample post, answered in every tone.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use lens::text;
use providers::reddit::sandbox::samples;

use super::choice::names_of_needs;
use super::*;
use crate::comments::{Limits, Post};

/// The share of five-word runs that the most alike pair may have in common.
const MOST_ALIKE: f64 = 0.25;
/// Of the hundred and seventy thousand pairs of a company so many may have more than that in common, and none so
/// much that people would take one for the other.
const MOST_TOO_ALIKE: usize = 20;
const MOST_ALIKE_OF_ALL: f64 = 0.36;

/// The sample companies, with the facts that an analysis of their sandbox site gives.
fn companies() -> [Company; 3] {
    let of = |name: &str, industry: &str, description: &str, products: &[&str]| Company {
        name: name.to_owned(),
        website_url: format!("https://{}.example/", name.to_lowercase()),
        industry: industry.to_owned(),
        description: description.to_owned(),
        meta_description: description.to_owned(),
        products: products.iter().map(|&product| product.to_owned()).collect(),
        ..Company::default()
    };
    let mut millstead = of(
        "Millstead",
        "Food and drink",
        "Millstead is a working watermill in Stroud. Stones keep the germ in, and with it the oil, \
         the flavour and most of what is good for you.",
        &["Flour", "Starters", "Baskets & tools"],
    );
    millstead.meta_description = "Organic stoneground flour, live sourdough starters, proofing \
        baskets and bread tools from a working watermill in Stroud. For home bakers and microbakeries."
        .to_owned();
    [
        of(
            "Paperlark",
            "Billing and subscriptions",
            "Paperlark is invoicing software for freelancers and small studios. Send an invoice in a \
             minute, take card payments, and let automatic reminders do the chasing.",
            &[],
        ),
        of(
            "Cragdesk",
            "Fitness and wellness",
            "Cragdesk runs the front desk of climbing and bouldering gyms: online booking, \
             memberships, digital waivers, check-in and point of sale in one place.",
            &["Bookings", "Memberships", "Waivers"],
        ),
        millstead,
    ]
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

fn draft(post: &Post, company: &Company, tone: Tone, attempt: usize) -> String {
    write(&Assignment {
        post,
        company,
        limits: &Limits::default(),
        tone,
        wants_link: false,
        attempt,
    })
}

/// Every five words that stand together, as one number each, because there are many pairs.
fn runs(text: &str) -> HashSet<u64> {
    let words = text::folded(text);
    let hashed = |run: &[String]| BuildHasherDefault::<DefaultHasher>::default().hash_one(run);
    words.windows(5).map(hashed).collect()
}

/// The pairs that have too much in common, and how much.
fn too_alike(drafts: &[String]) -> Vec<(f64, String, String)> {
    let runs: Vec<_> = drafts.iter().map(|draft| runs(draft)).collect();
    let mut found = Vec::new();
    for (at, one) in runs.iter().enumerate() {
        for (before, other) in runs[..at].iter().enumerate() {
            let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
            let both = count(one.intersection(other).count());
            let share = both / count(one.len().min(other.len()));
            if share >= MOST_ALIKE {
                found.push((share, drafts[before].clone(), drafts[at].clone()));
            }
        }
    }
    found
}

#[test]
fn any_posts_of_a_need_get_clearly_different_drafts_from_paperlark() {
    check_all_pairs(&companies()[0]);
}

#[test]
fn any_posts_of_a_need_get_clearly_different_drafts_from_cragdesk() {
    check_all_pairs(&companies()[1]);
}

#[test]
fn any_posts_of_a_need_get_clearly_different_drafts_from_millstead() {
    check_all_pairs(&companies()[2]);
}

/// Of any two posts of a need, and so of any ten, in each tone. Posts that are about nothing the
/// library knows are a need of their own.
#[track_caller]
fn check_all_pairs(company: &Company) {
    let posts = posts();
    assert!(posts.values().map(Vec::len).sum::<usize>() > 500);
    let (mut pairs, mut alike) = (0, Vec::new());
    for tone in Tone::ALL {
        for (need, posts) in &posts {
            let write = |post| draft(post, company, tone, 0);
            let drafts: Vec<String> = posts.iter().map(write).collect();
            pairs += drafts.len() * (drafts.len() - 1) / 2;
            alike.extend(too_alike(&drafts).into_iter().map(|it| (*need, it)));
        }
    }
    assert!(pairs > 100_000);
    let worst = alike.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0));
    assert!(alike.len() <= MOST_TOO_ALIKE, "{}: {worst:#?}", alike.len());
    let share = worst.map_or(0.0, |(_, (share, ..))| *share);
    assert!(share < MOST_ALIKE_OF_ALL, "{worst:#?}");
}

/// Posts that the library was not written for, several of them nearly the same.
#[test]
fn posts_that_the_library_never_saw_get_clearly_different_drafts() {
    let blocks = include_str!("unseen_posts.txt").trim().split("\n\n");
    let mut by_need: BTreeMap<&str, Vec<Post>> = BTreeMap::new();
    for (title, body) in blocks.filter_map(|block| block.split_once('\n')) {
        let need = names_of_needs(title, body).next().unwrap_or_default();
        by_need.entry(need).or_default().push(Post {
            title: title.to_owned(),
            body: body.to_owned(),
            ..Post::default()
        });
    }
    assert!(by_need.values().map(Vec::len).sum::<usize>() >= 40);

    for company in companies() {
        for tone in Tone::ALL {
            for (need, posts) in &by_need {
                let write = |post| draft(post, &company, tone, 0);
                let drafts: Vec<String> = posts.iter().map(write).collect();
                let alike = too_alike(&drafts);
                assert!(alike.is_empty(), "{need}: {alike:#?}");
            }
        }
    }
}

#[test]
fn asking_again_gives_a_clearly_different_draft() {
    let mut alike = Vec::new();
    for post in posts().values().flatten().step_by(11) {
        for company in &companies() {
            for tone in Tone::ALL {
                let drafts: Vec<String> = (0..3).map(|at| draft(post, company, tone, at)).collect();
                alike.extend(drafts.windows(2).flat_map(too_alike));
            }
        }
    }
    let worst = alike.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let share = worst.map_or(0.0, |(share, ..)| *share);
    assert!(share < 0.4, "{worst:#?}");
}

#[test]
fn every_draft_is_of_a_length_that_people_read_and_has_no_seams() {
    for post in posts().values().flatten().step_by(5) {
        for (company, tone) in companies()
            .iter()
            .flat_map(|it| Tone::ALL.map(|tone| (it, tone)))
        {
            let comment = draft(post, company, tone, 0);

            let words = count_words(&comment);
            assert!(
                (LEAST_WORDS..=MOST_WORDS).contains(&words),
                "{words}: {comment}"
            );
            for seam in [
                "{",
                "}",
                "|",
                "[",
                "]",
                "  ",
                " .",
                " ,",
                "..",
                "the the ",
                "the your ",
                " a a ",
                "::",
                "of the the",
            ] {
                assert!(!comment.contains(seam), "{seam:?}: {comment}");
            }
        }
    }
}
