//! Keywords that an analysis proposed and nobody decided on.

use reqwest::Method;

use crate::kit::{Person, Reply, TestApp};

impl Person {
    async fn suggestions(&self) -> Vec<String> {
        let list = self.gets("/api/keywords/suggestions").await.json();
        let suggestions = list["suggestions"].as_array().unwrap().iter();
        suggestions
            .map(|row| row["keyword"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn dismisses(&self, keyword: &str) -> Reply {
        let request = self.request(Method::DELETE, "/api/keywords/suggestions");
        self.sends(request.query(&[("keyword", keyword)])).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_analysis_proposes_and_nobody_tracks_yet_is_suggested() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    assert_eq!(nora.suggestions().await, Vec::<String>::new());

    let analysis = nora.analyses(&app, "paperlark.example").await.json();

    let proposed: Vec<String> = analysis["keywords"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["keyword"].as_str().unwrap().to_owned())
        .collect();
    assert!((10..=15).contains(&proposed.len()), "{proposed:?}");
    assert_eq!(nora.suggestions().await, proposed);
    for keyword in &proposed[..5] {
        assert_eq!(nora.adds(&keyword.to_uppercase()).await.status, 200);
    }
    assert_eq!(nora.suggestions().await, proposed[5..]);
    let first = nora.gets("/api/keywords/suggestions").await.json()["suggestions"][0].take();
    assert_eq!(first, analysis["keywords"][5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_that_was_added_or_dismissed_does_not_come_back() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    nora.analyses(&app, "paperlark.example").await;
    let before = nora.suggestions().await;

    assert_eq!(nora.adds(&before[0]).await.status, 200);
    assert_eq!(nora.removes(&before[0]).await.status, 200);
    assert_eq!(nora.dismisses(&before[1].to_uppercase()).await.status, 200);
    assert_eq!(nora.dismisses(&before[1]).await.status, 200);
    nora.analyses(&app, "paperlark.example").await;

    assert_eq!(nora.suggestions().await, before[2..]);
    assert_eq!(nora.adds(&before[1]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_are_for_their_owner_alone() {
    let app = TestApp::start().await;
    let (nora, ben) = (app.person("nora").await, app.person("ben").await);
    nora.analyses(&app, "paperlark.example").await;
    ben.analyses(&app, "paperlark.example").await;
    let before = nora.suggestions().await;

    ben.dismisses(&before[0]).await;

    assert_eq!(nora.suggestions().await, before);
    assert_eq!(ben.suggestions().await, before[1..]);
    assert_eq!(ben.dismisses("  ").await.status, 400);
    let visitor = app.visitor().asks("/api/keywords/suggestions").await;
    assert_eq!(visitor.status, 401);
}
