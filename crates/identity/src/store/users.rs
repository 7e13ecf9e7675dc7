//! Users and the sign-ups that wait for their link.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::oauth_accounts::GOOGLE;
use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// An account.
#[derive(Clone, Debug, FromRow)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub(crate) password_hash: Option<String>,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub confirmation_sent_at: Option<DateTime<Utc>>,
    pub recovery_sent_at: Option<DateTime<Utc>>,
    pub new_email: Option<String>,
    pub email_change_sent_at: Option<DateTime<Utc>>,
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub user_metadata: Json<Map<String, Value>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Who they are at Google, if they sign in with it.
    pub(crate) google_subject: Option<String>,
    pub(crate) google_email: Option<String>,
    pub(crate) google_linked_at: Option<DateTime<Utc>>,
    pub(crate) google_sign_in_at: Option<DateTime<Utc>>,
}

/// Who somebody is at another provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthIdentity<'a> {
    pub provider: &'static str,
    pub subject: &'a str,
    pub email: &'a str,
    pub created_at: DateTime<Utc>,
    pub last_sign_in_at: DateTime<Utc>,
}

impl User {
    /// An account that nobody has confirmed yet.
    pub(crate) fn new(id: Uuid, email: &str, now: DateTime<Utc>) -> Self {
        Self {
            id,
            email: email.to_owned(),
            password_hash: None,
            email_confirmed_at: None,
            confirmation_sent_at: None,
            recovery_sent_at: None,
            new_email: None,
            email_change_sent_at: None,
            last_sign_in_at: None,
            user_metadata: Json(Map::new()),
            created_at: now,
            updated_at: now,
            google_subject: None,
            google_email: None,
            google_linked_at: None,
            google_sign_in_at: None,
        }
    }

    pub fn is_confirmed(&self) -> bool {
        self.email_confirmed_at.is_some()
    }

    /// What the person wrote about themselves, and whether the address is theirs.
    pub fn shown_metadata(&self) -> Value {
        let mut shown = self.user_metadata.0.clone();
        shown.insert("email_verified".to_owned(), json!(self.is_confirmed()));
        Value::Object(shown)
    }

    /// Who they are at Google, if they sign in with it.
    pub fn google_identity(&self) -> Option<OauthIdentity<'_>> {
        Some(OauthIdentity {
            provider: GOOGLE,
            subject: self.google_subject.as_deref()?,
            email: self.google_email.as_deref().unwrap_or_default(),
            created_at: self.google_linked_at.unwrap_or(self.created_at),
            last_sign_in_at: self.google_sign_in_at.unwrap_or(self.created_at),
        })
    }

    /// Whether they sign in with their address: with a password, or with Google alone they do not.
    pub fn has_email_identity(&self) -> bool {
        self.password_hash.is_some() || self.google_subject.is_none()
    }

    /// What the server says about the account. One whose link confirmed the address and set no
    /// password says so, for the page to ask for one; who signs in with Google needs none.
    pub fn app_metadata(&self) -> Value {
        let providers: Vec<&str> = [
            (self.has_email_identity(), "email"),
            (self.google_subject.is_some(), GOOGLE),
        ]
        .into_iter()
        .filter_map(|(is_there, provider)| is_there.then_some(provider))
        .collect();
        let mut said = json!({ "provider": providers.first(), "providers": providers });
        if self.is_confirmed() && self.password_hash.is_none() && self.google_subject.is_none() {
            said["needs_password"] = json!(true);
        }
        said
    }

    /// The name the person gave, if any.
    pub fn full_name(&self) -> Option<&str> {
        self.metadata_text("full_name")
    }

    /// The address of the person's picture, if any.
    pub(crate) fn avatar_url(&self) -> Option<&str> {
        self.metadata_text("avatar_url")
    }

    fn metadata_text(&self, key: &str) -> Option<&str> {
        self.user_metadata.0.get(key).and_then(Value::as_str)
    }
}

/// A sign-up that waits for its link.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct PendingSignUp {
    pub(crate) id: Uuid,
    pub(crate) password_hash: String,
    pub(crate) user_metadata: Json<Map<String, Value>>,
}

/// The columns of a [`User`], for statements that read one.
macro_rules! user_columns {
    () => {
        "users.id, users.email, users.password_hash, users.email_confirmed_at, \
         users.confirmation_sent_at, users.recovery_sent_at, users.new_email, \
         users.email_change_sent_at, users.last_sign_in_at, users.user_metadata, \
         users.created_at, users.updated_at, \
         (select subject from oauth_identities where user_id = users.id and provider = 'google') \
             as google_subject, \
         (select email from oauth_identities where user_id = users.id and provider = 'google') \
             as google_email, \
         (select created_at from oauth_identities where user_id = users.id and provider = 'google') \
             as google_linked_at, \
         (select last_sign_in_at from oauth_identities \
             where user_id = users.id and provider = 'google') as google_sign_in_at"
    };
}

pub(crate) async fn by_id(db: &Db, id: Uuid) -> DbResult<Option<User>> {
    let sql = concat!("select ", user_columns!(), " from users where id = $1");
    db.maybe(sql, args![id]).await
}

pub(crate) async fn by_email(db: &Db, email: &str) -> DbResult<Option<User>> {
    let sql = concat!("select ", user_columns!(), " from users where email = $1");
    db.maybe(sql, args![email]).await
}

pub(crate) async fn count(db: &Db) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from users";
    let (count,): (i64,) = db.one(sql, args![]).await?;
    Ok(count)
}

