//! Writes the mentions of a search: known ones are updated, new ones saved.

use std::collections::HashMap;

use uuid::Uuid;

use super::mention::Mention;
use super::progress_stages::SAVING;
use super::store::{self, BRAND_MENTIONS};
use finds::{ProgressReporter, ROWS_PER_TRANSACTION, Sighting};
use listening::Filters;
use platform::crash;
use platform::db::Db;
use platform::jobs::Lease;
use platform::live::{self, RowWrite};

/// The mentions of a search, by how they are written.
#[derive(Debug, Default)]
pub(super) struct SortedMentions {
    new: Vec<Mention>,
    /// Known, with a changed text.
    edited: Vec<Mention>,
    /// Known, with the same text: the reading stays.
    same: Vec<Mention>,
}

impl SortedMentions {
    /// The mentions whose current text has not been read.
    pub(super) fn unread(&mut self) -> Vec<&mut Mention> {
        self.new.iter_mut().chain(&mut self.edited).collect()
    }
}

pub(super) async fn sorted(
    db: &Db,
    user_id: Uuid,
    mentions: Vec<Mention>,
) -> anyhow::Result<SortedMentions> {
    let ids: Vec<&str> = mentions.iter().map(|it| it.reddit_id.as_str()).collect();
    let known = store::known(db, user_id, &ids).await?;
    let known: HashMap<String, (String, Option<String>)> = known.into_iter().collect();
    let mut parts = SortedMentions::default();
    for mention in mentions {
        match known.get(&mention.reddit_id) {
            None => parts.new.push(mention),
            Some((title, content)) => {
                let is_same = *content == mention.content
                    && (*title == mention.title || mention.title.is_empty());
                let part = if is_same {
                    &mut parts.same
                } else {
                    &mut parts.edited
                };
                part.push(mention);
            }
        }
    }
    Ok(parts)
}

/// Writes all mentions in small transactions. A worker that starts over finds what the last one saved
/// and continues from there.
pub(super) async fn keep(
    lease: &Lease,
    (user_id, filters): (Uuid, &Filters),
    parts: SortedMentions,
    mut reporter: Option<&mut ProgressReporter<'_>>,
) -> anyhow::Result<()> {
    let at = lease.clock().now();
    for some in parts.same.chunks(ROWS_PER_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for mention in some {
            store::see_again(&mut tx, user_id, mention, at).await?;
        }
        tx.commit().await?;
    }
    for some in parts.edited.chunks(ROWS_PER_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for mention in some {
            if let Some(id) = store::rewrite(&mut tx, user_id, mention, at).await? {
                super::tell_of_change(&mut tx, lease.clock(), user_id, id).await?;
            }
        }
        tx.commit().await?;
    }
    let mut saved = 0;
    for some in parts.new.chunks(ROWS_PER_TRANSACTION) {
        crash::point("mentions.before_save");
        saved += save(lease, (user_id, filters), some).await?;
        crash::point("mentions.after_save");
        let done = (saved, parts.new.len());
        if let Some(reporter) = &mut reporter {
            reporter.advance(SAVING, done, saved).await?;
        }
    }
    Ok(())
}

/// Saves new mentions and sends those that are shown to open pages; how many.
async fn save(
    lease: &Lease,
    (user_id, filters): (Uuid, &Filters),
    mentions: &[Mention],
) -> anyhow::Result<usize> {
    let seen = Sighting {
        at: lease.clock().now(),
        job_id: Some(lease.job_id()),
    };
    let mut tx = lease.begin().await?;
    let mut saved = 0;
    for mention in mentions {
        let is_hidden = mention.is_hidden_by(filters);
        let added = store::add(&mut tx, user_id, mention, (seen, is_hidden)).await?;
        if let Some(id) = added.filter(|_| !is_hidden) {
            let written = (id, RowWrite::Added);
            live::record_written(&mut tx, lease.clock(), user_id, &BRAND_MENTIONS, written).await?;
            finds::count_found("mention", seen.at - mention.created_at);
            saved += 1;
        }
    }
    tx.commit().await?;
    Ok(saved)
}
