//! The sandbox, the adapter pointed at it, and somebody with a browser.

use std::{net::SocketAddr, sync::Arc};

use chrono::{DateTime, Utc};
use providers::identity_provider::{
    AuthorizationRequest, CodeRedemption, IdentityProvider, IdentityProviderError, OpenIdConnect,
    OpenIdSettings, ProvenIdentity,
};
use sandboxes::identity_provider::{self as sandbox, CLIENT_ID, CLIENT_SECRET};
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;
use url::Url;

/// The pair of RFC 7636, appendix B.
pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
pub(crate) const NONCE: &str = "a-nonce";

pub(crate) fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_794_744_000, 0).unwrap()
}

pub(crate) fn callback() -> Url {
    Url::parse("http://localhost:8080/auth/v1/callback").unwrap()
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) provider: OpenIdConnect,
    pub(crate) browser: reqwest::Client,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        providers::install_tls();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        let stop = CancellationToken::new();
        tasks.spawn(sandbox::serve(listener, Arc::new(noon), stop));
        let browser = reqwest::Client::builder().no_proxy();
        Self {
            address,
            provider: provider(address, CLIENT_SECRET),
            browser: browser
                .redirect(reqwest::redirect::Policy::none())
                .build()
                .unwrap(),
            _tasks: tasks,
        }
    }

    /// The page that the product sends people to.
    pub(crate) async fn page(&self) -> Url {
        let request = AuthorizationRequest {
            redirect_uri: &callback(),
            state: "a-state",
            nonce: NONCE,
            code_challenge: CHALLENGE,
        };
        self.provider.authorization_url(&request).await.unwrap()
    }

    /// Sends the page's form and tells where the browser is led.
    pub(crate) async fn chooses(&self, choice: &[(&str, &str)]) -> Url {
        let page = self.page().await;
        let hidden: Vec<(String, String)> = page.query_pairs().into_owned().collect();
        let choice = choice
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let form: Vec<(String, String)> = hidden.into_iter().chain(choice).collect();
        let mut address = page;
        address.set_query(None);
        let response = self.browser.post(address).form(&form).send().await.unwrap();
        assert_eq!(response.status().as_u16(), 303);
        Url::parse(response.headers()["location"].to_str().unwrap()).unwrap()
    }

    /// The code for somebody with this address.
    pub(crate) async fn code_for(&self, email: &str) -> String {
        let back = self
            .chooses(&[("email", email), ("name", "Ada Lark")])
            .await;
        value_of(&back, "code").unwrap()
    }

    /// Signs in as somebody with this address, and redeems the code rightly.
    pub(crate) async fn signs_in(
        &self,
        email: &str,
    ) -> Result<ProvenIdentity, IdentityProviderError> {
        let code = self.code_for(email).await;
        redeem(&self.provider, &code, VERIFIER).await
    }
}

pub(crate) fn provider(at: SocketAddr, secret: &str) -> OpenIdConnect {
    let settings = OpenIdSettings::new(&format!("http://{at}"), CLIENT_ID, secret).unwrap();
    OpenIdConnect::new(settings, "earshot-test/1.0")
}

pub(crate) async fn redeem(
    provider: &OpenIdConnect,
    code: &str,
    code_verifier: &str,
) -> Result<ProvenIdentity, IdentityProviderError> {
    let redemption = CodeRedemption {
        code,
        redirect_uri: &callback(),
        nonce: NONCE,
        code_verifier,
        now: noon(),
    };
    provider.redeem_code(&redemption).await
}

pub(crate) fn value_of(url: &Url, wanted: &str) -> Option<String> {
    let mut pairs = url.query_pairs();
    let found = pairs.find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.into_owned())
}
