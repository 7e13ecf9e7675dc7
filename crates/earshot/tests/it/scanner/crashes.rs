//! Several processes share the schedules and one crashes: each scan is done exactly once.
//!
//! On SQLite the next process starts after the crash; on PostgreSQL it runs all along.

use platform::clock::Clock;
use platform::db::{Db, args};

use super::*;
use crate::kit::{Process, TestPlace, eventually};

const SETTINGS: [(&str, &str); 3] = [
    ("EARSHOT_JOB_LEASE_MS", "1500"),
    ("EARSHOT_SCANS", "on"),
    MANY_CALLS,
];
/// Most have nothing to search for yet, which is a scan too; two have keywords.
const CUSTOMERS: i64 = 24;

#[tokio::test(flavor = "multi_thread")]
async fn each_scan_is_done_once_wherever_a_process_crashes() {
    for point in [
        "schedule.before_commit",
        "schedule.after_commit",
        "job.after_claim",
        "job.before_commit",
        "job.after_commit",
    ] {
        let place = prepared().await;
        let db = place.open().await;
        let is_shared = TestPlace::engine_name() == "postgres";
        let armed = [SETTINGS.as_slice(), &[("EARSHOT_CRASH_AT", point)]].concat();
        // The process that survives starts first, so that it hosts the sandboxes.
        let beside = if is_shared {
            Some(Process::start(&place, &SETTINGS).await)
        } else {
            None
        };
        let doomed = Process::start(&place, &armed).await;

        let later = json!({ "advanceSeconds": 7_200 });
        // The response may be lost with the process.
        let _nobody = doomed
            .visitor()
            .request(reqwest::Method::POST, "/sandbox/clock")
            .json(&later)
            .send()
            .await;
        doomed.crashes().await;
        let survivor = match beside {
            Some(process) => process,
            None => Process::start(&place, &SETTINGS).await,
        };
        eventually(point, || async { ended(&db).await == CUSTOMERS }).await;
        assert!(survivor.terminate().await.success());

        assert_eq!(counted(&db).await, (CUSTOMERS, CUSTOMERS, 2, 2), "{point}");
        assert_eq!(due(&db).await, 0, "{point}");
    }
}

/// Customers whose scans are due in an hour of wall time.
async fn prepared() -> TestPlace {
    let mut app = TestApp::start().await;
    for number in 0..CUSTOMERS {
        let name = format!("user{number}");
        let person = if number % 12 == 0 {
            founder(&app, &name, &["late payments"]).await
        } else {
            app.person(&name).await
        };
        person.is_given(&app, Some(Status::Active), Plan::Pro).await;
    }
    // The built-in schedules too, so that a process does not crash at one of them before the test starts.
    let sql = "update schedules set next_run_at = $1";
    let soon = Clock::system().real() + TimeDelta::hours(1);
    app.db().run(sql, args![soon]).await.unwrap();
    std::mem::replace(&mut app.place, TestPlace::empty().await)
}

async fn ended(db: &Db) -> i64 {
    let sql = "select cast(count(*) as bigint) from scan_runs where ended_at is not null";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}

/// The number of runs, of jobs that started them, and of both kinds of parts.
async fn counted(db: &Db) -> (i64, i64, i64, i64) {
    db.one(
        "select (select cast(count(*) as bigint) from scan_runs),
                (select cast(count(*) as bigint) from jobs where kind = 'scan'),
                (select cast(count(*) as bigint) from jobs where kind = 'discover'),
                (select cast(count(*) as bigint) from jobs where kind = 'search_mentions')",
        args![],
    )
    .await
    .unwrap()
}

async fn due(db: &Db) -> i64 {
    let sql =
        "select cast(count(*) as bigint) from schedules where kind = 'scan' and next_run_at <= $1";
    let soon = Clock::system().real() + TimeDelta::hours(2);
    let (count,): (i64,) = db.one(sql, args![soon]).await.unwrap();
    count
}
