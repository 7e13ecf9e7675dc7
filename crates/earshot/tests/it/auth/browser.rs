//! What the stock client sends, from one browser.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::kit::{Reply, TestApp};

pub(super) const PASSWORD: &str = "tea at four, please";

/// One browser with its storage: the verifier of its newest flow.
#[derive(Clone)]
pub(super) struct Browser {
    base: String,
    anon_key: String,
    http: reqwest::Client,
    verifier: String,
}

impl Browser {
    pub(super) fn of(app: &TestApp) -> Self {
        let http = client_builder().build().unwrap();
        Self {
            base: app.url(),
            anon_key: app.anon_key(),
            http,
            verifier: format!("{:0112x}", 0x00c0_ffee),
        }
    }

    /// The same, calling itself by this name.
    pub(super) fn with_user_agent(self, user_agent: &str) -> Self {
        let http = client_builder().user_agent(user_agent).build().unwrap();
        Self { http, ..self }
    }

    /// Another flow, as after clearing the storage.
    pub(super) fn elsewhere(&self) -> Self {
        Self {
            verifier: format!("{:0112x}", 0x0bad_cafe),
            ..self.clone()
        }
    }

    /// A call without a session: the publishable key stands in for the token.
    pub(super) async fn calls(&self, method: Method, path: &str, body: &Value) -> Reply {
        self.calls_with(method, path, body, &self.anon_key).await
    }

    pub(super) async fn calls_with(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        token: &str,
    ) -> Reply {
        let request = self
            .http
            .request(method, format!("{}/auth/v1{path}", self.base))
            .header("apikey", &self.anon_key)
            .header("x-supabase-api-version", "2024-01-01")
            .bearer_auth(token)
            .json(body);
        sent(request).await
    }

    /// A request as it is, without any of the client's headers.
    pub(super) async fn bare(&self, method: Method, path: &str) -> Reply {
        sent(self.http.request(method, format!("{}{path}", self.base))).await
    }

    /// The same to any address, with this cookie.
    pub(super) async fn follows(&self, url: &Url, cookie: &str) -> Reply {
        sent(self.http.get(url.clone()).header("cookie", cookie)).await
    }

    /// Sends a form to any address, as a page does.
    pub(super) async fn submits(&self, url: &Url, form: &[(String, String)]) -> Reply {
        sent(self.http.post(url.clone()).form(form)).await
    }

    pub(super) async fn signs_up(&self, email: &str, password: &str) -> Reply {
        let data = json!({ "full_name": "Ada" });
        self.signs_up_as(email, password, data).await
    }

    pub(super) async fn signs_up_as(&self, email: &str, password: &str, data: Value) -> Reply {
        let body = json!({
            "email": email, "password": password, "data": data, "gotrue_meta_security": {},
            "code_challenge": self.challenge(), "code_challenge_method": "s256",
        });
        self.calls(Method::POST, "/signup", &body).await
    }

    pub(super) async fn signs_in(&self, email: &str, password: &str) -> Reply {
        let body = json!({ "email": email, "password": password, "gotrue_meta_security": {} });
        self.calls(Method::POST, "/token?grant_type=password", &body)
            .await
    }

    /// Asks for a mail: recover or resend.
    pub(super) async fn asks_for(&self, path: &str, email: &str, kind: Option<&str>) -> Reply {
        let body = json!({
            "email": email, "type": kind, "gotrue_meta_security": {},
            "code_challenge": self.challenge(), "code_challenge_method": "s256",
        });
        self.calls(Method::POST, path, &body).await
    }

    pub(super) async fn refreshes(&self, refresh_token: &str) -> Reply {
        let body = json!({ "refresh_token": refresh_token });
        self.calls(Method::POST, "/token?grant_type=refresh_token", &body)
            .await
    }

    pub(super) async fn exchanges(&self, code: &str) -> Reply {
        let body = json!({ "auth_code": code, "code_verifier": self.verifier });
        self.calls(Method::POST, "/token?grant_type=pkce", &body)
            .await
    }

    /// Opens a link of a mail: where it leads to.
    pub(super) async fn opens(&self, link: &Url) -> Url {
        let reply = self.opens_raw(link).await;
        assert_eq!(reply.status.as_u16(), 303, "{}", reply.body);
        Url::parse(reply.header("location")).unwrap()
    }

    pub(super) async fn opens_raw(&self, link: &Url) -> Reply {
        let path = format!("{}?{}", link.path(), link.query().unwrap_or_default());
        self.bare(Method::GET, &path).await
    }

    /// Opens a link and exchanges the code it gives for a session.
    pub(super) async fn comes_in_by(&self, link: &Url) -> Value {
        let page = self.opens(link).await;
        let reply = self.exchanges(&code_in(&page)).await;
        assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
        reply.json()
    }

    /// Signs up, opens the link, and is in.
    pub(super) async fn joins(&self, app: &TestApp, email: &str) -> Value {
        assert_eq!(self.signs_up(email, PASSWORD).await.status.as_u16(), 200);
        self.comes_in_by(&newest_link(app, email).await).await
    }

    pub(super) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(&self.verifier))
    }
}

fn client_builder() -> reqwest::ClientBuilder {
    providers::install_tls();
    reqwest::Client::builder()
        .no_proxy()
        .redirect(Policy::none())
}

/// The link of the newest mail to this address.
pub(super) async fn newest_link(app: &TestApp, email: &str) -> Url {
    let links = links(app, email).await;
    links
        .into_iter()
        .next()
        .expect("there is a mail with a link")
}

/// The links of all mails to this address, newest first.
pub(super) async fn links(app: &TestApp, email: &str) -> Vec<Url> {
    app.works_off_jobs().await;
    let mails = app.visitor().reads_mail_to(email).await;
    let all = mails.iter().filter_map(|mail| {
        let links = mail["links"].as_array()?.iter().filter_map(Value::as_str);
        links
            .filter_map(|link| Url::parse(link).ok())
            .find(|link| link.path() == "/auth/v1/verify")
    });
    all.collect()
}

pub(super) fn code_in(page: &Url) -> String {
    let code = page.query_pairs().find(|(name, _)| name == "code");
    code.unwrap_or_else(|| panic!("no code in {page}"))
        .1
        .into_owned()
}

pub(super) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name]
        .as_str()
        .unwrap_or_else(|| panic!("no {name} in {value}"))
}

async fn sent(request: reqwest::RequestBuilder) -> Reply {
    let response = request.send().await.expect("the server answers");
    let (status, headers) = (response.status(), response.headers().clone());
    let body = response.text().await.expect("the answer arrives whole");
    Reply {
        status,
        headers,
        body,
    }
}

/// Checks that it is a refusal in both shapes at once, and that no shape is missing anything.
#[track_caller]
pub(super) fn refuses(reply: &Reply, status: u16, code: &str, message: &str) {
    let mut body = reply.json();
    body.as_object_mut().unwrap().remove("weak_password");
    let expected = json!({ "code": code, "error_code": code, "message": message, "msg": message });
    assert_eq!((reply.status.as_u16(), body), (status, expected));
    assert_eq!(reply.header("x-supabase-api-version"), "2024-01-01");
    assert_eq!(reply.header("x-sb-error-code"), code);
}
