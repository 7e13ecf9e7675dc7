//! The address that people open, as it looks from outside: through the proxy, with its certificate.

use chrono::{DateTime, Utc};
use reqwest::{Client, header};
use url::Url;

use super::{ConnectFailure, HttpProbe, ProbeResponse, SetupCheck, http_probe};
use crate::tls;

/// What is expected at the address.
#[derive(Debug, Clone)]
pub struct PublicAddress {
    /// Without a path.
    pub url: Url,
    /// Of the program that asks.
    pub version: &'static str,
    /// With which the web app opens its WebSocket.
    pub publishable_key: Option<String>,
    /// The ids of the keys that sign access tokens, as this server's database has them; empty if it
    /// could not be asked.
    pub key_ids: Vec<String>,
}

const PROXY_ADVICE: &str =
    "Let the proxy pass requests for this host on to the address in EARSHOT_BIND.";
const HIDDEN_PATHS: [&str; 2] = ["/metrics", "/ops"];
const UPGRADE_ADVICE: &str = "Let the proxy pass the headers Upgrade and Connection on for /realtime/v1/websocket (nginx: proxy_http_version 1.1 and both headers). Without it open pages do not update by themselves.";

impl PublicAddress {
    /// Asks for what people and their browsers ask for.
    pub async fn check(&self, user_agent: &str) -> Vec<SetupCheck> {
        let probe = HttpProbe::new(user_agent);
        let name = self.check_name().await;
        let health = match probe.send(probe.get(self.at("/healthz"))).await {
            Ok(response) => self.check_health(&response),
            Err(failure) => {
                let unreachable = failure.check("server", self.url.as_str());
                return vec![name, unreachable];
            }
        };
        let (hidden, same, upgrade) = tokio::join!(
            self.check_hidden_paths(&probe),
            self.check_same_database(&probe),
            self.check_upgrade(user_agent)
        );
        [Some(name), Some(health), same, Some(upgrade)]
            .into_iter()
            .flatten()
            .chain(hidden)
            .collect()
    }

    async fn check_name(&self) -> SetupCheck {
        const SUBJECT: &str = "name";
        let host = self.url.host_str().unwrap_or_default();
        let port = self.url.port_or_known_default().unwrap_or(443);
        let bare = host.trim_matches(['[', ']']);
        match tokio::net::lookup_host((bare, port)).await {
            Ok(addresses) => {
                let addresses: Vec<String> = addresses.map(|it| it.ip().to_string()).collect();
                SetupCheck::ok(SUBJECT, format!("{host} is {}", addresses.join(", ")))
            }
            Err(_) => SetupCheck::wrong(
                SUBJECT,
                format!("{host} has no address"),
                "Add an A or AAAA record for the name in EARSHOT_SITE_URL.",
            ),
        }
    }

    fn check_health(&self, response: &ProbeResponse) -> SetupCheck {
        const SUBJECT: &str = "server";
        let body = response.value();
        let (status, version) = (body["status"].as_str(), body["version"].as_str());
        let is_encrypted = self.url.scheme() == "https";
        match (response.status, status, version) {
            (200, Some("ok"), Some(version)) if version == self.version => {
                let how = if is_encrypted {
                    ", and its certificate is valid"
                } else {
                    ""
                };
                SetupCheck::ok(SUBJECT, format!("Earshot {version} answers{how}"))
            }
            (200, Some("ok"), Some(version)) => SetupCheck::warning(
                SUBJECT,
                format!(
                    "Earshot {version} answers, and this program is {}",
                    self.version
                ),
                "Finish the upgrade, or run the doctor of the version that is served.",
            ),
            (status @ 300..400, ..) => SetupCheck::wrong(
                SUBJECT,
                format!("/healthz is redirected (status {status})"),
                "Set EARSHOT_SITE_URL to the address to which it redirects, or let the proxy pass requests on as they are.",
            ),
            (status @ 502..=504, ..) => SetupCheck::wrong(
                SUBJECT,
                format!("a proxy answers, and cannot reach Earshot (status {status})"),
                "Start the server, and check the address to which the proxy passes requests on.",
            ),
            (status, ..) => SetupCheck::wrong(
                SUBJECT,
                format!("something answers that is not Earshot (status {status})"),
                PROXY_ADVICE,
            ),
        }
    }

