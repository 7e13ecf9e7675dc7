//! The first half: what a client asks for, and the code that stands for the person's answer.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, Serialize};
use url::{Url, form_urlencoded};

use super::{CLIENT_ID, signing_key};

/// How long a code lives.
const CODE_LIFE: TimeDelta = TimeDelta::minutes(1);
/// Tells a code from an ID token, which has the same signature.
const CODE_AUDIENCE: &str = "token-endpoint";

/// What the client put into the address of the page; the page's form repeats it.
#[derive(Debug, Clone)]
pub(super) struct AuthorizationQuery {
    pub(super) redirect_uri: Url,
    /// All parameters, for the form.
    pub(super) parameters: Vec<(String, String)>,
    state: String,
    nonce: String,
    code_challenge: String,
}

/// The person who was chosen on the page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ChosenAccount {
    pub(super) email: String,
    pub(super) name: String,
}

/// What a code stands for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CodeClaims {
    aud: String,
    pub(super) jti: String,
    exp: i64,
    pub(super) redirect_uri: String,
    pub(super) nonce: String,
    pub(super) code_challenge: String,
    pub(super) account: ChosenAccount,
}

const PARAMETERS: [&str; 9] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "prompt",
];

impl AuthorizationQuery {
    /// Of a query or a form. The error is for the person: nobody is sent to an address that the
    /// client did not name rightly.
    pub(super) fn read(encoded: &[u8]) -> Result<Self, &'static str> {
        let parameters: Vec<(String, String)> = form_urlencoded::parse(encoded)
            .filter(|(name, _)| PARAMETERS.contains(&name.as_ref()))
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        let text = |wanted: &str| {
            let found = parameters.iter().find(|(name, _)| name == wanted);
            found.map_or("", |(_, value)| value.as_str()).to_owned()
        };
        if text("client_id") != CLIENT_ID {
            return Err("The client is not known (invalid_client).");
        }
        let redirect_uri = Url::parse(&text("redirect_uri")).ok();
        let redirect_uri = redirect_uri
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.fragment().is_none())
            .ok_or("The redirect address is not allowed (redirect_uri_mismatch).")?;
        if text("response_type") != "code" || !text("scope").split(' ').any(|it| it == "openid") {
            return Err("Only the code flow of OpenID Connect is spoken here (invalid_request).");
        }
        if text("code_challenge_method") != "S256" || text("code_challenge").len() != 43 {
            return Err("A code challenge with S256 is needed (invalid_request).");
        }
        Ok(Self {
            state: text("state"),
            nonce: text("nonce"),
            code_challenge: text("code_challenge"),
            redirect_uri,
            parameters,
        })
    }

    /// Where the browser goes with the code of this account.
    pub(super) fn accept(&self, account: ChosenAccount, now: DateTime<Utc>) -> Url {
        let claims = CodeClaims {
            aud: CODE_AUDIENCE.to_owned(),
            jti: format!("{:032x}", rand::random::<u128>()),
            exp: (now + CODE_LIFE).timestamp(),
            redirect_uri: self.redirect_uri.to_string(),
            nonce: self.nonce.clone(),
            code_challenge: self.code_challenge.clone(),
            account,
        };
        self.back(&[("code", &signing_key::sign(&claims, signing_key::KEY_NAME))])
    }

    pub(super) fn deny(&self) -> Url {
        self.back(&[("error", "access_denied")])
    }

    fn back(&self, answer: &[(&str, &str)]) -> Url {
        let mut url = self.redirect_uri.clone();
        url.query_pairs_mut()
            .append_pair("state", &self.state)
            .extend_pairs(answer);
        url
    }
}

/// What the code stands for, if it is one of ours and its minute is not over.
pub(super) fn open_code(code: &str, now: DateTime<Utc>) -> Option<CodeClaims> {
    let mut validation = Validation::new(Algorithm::RS256);
    validation.set_audience(&[CODE_AUDIENCE]);
    // By the sandbox's clock, below.
    validation.validate_exp = false;
    let (n, e) = signing_key::public_key();
    let key = DecodingKey::from_rsa_components(n, e).ok()?;
    let claims = jsonwebtoken::decode::<CodeClaims>(code, &key, &validation)
        .ok()?
        .claims;
    (claims.exp > now.timestamp()).then_some(claims)
}
