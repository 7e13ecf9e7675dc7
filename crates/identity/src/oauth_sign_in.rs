//! The end of a sign-in at an identity provider: the browser is back, with a code or without.

use url::Url;

use super::auth_refusal::Refusal;
use super::device::Device;
use super::mail_links::{self, Opened};
use super::store::oauth::ReturnedAttempt;
use super::{oauth_accounts, oauth_attempts, redirect_target, sessions};
use platform::app::App;
use providers::identity_provider::CodeRedemption;

/// How a session that began so says that it did.
const METHOD: &str = "oauth";

/// What a browser comes back with.
#[derive(Clone, Copy)]
pub struct OauthReturn<'a> {
    pub state: &'a str,
    /// From the browser's cookie.
    pub browser_secret: &'a str,
    pub outcome: OauthOutcome<'a>,
}

/// What the provider says.
#[derive(Clone, Copy)]
pub enum OauthOutcome<'a> {
    Code(&'a str),
    /// The person did not want to.
    Denied,
    Failed,
}

/// Where the browser goes on, and with what.
#[derive(Debug)]
pub struct OauthArrival {
    pub page: Url,
    pub opened: Result<Opened, Refusal>,
    /// Whether the page wants to hear in the query, as with a code, or in the fragment.
    pub is_bound: bool,
}

/// Ends a sign-in. Of an attempt that is not known nobody knows where it wanted to go, so it ends at
/// the sign-in page.
pub async fn finish_oauth(app: &App, back: OauthReturn<'_>, device: &Device) -> OauthArrival {
    let claimed = oauth_attempts::claim(app, back.state, back.browser_secret).await;
    let attempt = match claimed {
        Ok(attempt) => attempt,
        Err(refusal) => {
            let mut page = app.site_url.clone();
            page.set_path("/auth");
            return OauthArrival {
                page,
                opened: Err(refusal),
                is_bound: true,
            };
        }
    };
    OauthArrival {
        page: redirect_target::allowed(&app.site_url, Some(&attempt.redirect_to)),
        is_bound: attempt.challenge.is_some(),
        opened: open(app, attempt, back, device).await,
    }
}

async fn open(
    app: &App,
    attempt: ReturnedAttempt,
    back: OauthReturn<'_>,
    device: &Device,
) -> Result<Opened, Refusal> {
    let code = match back.outcome {
        OauthOutcome::Code(code) => code,
        OauthOutcome::Denied => return Err(Refusal::OauthCancelled),
        OauthOutcome::Failed => return Err(Refusal::BadOauthCallback),
    };
    let page = redirect_target::allowed(&app.site_url, Some(&attempt.redirect_to));
    let redemption = CodeRedemption {
        code,
        redirect_uri: &oauth_attempts::callback_of(&page),
        nonce: &oauth_attempts::nonce_of(back.browser_secret),
        code_verifier: &oauth_attempts::verifier_of(back.browser_secret),
        now: app.clock.real(),
    };
    let proven = oauth_attempts::provider(app)?
        .redeem_code(&redemption)
        .await;
    let proven = proven.map_err(|error| oauth_attempts::refuse(&error))?;
    let mut tx = app.db.begin().await?;
    let mut user = oauth_accounts::account_of(app, &mut tx, &proven).await?;
    if let Some(challenge) = attempt.challenge {
        let code = mail_links::issue_code(app, &mut tx, user.id, METHOD, challenge).await?;
        tx.commit().await?;
        return Ok(Opened::Code(code));
    }
    let began = (METHOD, device);
    let (session, first) = sessions::begin(&mut tx, &mut user, began, app.clock.real()).await?;
    tx.commit().await?;
    let grant = sessions::grant(app, user, &session, &first)?;
    Ok(Opened::Session(Box::new(grant)))
}

/// Without what only the browser may know.
impl std::fmt::Debug for OauthReturn<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("OauthReturn")
            .finish_non_exhaustive()
    }
}

/// Without the code.
impl std::fmt::Debug for OauthOutcome<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            OauthOutcome::Code(_) => "Code",
            OauthOutcome::Denied => "Denied",
            OauthOutcome::Failed => "Failed",
        })
    }
}
