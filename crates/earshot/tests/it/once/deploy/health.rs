//! `earshot health`, and what the server tells systemd.

use std::process::Output;
use std::time::Duration;

use tokio::net::UnixDatagram;
use tokio::process::Command;
use tokio::time::timeout;

use crate::kit::{Process, TestApp, TestPlace};

async fn asks_health(bind: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_earshot"))
        .args(["health", "--bind", bind])
        .env("EARSHOT_CONFIG", "/dev/null")
        .output()
        .await
        .expect("the binary starts")
}

/// The exit code and the words.
fn read(output: &Output) -> (Option<i32>, String) {
    let words = [&output.stdout[..], &output.stderr[..]].concat();
    let words = String::from_utf8(words).unwrap().trim_end().to_owned();
    (output.status.code(), words)
}

#[tokio::test(flavor = "multi_thread")]
async fn health_is_0_while_the_server_is_ready_and_1_with_the_reason_while_it_is_not() {
    let app = TestApp::start().await;
    let address = app.server().address.to_string();

    let ready = asks_health(&address).await;
    app.db().close().await;
    let broken = asks_health(&address).await;

    assert_eq!(read(&ready), (Some(0), "ready".to_owned()));
    let reason = "earshot: not ready: The database cannot be reached. (status 503)";
    assert_eq!(read(&broken), (Some(1), reason.to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_listens_on_all_addresses_is_asked_on_this_machine() {
    let app = TestApp::start().await;
    let port = app.server().address.port();

    let everywhere = asks_health(&format!("0.0.0.0:{port}")).await;

    assert_eq!(read(&everywhere), (Some(0), "ready".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn health_is_1_where_nobody_listens_and_2_for_what_is_no_address() {
    let nobody = asks_health("127.0.0.1:1").await;
    assert_eq!(
        read(&nobody),
        (
            Some(1),
            "earshot: no Earshot server answers at 127.0.0.1:1".to_owned()
        )
    );
    for wrong in ["here", "127.0.0.1:0"] {
        assert_eq!(asks_health(wrong).await.status.code(), Some(2), "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn systemd_hears_when_the_server_is_ready_and_when_it_stops() {
    let place = TestPlace::fresh().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let supervisor = UnixDatagram::bind(&path).unwrap();

    let socket = path.display().to_string();
    let server = Process::start(&place, &[("NOTIFY_SOCKET", &socket)]).await;
    let started = receives(&supervisor).await;
    server.terminate().await;
    let stopped = receives(&supervisor).await;

    assert_eq!(
        (started.as_str(), stopped.as_str()),
        ("READY=1\n", "STOPPING=1\n")
    );
}

async fn receives(supervisor: &UnixDatagram) -> String {
    let mut words = vec![0; 256];
    let heard = timeout(Duration::from_secs(20), supervisor.recv(&mut words)).await;
    let length = heard
        .expect("the server says so within twenty seconds")
        .unwrap();
    words.truncate(length);
    String::from_utf8(words).unwrap()
}
