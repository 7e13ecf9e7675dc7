//! Links in mails: `GET` and `POST /verify`, `POST /recover`, `POST /resend`.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect as See, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use url::form_urlencoded::Serializer;

use super::auth_error::{AuthError, AuthResult};
use super::extractors::{AuthJson, AuthQuery, Client, LinkBinding, OpenedIn, Redirect};
use super::wire_types::SessionShape;
use identity::{EmailAddress, Grant, LinkKind, Opened, Refusal};
use platform::access_tokens::ACCESS_TOKEN_LIFE;
use platform::app::App;

#[derive(Deserialize)]
pub(crate) struct LinkQuery {
    token: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    redirect_to: Option<String>,
}

/// Somebody opens a link in a browser: they are sent on to the page, with what the link gave or
/// with why it gave nothing. No key is asked for, since people click on it.
pub(crate) async fn open(
    State(app): State<App>,
    browser: OpenedIn,
    AuthQuery(query): AuthQuery<LinkQuery>,
) -> AuthResult<Response> {
    let given = |field: Option<String>| field.filter(|text| !text.is_empty());
    let token = given(query.token).ok_or(AuthError::invalid(
        "Verify requires a token or a token hash",
    ))?;
    let kind =
        given(query.kind).ok_or(AuthError::invalid("Verify requires a verification type"))?;
    let page = identity::allowed_redirect(&app.site_url, query.redirect_to.as_deref());
    let opened = match LinkKind::parse(&kind) {
        Some(kind) => identity::open_link(&app, &token, kind, &browser.device).await,
        None => Err(Refusal::DeadLink),
    };
    let target = match opened {
        Ok(Opened::Code(code)) => with_code(page, &code),
        Ok(Opened::Session(grant)) => with_session(page, &grant, Some(&kind)),
        Err(refusal @ Refusal::DeadLink) => with_refusal(page, refusal, token.starts_with("pkce_")),
        Err(other) => return Err(other.into()),
    };
    Ok(See::to(target.as_str()).into_response())
}

#[derive(Deserialize)]
pub(crate) struct RedeemBody {
    #[serde(rename = "type")]
    kind: Option<String>,
    token_hash: Option<String>,
}

/// A page of ours shows the token itself and gets the session at once.
pub(crate) async fn redeem(
    client: Client,
    State(app): State<App>,
    AuthJson(body): AuthJson<RedeemBody>,
) -> AuthResult<Json<SessionShape>> {
    let kind = match body.kind.as_deref() {
        None | Some("") => return Err(AuthError::invalid("Verify requires a verification type")),
        // The client's newer word for it.
        Some("email") => Some(LinkKind::SignUp),
        Some(kind) => LinkKind::parse(kind),
    };
    // Numbers to be typed in are never sent, so there is nothing to compare them with.
    let (Some(kind), Some(token)) = (kind, body.token_hash) else {
        return Err(Refusal::DeadLink.into());
    };
    let grant = identity::redeem_link(&app, &token, kind, &client.device).await?;
    Ok(Json(grant.into()))
}

#[derive(Debug, Deserialize)]
pub(crate) struct MailBody {
    email: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(flatten)]
    binding: LinkBinding,
}

/// The same answer whether or not there is an account.
pub(crate) async fn recover(
    client: Client,
    State(app): State<App>,
    AuthQuery(redirect): AuthQuery<Redirect>,
    AuthJson(body): AuthJson<MailBody>,
) -> AuthResult<Json<Value>> {
    let email = address(body.email.as_deref())?;
    let way_back = body.binding.way_back(redirect)?;
    identity::recover(&app, &email, &way_back, client.address).await?;
    Ok(Json(json!({})))
}

/// The same answer whether or not there is anything to send.
pub(crate) async fn resend(
    client: Client,
    State(app): State<App>,
    AuthQuery(redirect): AuthQuery<Redirect>,
    AuthJson(body): AuthJson<MailBody>,
) -> AuthResult<Json<Value>> {
    let kind = body.kind.as_deref().and_then(LinkKind::parse);
    let email = address(body.email.as_deref())?;
    let way_back = body.binding.way_back(redirect)?;
    match kind {
        Some(LinkKind::SignUp) => {
            identity::resend_confirmation(&app, &email, &way_back, client.address).await?;
        }
        Some(LinkKind::EmailChange) => {
            identity::resend_change(&app, &email, &way_back, client.address).await?;
        }
        Some(LinkKind::Recovery) | None => {
            return Err(AuthError::invalid(
                "Missing one of these types: signup, email_change",
            ));
        }
    }
    Ok(Json(json!({})))
}

fn address(email: Option<&str>) -> Result<EmailAddress, AuthError> {
    match email {
        None | Some("") => Err(AuthError::invalid(
            "Type provided requires an email address",
        )),
        Some(email) => Ok(EmailAddress::parse(email)?),
    }
}

pub(super) fn with_code(mut page: Url, code: &str) -> Url {
    page.query_pairs_mut().append_pair("code", code);
    page
}

pub(super) fn with_session(mut page: Url, grant: &Grant, kind: Option<&str>) -> Url {
    let mut fragment = Serializer::new(String::new());
    fragment
        .append_pair("access_token", &grant.access_token)
        .append_pair("expires_at", &grant.expires_at.timestamp().to_string())
        .append_pair("expires_in", &ACCESS_TOKEN_LIFE.num_seconds().to_string())
        .append_pair("refresh_token", &grant.refresh_token)
        .append_pair("sb", "")
        .append_pair("token_type", "bearer")
        .extend_pairs(kind.map(|kind| ("type", kind)));
    page.set_fragment(Some(&fragment.finish()));
    page
}

/// The client looks for an error in the query if it wanted a code, and in the hash otherwise.
pub(super) fn with_refusal(mut page: Url, refusal: Refusal, is_bound: bool) -> Url {
    let why = AuthError::from(refusal).as_parameters();
    if is_bound {
        page.query_pairs_mut().extend_pairs(&why);
    }
    let fragment = Serializer::new(String::new())
        .extend_pairs(&why)
        .append_pair("sb", "")
        .finish();
    page.set_fragment(Some(&fragment));
    page
}
