//! The other providers, held to answers in the shapes that they document.

use providers::rank::{RankError, RankProvider, SearchResult};
use serde_json::json;

use crate::kit::{Recording, ranks};

const DATAFORSEO: &str = r#"{
  "version": "0.1.20260101", "status_code": 20000, "status_message": "Ok.", "time": "2.1 sec.", "cost": 0.002,
  "tasks_count": 1, "tasks_error": 0,
  "tasks": [{
    "id": "11150000-0001-0139-0000-000000000000", "status_code": 20000, "status_message": "Ok.", "result_count": 1,
    "path": ["v3", "serp", "google", "organic", "live", "advanced"],
    "data": {"keyword": "late invoice", "location_code": 2276, "language_code": "en"},
    "result": [{
      "keyword": "late invoice", "type": "organic", "se_domain": "google.de", "items_count": 4,
      "items": [
        {"type": "featured_snippet", "rank_group": 1, "rank_absolute": 1, "title": "Answer", "url": "https://a.example/"},
        {"type": "organic", "rank_group": 1, "rank_absolute": 2, "domain": "tally.example", "title": "Late invoices", "url": "https://tally.example/late", "description": "What to do."},
        {"type": "people_also_ask", "rank_group": 1, "rank_absolute": 3, "items": []},
        {"type": "organic", "rank_group": 2, "rank_absolute": 4, "domain": "www.reddit.com", "title": "Client is late", "url": "https://www.reddit.com/r/freelance/comments/1abcde/client_is_late/", "description": null}
      ]
    }]
  }]
}"#;

const SEARXNG: &str = r#"{
  "query": "late invoice", "number_of_results": 0,
  "results": [
    {"url": "https://old.reddit.com/r/freelance/comments/1abcde/client_is_late/", "title": "Client is late", "content": "Forty-five days.", "engine": "google", "engines": ["google"], "positions": [2], "score": 0.5, "category": "general"},
    {"url": "https://tally.example/late", "title": "Late invoices", "content": "What to do.", "engine": "google", "engines": ["google"], "positions": [1], "score": 1.0, "category": "general"}
  ],
  "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []
}"#;

const SERPER: &str = r#"{
  "searchParameters": {"q": "late invoice", "gl": "de", "hl": "en", "type": "search", "page": 2, "engine": "google"},
  "organic": [
    {"title": "Late invoices", "link": "https://tally.example/late", "snippet": "What to do.", "position": 1},
    {"title": "Client is late", "link": "https://www.reddit.com/r/freelance/comments/1abcde/client_is_late/", "snippet": "Forty-five days.", "date": "3 days ago", "position": 2}
  ],
  "credits": 1
}"#;

#[tokio::test]
async fn dataforseo_counts_plain_results_only() {
    let recording = Recording::of(200, DATAFORSEO).await;
    let ranks = ranks(
        RankProvider::DataForSeo,
        recording.address,
        Some("ada:hunter2"),
    );

    let found = ranks
        .search("late invoice", "de".parse().unwrap(), 1)
        .await
        .unwrap();

    assert_eq!(positions(&found), [1, 2]);
    assert_eq!(found[1].post().unwrap().id, "1abcde");
    let heard = recording.heard();
    assert_eq!(heard.target, "/v3/serp/google/organic/live/advanced");
    assert_eq!(heard.headers["authorization"], "Basic YWRhOmh1bnRlcjI=");
    let task = json!([{
        "keyword": "late invoice", "location_code": 2276, "language_code": "en",
        "depth": 10, "device": "desktop",
    }]);
    assert_eq!(heard.body, task);
}

