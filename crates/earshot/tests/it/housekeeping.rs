//! What nobody needs any more is removed, a piece at a time, whoever else fails.

use chrono::TimeDelta;
use platform::db::args;

use crate::kit::{TestApp, noon};

#[tokio::test(flavor = "multi_thread")]
async fn old_data_is_removed_though_another_room_fails_at_it() {
    let app = TestApp::start().await;
    app.posts_mail("ada@example.com", "hello").await;
    app.works_off_jobs().await;
    app.db()
        .run("drop table reddit_answers", args![])
        .await
        .unwrap();

    app.lets_pass(TimeDelta::days(91)).await;

    for table in [
        "select cast(count(*) as bigint) from outbox_mails",
        "select cast(count(*) as bigint) from sandbox_mails",
    ] {
        let (left,): (i64,) = app.db().one(table, args![]).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
    for _ in 0..7 {
        app.lets_pass(TimeDelta::minutes(11)).await;
    }
    let sql = "select kind, state from jobs where state <> 'done' and due_at <= $1";
    let failed: Vec<(String, String)> = app.db().all(sql, args![app.clock.now()]).await.unwrap();
    assert_eq!(failed, [("forget_old".to_owned(), "dead".to_owned())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_old_rows_are_removed_to_the_last_and_the_young_stay() {
    let app = TestApp::start().await;
    let events = "insert into payment_events (id, kind, heard_at)
         with recursive numbers(number) as (
             select 1 union all select number + 1 from numbers where number < 2500
         )
         select $1 || cast(number as text), 'invoice.paid', $2 from numbers";
    let long_ago = noon() - TimeDelta::days(400);
    for (name, heard_at) in [("old_", long_ago), ("young_", noon())] {
        app.db().run(events, args![name, heard_at]).await.unwrap();
    }

    app.lets_pass(TimeDelta::hours(7)).await;

    let sql = "select cast(count(*) as bigint) from payment_events where id like $1";
    let mut left = Vec::new();
    for name in ["old_%", "young_%"] {
        let (count,): (i64,) = app.db().one(sql, args![name]).await.unwrap();
        left.push(count);
    }
    assert_eq!(left, [0, 2500]);
}
