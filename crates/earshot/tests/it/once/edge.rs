//! The edge: limits, headers, failures, and how it stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use earshot::edge::http::accept_loop::{self, ConnectionLimits as Limits};
use earshot::edge::http::request_pipeline::{self, PipelineSettings};
use platform::api_error::{ApiError, ApiResult};
use platform::request::Json;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

use crate::kit::{HeldSmtp, TestApp, Visitor, eventually};

/// The edge around a few routes that misbehave on purpose.
struct Edge {
    address: SocketAddr,
    stopping: CancellationToken,
    serving: tokio::task::JoinHandle<()>,
}

static ENTERED: Notify = Notify::const_new();
static LEAVE: Notify = Notify::const_new();

impl Edge {
    async fn start(limits: Limits) -> Self {
        let routes = Router::new()
            .route(
                "/echo",
                post(|Json(body): Json<Value>| async { axum::Json(body) }),
            )
            .route("/panic", get(|| async { panicking().await }))
            .route(
                "/secret",
                get(|| async {
                    ApiResult::<()>::Err(ApiError::from(anyhow::anyhow!("table users is on fire")))
                }),
            )
            .route("/long", get(|| async { "earshot ".repeat(1000) }))
            .route(
                "/slow",
                get(|| async {
                    ENTERED.notify_one();
                    LEAVE.notified().await;
                    "at last"
                }),
            );
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stopping) = (listener.local_addr().unwrap(), CancellationToken::new());
        let settings = PipelineSettings {
            is_https: true,
            ..PipelineSettings::default()
        };
        let product = request_pipeline::wrap(routes, &settings);
        #[expect(
            clippy::disallowed_methods,
            reason = "the test's own server ends with the test"
        )]
        let serving = tokio::spawn(accept_loop::serve(
            listener,
            product,
            limits,
            stopping.clone(),
        ));
        Self {
            address,
            stopping,
            serving,
        }
    }

    async fn usual() -> Self {
        Self::start(Limits::new(100, Duration::from_secs(5))).await
    }

    fn visitor(&self) -> Visitor {
        Visitor::of(&format!("http://{}", self.address))
    }
}

#[expect(clippy::unused_async, reason = "a handler that looks like any other")]
async fn panicking() -> &'static str {
    panic!("a secret detail")
}

