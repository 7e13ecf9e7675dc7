//! What is gone from Reddit leaves the digests too: a mail that waits is written anew without it, and
//! one that was sent is kept no longer.

use super::contents::Contents;
use super::letters;
use super::store::{self, Naming};
use platform::db::Tx;
use platform::outbox;

pub(super) async fn forget_posts(tx: &mut Tx, reddit_ids: &[String]) -> anyhow::Result<()> {
    for reddit_id in reddit_ids {
        for digest in store::naming(tx, reddit_id).await? {
            forget_in(tx, digest, reddit_id).await?;
        }
        store::forget_items(tx, reddit_id).await?;
    }
    Ok(())
}

async fn forget_in(tx: &mut Tx, digest: Naming, reddit_id: &str) -> anyhow::Result<()> {
    let mut contents: Contents = serde_json::from_value(digest.contents.0)?;
    contents.drop_gone(reddit_id);
    store::rewrite(tx, digest.id, &contents).await?;
    if contents.is_empty() {
        outbox::withdraw(tx, digest.mail_id).await?;
        outbox::blank(tx, digest.mail_id).await?;
        return Ok(());
    }
    let letter = letters::write(&contents, String::new());
    if !outbox::rewrite(tx, digest.mail_id, &letter).await? {
        outbox::blank(tx, digest.mail_id).await?;
    }
    Ok(())
}
