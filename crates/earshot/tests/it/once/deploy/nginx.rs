//! nginx with the sample of `deploy`, really in front of a server.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::Path;

use futures::{SinkExt, StreamExt};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::{adapted, text_of};
use crate::kit::{TestApp, eventually};

const DOMAIN: &str = "app.example.com";
const TRUSTING_NGINX: &[(&str, &str)] = &[("EARSHOT_TRUSTED_PROXIES", "127.0.0.1")];

/// Gone when it is dropped.
struct Nginx {
    _process: Child,
    _folder: TempDir,
    plain: SocketAddr,
    secure: SocketAddr,
    certificate: Certificate,
}

impl Nginx {
    async fn in_front_of(app: &TestApp) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (plain, secure) = (free_address(), free_address());
        let certificate = make_certificate(folder.path());
        let site = site(folder.path(), app.server().address, plain, secure);
        std::fs::write(folder.path().join("site.conf"), site).unwrap();
        std::fs::write(folder.path().join("nginx.conf"), AROUND).unwrap();
        let process = Command::new(program())
            .args(["-e", "stderr", "-c", "nginx.conf", "-p"])
            .arg(folder.path())
            .kill_on_drop(true)
            .spawn()
            .expect("nginx starts; tools/setup test installs it");
        eventually("nginx listens", async || {
            TcpStream::connect(secure).await.is_ok()
        })
        .await;
        Self {
            _process: process,
            _folder: folder,
            plain,
            secure,
            certificate,
        }
    }

    /// Somebody at this address of theirs.
    fn client(&self, from: &str) -> Client {
        self.client_builder()
            .local_address(from.parse::<IpAddr>().unwrap())
            .build()
            .unwrap()
    }

    fn client_builder(&self) -> ClientBuilder {
        providers::install_tls();
        Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .resolve(DOMAIN, self.secure)
            .tls_certs_only([self.certificate.clone()])
    }

    fn url(&self, path: &str) -> String {
        format!("https://{DOMAIN}:{}{path}", self.secure.port())
    }
}

/// What Debian has in /etc/nginx/nginx.conf, as one process that needs no rights.
const AROUND: &str = "
    daemon off; master_process off; pid pid; error_log stderr;
    events {}
    http {
        access_log off;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        include site.conf;
    }
";

fn site(folder: &Path, server: SocketAddr, plain: SocketAddr, secure: SocketAddr) -> String {
    let folder = folder.display();
    adapted(
        &text_of("deploy/nginx.conf"),
        &[
            ("server 127.0.0.1:8080;", &format!("server {server};")),
            (
                "listen 80;\n    listen [::]:80;",
                &format!("listen {plain};"),
            ),
            (
                "listen 443 ssl http2;\n    listen [::]:443 ssl http2;",
                &format!("listen {secure} ssl http2;"),
            ),
            (
                "/etc/letsencrypt/live/app.example.com/fullchain.pem",
                &format!("{folder}/cert.pem"),
            ),
            (
                "/etc/letsencrypt/live/app.example.com/privkey.pem",
                &format!("{folder}/key.pem"),
            ),
        ],
    )
}

fn make_certificate(folder: &Path) -> Certificate {
    let made = rcgen::generate_simple_self_signed(vec![DOMAIN.to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    Certificate::from_der(made.cert.der()).unwrap()
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
}

/// Debian's folder for it is not in everybody's path.
pub(super) fn program() -> &'static str {
    if Path::new("/usr/sbin/nginx").exists() {
        "/usr/sbin/nginx"
    } else {
        "nginx"
    }
}

/// A guess at a password by somebody who also claims to be somebody else; the status.
async fn guesses(nginx: &Nginx, app: &TestApp, client: &Client, number: usize) -> u16 {
    let guess = json!({ "email": format!("user{number}@example.com"), "password": "a guess" });
    let request = client
        .post(nginx.url("/auth/v1/token?grant_type=password"))
        .header("apikey", app.anon_key())
        .header("x-forwarded-for", format!("203.0.113.{number}"))
        .header("forwarded", format!("for=203.0.113.{number}"))
        .json(&guess);
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_a_client_is_counted_by_its_own_address_whatever_it_claims() {
    let app = TestApp::start_with(TRUSTING_NGINX).await;
    let nginx = Nginx::in_front_of(&app).await;
    let (eve, ada) = (nginx.client("127.0.0.2"), nginx.client("127.0.0.3"));

    let mut answers = Vec::new();
    for number in 0..31 {
        answers.push(guesses(&nginx, &app, &eve, number).await);
    }

    assert_eq!((answers[29], answers[30]), (400, 429));
    assert_eq!(guesses(&nginx, &app, &ada, 40).await, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_updates_pass_nginx() {
    let app = TestApp::start_with(TRUSTING_NGINX).await;
    let nginx = Nginx::in_front_of(&app).await;
    let browser = nginx.client_builder().http1_only().build().unwrap();

    let address = format!("/realtime/v1/websocket?apikey={}&vsn=2.0.0", app.anon_key());
    let request = browser
        .get(nginx.url(&address))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", generate_key());
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 101);
    let wire = answer.upgrade().await.unwrap();
    let mut page = WebSocketStream::from_raw_socket(wire, Role::Client, None).await;
    let beat = json!([null, "1", "phoenix", "heartbeat", {}]);
    page.send(Message::text(beat.to_string())).await.unwrap();

    let heard = page.next().await.unwrap().unwrap();
    let heard: Value = serde_json::from_str(heard.to_text().unwrap()).unwrap();
    assert_eq!(
        heard,
        json!([null, "1", "phoenix", "phx_reply", { "status": "ok", "response": {} }])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_operators_stays_behind_nginx() {
    let app = TestApp::start_with(TRUSTING_NGINX).await;
    let nginx = Nginx::in_front_of(&app).await;
    let stranger = nginx.client("127.0.0.2");

    for path in [
        "/metrics",
        "/metrics/",
        "//metrics",
        "/%6detrics",
        "/ops",
        "/ops/jobs",
        "/sandbox/mailbox",
    ] {
        let answer = stranger.get(nginx.url(path)).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 404, "{path}");
        let page = answer.text().await.unwrap();
        assert!(
            page.contains("<center>nginx"),
            "{path} reached the server: {page}"
        );
    }
    assert_eq!(app.visitor().asks("/metrics").await.status, 200);
    assert_eq!(app.visitor().asks("/sandbox/mailbox").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_passes_on_the_site_and_the_servers_own_words_and_sends_plain_http_to_https() {
    let app = TestApp::start_with(TRUSTING_NGINX).await;
    let nginx = Nginx::in_front_of(&app).await;
    let ada = nginx.client("127.0.0.2");

    let site = ada.get(nginx.url("/site/")).send().await.unwrap();
    let too_large = ada
        .post(nginx.url("/auth/v1/token?grant_type=password"))
        .header("apikey", app.anon_key())
        .header("content-type", "application/json")
        .body("x".repeat(1024 * 1024 + 1));
    let too_large = too_large.send().await.unwrap();
    let plain = ada
        .get(format!("http://{}/site/?a=1", nginx.plain))
        .header("host", DOMAIN);
    let plain = plain.send().await.unwrap();

    assert_eq!(site.status().as_u16(), 200);
    assert!(site.text().await.unwrap().contains("Earshot"));
    assert_eq!(too_large.headers()["content-type"], "application/json");
    assert_eq!(too_large.status().as_u16(), 413);
    assert_eq!(
        plain.headers()["location"],
        "https://app.example.com/site/?a=1"
    );
}
