//! The language of keywords: exact phrases, exclusions and communities.

use reqwest::Method;
use serde_json::json;

use super::{ada, stores};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_with_operators_is_kept_as_written_and_the_preview_says_how_it_is_read() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let keyword = "\"late payment\" -hiring sub:freelance";
    for (number, title) in [
        (1, "A late payment again"),
        (2, "Payments that come late"),
        (3, "Late payment? We are hiring"),
    ] {
        let text = "Nobody sends the money in time.";
        stores(&app, &ada, &format!("sample_{number}"), (title, text), 50).await;
    }

    let added = ada.adds(keyword).await;
    let request = ada.request(Method::GET, "/api/keywords/preview");
    let preview = ada.sends(request.query(&[("keyword", keyword)])).await;

    assert_eq!(added.status, 200);
    assert_eq!(ada.keywords().await, [keyword]);
    let preview = preview.json()["preview"].clone();
    assert_eq!((&preview["posts"], &preview["of"]), (&json!(1), &json!(3)));
    assert_eq!(preview["examples"][0]["title"], "A late payment again");
    assert_eq!(
        preview["reading"],
        json!({
            "words": [], "phrases": ["late payment"], "excludedWords": ["hiring"],
            "excludedPhrases": [], "communities": ["freelance"], "excludedCommunities": []
        })
    );
    assert_eq!(ada.removes(keyword).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_that_can_never_match_is_refused() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let excludes = ada.adds("-hiring").await;
    let names = ada.adds("sub:freelance").await;

    excludes.refuses(
        400,
        "Add a word to look for: a keyword with only exclusions finds nothing.",
    );
    names.refuses(
        400,
        "Add a word to look for: a keyword with only communities finds nothing.",
    );
    assert_eq!(ada.keywords().await, Vec::<String>::new());
}
