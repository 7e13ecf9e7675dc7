//! Whose account it is that somebody signs in to with Google.
//!
//! The provider's subject decides. An address joins an account only while both sides have verified
//! it (docs/why.md, "Google joins an account only by an address that both sides verified").

use serde_json::{Map, Value};
use url::Url;
use uuid::Uuid;

use super::account_notices;
use super::auth_refusal::Refusal;
use super::email_address::EmailAddress;
use super::mail_links::LinkKind;
use super::store::oauth::LinkedIdentity;
use super::store::{self, User};
use anyhow::Context;
use platform::app::App;
use platform::db::{DbResult, Tx};
use providers::identity_provider::ProvenIdentity;

/// The provider's name on the wire and in the database.
pub(super) const GOOGLE: &str = "google";

const LONGEST_NAME: usize = 200;
const LONGEST_PICTURE: usize = 1000;

/// The account of a person for whom the provider vouches, made or joined if need be. It is held
/// until the transaction ends.
pub(super) async fn account_of(
    app: &App,
    tx: &mut Tx,
    person: &ProvenIdentity,
) -> Result<User, Refusal> {
    if let Some(user_id) = store::oauth::owner(tx, GOOGLE, &person.subject).await? {
        store::oauth::note_sign_in(tx, &identity(app, person, user_id)).await?;
        let user = store::users::hold(tx, user_id).await?;
        return user.ok_or(Refusal::UserGone);
    }
    let email = verified_address(person)?;
    let mut user = hold_by_address(app, tx, &email).await?;
    if user.google_subject.is_some() {
        return Err(Refusal::OtherIdentityLinked);
    }
    if user.is_confirmed() {
        account_notices::tell_of_google(app, tx, &user).await?;
    } else {
        confirm(app, tx, &mut user, person).await?;
    }
    if !store::oauth::link(tx, &identity(app, person, user.id)).await? {
        // Somebody else was quicker, in another transaction: the same person twice, or two persons.
        let owner = store::oauth::owner(tx, GOOGLE, &person.subject).await?;
        if owner != Some(user.id) {
            return Err(Refusal::OtherIdentityLinked);
        }
    }
    let linked = store::users::hold(tx, user.id).await?;
    linked.ok_or(Refusal::UserGone)
}

/// An address that the provider has not verified may be anybody's.
fn verified_address(person: &ProvenIdentity) -> Result<EmailAddress, Refusal> {
    let email = person.email.as_deref().filter(|_| person.is_email_verified);
    EmailAddress::parse(email.unwrap_or_default()).map_err(|_| Refusal::NoVerifiedAddress)
}

async fn hold_by_address(app: &App, tx: &mut Tx, email: &EmailAddress) -> Result<User, Refusal> {
    let new = User::new(Uuid::now_v7(), email.as_str(), app.clock.real());
    store::users::add_missing(tx, &new).await?;
    let held = store::users::hold_by_email(tx, email.as_str()).await?;
    Ok(held.context("finding the account that was just added")?)
}

/// The address is the person's own, so the account is. Passwords that were typed into sign-ups
/// before may be a stranger's and take no effect.
async fn confirm(app: &App, tx: &mut Tx, user: &mut User, person: &ProvenIdentity) -> DbResult<()> {
    let now = app.clock.real();
    user.email_confirmed_at = Some(now);
    user.updated_at = now;
    user.user_metadata.0 = metadata_of(person);
    store::users::save(tx, user).await?;
    store::users::drop_pending(tx, user.id).await?;
    store::links::kill_kind(tx, user.id, LinkKind::SignUp.name()).await
}

fn metadata_of(person: &ProvenIdentity) -> Map<String, Value> {
    let name = person.full_name.as_deref().map(str::trim);
    let name: Option<String> = name.map(|name| name.chars().take(LONGEST_NAME).collect());
    let picture = person.picture.as_deref().filter(|text| is_picture(text));
    let given = [
        ("full_name", name.filter(|name| !name.is_empty())),
        ("avatar_url", picture.map(str::to_owned)),
    ];
    given
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), Value::String(value?))))
        .collect()
}

fn is_picture(text: &str) -> bool {
    text.len() <= LONGEST_PICTURE && Url::parse(text).is_ok_and(|url| url.scheme() == "https")
}

fn identity(app: &App, person: &ProvenIdentity, user_id: Uuid) -> LinkedIdentity {
    LinkedIdentity {
        provider: GOOGLE,
        subject: person.subject.clone(),
        user_id,
        email: person.email.clone().unwrap_or_default().to_lowercase(),
        now: app.clock.real(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, picture: &str) -> ProvenIdentity {
        ProvenIdentity {
            subject: "1".to_owned(),
            email: Some("ada@example.com".to_owned()),
            is_email_verified: true,
            full_name: Some(name.to_owned()),
            picture: Some(picture.to_owned()),
        }
    }

    #[test]
    fn a_name_and_a_picture_are_taken_only_where_they_can_be_shown() {
        let whole = metadata_of(&person("  Ada Lark ", "https://pictures.example/1"));
        let neither = metadata_of(&person("   ", "javascript:alert(1)"));
        let long = metadata_of(&person(&"a".repeat(900), ""));

        assert_eq!(whole["full_name"], "Ada Lark");
        assert_eq!(whole["avatar_url"], "https://pictures.example/1");
        assert_eq!(neither, Map::new());
        assert_eq!(long["full_name"].as_str().map(str::len), Some(LONGEST_NAME));
    }

    #[test]
    fn an_address_counts_only_if_it_is_verified() {
        let ada = person("Ada", "");
        let unverified = ProvenIdentity {
            is_email_verified: false,
            ..ada.clone()
        };
        let without = ProvenIdentity {
            email: None,
            ..ada.clone()
        };

        assert!(verified_address(&ada).is_ok());
        assert!(verified_address(&unverified).is_err());
        assert!(verified_address(&without).is_err());
    }
}
