//! The first morning of a trial: what was found overnight.

use super::*;

async fn in_trial(app: &TestApp, name: &str) -> Person {
    let mut person = app.person(name).await;
    person.token = app.token_of(person.id, TimeDelta::days(3_650)).await;
    person.has_company(app).await;
    person
        .has_plan(app, Some(Status::Trialing), Plan::Pro)
        .await;
    app.clock.advance(TimeDelta::seconds(1));
    person
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_morning_says_what_was_found_overnight_and_how_to_begin() {
    let app = TestApp::start().await;
    let ada = in_trial(&app, "ada").await;
    for (number, relevance) in [90, 85, 60, 55].into_iter().enumerate() {
        let (id, title) = (format!("sample_{number}"), format!("Question {number}"));
        let post = Post {
            reddit_id: &id,
            title: &title,
            relevance,
            ..Post::default()
        };
        finds(&app, &ada, post).await;
    }

    app.lets_pass(TO_MONDAY).await;

    let mail = app.only_mail_to(&ada).await;
    assert_eq!(
        mail["subject"],
        "Overnight: 4 posts for Paperlark, 3 to answer"
    );
    let text = mail["text"].as_str().unwrap();
    for part in [
        "Good morning. 3 posts to answer today.",
        "4 are worth a look; the best come first.",
        "Question 0",
        "A good first answer takes five minutes",
        "You get this email once, on the first morning of your trial.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("Question 3"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_trial_mails_the_first_digest_comes_when_it_was_chosen_for() {
    let app = TestApp::start().await;
    // Tuesday: the next Monday is days away.
    app.lets_pass(TimeDelta::days(2)).await;
    let ada = in_trial(&app, "ada").await;

    ada.prefers(json!({ "trial_mails": false })).await;

    assert_eq!(
        ada.next_digest().await.date_naive().to_string(),
        "2026-11-23"
    );
    app.works_off_jobs().await;
}
