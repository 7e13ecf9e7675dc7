//! People, as the server sees them.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;

/// Somebody with a browser.
#[derive(Clone)]
pub(crate) struct Visitor {
    url: String,
    browser: reqwest::Client,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: String,
}

impl Visitor {
    pub(crate) fn of(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            browser: client(true),
        }
    }

    /// Gets a file as it travels, without decompressing it: its encoding and its length.
    pub(crate) async fn weighs(&self, path: &str, accepted: &str) -> (String, usize) {
        let request = client(false)
            .get(format!("{}{path}", self.url))
            .header("accept-encoding", accepted);
        let response = request.send().await.expect("the server answers");
        let encoding = response
            .headers()
            .get("content-encoding")
            .and_then(|value| value.to_str().ok());
        let encoding = encoding.unwrap_or_default().to_owned();
        (
            encoding,
            response
                .bytes()
                .await
                .expect("the answer arrives whole")
                .len(),
        )
    }

    /// Types an address, as a browser sends it.
    pub(crate) async fn opens(&self, path: &str) -> Reply {
        self.sends(
            self.request(Method::GET, path)
                .header("accept", "text/html,application/xhtml+xml,*/*;q=0.8"),
        )
        .await
    }

    /// Follows a link that leads away from the server.
    pub(crate) async fn opens_elsewhere(&self, url: &str) -> Reply {
        self.sends(self.browser.get(url)).await
    }

    /// Asks as a program would.
    pub(crate) async fn asks(&self, path: &str) -> Reply {
        self.sends(
            self.request(Method::GET, path)
                .header("accept", "application/json"),
        )
        .await
    }

    pub(crate) async fn posts(&self, path: &str, body: &Value) -> Reply {
        self.sends(self.request(Method::POST, path).json(body))
            .await
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.browser.request(method, format!("{}{path}", self.url))
    }

    pub(crate) async fn sends(&self, request: RequestBuilder) -> Reply {
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.text().await.expect("the answer arrives whole");
        Reply {
            status,
            headers,
            body,
        }
    }

    /// The mails to an address, newest first.
    pub(crate) async fn reads_mail_to(&self, address: &str) -> Vec<Value> {
        let reply = self
            .asks(&format!(
                "/sandbox/mailbox?to={}",
                address.replace('+', "%2B")
            ))
            .await;
        reply.json()["messages"]
            .as_array()
            .expect("the mailbox lists messages")
            .clone()
    }
}

fn client(decodes: bool) -> reqwest::Client {
    providers::install_tls();
    reqwest::Client::builder()
        .no_proxy()
        .gzip(decodes)
        .brotli(decodes)
        .build()
        .expect("a client can be made")
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// Checks that it is the one error body, with this status and sentence.
    #[track_caller]
    pub(crate) fn refuses(&self, status: u16, message: &str) {
        let expected =
            serde_json::json!({ "success": false, "error": message, "message": message });
        assert_eq!((self.status.as_u16(), self.json()), (status, expected));
    }
}
