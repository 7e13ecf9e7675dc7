//! The whole life of a customer, from the address of a website to the last day of what was paid for.

use std::convert::Infallible;
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::billing::{GOOD_CARD, customer};
use crate::kit::{Person, TestApp};
use crate::scanner::scanning;

/// What the subjects of mails about findings have: the first morning's, a digest's, and that of a week
/// without findings.
const DIGESTS: [&str; 3] = ["to answer", "new mention", "A quiet week"];

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_is_listened_for_from_the_trial_to_the_last_paid_day() {
    let app = scanning().await;
    let nora = customer(&app, "nora").await;
    nora.tells_what_the_company_does(&app).await;
    assert_eq!(nora.scanner().await["hasJob"], false, "nothing is paid");

    // Noon of Sunday: the trial begins, and with it the first scan.
    nora.buys(&app, "starter", GOOD_CARD).await;
    app.lets_pass(TimeDelta::seconds(1)).await;
    assert_eq!(nora.stored_status().await, "trialing");
    assert_eq!(nora.scans().await.len(), 1);
    let found = nora.count_of("/api/reddit-posts").await;
    assert!(found > 5, "{found} posts");
    assert!(nora.count_of("/api/mentions").await > 2);
    assert_eq!(nora.rhythm().await, ("starter".to_owned(), 24));

    // The week: a scan on each day of the trial, a mail on Monday, the first charge on Wednesday,
    // and from then on a scan a week.
    nora.lives_through(&app, 7).await;
    assert_eq!(nora.stored_status().await, "active");
    assert_eq!(nora.rhythm().await, ("starter".to_owned(), 168));
    assert_eq!(nora.digests(&app).await, 1);
    let scans = nora.scans().await.len();
    assert!((3..=5).contains(&scans), "{scans} scans in a week");

    // The upgrade: scanned for within a day from now on, and every day.
    assert_eq!(nora.changes_to("pro").await.status, 200);
    app.works_off_jobs().await;
    assert_eq!(nora.rhythm().await, ("pro".to_owned(), 24));
    let next = nora.next_scan().await - app.clock.now();
    assert!(next <= TimeDelta::hours(24), "{next}");
    nora.lives_through(&app, 3).await;
    let more = nora.scans().await.len() - scans;
    assert!((2..=4).contains(&more), "{more} scans in three days");
    assert_eq!(nora.digests(&app).await, 2, "still one a week");

    // The end: listened for as long as is paid, and then neither scan nor mail.
    assert_eq!(nora.cancels().await.status, 200);
    assert_eq!(nora.scanner().await["hasJob"], true);
    lets_time_go_by(&app, TimeDelta::days(31)).await;
    assert_eq!(nora.stored_status().await, "cancelled");
    let (last_scan, mails) = (nora.last_scan().await, nora.digests(&app).await);
    nora.lives_through(&app, 8).await;
    assert_eq!(nora.scanner().await["hasJob"], false);
    assert_eq!(nora.last_scan().await, last_scan);
    assert_eq!(nora.digests(&app).await, mails);
    assert!(
        nora.count_of("/api/reddit-posts").await >= found,
        "what was found stays"
    );
}

impl Person {
    async fn tells_what_the_company_does(&self, app: &TestApp) {
        let analysis = self.analyses(app, "paperlark.example").await.json();
        let keywords = analysis["keywords"].as_array().unwrap();
        for keyword in keywords.iter().take(5) {
            let wish = json!({ "keyword": keyword["keyword"] });
            let reply = self.posts("/api/keywords", &wish).await;
            assert_eq!(reply.status, 200, "{}", reply.body);
        }
    }

    /// A jump over a week would be one tick; somebody lives through its days and nights.
    async fn lives_through(&self, app: &TestApp, days: usize) {
        for _ in 0..days * 2 {
            lets_time_go_by(app, TimeDelta::hours(12)).await;
        }
    }

    async fn count_of(&self, list: &str) -> i64 {
        self.gets(list).await.json()["total"].as_i64().unwrap()
    }

    async fn rhythm(&self) -> (String, i64) {
        let status = self.scanner().await;
        let plan = status["planType"].as_str().unwrap().to_owned();
        (plan, status["frequencyHours"].as_i64().unwrap())
    }

    async fn last_scan(&self) -> Value {
        self.scanner().await["lastScan"].clone()
    }

    async fn digests(&self, app: &TestApp) -> usize {
        let subjects = app.subjects_to(self).await;
        let is_digest = |it: &&String| DIGESTS.iter().any(|words| it.contains(words));
        subjects.iter().filter(is_digest).count()
    }
}

/// Lets time pass and works off what has become due, while the clock goes on.
async fn lets_time_go_by(app: &TestApp, step: TimeDelta) {
    app.clock.advance(step);
    tokio::select! {
        _ = app.works_off_jobs() => {}
        never = seconds_go_by(app) => match never {}
    }
}

/// A scan asks Reddit more often than one moment allows, and goes on when there are calls again.
async fn seconds_go_by(app: &TestApp) -> Infallible {
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    loop {
        ticks.tick().await;
        app.clock.advance(TimeDelta::seconds(1));
    }
}
