//! Where somebody is signed in, and signing out there.

use uuid::Uuid;

use super::Caller;
use super::sessions::{self, Ended};
use super::store::{self, sessions::SessionRow};
use platform::app::App;
use platform::db::DbResult;

/// The caller's sessions, the last used first.
pub(super) async fn of_caller(app: &App, caller: &Caller) -> DbResult<Vec<SessionRow>> {
    store::sessions::of_user(&app.db, caller.user_id).await
}

/// Ends one session of the caller; false if they have no such session.
pub(super) async fn sign_out(app: &App, caller: &Caller, session_id: Uuid) -> DbResult<bool> {
    let mut tx = app.db.begin().await?;
    let one = Ended::One(session_id);
    let is_ended = sessions::end(&mut tx, &app.clock, caller.user_id, one).await?;
    tx.commit().await?;
    Ok(is_ended)
}
