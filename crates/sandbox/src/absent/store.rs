//! SQL for what sandboxes of another build have left.

use platform::db::{DbResult, Tx, args};

pub(super) async fn forget_mails(tx: &mut Tx) -> DbResult<u64> {
    tx.run("delete from sandbox_mails", args![]).await
}

pub(super) async fn forget_payments(tx: &mut Tx) -> DbResult<()> {
    tx.run("delete from sandbox_payments", args![])
        .await
        .map(drop)
}
