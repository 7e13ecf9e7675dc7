//! Drafts of the offline writer for many posts.

use std::collections::HashSet;

use comments::{
    Assignment, CommentLimits, CommentRule, DraftCompany, DraftPost, Tone, write, write_unlike,
};
use lens::text;

use super::{ada, keeps_the_rules, paperlark, posts, request_for};
use crate::kit::TestApp;

fn draft(post: &DraftPost, company: &DraftCompany, tone: Tone, attempt: usize) -> String {
    let limits = CommentLimits::default();
    write(&Assignment {
        post,
        company,
        limits: &limits,
        tone,
        wants_link: false,
        attempt,
    })
}

/// The drafts for these posts, one after the other, as one user gets them.
fn in_turn(posts: &[DraftPost], tone: Tone) -> Vec<String> {
    let (company, limits) = (paperlark(), CommentLimits::default());
    let mut drafts = Vec::new();
    for post in posts {
        let wanted = Assignment {
            post,
            company: &company,
            limits: &limits,
            tone,
            wants_link: false,
            attempt: 0,
        };
        drafts.push(write_unlike(&wanted, &drafts));
    }
    drafts
}

#[test]
fn every_draft_discloses_carries_no_link_and_has_the_right_length_in_every_tone() {
    let posts = posts();
    assert!(posts.len() >= 60);

    for post in &posts {
        for tone in Tone::ALL {
            keeps_the_rules(&draft(post, &paperlark(), tone, 0), "Paperlark");
        }
    }
}

#[test]
fn every_draft_names_a_detail_of_its_post_and_never_quotes_it() {
    let posts = posts();
    let words: Vec<HashSet<String>> = posts
        .iter()
        .map(|post| words_and_pairs(post).into_iter().collect())
        .collect();

    for (at, post) in posts.iter().enumerate() {
        let others: HashSet<&String> = words
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .flat_map(|(_, words)| words)
            .collect();
        for tone in Tone::ALL {
            let comment = draft(post, &paperlark(), tone, 0);

            let own = text::folded(&comment);
            let pairs: HashSet<String> = own.windows(2).map(|pair| pair.join(" ")).collect();
            let names = own.iter().chain(&pairs);
            let only_here =
                names.filter(|word| words[at].contains(*word) && !others.contains(word));
            assert!(only_here.count() > 0, "{}: {comment}", post.title);
            let repeated = runs(&comment, 6)
                .intersection(&runs(&post_text(post), 6))
                .count();
            assert_eq!(repeated, 0, "{}: {comment}", post.title);
        }
    }
}

/// Its words and every pair of neighbouring words.
fn words_and_pairs(post: &DraftPost) -> Vec<String> {
    let words = text::folded(&post_text(post));
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.join(" ")).collect();
    words.into_iter().chain(pairs).collect()
}

fn post_text(post: &DraftPost) -> String {
    format!("{}. {}", post.title, post.body)
}

#[test]
fn ten_posts_give_ten_clearly_different_drafts_in_each_tone() {
    let posts = posts();

    for tone in Tone::ALL {
        for ten in posts.chunks(10) {
            are_clearly_different(&in_turn(ten, tone));
        }
    }
}

