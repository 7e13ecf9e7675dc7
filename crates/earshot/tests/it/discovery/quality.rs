//! What is found, read as its founder would.

use super::*;

/// Somebody who came by their keywords as people do: from the website.
async fn founder_of(app: &TestApp, site: &str) -> Person {
    let nora = app.person("nora").await;
    nora.subscribes(app, Some(Status::Active), Some(Plan::Pro))
        .await;
    let body = json!({ "url": site });
    let asking = nora.posts("/api/analyze-website", &body);
    let analysis = app.working_meanwhile(asking).await.json();
    for keyword in analysis["keywords"].as_array().unwrap().iter().take(10) {
        nora.tracks(keyword["keyword"].as_str().unwrap()).await;
    }
    nora
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_ten_are_posts_that_a_founder_would_answer() {
    let companies = [
        (
            "paperlark.example",
            ["invoic", "bill", "payment", "client"].as_slice(),
            [
                "FreshBooks vs Wave vs just a Word template, for someone with 4 clients",
                "My client is 45 days late and says the invoice never arrived",
            ],
        ),
        (
            "cragdesk.example",
            ["gym", "climb", "waiver", "boulder"].as_slice(),
            [
                "Cragdesk vs Rock Gym Pro for a 900 m² bouldering hall?",
                "Waivers for a youth climbing programme, 300 kids, four languages",
            ],
        ),
        (
            "millstead.example",
            ["flour", "bread", "starter", "mill"].as_slice(),
            [
                "Where do microbakers buy flour once you outgrow the supermarket bag?",
                "Recommend a bread supplier or bake in-house? 40 seats, Cotswolds",
            ],
        ),
    ];
    for (site, trade, expected) in companies {
        let app = TestApp::start().await;
        let nora = founder_of(&app, site).await;

        let reply = nora.discovers(&app).await;

        assert_eq!(reply.status, 200, "{site}: {}", reply.body);
        let posts = nora.lists("limit=10").await["posts"].take();
        let posts = posts.as_array().unwrap();
        let titles = titles(posts);
        assert!(posts.len() >= 8, "{site}: {titles:#?}");
        for title in expected {
            assert!(titles.contains(&title), "{site}: {titles:#?}");
        }
        for post in posts {
            let text = format!("{} {}", post["title"], post["content"]).to_lowercase();
            let is_of_the_trade = trade.iter().any(|word| text.contains(word));
            assert!(is_of_the_trade, "{site}: {}", post["title"]);
            assert!(post["relevance_score"].as_i64().unwrap() >= 40);
            assert_ne!(post["relevance_reason"], "");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_that_nobody_writes_about_gets_a_short_honest_list() {
    let app = TestApp::start().await;
    let olga = app.person("olga").await;
    let company = WebsiteProfile {
        company_name: "Corewell".to_owned(),
        website_url: "https://corewell.example/".to_owned(),
        description: Some(
            "Corewell rents drilling rigs and core barrels to geologists who sample deep rock."
                .to_owned(),
        ),
        ..WebsiteProfile::default()
    };
    let mut tx = app.db().begin().await.unwrap();
    onboarding::add_if_missing(&mut tx, &app.clock, olga.id, company)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    olga.subscribes(&app, Some(Status::Active), Some(Plan::Pro))
        .await;
    for keyword in ["drilling rig rental", "core barrel", "borehole sampling"] {
        olga.tracks(keyword).await;
    }

    let reply = olga.discovers(&app).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let posts = olga.all_posts().await;
    assert!(posts.len() <= 5, "{:#?}", titles(&posts));
}
