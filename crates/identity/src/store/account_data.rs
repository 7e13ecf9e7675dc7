//! What the room holds about one person, to be handed over or to be forgotten.

use uuid::Uuid;

use Kind::{Bool, Int8, Jsonb, Text, Timestamptz};
use platform::db::{DbResult, Kind, OwnedRows, Tx, args};

/// The account itself, without what only the server may know.
pub(crate) const USERS: OwnedRows = OwnedRows {
    table: "users",
    owner: "id",
    order: "id",
    columns: &[
        ("id", Kind::Uuid),
        ("email", Text),
        ("new_email", Text),
        ("user_metadata", Jsonb),
        ("email_confirmed_at", Timestamptz),
        ("confirmation_sent_at", Timestamptz),
        ("recovery_sent_at", Timestamptz),
        ("email_change_sent_at", Timestamptz),
        ("last_sign_in_at", Timestamptz),
        ("welcomed_at", Timestamptz),
        ("created_at", Timestamptz),
        ("updated_at", Timestamptz),
    ],
};

pub(crate) const PROFILES: OwnedRows = OwnedRows {
    table: "profiles",
    owner: "id",
    order: "id",
    columns: &[
        ("id", Kind::Uuid),
        ("full_name", Text),
        ("email", Text),
        ("avatar_url", Text),
        ("onboarding_completed", Bool),
        ("onboarding_step", Int8),
        ("subscription_plan", Text),
        ("subscription_status", Text),
        ("created_at", Timestamptz),
        ("updated_at", Timestamptz),
    ],
};

/// Who they are at other providers.
pub(crate) const OAUTH_IDENTITIES: OwnedRows = OwnedRows {
    table: "oauth_identities",
    owner: "user_id",
    order: "provider",
    columns: &[
        ("provider", Text),
        ("subject", Text),
        ("email", Text),
        ("created_at", Timestamptz),
        ("last_sign_in_at", Timestamptz),
    ],
};

pub(crate) const SESSIONS: OwnedRows = OwnedRows {
    table: "sessions",
    owner: "user_id",
    order: "began_at",
    columns: &[
        ("method", Text),
        ("device", Text),
        ("began_at", Timestamptz),
        ("refreshed_at", Timestamptz),
    ],
};

/// Removes the account; every table that refers to it follows.
pub(crate) async fn remove(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from users where id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