#[test]
fn ten_posts_about_the_same_problem_get_different_drafts() {
    let texts = [
        "Studio in Lyon owes me €900 since March",
        "Three galleries pay late every quarter",
        "The invoice for 12 murals is 50 days overdue",
        "Chasing a festival for £4,100",
        "A law firm ignores my invoice for 7 translations",
        "My biggest client pays on day 88",
        "Unpaid invoice for a podcast, 22 episodes",
        "Council says the invoice lacks a number",
        "Reminder number five to a yoga brand",
        "Late payments from two publishers in Oslo",
    ];
    let ten = texts.map(|title| DraftPost {
        title: title.to_owned(),
        body: "It is overdue and I chase without an answer. How do you get an invoice paid?"
            .to_owned(),
        ..DraftPost::default()
    });

    for tone in Tone::ALL {
        are_clearly_different(&in_turn(&ten, tone));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_posts_with_the_same_text_get_different_drafts() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let mut drafts = Vec::new();
    for id in ["one", "another"] {
        let post = DraftPost {
            id: id.to_owned(),
            ..posts()[0].clone()
        };
        let reply = ada.drafts(&app, &request_for(&post)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        drafts.push(
            reply.json()["result"]["comment"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }

    are_clearly_different(&drafts);
}

#[test]
fn another_attempt_differs_and_the_same_attempt_is_identical() {
    for post in posts().iter().step_by(5) {
        for tone in Tone::ALL {
            let tries: Vec<String> = (0..4)
                .map(|attempt| draft(post, &paperlark(), tone, attempt))
                .collect();

            for pair in tries.windows(2) {
                let share = shared(&pair[0], &pair[1]);
                assert!(share < 0.4, "{share}\n{}\n--\n{}", pair[0], pair[1]);
            }
            assert_eq!(tries[0], draft(post, &paperlark(), tone, 0));
        }
    }
}

#[test]
fn each_tone_has_its_own_style() {
    for post in posts() {
        let by = |tone| draft(&post, &paperlark(), tone, 0);

        for formal in [
            by(Tone::HelpfulAndProfessional),
            by(Tone::ExpertAndAuthoritative),
        ] {
            for short in ["n't", "I'm", "I'd", "it's", "you're", "!"] {
                assert!(!formal.contains(short), "{short}: {formal}");
            }
        }
        let casual = by(Tone::CasualAndFriendly).to_lowercase();
        let marks = [
            "honestly",
            "tbh",
            "fwiw",
            "hey",
            "hi,",
            "yeah",
            "okay",
            "cheers",
            "good luck",
            "oof",
            "ah,",
            "ha,",
            "btw",
            "heads up",
            "bonus",
            "oh and",
            "quick",
            "gotta",
            "cards on the table",
            "small",
            "tiny",
        ];
        assert!(marks.iter().any(|mark| casual.contains(mark)), "{casual}");
        let talk = by(Tone::ConversationalAndEngaging);
        assert!(talk.ends_with('?'), "{talk}");
        let kind = by(Tone::SupportiveAndEncouraging).to_lowercase();
        let marks = [
            "well done",
            "not alone",
            "not the only",
            "closer",
            "further along",
            "be kind",
            "go easy",
            "heart",
            "fixable",
            "you have",
            "step",
            "rooting",
            "credit",
            "sounds",
            "makes sense",
            "understandable",
            "feel it",
            "struggle",
            "something you can change",
            "deep breath",
            "you can do this",
            "you'll manage",
            "cheer you on",
            "courage",
            "hold on",
        ];
        assert!(marks.iter().any(|mark| kind.contains(mark)), "{kind}");
    }
}

#[test]
fn the_product_is_described_only_if_it_fits_and_the_rules_allow_it() {
    let posts = posts();
    let (late, bread) = (&posts[0], &posts[44]);
    let describes = |text: &str| text.contains("follows up invoices");
    let strict = CommentLimits::of(&[CommentRule {
        name: "No self-promotion".to_owned(),
        ..CommentRule::default()
    }]);

    for tone in Tone::ALL {
        assert!(
            describes(&draft(late, &paperlark(), tone, 0)),
            "{}",
            draft(late, &paperlark(), tone, 0)
        );
        assert!(!describes(&draft(bread, &paperlark(), tone, 0)));
        let held_back = write(&Assignment {
            post: late,
            company: &paperlark(),
            limits: &strict,
            tone,
            wants_link: true,
            attempt: 0,
        });
        keeps_the_rules(&held_back, "Paperlark");
        assert!(!describes(&held_back), "{held_back}");
    }
}

/// The most similar pair shares less than a quarter of its five-word runs.
#[track_caller]
pub(super) fn are_clearly_different(drafts: &[String]) {
    for (at, one) in drafts.iter().enumerate() {
        for other in &drafts[..at] {
            let share = shared(one, other);
            assert!(share < 0.25, "{share}\n{one}\n--\n{other}");
        }
    }
}

/// The share of five-word runs of the shorter draft that are in the other one too.
fn shared(one: &str, other: &str) -> f64 {
    let (one, other) = (runs(one, 5), runs(other, 5));
    let both = u32::try_from(one.intersection(&other).count()).unwrap();
    let all = u32::try_from(one.len().min(other.len())).unwrap();
    f64::from(both) / f64::from(all)
}

fn runs(text: &str, length: usize) -> HashSet<Vec<String>> {
    let words = text::folded(text);
    words.windows(length).map(<[String]>::to_vec).collect()
}
