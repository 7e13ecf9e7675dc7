//! What `earshot move` refuses, and what it says.

use platform::db::args;

use super::{POSTS, crashes_at, filled, moves, posts_in, types};
use crate::kit::{Process, TestApp, TestPlace};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_moved_from_under_a_running_server() {
    let nowhere = TestPlace::empty_postgres().await;
    let app = TestApp::start_at(TestPlace::fresh_sqlite().await, &[]).await;
    moves(&app.place, &nowhere)
        .await
        .is_refused(1, "stop it first");

    let app = TestApp::start_at(TestPlace::fresh_postgres().await, &[]).await;
    let home = TestPlace::empty_sqlite();
    moves(&app.place, &home)
        .await
        .is_refused(1, "stop them first");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_moved_into_a_database_at_which_a_server_runs() {
    let here = filled().await;
    let app = TestApp::start_at(TestPlace::fresh_postgres().await, &[]).await;

    moves(&here, &app.place)
        .await
        .is_refused(1, "stop them first");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_that_holds_other_data_is_left_as_it_is_even_when_told_to_start_over() {
    let (here, there) = (filled().await, TestPlace::fresh_postgres().await);
    let db = there.open().await;
    let theirs = "insert into server_keys (name, value) values ('theirs', 'precious')";
    db.run(theirs, args![]).await.unwrap();
    db.close().await;

    let refused = moves(&here, &there).await;
    let insisted = types(&here, &["--to", &there.url(), "--start-over"]).await;

    for refusal in [refused, insisted] {
        refusal.is_refused(
            1,
            "holds data that is not from this move (rows of server_keys: 1)",
        );
    }
    let db = there.open().await;
    let kept: Vec<(String,)> = db
        .all("select name from server_keys", args![])
        .await
        .unwrap();
    assert_eq!(kept, [("theirs".to_owned(),)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_move_is_not_done_again() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    moves(&here, &there).await.is_done();

    moves(&here, &there)
        .await
        .is_refused(1, "compare the two with --check");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_of_one_database_is_not_filled_up_from_another() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    crashes_at("move.after_commit", &here, &there).await;
    let other = TestPlace::fresh_sqlite().await;

    moves(&other, &there)
        .await
        .is_refused(1, "a part of another database");
    let anew = types(&other, &["--to", &there.url(), "--start-over"]).await;

    anew.is_done();
    assert_eq!(posts_in(&there).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_of_another_version_is_to_be_migrated_first() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    let db = here.open().await;
    let newer = "insert into schema_migrations (name, fingerprint) values ('9999_later', '')";
    db.run(newer, args![]).await.unwrap();
    db.close().await;

    moves(&here, &there).await.is_refused(1, "earshot migrate");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_row_is_found_by_the_check() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    moves(&here, &there).await.is_done();
    let same = types(&here, &["--to", &there.url(), "--check"]).await;
    let db = there.open().await;
    let change = "update heard_posts set heard_at = heard_at + interval '1 microsecond'
         where reddit_id = 't3_77'";
    db.run(change, args![]).await.unwrap();
    db.close().await;

    let changed = types(&here, &["--to", &there.url(), "--check"]).await;

    same.is_done();
    changed.is_refused(3, "the two databases differ in: heard_posts");
    let different = |line: &&str| line.contains("DIFFERENT");
    assert_eq!(
        changed.said.lines().filter(different).count(),
        1,
        "{}",
        changed.said
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_needs_no_target_and_works_beside_a_running_server() {
    let here = filled().await;
    let server = Process::start(&here, &[]).await;

    let estimate = types(&here, &["--estimate"]).await;

    estimate.is_done();
    assert!(
        estimate.said.contains("the server must be stopped"),
        "{}",
        estimate.said
    );
    let rows: i64 = estimate.said.split(' ').next().unwrap().parse().unwrap();
    assert!(rows > POSTS, "{}", estimate.said);
    assert!(server.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_mistyped_is_told_apart_by_the_exit_code() {
    let here = TestPlace::fresh_sqlite().await;
    let nowhere = TestPlace::empty_sqlite();

    for (words, complaint) in [
        (
            vec!["--to", "mysql://localhost/earshot"],
            "give postgres://",
        ),
        (vec!["--to", "sqlite:"], "names no folder"),
        (vec![], "--to"),
    ] {
        types(&here, &words).await.is_refused(2, complaint);
    }
    moves(&here, &nowhere)
        .await
        .is_refused(1, "both databases are SQLite");
    moves(&nowhere, &TestPlace::empty_postgres().await)
        .await
        .is_refused(1, "there is no database at");
}
