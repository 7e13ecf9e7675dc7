//! Checking known mentions again, and reading those again whose text was edited.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::mention_reader;
use super::store::{self, BRAND_MENTIONS, StoredMention};
use finds::{SWEEP_TIME_LIMIT, SweepTools, SweptTable, delete_rows, sweep};
use listening::Thing;
use platform::clock::Clock;
use platform::db::{DbResult, OwnedRows, Tx, args};
use platform::jobs::{Done, Job, Lease};

/// Checks every mention that is due again.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepMentions {}

impl Job for SweepMentions {
    const KIND: &'static str = "sweep_mentions";
    const TIME_LIMIT: Duration = SWEEP_TIME_LIMIT;
    type Context = SweepTools;

    async fn run(self, tools: SweepTools, lease: Lease) -> anyhow::Result<Done> {
        sweep::<Self>(&tools, &lease).await?;
        lease.done().await
    }
}

impl SweptTable for SweepMentions {
    const ROWS: &'static OwnedRows = &BRAND_MENTIONS;
    const SELECT_UNCHECKED: &'static str = store::SELECT_UNCHECKED;
    const MARK_CHECKED: &'static str = store::MARK_CHECKED;
    const DELETE_UNSEEN: &'static str = store::DELETE_UNSEEN;

    async fn update(tx: &mut Tx, clock: &Clock, thing: &Thing) -> anyhow::Result<()> {
        let (numbers, text) = match thing {
            Thing::Post(post) => ((post.score, Some(post.comments)), &post.body),
            Thing::Comment(comment) => ((comment.score, None), &comment.body),
        };
        store::see_still(tx, thing.reddit_id(), numbers, clock.now()).await?;
        for stored in store::stored_mentions(tx, thing.reddit_id()).await? {
            if stored.post_content.as_deref().unwrap_or_default() != text {
                edit(tx, clock, &stored, thing, text).await?;
            }
        }
        Ok(())
    }
}

/// Reads a text that was edited. One from which the name was taken is no mention any more; for the
/// title of a post that cannot happen, because nobody can edit it.
async fn edit(
    tx: &mut Tx,
    clock: &Clock,
    stored: &StoredMention,
    thing: &Thing,
    text: &str,
) -> anyhow::Result<()> {
    let title = match thing {
        Thing::Post(_) => stored.post_title.as_str(),
        Thing::Comment(_) => "",
    };
    let lower = format!("{title}\n{text}").to_lowercase();
    let names = || stored.matched.0.iter().map(String::as_str);
    let is_named = names().any(|name| lower.contains(&name.to_lowercase()));
    let links = matches!(thing, Thing::Post(post) if post.link.is_some());
    if !is_named && !links {
        let unnamed = (store::DELETE_ONE, args![stored.id]);
        delete_rows(tx, clock, &BRAND_MENTIONS, unnamed).await?;
        return Ok(());
    }
    let term = stored.brand_terms.0.term_value.as_str();
    let names: Vec<&str> = std::iter::once(term).chain(names()).collect();
    let reading = mention_reader::read_again(&names, title, text);
    let folded = [
        &stored.post_title,
        &stored.subreddit,
        &stored.author,
        term,
        text,
    ]
    .join("\n");
    store::edit(tx, stored.id, text, &folded.to_lowercase(), &reading).await?;
    super::tell_of_change(tx, clock, stored.user_id, stored.id).await
}

/// Removes these posts and comments from everybody's list and tells open pages.
pub(super) async fn forget_gone(tx: &mut Tx, clock: &Clock, reddit_ids: &[String]) -> DbResult<()> {
    for reddit_id in reddit_ids {
        let gone = (store::DELETE_GONE, args![reddit_id]);
        delete_rows(tx, clock, &BRAND_MENTIONS, gone).await?;
    }
    Ok(())
}