#[tokio::test]
async fn dataforseo_says_in_the_body_what_went_wrong() {
    for (body, expected) in [
        (
            r#"{"status_code": 40100, "tasks": []}"#,
            RankError::Unauthorised,
        ),
        (
            r#"{"status_code": 20000, "tasks": [{"status_code": 40210}]}"#,
            RankError::QuotaExhausted,
        ),
        (
            r#"{"status_code": 20000, "tasks": [{"status_code": 40202}]}"#,
            NOT_NOW,
        ),
        (
            r#"{"status_code": 20000, "tasks": [{"status_code": 50000}]}"#,
            NOT_NOW,
        ),
        (
            r#"{"status_code": 20000, "tasks": [{"status_code": 40501}]}"#,
            RankError::InvalidResponse,
        ),
        (
            r#"{"status_code": 20000, "tasks": []}"#,
            RankError::InvalidResponse,
        ),
        ("<html>", RankError::InvalidResponse),
    ] {
        let recording = Recording::of(200, body).await;
        let ranks = ranks(
            RankProvider::DataForSeo,
            recording.address,
            Some("ada:hunter2"),
        );

        let failed = ranks.search("late invoice", "us".parse().unwrap(), 1).await;

        assert_eq!(failed, Err(expected), "{body}");
    }
    let empty = r#"{"status_code": 20000, "tasks": [{"status_code": 40102, "result": null}]}"#;
    let recording = Recording::of(200, empty).await;
    let ranks = ranks(
        RankProvider::DataForSeo,
        recording.address,
        Some("ada:hunter2"),
    );
    assert_eq!(
        ranks.search("zeppelin", "us".parse().unwrap(), 1).await,
        Ok(vec![])
    );
}

#[tokio::test]
async fn searxng_results_are_put_in_googles_order() {
    let recording = Recording::of(200, SEARXNG).await;
    let ranks = ranks(RankProvider::SearxNg, recording.address, None);

    let found = ranks
        .search("late invoice", "de".parse().unwrap(), 2)
        .await
        .unwrap();

    assert_eq!(positions(&found), [11, 12]);
    assert_eq!(found[1].post().unwrap().id, "1abcde");
    let target = recording.heard().target;
    for part in [
        "q=late+invoice",
        "format=json",
        "engines=google",
        "language=en-DE",
        "pageno=2",
    ] {
        assert!(target.contains(part), "{target}");
    }
}

#[tokio::test]
async fn searxng_without_google_is_no_proof_of_anything() {
    let blocked =
        r#"{"query": "q", "results": [], "unresponsive_engines": [["google", "CAPTCHA"]]}"#;
    let recording = Recording::of(200, blocked).await;
    let ranks = ranks(RankProvider::SearxNg, recording.address, None);

    let failed = ranks.search("late invoice", "us".parse().unwrap(), 1).await;

    assert_eq!(failed, Err(NOT_NOW));
}

#[tokio::test]
async fn serper_is_asked_as_it_documents_and_may_count_anew_on_every_page() {
    let recording = Recording::of(200, SERPER).await;
    let ranks = ranks(RankProvider::Serper, recording.address, Some("hunter2"));

    let found = ranks
        .search("late invoice", "de".parse().unwrap(), 2)
        .await
        .unwrap();

    assert_eq!(positions(&found), [11, 12]);
    let heard = recording.heard();
    assert_eq!(heard.headers["x-api-key"], "hunter2");
    let asked = json!({ "q": "late invoice", "gl": "de", "hl": "en", "num": 10, "page": 2 });
    assert_eq!(heard.body, asked);
}

#[tokio::test]
async fn a_key_that_is_refused_is_the_operators_to_mend() {
    for (status, expected) in [
        (401, RankError::Unauthorised),
        (403, RankError::Unauthorised),
        (402, RankError::QuotaExhausted),
        (422, RankError::InvalidResponse),
    ] {
        let recording = Recording::of(status, "{}").await;
        let ranks = ranks(RankProvider::Serper, recording.address, Some("hunter2"));

        let failed = ranks.search("late invoice", "us".parse().unwrap(), 1).await;

        assert_eq!(failed, Err(expected), "{status}");
    }
}

const NOT_NOW: RankError = RankError::Unavailable { retry_after: None };

fn positions(found: &[SearchResult]) -> Vec<u32> {
    found.iter().map(|one| one.position).collect()
}
