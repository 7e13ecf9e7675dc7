//! Takes posts out of mails: those that are gone from Reddit from every mail, those that a user rejected
//! or answered from that user's mails that are not sent yet.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::digest_contents::DigestContents;
use super::digest_mail;
use super::store::{self, DigestRow};
use platform::db::Tx;
use platform::outbox;

/// A digest is written anew without the post, which takes longer than a deletion.
const DIGESTS_AT_A_TIME: i64 = 100;

/// No mail waits longer: the outbox gives up after two days.
const LONGEST_UNSENT: TimeDelta = TimeDelta::days(3);

/// Removes a post from some of the digests that name it; true if others may.
pub(super) async fn forget_post(tx: &mut Tx, reddit_id: &str) -> anyhow::Result<bool> {
    let digests = store::digests_naming(tx, reddit_id, DIGESTS_AT_A_TIME).await?;
    let may_be_more = digests.len() >= usize::try_from(DIGESTS_AT_A_TIME)?;
    for id in digests {
        if let Some(digest) = store::hold_digest(tx, id).await? {
            let mut contents: DigestContents = serde_json::from_value(digest.contents.0.clone())?;
            contents.remove_post(reddit_id);
            if !rewrite(tx, &digest, &contents).await? {
                outbox::blank(tx, digest.mail_id).await?;
            }
        }
        store::delete_items(tx, id, reddit_id).await?;
    }
    Ok(may_be_more)
}

/// Removes a row that a user has dealt with from their mails that still wait.
pub(super) async fn leave_out(
    tx: &mut Tx,
    now: DateTime<Utc>,
    user_id: Uuid,
    row_id: Uuid,
) -> anyhow::Result<()> {
    for digest in store::digests_since(tx, user_id, now - LONGEST_UNSENT).await? {
        let contents: DigestContents = serde_json::from_value(digest.contents.0)?;
        let is_named = contents.clone().remove_row(row_id);
        if !is_named || !outbox::is_waiting(tx, digest.mail_id).await? {
            continue;
        }
        if let Some(held) = store::hold_digest(tx, digest.id).await? {
            let mut contents: DigestContents = serde_json::from_value(held.contents.0.clone())?;
            contents.remove_row(row_id);
            rewrite(tx, &held, &contents).await?;
        }
    }
    Ok(())
}

/// Stores what a mail still says and writes it anew, or withdraws it if nothing is left; false if it is
/// on its way already.
async fn rewrite(
    tx: &mut Tx,
    digest: &DigestRow,
    contents: &DigestContents,
) -> anyhow::Result<bool> {
    store::update_contents(tx, digest.id, contents).await?;
    if contents.is_empty() {
        outbox::withdraw(tx, digest.mail_id).await?;
        return Ok(false);
    }
    let mail = digest_mail::compose(contents, String::new());
    Ok(outbox::rewrite(tx, digest.mail_id, &mail).await?)
}
