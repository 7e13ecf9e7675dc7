//! Questions deep in a thread: leads of their own, until they are deleted.

use sandboxes::reddit::SampleFile;

use super::*;
use crate::kit::SampleProviders;

const THREAD: &str = "The three mails I send about late payments, word for word";
const QUESTION: &str = "Which invoicing app sends reminders like these by itself? I am a freelance illustrator \
    with fifteen clients, I lose track of who is late, and I would pay for software that writes my invoices, \
    chases late clients and takes deposits.";

/// A thread that ranks and asks nothing, and a question at the third level below it.
fn thread() -> SampleFile {
    let text = format!(
        "# r/freelancebilling\n\
         title: Freelance billing\n\
         about: Freelancers and small studios about invoices, deposits and clients who pay late.\n\
         subscribers: 41000\n\
         rule: Be kind | We all had a first invoice.\n\
         rule: Say where you are | Terms differ by country.\n\n\
         ## {THREAD}\n\
         by: threemails_theo\n\
         age: 40d\n\
         score: 240\n\
         comments: 60\n\
         intent: none\n\n\
         Day 7 is friendly, day 14 has the invoice attached, day 21 names a date. Late payments are down to one \
         in ten. Copy the wording if you like it, no need to thank me.\n\n\
         @ copied_cora 39d 30\n\
         Copied. The second one is perfect.\n\
         @> threemails_theo 39d 12\n\
         Glad that it helps.\n\
         @>> deepdown_dana 38d 9\n\
         {QUESTION}\n"
    );
    ("freelancebilling.txt".into(), text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_deep_in_a_thread_that_ranks_is_a_lead_whose_link_opens_it() {
    let providers = SampleProviders::open(vec![thread()], Vec::new()).await;
    let app = TestApp::start_with(&providers.settings()).await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;

    nora.discovers(&app).await;

    let comment = question(&nora).await.expect("the question is found");
    assert_eq!(
        (&comment["kind"], &comment["title"]),
        (&json!("comment"), &json!(THREAD))
    );
    assert_eq!(comment["content"], QUESTION);
    assert_eq!(
        (&comment["score"], &comment["comments"]),
        (&json!(240), &json!(60))
    );
    let rank = comment["google_ranking"]
        .as_i64()
        .expect("its thread ranks");
    assert!((1..=20).contains(&rank), "{rank}");
    assert_ne!(comment["via"], json!([]));
    let id = reddit_id(&app, &comment).await;
    let id = id.strip_prefix("t1_").expect("it is a comment");
    let permalink = comment["permalink"].as_str().unwrap();
    assert!(
        permalink.trim_end_matches('/').ends_with(&format!("/{id}")),
        "{permalink}"
    );
    let page = app.visitor().opens_elsewhere(permalink).await;
    assert_eq!(page.status, 200);
    assert!(
        page.body.contains("Which invoicing app sends reminders"),
        "{}",
        page.body
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_that_is_deleted_on_reddit_is_gone_within_a_day_and_the_others_stay() {
    let providers = SampleProviders::open(vec![thread()], Vec::new()).await;
    let app = TestApp::start_with(&providers.settings()).await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let comment = question(&nora).await.expect("the question is found");
    let deleted = nora.finds_again(&app, &comment, 0).await;
    // No comment on Reddit has this id any more.
    let sql = "update reddit_posts set reddit_id = 't1_zzzzzz' where id = $1";
    let id: Uuid = deleted["id"].as_str().unwrap().parse().unwrap();
    app.db().run(sql, args![id]).await.unwrap();
    let is_there = async |id: &Value| nora.all_posts().await.iter().any(|it| it["id"] == *id);
    assert!(is_there(&deleted["id"]).await);

    // Providers of its own leave no sandbox that would move the time.
    app.clock.set_moved(TimeDelta::hours(19));
    app.works_off_jobs().await;

    assert!(!is_there(&deleted["id"]).await);
    assert!(is_there(&comment["id"]).await);
}

async fn question(person: &Person) -> Option<Value> {
    let posts = person.all_posts().await.into_iter();
    let mut posts = posts.filter(|post| post["author"] == "deepdown_dana");
    posts.next()
}
