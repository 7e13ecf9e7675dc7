//! Removes posts from digests that are gone from Reddit: an unsent mail is rewritten without them, and
//! the text of a sent one is deleted.

use super::digest_contents::DigestContents;
use super::digest_mail;
use super::store::{self, DigestRow};
use platform::db::Tx;
use platform::outbox;

/// A digest is written anew without the post, which takes longer than a deletion.
const DIGESTS_AT_A_TIME: i64 = 100;

/// Removes a post from some of the digests that name it; true if others may.
pub(super) async fn forget_post(tx: &mut Tx, reddit_id: &str) -> anyhow::Result<bool> {
    let digests = store::digests_naming(tx, reddit_id, DIGESTS_AT_A_TIME).await?;
    let may_be_more = digests.len() >= usize::try_from(DIGESTS_AT_A_TIME)?;
    for id in digests {
        if let Some(digest) = store::hold_digest(tx, id).await? {
            remove_from_digest(tx, digest, reddit_id).await?;
        }
        store::delete_items(tx, id, reddit_id).await?;
    }
    Ok(may_be_more)
}

async fn remove_from_digest(tx: &mut Tx, digest: DigestRow, reddit_id: &str) -> anyhow::Result<()> {
    let mut contents: DigestContents = serde_json::from_value(digest.contents.0)?;
    contents.remove_post(reddit_id);
    store::update_contents(tx, digest.id, &contents).await?;
    if contents.is_empty() {
        outbox::withdraw(tx, digest.mail_id).await?;
        outbox::blank(tx, digest.mail_id).await?;
        return Ok(());
    }
    let mail = digest_mail::compose(&contents, String::new());
    if !outbox::rewrite(tx, digest.mail_id, &mail).await? {
        outbox::blank(tx, digest.mail_id).await?;
    }
    Ok(())
}
