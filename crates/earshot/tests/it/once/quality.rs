//! What is found, read as its founder would.

use billing::Status;
use onboarding::WebsiteProfile;
use platform::product::Plan;
use sandboxes::reddit::{SamplePost, sample_posts};
use serde_json::{Value, json};

use crate::discovery::titles;
use crate::kit::{Person, TestApp};

/// Somebody who came by their keywords as people do: from the website.
pub(super) async fn founder_of(app: &TestApp, site: &str) -> Person {
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
async fn most_of_the_first_ten_are_posts_that_a_founder_would_answer() {
    let samples = sample_posts(&[]);
    for company in ["paperlark", "cragdesk", "millstead"] {
        let app = TestApp::start().await;
        let nora = founder_of(&app, &format!("{company}.example")).await;

        let reply = nora.discovers(&app).await;

        assert_eq!(reply.status, 200, "{company}: {}", reply.body);
        let posts = nora.lists("limit=10&namesYou=hide").await["posts"].take();
        let posts = posts.as_array().unwrap();
        let marked = |marks: fn(&SamplePost) -> &Vec<String>| {
            let is_marked = |post: &&Value| {
                let is_it = |sample: &&SamplePost| post["title"] == sample.title;
                let sample = samples.iter().find(is_it);
                sample.is_some_and(|sample| marks(sample).iter().any(|of| of == company))
            };
            posts.iter().filter(is_marked).count()
        };
        let (leads, near) = (marked(|it| &it.lead_for), marked(|it| &it.near_for));
        assert_eq!(posts.len(), 10, "{company}");
        assert!(leads >= 6, "{company}: {:#?}", titles(posts));
        assert!(leads + near >= 9, "{company}: {:#?}", titles(posts));
        for post in posts {
            assert!(post["relevance_score"].as_i64().unwrap() >= 50);
            assert_ne!(post["relevance_reason"], "");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn leads_that_have_no_keyword_in_them_are_found() {
    let app = TestApp::start().await;
    let nora = founder_of(&app, "paperlark.example").await;

    nora.discovers(&app).await;

    let posts = nora.all_posts().await;
    for title in [
        "FreshBooks vs Wave vs just a Word template, for someone with 4 clients",
        "Invoicing from Estonia while sitting in Mexico: what actually works?",
        "How do freelancers here bill maintenance retainers?",
    ] {
        assert!(
            titles(&posts).contains(&title),
            "{title}: {:#?}",
            titles(&posts)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_offers_the_same_as_the_company_is_not_found() {
    let app = TestApp::start().await;
    let company =
        "Noonlight shows photographers where the sun and the golden hour will be, on any day.";
    let keywords = ["sun app", "golden hour app", "app that finds the sun"];
    let sam = person_with_company(&app, "sam", company, &keywords).await;

    let reply = sam.discovers(&app).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let found = sam.all_posts().await;
    let offer = "I built an app that finds the sun for you ☀️ 50% off launch week!";
    assert!(!titles(&found).contains(&offer), "{:#?}", titles(&found));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_that_nobody_writes_about_gets_a_short_honest_list() {
    let app = TestApp::start().await;
    let company =
        "Corewell rents drilling rigs and core barrels to geologists who sample deep rock.";
    let keywords = ["drilling rig rental", "core barrel", "borehole sampling"];
    let olga = person_with_company(&app, "olga", company, &keywords).await;

    let reply = olga.discovers(&app).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let posts = olga.all_posts().await;
    assert!(posts.len() <= 5, "{:#?}", titles(&posts));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_with_a_vague_text_or_without_one_gets_a_short_sensible_list() {
    for description in [Some("We help people"), None] {
        let app = TestApp::start().await;
        let olga = app.person("olga").await;
        let company = WebsiteProfile {
            company_name: "Helply".to_owned(),
            website_url: "https://helply.example/".to_owned(),
            description: description.map(str::to_owned),
            ..WebsiteProfile::default()
        };
        let mut tx = app.db().begin().await.unwrap();
        onboarding::add_if_missing(&mut tx, &app.clock, olga.id, company)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        olga.subscribes(&app, Some(Status::Active), Some(Plan::Pro))
            .await;
        for keyword in ["invoicing app", "invoice a client", "client pays late"] {
            olga.tracks(keyword).await;
        }

        let reply = olga.discovers(&app).await;

        assert_eq!(reply.status, 200, "{description:?}: {}", reply.body);
        let posts = olga.all_posts().await;
        let titles = titles(&posts);
        assert!(
            (1..=60).contains(&posts.len()),
            "{description:?}: {titles:#?}"
        );
        let is_of_the_trade = |post: &&Value| {
            let text = format!("{} {}", post["title"], post["content"]).to_lowercase();
            let trade = ["invoic", "pay", "paid", "bill", "client"];
            trade.iter().any(|word| text.contains(word))
        };
        let of_the_trade = posts.iter().filter(is_of_the_trade).count();
        assert!(
            of_the_trade * 10 >= posts.len() * 9,
            "{description:?}: {titles:#?}"
        );
        assert!(posts.iter().all(|post| post["relevance_reason"] != ""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_without_keywords_is_told_so_and_nothing_crashes() {
    let app = TestApp::start().await;
    let olga = app.founder("olga", Plan::Pro, &[]).await;

    let reply = olga.discovers(&app).await;

    assert!(reply.status.as_u16() < 500, "{}", reply.body);
    assert_eq!(olga.all_posts().await, [] as [Value; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reason_in_one_line_reads_as_a_colleague_would_say_it() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "invoicing software"])
        .await;

    nora.discovers(&app).await;

    let (mut answered, mut all) = (0, 0);
    for post in nora.all_posts().await {
        let reason = post["relevance_reason"].as_str().unwrap();
        let begins = [
            "Asks “",
            "Says “",
            "Looking ",
            "Trying ",
            "Needs ",
            "Wants ",
            "Struggling ",
        ];
        assert!(
            begins.iter().any(|begin| reason.starts_with(begin)),
            "{reason}"
        );
        let answers = [
            "; Paperlark writes, sends and follows up invoices",
            "; Paperlark reminds late clients",
            "; you offer “Invoicing for freelancers",
        ];
        let is_answered = answers.iter().any(|answer| reason.contains(answer));
        assert!(is_answered || !reason.contains("; "), "{reason}");
        answered += usize::from(is_answered);
        all += 1;
        assert!(
            reason.ends_with('.') && reason.chars().count() < 260,
            "{reason}"
        );
    }
    assert!(
        answered * 10 >= all * 8,
        "{answered} of {all} say why this company"
    );
}

/// Somebody on Pro whose company says this of itself, with these keywords.
async fn person_with_company(
    app: &TestApp,
    name: &str,
    description: &str,
    keywords: &[&str],
) -> Person {
    let person = app.person(name).await;
    let company_name = description.split(' ').next().unwrap();
    let company = WebsiteProfile {
        company_name: company_name.to_owned(),
        website_url: format!("https://{}.example/", company_name.to_lowercase()),
        description: Some(description.to_owned()),
        ..WebsiteProfile::default()
    };
    let mut tx = app.db().begin().await.unwrap();
    onboarding::add_if_missing(&mut tx, &app.clock, person.id, company)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    person
        .subscribes(app, Some(Status::Active), Some(Plan::Pro))
        .await;
    for keyword in keywords {
        person.tracks(keyword).await;
    }
    person
}
