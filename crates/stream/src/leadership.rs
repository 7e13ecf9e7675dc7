//! One process listens: the one that holds a lease. Unlike a lock of the database's session, a lease works
//! through a pool of connections that changes them between two statements.

use std::time::Duration;

use uuid::Uuid;

use super::store;
use platform::clock::Clock;
use platform::db::{Db, Engine};
use platform::tasks::pause;
use tokio_util::sync::CancellationToken;

/// A process that wants to listen.
#[derive(Debug)]
pub(super) struct Leadership<'a> {
    db: &'a Db,
    clock: &'a Clock,
    holder: Uuid,
    lease: Duration,
}

impl<'a> Leadership<'a> {
    pub(super) fn new(db: &'a Db, clock: &'a Clock, lease: Duration) -> Self {
        Self {
            db,
            clock,
            holder: Uuid::new_v4(),
            lease,
        }
    }

    /// How often another process looks whether the one that listens is still there.
    pub(super) fn between_looks(&self) -> Duration {
        self.lease / 3
    }

    /// Whether this process may listen for as long as the lease lasts.
    pub(super) async fn try_take(&self) -> bool {
        let now = self.clock.real();
        if self.db.engine() == Engine::Sqlite {
            // It has one process; whoever held the lease before is gone.
            return true;
        }
        let taken = store::take_lease(self.db, self.holder, (now, now + self.lease)).await;
        taken.unwrap_or(false)
    }

    /// Renews the lease for as long as that works. A process that comes too late once may have been
    /// followed by another; what it then reads is refused, because the position has moved.
    pub(super) async fn hold(&self, stopping: &CancellationToken) {
        while pause(self.between_looks(), stopping).await && self.try_take().await {}
    }

    /// Another process need not wait for the end of the lease.
    pub(super) async fn let_go(&self) {
        if let Err(error) = store::drop_lease(self.db, self.holder).await {
            tracing::warn!(%error, "the listener's lease could not be let go");
        }
    }
}
