//! Which rows a condition leaves, the same on both engines.

use super::rows::{Post, adds_mention, adds_post};
use crate::kit::{Person, TestApp};

async fn finds(person: &Person, query: &str) -> Vec<String> {
    let reply = person
        .gets(&format!(
            "/rest/v1/reddit_posts?select=title&order=title&{query}"
        ))
        .await;
    assert_eq!(reply.status, 200, "{query}: {}", reply.body);
    reply.titles()
}

/// Posts whose names are their titles.
async fn ada_with_posts(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    for (title, score, rejected, google_ranking) in [
        ("Apple", 1, false, None),
        ("apple pie", 5, true, Some(3)),
        ("Banana, split", 10, false, Some(7)),
        ("50% \"off\" (now)", 20, true, None),
        ("under_score*[x]?", 30, false, Some(1)),
        ("Émile", 40, false, Some(9)),
    ] {
        adds_post(
            app,
            &ada,
            Post {
                title,
                score,
                rejected,
                google_ranking,
            },
        )
        .await;
    }
    ada
}

const OFF: &str = "50% \"off\" (now)";
const ODD: &str = "under_score*[x]?";

#[tokio::test(flavor = "multi_thread")]
async fn columns_are_compared() {
    let app = TestApp::start().await;
    let ada = ada_with_posts(&app).await;

    for (query, titles) in [
        ("score=eq.10", ["Banana, split"].as_slice()),
        ("score=neq.10&score=lt.30", &[OFF, "Apple", "apple pie"]),
        ("score=gt.20", &[ODD, "Émile"]),
        ("score=gte.20&score=lte.30", &[OFF, ODD]),
        ("title=eq.Apple", &["Apple"]),
        ("title=eq.apple", &[]),
        ("title=gt.a", &["apple pie", ODD, "Émile"]),
        ("rejected=eq.true", &[OFF, "apple pie"]),
        ("rejected=is.true", &[OFF, "apple pie"]),
        ("rejected=is.false&score=lt.10", &["Apple"]),
        (
            "rejected=not.is.true&score=lt.20",
            &["Apple", "Banana, split"],
        ),
        ("google_ranking=is.null", &[OFF, "Apple"]),
        (
            "google_ranking=not.is.null&score=lt.20",
            &["Banana, split", "apple pie"],
        ),
        ("google_ranking=eq.3", &["apple pie"]),
        ("google_ranking=not.eq.3&score=lt.20", &["Banana, split"]),
        (
            "created_at=eq.2026-11-15T13:00:00%2B01:00&score=eq.1",
            &["Apple"],
        ),
        (
            "created_at=gt.2026-11-15",
            &[OFF, "Apple", "Banana, split", "apple pie", ODD, "Émile"],
        ),
        ("created_at=lt.2026-11-15T12:00:00Z", &[]),
        ("keywords_matched=is.null", &[]),
        ("keywords_matched=not.is.null&score=eq.1", &["Apple"]),
    ] {
        assert_eq!(finds(&ada, query).await, titles, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn like_minds_case_and_ilike_minds_it_for_letters_beyond_z_only() {
    let app = TestApp::start().await;
    let ada = ada_with_posts(&app).await;

    for (query, titles) in [
        ("title=like.apple*", ["apple pie"].as_slice()),
        ("title=like.Apple", &["Apple"]),
        ("title=like.*pp*", &["Apple", "apple pie"]),
        ("title=ilike.APPLE*", &["Apple", "apple pie"]),
        ("title=ilike.%25SPLIT", &["Banana, split"]),
        ("title=like.%25SPLIT", &[]),
        ("title=like._pple", &["Apple"]),
        ("title=like._mile", &["Émile"]),
        ("title=ilike.émile", &[]),
        ("title=ilike.ÉMILE", &["Émile"]),
        ("title=like.50\\%25*", &[OFF]),
        ("title=ilike.50\\%25*", &[OFF]),
        ("title=like.*\\*[x]?", &[ODD]),
        ("title=ilike.*\\*[X]?", &[ODD]),
        ("title=like.*\\_score*", &[ODD]),
        ("title=like.*\\_pple*", &[]),
        ("title=not.ilike.*p*", &[OFF, ODD, "Émile"]),
    ] {
        assert_eq!(finds(&ada, query).await, titles, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_groups_are_understood_as_the_client_writes_them() {
    let app = TestApp::start().await;
    let ada = ada_with_posts(&app).await;

    for (query, titles) in [
        ("score=in.(1,5)", ["Apple", "apple pie"].as_slice()),
        ("score=in.()", &[]),
        ("score=not.in.(1,5,10,20)", &[ODD, "Émile"]),
        (
            "title=in.(Apple,%22Banana,%20split%22)",
            &["Apple", "Banana, split"],
        ),
        ("or=(score.eq.1,score.eq.5)", &["Apple", "apple pie"]),
        ("or=(score.eq.1, score.eq.5)", &["Apple", "apple pie"]),
        (
            "or=(title.eq.Apple,title.eq.%22Banana,%20split%22)",
            &["Apple", "Banana, split"],
        ),
        (
            "or=(title.eq.%2250%25%20%5C%22off%5C%22%20(now)%22)",
            &[OFF],
        ),
        ("and=(score.gt.1,score.lt.10)", &["apple pie"]),
        ("not.or=(score.lt.30,title.like.%C3%89*)", &[ODD]),
        ("not.and=(score.gt.1,score.lt.40)", &["Apple", "Émile"]),
        (
            "or=(and(score.gt.1,score.lt.10),not.and(score.lt.40,score.gte.1))",
            &["apple pie", "Émile"],
        ),
        (
            "or=(score.in.(1,5),google_ranking.not.is.null)&rejected=is.false",
            &["Apple", "Banana, split", ODD, "Émile"],
        ),
        (
            "or=(score.eq.1,score.eq.5)&or=(score.eq.5,score.eq.10)",
            &["apple pie"],
        ),
        ("score=gt.1&score=lt.10", &["apple pie"]),
    ] {
        assert_eq!(finds(&ada, query).await, titles, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fractions_and_ids_are_compared_too() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mention = adds_mention(&app, &ada).await;

    for (query, found) in [
        ("sentiment_score=eq.-0.25".to_owned(), 1),
        ("sentiment_score=gt.-0.25".to_owned(), 0),
        ("is_positive=is.null".to_owned(), 1),
        ("is_positive=not.is.true".to_owned(), 1),
        ("is_positive=eq.false".to_owned(), 0),
        (format!("id=eq.{mention}"), 1),
        (format!("id=eq.{}", mention.simple()), 1),
        (
            format!("id=in.({mention},00000000-0000-0000-0000-000000000000)"),
            1,
        ),
        (format!("id=neq.{mention}"), 0),
        (format!("id=gte.{mention}"), 1),
    ] {
        let reply = ada
            .gets(&format!("/rest/v1/brand_mentions?select=id&{query}"))
            .await;
        assert_eq!(
            reply.json().as_array().map(Vec::len),
            Some(found),
            "{query}: {}",
            reply.body
        );
    }
}
