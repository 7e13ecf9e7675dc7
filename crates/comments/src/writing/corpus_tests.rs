//! Every sample post, answered in every tone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sandboxes::reddit::sample_posts;

use super::choice::names_of_needs;
use super::*;
use crate::{CommentLimits, DraftPost};

/// The share of five-word runs that the most alike pair may have in common.
const MOST_ALIKE: f64 = 0.25;
/// Where the writer does not know what it wrote before, so many of a hundred and seventy thousand
/// pairs may have more than that in common, and none so much that people take one for the other.
const MOST_TOO_ALIKE: usize = 20;
const MOST_ALIKE_OF_ALL: f64 = 0.36;

/// The sample companies, with the facts that an analysis of their sandbox site gives.
fn companies() -> [DraftCompany; 3] {
    let of = |name: &str, industry: &str, description: &str, products: &[&str]| DraftCompany {
        name: name.to_owned(),
        website_url: format!("https://{}.example/", name.to_lowercase()),
        industry: industry.to_owned(),
        description: description.to_owned(),
        meta_description: description.to_owned(),
        products: products.iter().map(|&product| product.to_owned()).collect(),
        ..DraftCompany::default()
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
fn posts() -> BTreeMap<&'static str, Vec<DraftPost>> {
    let mut by_need: BTreeMap<&str, Vec<DraftPost>> = BTreeMap::new();
    // Every twentieth: all of them take minutes, and the writer is about to be replaced.
    for sample in sample_posts(&[]).into_iter().step_by(20) {
        let need = names_of_needs(&sanitized(&sample.title), &sanitized(&sample.body)).next();
        let post = DraftPost {
            title: sample.title,
            body: sample.body,
            subreddit: sample.subreddit,
            ..DraftPost::default()
        };
        by_need
            .entry(need.unwrap_or_default())
            .or_default()
            .push(post);
    }
    by_need
}

fn assignment<'a>(post: &'a DraftPost, company: &'a DraftCompany, tone: Tone) -> Assignment<'a> {
    static NONE: LazyLock<CommentLimits> = LazyLock::new(CommentLimits::default);
    Assignment {
        post,
        company,
        limits: &NONE,
        tone,
        wants_link: false,
        attempt: 0,
    }
}

fn draft(post: &DraftPost, company: &DraftCompany, tone: Tone) -> String {
    write(&assignment(post, company, tone))
}

/// The drafts of these posts, one after the other, as one person gets them.
fn in_turn(posts: &[DraftPost], company: &DraftCompany, tone: Tone) -> Vec<String> {
    let mut drafts = Vec::new();
    for post in posts {
        drafts.push(write_unlike(&assignment(post, company, tone), &drafts));
    }
    drafts
}

/// The pairs that have too much in common, and how much.
fn too_alike(drafts: &[String]) -> Vec<(f64, String, String)> {
    let runs: Vec<Runs> = drafts.iter().map(|draft| Runs::of(draft)).collect();
    let mut found = Vec::new();
    for (at, one) in runs.iter().enumerate() {
        for (before, other) in runs[..at].iter().enumerate() {
            let share = one.likeness(other);
            if share >= MOST_ALIKE {
                found.push((share, drafts[before].clone(), drafts[at].clone()));
            }
        }
    }
    found
}

#[test]
fn ten_posts_get_ten_clearly_different_drafts_from_paperlark() {
    check_tens(&companies()[0]);
}

#[test]
fn ten_posts_get_ten_clearly_different_drafts_from_cragdesk() {
    check_tens(&companies()[1]);
}

#[test]
fn ten_posts_get_ten_clearly_different_drafts_from_millstead() {
    check_tens(&companies()[2]);
}

/// All sample posts, ten of a need at a time, in each tone, one draft after the other as one person
/// gets them. Posts that are about nothing the library knows are a need of their own.
#[track_caller]
fn check_tens(company: &DraftCompany) {
    let posts = posts();
    assert!(posts.values().map(Vec::len).sum::<usize>() > 25);
    for tone in Tone::ALL {
        for (need, posts) in &posts {
            for ten in posts.chunks(10) {
                let alike = too_alike(&in_turn(ten, company, tone));
                assert!(alike.is_empty(), "{need}: {alike:#?}");
            }
        }
    }
}

#[test]
fn hardly_any_two_drafts_are_alike_even_if_nobody_remembers_the_other() {
    let company = &companies()[0];
    let (mut pairs, mut alike) = (0, Vec::new());
    for tone in Tone::ALL {
        for (need, posts) in &posts() {
            let write = |post| draft(post, company, tone);
            let drafts: Vec<String> = posts.iter().map(write).collect();
            pairs += drafts.len() * (drafts.len() - 1) / 2;
            alike.extend(too_alike(&drafts).into_iter().map(|it| (*need, it)));
        }
    }
    assert!(pairs > 100);
    let worst = alike.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0));
    assert!(alike.len() <= MOST_TOO_ALIKE, "{}: {worst:#?}", alike.len());
    let share = worst.map_or(0.0, |(_, (share, ..))| *share);
    assert!(share < MOST_ALIKE_OF_ALL, "{worst:#?}");
}

/// Posts that the library was not written for, several of them nearly the same.
#[test]
fn posts_that_the_library_never_saw_get_clearly_different_drafts() {
    let blocks = include_str!("unseen_posts.txt").trim().split("\n\n");
    let mut by_need: BTreeMap<&str, Vec<DraftPost>> = BTreeMap::new();
    for (title, body) in blocks.filter_map(|block| block.split_once('\n')) {
        let need = names_of_needs(title, body).next().unwrap_or_default();
        by_need.entry(need).or_default().push(DraftPost {
            title: title.to_owned(),
            body: body.to_owned(),
            ..DraftPost::default()
        });
    }
    assert!(by_need.values().map(Vec::len).sum::<usize>() >= 40);

    for company in companies() {
        for tone in Tone::ALL {
            for (need, posts) in &by_need {
                let alike = too_alike(&in_turn(posts, &company, tone));
                assert!(alike.is_empty(), "{need}: {alike:#?}");
            }
        }
    }
}

#[test]
fn asking_again_gives_a_clearly_different_draft() {
    for post in posts().values().flatten().step_by(11) {
        for company in &companies() {
            for tone in Tone::ALL {
                let mut wanted = assignment(post, company, tone);
                let mut drafts = vec![write(&wanted)];
                for attempt in 1..3 {
                    wanted.attempt = attempt;
                    drafts.push(write_unlike(&wanted, &drafts[attempt - 1..]));
                }
                let alike: Vec<_> = drafts.windows(2).flat_map(too_alike).collect();
                assert!(alike.is_empty(), "{alike:#?}");
            }
        }
    }
}

#[test]
fn every_draft_is_of_a_length_that_people_read_and_has_no_seams() {
    for post in posts().values().flatten().step_by(5) {
        for (company, tone) in companies()
            .iter()
            .flat_map(|it| Tone::ALL.map(|tone| (it, tone)))
        {
            let comment = draft(post, company, tone);

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
