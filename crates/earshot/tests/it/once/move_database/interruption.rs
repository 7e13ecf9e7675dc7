//! A move that is killed or stopped goes on where it was, and nothing is served meanwhile.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::{POSTS, command, crashes_at, filled, moves, posts_in, types};
use crate::kit::{Process, TestPlace};
use platform::db::args;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_killed_at_any_point_goes_on_from_there() {
    let here = filled().await;
    let mut ends = Vec::new();

    for point in [
        "move.after_prepare",
        "move.before_commit",
        "move.after_commit",
        "move.before_rebuild",
        "move.before_end",
    ] {
        let there = TestPlace::empty_postgres().await;
        crashes_at(point, &here, &there).await;
        let moved = moves(&here, &there).await;
        moved.is_done();
        let continued = moved.said.contains("continued from an earlier run");
        ends.push((point, continued, posts_in(&there).await));
    }

    assert!(
        ends.iter()
            .all(|(_, continued, posts)| *continued && *posts == POSTS),
        "{ends:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_earlier_run_brought_is_not_brought_again() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    crashes_at("move.after_commit", &here, &there).await;

    let moved = moves(&here, &there).await;

    moved.is_done();
    assert!(
        moved.said.contains("heard_posts: 1000 of 1000 rows"),
        "{}",
        moved.said
    );
    assert_eq!(posts_in(&there).await, POSTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_back_that_is_killed_goes_on_too() {
    let (here, there, home) = (
        filled().await,
        TestPlace::empty_postgres().await,
        TestPlace::empty_sqlite(),
    );
    moves(&here, &there).await.is_done();

    for point in ["move.before_commit", "move.after_commit", "move.before_end"] {
        crashes_at(point, &there, &home).await;
    }
    moves(&there, &home).await.is_done();

    assert_eq!(posts_in(&home).await, POSTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_server_starts_on_a_half_moved_database_of_either_engine() {
    let (here, there, home) = (
        filled().await,
        TestPlace::empty_postgres().await,
        TestPlace::empty_sqlite(),
    );
    crashes_at("move.after_commit", &here, &there).await;
    let (status, log) = Process::runs_to_its_end(&there, &[]).await;
    assert!(
        !status.success() && log.contains("half-filled by `earshot move`"),
        "{log}"
    );

    moves(&here, &there).await.is_done();
    crashes_at("move.before_end", &there, &home).await;
    let (status, log) = Process::runs_to_its_end(&home, &[]).await;
    assert!(
        !status.success() && log.contains("half-filled by `earshot move`"),
        "{log}"
    );

    moves(&there, &home).await.is_done();
    let server = Process::start(&home, &[]).await;
    assert!(server.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_asked_to_stop_says_how_to_go_on() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    crashes_at("move.after_commit", &here, &there).await;
    // Somebody reads the table in a way that the next batch has to wait for.
    let mut other = PgConnection::connect(&there.url()).await.unwrap();
    sqlx::raw_sql("begin; lock table heard_posts in access exclusive mode")
        .execute(&mut other)
        .await
        .unwrap();

    let mut child = command(&here, &["--to", &there.url()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next_line().await.unwrap().unwrap();
    let pid = child.id().and_then(|id| i32::try_from(id).ok());
    kill_process(pid.and_then(Pid::from_raw).unwrap(), Signal::INT).unwrap();
    let ended = child.wait_with_output().await.unwrap();
    other.close().await.unwrap();

    let complained = String::from_utf8(ended.stderr).unwrap();
    assert!(
        first.starts_with("Moving from SQLite to PostgreSQL"),
        "{first}"
    );
    assert_eq!(ended.status.code(), Some(4), "{complained}");
    assert!(
        complained.contains("run the same command again"),
        "{complained}"
    );
    moves(&here, &there).await.is_done();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_was_changed_between_two_runs_is_found_out_and_moved_from_the_start() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    crashes_at("move.after_commit", &here, &there).await;
    let db = here.open().await;
    let change =
        "update heard_posts set post = '{\"title\": \"Changed\"}' where reddit_id = 't3_1'";
    db.run(change, args![]).await.unwrap();
    db.close().await;

    let continued = moves(&here, &there).await;
    let (status, _) = Process::runs_to_its_end(&there, &[]).await;
    let anew = types(&here, &["--to", &there.url(), "--start-over"]).await;

    continued.is_refused(3, "the two databases differ in: heard_posts");
    assert!(!status.success());
    anew.is_done();
    assert_eq!(posts_in(&there).await, POSTS);
}
