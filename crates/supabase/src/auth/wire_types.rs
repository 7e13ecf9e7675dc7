//! Users and sessions as the client reads them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use identity::{Grant, OauthIdentity, User};
use platform::access_tokens::ACCESS_TOKEN_LIFE;

/// An account. Fields that are not set are absent.
#[derive(Debug, Serialize)]
pub(crate) struct UserShape {
    id: Uuid,
    aud: &'static str,
    role: &'static str,
    email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_confirmed_at: Option<DateTime<Utc>>,
    phone: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation_sent_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_sent_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_change_sent_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_sign_in_at: Option<DateTime<Utc>>,
    app_metadata: Value,
    user_metadata: Value,
    identities: Vec<Value>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    is_anonymous: bool,
}

impl From<User> for UserShape {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            aud: "authenticated",
            role: "authenticated",
            email_confirmed_at: user.email_confirmed_at,
            phone: "",
            confirmation_sent_at: user.confirmation_sent_at,
            confirmed_at: user.email_confirmed_at,
            recovery_sent_at: user.recovery_sent_at,
            email_change_sent_at: user.email_change_sent_at,
            last_sign_in_at: user.last_sign_in_at,
            app_metadata: user.app_metadata(),
            user_metadata: user.shown_metadata(),
            identities: identities_of(&user),
            created_at: user.created_at,
            updated_at: user.updated_at,
            is_anonymous: false,
            new_email: user.new_email,
            email: user.email,
        }
    }
}

/// The ways in which somebody signs in.
fn identities_of(user: &User) -> Vec<Value> {
    let by_email = user.has_email_identity().then(|| email_identity(user));
    let by_google = user.google_identity().map(|it| oauth_identity(user, &it));
    by_email.into_iter().chain(by_google).collect()
}

fn email_identity(user: &User) -> Value {
    json!({
        "identity_id": user.id,
        "id": user.id,
        "user_id": user.id,
        "identity_data": {
            "sub": user.id,
            "email": user.email,
            "email_verified": user.is_confirmed(),
            "phone_verified": false,
        },
        "provider": "email",
        "last_sign_in_at": user.last_sign_in_at.unwrap_or(user.created_at),
        "created_at": user.created_at,
        "updated_at": user.updated_at,
        "email": user.email,
    })
}

fn oauth_identity(user: &User, identity: &OauthIdentity<'_>) -> Value {
    json!({
        "identity_id": identity_id(user, identity),
        "id": identity.subject,
        "user_id": user.id,
        "identity_data": {
            "sub": identity.subject,
            "provider_id": identity.subject,
            "email": identity.email,
            "email_verified": true,
            "phone_verified": false,
        },
        "provider": identity.provider,
        "last_sign_in_at": identity.last_sign_in_at,
        "created_at": identity.created_at,
        "updated_at": identity.last_sign_in_at,
        "email": identity.email,
    })
}

/// The same whenever it is asked for.
fn identity_id(user: &User, identity: &OauthIdentity<'_>) -> Uuid {
    let hash = Sha256::new()
        .chain_update(user.id)
        .chain_update(identity.subject)
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}

#[derive(Debug, Serialize)]
pub(crate) struct SessionShape {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    expires_at: i64,
    refresh_token: String,
    user: UserShape,
}

impl From<Grant> for SessionShape {
    fn from(grant: Grant) -> Self {
        Self {
            access_token: grant.access_token,
            token_type: "bearer",
            expires_in: ACCESS_TOKEN_LIFE.num_seconds(),
            expires_at: grant.expires_at.timestamp(),
            refresh_token: grant.refresh_token,
            user: grant.user.into(),
        }
    }
}
