//! Checking known mentions again, and reading those again whose text was edited.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::mention_reader;
use super::store::{self, BRAND_MENTIONS, StoredMention};
use finds::{SWEEP_TIME_LIMIT, SweepTools, SweptPiece, SweptTable, delete_rows, sweep};
use listening::Thing;
use platform::clock::Clock;
use platform::db::{DbResult, OwnedRows, PIECE_ROWS, Tx, args};
use platform::jobs::{Done, Job, JobUrgency, Lease};

/// Checks every mention that is due again.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepMentions {}

/// A text that was edited is read again for everybody who has it, and that takes a while.
const EDITED_AT_A_TIME: i64 = 100;

impl Job for SweepMentions {
    const KIND: &'static str = "sweep_mentions";
    const URGENCY: JobUrgency = JobUrgency::Background;
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

    async fn update(tx: &mut Tx, clock: &Clock, thing: &Thing) -> anyhow::Result<SweptPiece> {
        let (numbers, text) = match thing {
            Thing::Post(post) => ((post.score, Some(post.comments)), &post.body),
            Thing::Comment(comment) => ((comment.score, None), &comment.body),
        };
        let reddit_id = thing.reddit_id();
        let rows = store::see_still(tx, reddit_id, numbers, clock.now()).await?;
        let edited = store::with_other_text(tx, (reddit_id, text), EDITED_AT_A_TIME).await?;
        for stored in &edited {
            edit(tx, clock, stored, thing, text).await?;
        }
        let may_be_more = edited.len() >= usize::try_from(EDITED_AT_A_TIME)?;
        Ok(SweptPiece::of(rows).or_more(may_be_more))
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

/// Removes a post or comment from a thousand lists and tells open pages; true if others may have it.
pub(super) async fn forget_gone(tx: &mut Tx, clock: &Clock, reddit_id: &str) -> DbResult<bool> {
    let gone = (store::DELETE_GONE, args![reddit_id, PIECE_ROWS]);
    let deleted = delete_rows(tx, clock, &BRAND_MENTIONS, gone).await?;
    Ok(i64::try_from(deleted.len()).unwrap_or(PIECE_ROWS) >= PIECE_ROWS)
}