    /// A server on another database signs with other keys.
    async fn check_same_database(&self, probe: &HttpProbe) -> Option<SetupCheck> {
        const SUBJECT: &str = "database behind it";
        let served = probe.send(probe.get(self.at("/auth/v1/.well-known/jwks.json")));
        let served = served.await.ok()?.value();
        let served = served["keys"].as_array()?.iter();
        let mut served = served.filter_map(|key| key["kid"].as_str());
        if self.key_ids.is_empty() {
            return None;
        }
        Some(
            if served.any(|id| self.key_ids.iter().any(|own| own == id)) {
                SetupCheck::ok(SUBJECT, "the server there uses this database")
            } else {
                SetupCheck::wrong(
                    SUBJECT,
                    "the server there uses another database",
                    "Check that EARSHOT_SITE_URL and the database settings belong to the same server.",
                )
            },
        )
    }

    async fn check_hidden_paths(&self, probe: &HttpProbe) -> Vec<SetupCheck> {
        let mut checks = Vec::new();
        for path in HIDDEN_PATHS {
            let asked = probe.send(probe.get(self.at(path))).await;
            checks.push(match asked {
                Ok(response) if response.is_success() => SetupCheck::wrong(
                    path,
                    format!("anyone can open {path}"),
                    format!("Let the proxy answer 404 for {path}, or set EARSHOT_METRICS_TOKEN."),
                ),
                Ok(_) => SetupCheck::ok(path, "hidden from the outside"),
                Err(failure) => failure.check(path, self.url.as_str()),
            });
        }
        checks
    }

    async fn check_upgrade(&self, user_agent: &str) -> SetupCheck {
        const SUBJECT: &str = "live updates";
        let mut url = self.at("/realtime/v1/websocket");
        url.query_pairs_mut()
            .append_pair("vsn", "1.0.0")
            .extend_pairs(
                self.publishable_key
                    .iter()
                    .map(|key| ("apikey", key.as_str())),
            );
        let request = upgrading_client(user_agent)
            .get(url)
            .header(header::CONNECTION, "Upgrade")
            .header(header::UPGRADE, "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "ZWFyc2hvdCBkb2N0b3IhIQ==");
        match http_probe::open(request).await {
            Ok(101) => SetupCheck::ok(SUBJECT, "a WebSocket opens"),
            Ok(401 | 403) => SetupCheck::unused(
                SUBJECT,
                "the server wants its publishable key, which is kept in its database",
            ),
            Ok(status) => SetupCheck::wrong(
                SUBJECT,
                format!("a WebSocket does not open (status {status})"),
                UPGRADE_ADVICE,
            ),
            Err(ConnectFailure { found, .. }) => SetupCheck::wrong(
                SUBJECT,
                format!("a WebSocket does not open: {found}"),
                UPGRADE_ADVICE,
            ),
        }
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.url.clone();
        url.set_path(path);
        url
    }
}

/// A WebSocket is opened over HTTP/1.1.
fn upgrading_client(user_agent: &str) -> Client {
    Client::builder()
        .tls_backend_preconfigured(tls::client_config(&["http/1.1"]))
        .http1_only()
        .user_agent(user_agent)
        .no_proxy()
        .build()
        .expect("a user agent without line breaks makes a client")
}

/// The time by the clock of the server at this address, to the second.
pub async fn server_time(url: &Url, user_agent: &str) -> Option<DateTime<Utc>> {
    let probe = HttpProbe::new(user_agent);
    let response = probe.send(probe.get(url.clone())).await.ok()?;
    let date = response.headers.get(header::DATE)?.to_str().ok()?;
    httpdate::parse_http_date(date).ok().map(DateTime::from)
}
