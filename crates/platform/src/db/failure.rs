//! What a failure of the database means: come back later, no room left, or the end of a transaction.

/// Whether the failure means "the database cannot be reached, fails or is too busy; come back later".
pub fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::Io(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(cause) => match cause.code().as_deref() {
            // 57P01-03: the server is shutting down or starting; 53300: too many connections;
            // 55P03 and 57014: a lock or statement time-out of ours; 25006: a standby that takes
            // no writes; 58030: an I/O error of the server.
            Some("57P01" | "57P02" | "57P03" | "53300" | "55P03" | "57014" | "25006" | "58030") => {
                true
            }
            _ => sqlite_code(error).is_some_and(|code| {
                matches!(
                    code,
                    sqlite::BUSY
                        | sqlite::LOCKED
                        | sqlite::NO_MEMORY
                        | sqlite::READ_ONLY
                        | sqlite::IO
                        | sqlite::CANNOT_OPEN
                        | sqlite::PROTOCOL
                )
            }),
        },
        _ => false,
    }
}

/// Whether a database that could not be opened may be there in a moment. A wrong password or name
/// stays wrong, so nobody should wait for it.
pub fn is_away(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    causes.any(is_unavailable)
}

/// Whether the disk has no room left for a write.
pub fn is_full(error: &sqlx::Error) -> bool {
    let is_postgres =
        matches!(error, sqlx::Error::Database(cause) if cause.code().as_deref() == Some("53100"));
    is_postgres || sqlite_code(error) == Some(sqlite::FULL)
}

/// Whether SQLite may have undone the whole transaction by itself, and not only the statement:
/// what follows in it would then be committed statement by statement.
pub(super) fn may_undo_transaction(error: &sqlx::Error) -> bool {
    sqlite_code(error).is_some_and(|code| {
        matches!(
            code,
            sqlite::BUSY
                | sqlite::NO_MEMORY
                | sqlite::INTERRUPTED
                | sqlite::IO
                | sqlite::CORRUPT
                | sqlite::FULL
        )
    })
}

/// The primary result code, without what SQLite's extended codes add to it.
fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let sqlx::Error::Database(cause) = error else {
        return None;
    };
    cause.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    let code: u32 = cause.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// <https://sqlite.org/rescode.html>
mod sqlite {
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const NO_MEMORY: u32 = 7;
    pub(super) const READ_ONLY: u32 = 8;
    pub(super) const INTERRUPTED: u32 = 9;
    pub(super) const IO: u32 = 10;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const CANNOT_OPEN: u32 = 14;
    pub(super) const PROTOCOL: u32 = 15;
}