/// The newest accounts.
pub(crate) async fn newest(db: &Db, most: i64) -> DbResult<Vec<User>> {
    let sql = concat!(
        "select ",
        user_columns!(),
        " from users order by created_at desc, id desc limit $1"
    );
    db.all(sql, args![most]).await
}

/// The user, held against everybody else who would change it until the transaction ends.
pub(crate) async fn hold(tx: &mut Tx, id: Uuid) -> DbResult<Option<User>> {
    let sql = concat!(
        "update users set updated_at = updated_at where id = $1 returning ",
        user_columns!()
    );
    tx.maybe(sql, args![id]).await
}

/// The same, by address.
pub(crate) async fn hold_by_email(tx: &mut Tx, email: &str) -> DbResult<Option<User>> {
    let sql = concat!(
        "update users set updated_at = updated_at where email = $1 returning ",
        user_columns!()
    );
    tx.maybe(sql, args![email]).await
}

/// Adds an unconfirmed account unless the address has one.
pub(crate) async fn add_missing(tx: &mut Tx, user: &User) -> DbResult<()> {
    tx.run(
        "insert into users (id, email, user_metadata, created_at, updated_at)
         values ($1, $2, $3, $4, $4) on conflict (email) do nothing",
        args![
            user.id,
            &user.email,
            Value::Object(user.user_metadata.0.clone()),
            user.created_at
        ],
    )
    .await
    .map(drop)
}

/// Writes what may change of an account.
pub(crate) async fn save(tx: &mut Tx, user: &User) -> DbResult<()> {
    tx.run(
        "update users set email = $2, password_hash = $3, email_confirmed_at = $4,
             confirmation_sent_at = $5, recovery_sent_at = $6, new_email = $7,
             email_change_sent_at = $8, last_sign_in_at = $9, user_metadata = $10, updated_at = $11
         where id = $1",
        args![
            user.id,
            &user.email,
            user.password_hash.clone(),
            user.email_confirmed_at,
            user.confirmation_sent_at,
            user.recovery_sent_at,
            user.new_email.clone(),
            user.email_change_sent_at,
            user.last_sign_in_at,
            Value::Object(user.user_metadata.0.clone()),
            user.updated_at
        ],
    )
    .await
    .map(drop)
}

/// The user, if nobody welcomed them before; of several who ask at once one gets it.
pub(crate) async fn mark_welcomed(
    tx: &mut Tx,
    id: Uuid,
    now: DateTime<Utc>,
) -> DbResult<Option<User>> {
    let sql = concat!(
        "update users set welcomed_at = $2
         where id = $1 and welcomed_at is null and email_confirmed_at is not null returning ",
        user_columns!()
    );
    tx.maybe(sql, args![id, now]).await
}

/// Puts a stronger hash of the same password in the place of the old one.
pub(crate) async fn replace_hash(db: &Db, id: Uuid, old: &str, new: &str) -> DbResult<()> {
    db.run(
        "update users set password_hash = $3 where id = $1 and password_hash = $2",
        args![id, old, new],
    )
    .await
    .map(drop)
}

pub(crate) async fn has_address(tx: &mut Tx, email: &str) -> DbResult<bool> {
    let found: Option<(Uuid,)> = tx
        .maybe("select id from users where email = $1", args![email])
        .await?;
    Ok(found.is_some())
}

/// Takes the new address over into the profile, where there is one.
pub(crate) async fn readdress_profile(
    tx: &mut Tx,
    id: Uuid,
    email: &str,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update profiles set email = $2, updated_at = $3 where id = $1",
        args![id, email, now],
    )
    .await
    .map(drop)
}

pub(crate) async fn pending(db: &Db, user_id: Uuid) -> DbResult<Vec<PendingSignUp>> {
    db.all(PENDING, args![user_id]).await
}

pub(crate) async fn pending_in(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<PendingSignUp>> {
    tx.all(PENDING, args![user_id]).await
}

const PENDING: &str = "select id, password_hash, user_metadata from pending_signups
     where user_id = $1 order by created_at, id";

pub(crate) async fn add_pending(
    tx: &mut Tx,
    user_id: Uuid,
    pending: &PendingSignUp,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "insert into pending_signups (id, user_id, password_hash, user_metadata, created_at)
         values ($1, $2, $3, $4, $5)",
        args![
            pending.id,
            user_id,
            &pending.password_hash,
            Value::Object(pending.user_metadata.0.clone()),
            now
        ],
    )
    .await
    .map(drop)
}

pub(crate) async fn rename_pending(
    tx: &mut Tx,
    id: Uuid,
    user_metadata: &Map<String, Value>,
) -> DbResult<()> {
    tx.run(
        "update pending_signups set user_metadata = $2 where id = $1",
        args![id, Value::Object(user_metadata.clone())],
    )
    .await
    .map(drop)
}

/// Forgets every sign-up of the user that still waits; their links go with them.
pub(crate) async fn drop_pending(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    tx.run(
        "delete from pending_signups where user_id = $1",
        args![user_id],
    )
    .await
    .map(drop)
}

/// Removes accounts that nobody has confirmed, and for which no mail was asked since `before`.
pub(crate) async fn forget_unconfirmed(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from users where id in (
             select id from users where email_confirmed_at is null and created_at < $1
               and (confirmation_sent_at is null or confirmation_sent_at < $1) limit $2)",
        args![before],
    )
    .await
}