const OURS: &str = "Something went wrong on our side. Please try again.";

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_tells_the_caller_what_to_do_and_nothing_of_the_inside() {
    let edge = Edge::usual().await;

    edge.visitor().asks("/secret").await.refuses(500, OURS);
    edge.visitor().asks("/panic").await.refuses(500, OURS);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_input_is_refused_with_a_fitting_status() {
    let edge = Edge::usual().await;
    let visitor = edge.visitor();
    let send = async |kind: &str, body: String| {
        visitor
            .sends(
                visitor
                    .request(Method::POST, "/echo")
                    .header("content-type", kind)
                    .body(body),
            )
            .await
    };

    send("text/plain", "{}".into())
        .await
        .refuses(415, "Please send application/json.");
    send("application/json", "{".into())
        .await
        .refuses(400, "The request is not valid JSON.");
    send("application/json", "[".repeat(100_000))
        .await
        .refuses(400, "The request is not valid JSON.");
    send("application/json", r#"{"a":"\u0000"}"#.into())
        .await
        .refuses(400, "The text contains a character that is not allowed.");
    send(
        "application/json",
        format!("\"{}\"", "x".repeat(1024 * 1024)),
    )
    .await
    .refuses(413, "The request is too large.");
    visitor
        .asks("/echo?x=%00")
        .await
        .refuses(400, "The address contains a character that is not allowed.");
    assert_eq!(
        send(
            "application/json; charset=utf-8",
            r#"{"a":"\\u0000"}"#.into()
        )
        .await
        .json(),
        json!({ "a": "\\u0000" })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_framework_would_say_is_said_in_our_words_too() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let nothing = "Not found.";
    visitor
        .asks("/sandbox/mailbox/abc")
        .await
        .refuses(404, nothing);
    let wrong = "Method not allowed.";
    visitor
        .posts("/readyz", &json!({}))
        .await
        .refuses(405, wrong);
    let odd = visitor.asks("/sandbox/mailbox?to=a&to=b").await;
    odd.refuses(400, "Invalid query parameters.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_invents_methods_invents_no_metrics() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let invented = Method::from_bytes(b"BREW").unwrap();
    visitor.sends(visitor.request(invented, "/healthz")).await;

    let metrics = visitor.asks("/metrics").await.body;
    assert!(
        metrics.contains(r#"method="other""#) && !metrics.contains("BREW"),
        "{metrics}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_security_headers_and_an_id_of_its_own() {
    let edge = Edge::usual().await;

    let replies = [
        edge.visitor().asks("/long").await,
        edge.visitor().asks("/panic").await,
        edge.visitor().asks("/nowhere").await,
    ];

    for reply in &replies {
        assert_eq!(
            reply.header("content-security-policy"),
            request_pipeline::CONTENT_SECURITY_POLICY
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("referrer-policy"), "same-origin");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(
            reply.header("strict-transport-security"),
            "max-age=31536000"
        );
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(reply.header("x-request-id").len(), 36);
    }
    assert_ne!(
        replies[0].header("x-request-id"),
        replies[1].header("x-request-id")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_are_compressed_and_short_ones_are_not() {
    let edge = Edge::usual().await;

    let (long, _) = edge.visitor().weighs("/long", "gzip").await;
    let (short, _) = edge.visitor().weighs("/secret", "gzip").await;

    assert_eq!((long.as_str(), short.as_str()), ("gzip", ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_ends_its_header_is_let_go() {
    let limits = Limits {
        header_timeout: Duration::from_millis(200),
        ..Limits::new(100, Duration::from_secs(5))
    };
    let edge = Edge::start(limits).await;

    for first_bytes in ["", "GET / HTTP/1.1\r\nhost: x\r\nx-slow: "] {
        let mut stream = TcpStream::connect(edge.address).await.unwrap();
        stream.write_all(first_bytes.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 408"),
            "{answer}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_without_end_are_refused() {
    let edge = Edge::usual().await;
    let mut stream = TcpStream::connect(edge.address).await.unwrap();

    let huge = format!(
        "GET / HTTP/1.1\r\nhost: x\r\nx-big: {}\r\n\r\n",
        "a".repeat(128 * 1024)
    );
    let _ = stream.write_all(huge.as_bytes()).await;

    let mut answer = [0; 12];
    let read = stream.read_exact(&mut answer).await;
    assert!(
        read.is_err() || &answer == b"HTTP/1.1 431",
        "{}",
        String::from_utf8_lossy(&answer)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_too_many_is_told_to_come_back() {
    let edge = Edge::start(Limits::new(1, Duration::from_secs(1))).await;
    let mut only = TcpStream::connect(edge.address).await.unwrap();
    only.write_all(b"GET /long HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    only.read_exact(&mut [0; 15]).await.unwrap();

    let mut answer = String::new();
    TcpStream::connect(edge.address)
        .await
        .unwrap()
        .read_to_string(&mut answer)
        .await
        .unwrap();

    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("HTTP/1.1 503") && head.contains("retry-after: 1"),
        "{head}"
    );
    assert!(
        head.contains(&format!("content-length: {}\r", body.len())),
        "{head} {}",
        body.len()
    );
    assert_eq!(
        serde_json::from_str::<Value>(body).unwrap()["success"],
        false
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_under_way_is_answered_after_the_server_was_asked_to_stop() {
    let edge = Edge::usual().await;
    let visitor = edge.visitor();

    let answered = visitor.asks("/slow");
    let stops = async {
        ENTERED.notified().await;
        edge.stopping.cancel();
        LEAVE.notify_one();
    };
    let (reply, ()) = futures::future::join(answered, stops).await;
    edge.serving.await.unwrap();

    assert_eq!(reply.body, "at last");
    assert!(
        TcpStream::connect(edge.address).await.is_err(),
        "nobody listens any more"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_alive_and_ready_until_it_stops() {
    let app = TestApp::start().await;
    let database = crate::kit::TestPlace::engine_name();

    assert_eq!(
        app.visitor().asks("/healthz").await.json(),
        json!({ "status": "ok", "version": "1.0.0" })
    );
    let ready = app.visitor().asks("/readyz").await;
    assert_eq!(
        ready.json(),
        json!({ "status": "ready", "version": "1.0.0", "database": database })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_its_database_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    app.db().close().await;

    assert_eq!(visitor.asks("/healthz").await.status.as_u16(), 200);
    let reply = visitor.asks("/readyz").await;
    reply.refuses(503, "The database cannot be reached.");
    assert_eq!(reply.header("retry-after"), "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_panics_is_started_again_and_the_server_is_not_ready_meanwhile() {
    let app = TestApp::start().await;
    let (visitor, tasks) = (app.visitor(), app.app().tasks.clone());
    let stopping = tasks.stopping();
    let starts = Arc::new(AtomicUsize::new(0));
    let counted = starts.clone();

    tasks.keep_running("worker", move || {
        let (is_first, stopping) = (counted.fetch_add(1, SeqCst) == 0, stopping.clone());
        async move {
            assert!(!is_first, "the first one fails");
            stopping.cancelled().await;
        }
    });

    eventually("the server says so", async || {
        visitor.asks("/readyz").await.status == 503
    })
    .await;
    let words = "Restarting after a failure: worker.";
    visitor.asks("/readyz").await.refuses(503, words);
    eventually("it runs again", async || starts.load(SeqCst) == 2).await;
    assert_eq!(visitor.asks("/readyz").await.status, 200);
    assert!(
        visitor
            .asks("/metrics")
            .await
            .body
            .contains(r#"earshot_task_panics_total{task="worker"} 1"#)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_one_off_task_that_panics_leaves_the_server_ready() {
    let app = TestApp::start().await;
    let (ended, ending) = oneshot::channel::<()>();

    app.app().tasks.supervise("a one-off", async move {
        let _ended_with_the_panic = ended;
        panicking().await;
    });

    assert!(ending.await.is_err());
    assert_eq!(app.visitor().asks("/readyz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_this_machine_or_for_those_with_the_token() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    visitor.asks("/healthz").await;

    let local = visitor.asks("/metrics").await;
    assert!(
        local
            .body
            .contains(r#"earshot_requests_total{route="/healthz",method="GET",status="200"}"#),
        "{}",
        local.body
    );
    let proxied = visitor
        .sends(
            visitor
                .request(Method::GET, "/metrics")
                .header("x-forwarded-for", "203.0.113.9"),
        )
        .await;
    assert_eq!(proxied.status.as_u16(), 404);

    let guarded = TestApp::start_with(&[("EARSHOT_METRICS_TOKEN", "sesame-open")]).await;
    let visitor = guarded.visitor();
    assert_eq!(visitor.asks("/metrics").await.status.as_u16(), 404);
    let known = visitor
        .sends(
            visitor
                .request(Method::GET, "/metrics")
                .bearer_auth("sesame-open"),
        )
        .await;
    assert_eq!(known.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_the_webs_role_answers_only_those_who_watch_it() {
    let smtp = HeldSmtp::start().await;
    let is_shared = crate::kit::TestPlace::engine_name() == "postgres";
    // SQLite has one process, which has every role; its pages are there.
    let roles = if is_shared {
        "worker"
    } else {
        "web,worker,listener"
    };
    let app =
        TestApp::start_with(&[("EARSHOT_ROLES", roles), ("EARSHOT_SMTP_URL", &smtp.url())]).await;

    assert_eq!(app.visitor().asks("/readyz").await.status.as_u16(), 200);
    let expected = if is_shared { 404 } else { 200 };
    assert_eq!(
        app.visitor().opens("/settings.js").await.status.as_u16(),
        expected
    );
}
