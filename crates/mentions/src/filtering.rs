//! Which mentions their owner's filters hide. Nothing is thrown away: what is hidden comes back when
//! the filters change.

use serde_json::json;
use uuid::Uuid;

use super::mention::{Mention, NO_AUTHOR};
use super::store::{self, Hideable};
use listening::Filters;
use platform::db::Db;

/// A mention as far as filters look at it.
#[derive(Clone, Copy, Debug)]
struct Looked<'a> {
    subreddit: &'a str,
    author: &'a str,
    title: &'a str,
    content: &'a str,
    is_noise: bool,
    confidence: i64,
}

/// Whether a mention that was just found is hidden.
pub(super) fn hides(filters: &Filters, mention: &Mention) -> bool {
    let looked = Looked {
        subreddit: &mention.subreddit,
        author: &mention.author,
        title: &mention.title,
        content: mention.content.as_deref().unwrap_or_default(),
        is_noise: mention.is_noise,
        confidence: mention.confidence,
    };
    looked.is_hidden(filters)
}

impl Looked<'_> {
    /// Basic filtering takes noise away; advanced filtering also what lies below the owner's
    /// threshold, and what they exclude.
    fn is_hidden(self, filters: &Filters) -> bool {
        if !filters.is_on {
            return false;
        }
        let text = format!("{}\n{}", self.title, self.content);
        let author = Some(self.author).filter(|author| *author != NO_AUTHOR);
        let excluded = filters.exclusions.excludes(self.subreddit, author, &text);
        self.is_noise || self.confidence < filters.min_confidence || excluded.is_some()
    }
}

/// Works the filters out anew, if they have changed.
pub(super) async fn bring_up_to_date(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let (settings, done_by) = tokio::try_join!(named_settings(db, user_id), async {
        Ok(store::filtered_by(db, user_id).await?)
    })?;
    if settings == done_by.unwrap_or_default() {
        return Ok(());
    }
    hide_filtered(db, user_id).await
}

/// Hides what the filters hide, and shows again what they hide no more.
pub(super) async fn hide_filtered(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let settings = named_settings(db, user_id).await?;
    let filters = listening::filters_of(db, user_id).await?;
    let mentions = store::hideable(db, user_id).await?;
    let changed: Vec<(Uuid, bool)> = mentions
        .into_iter()
        .filter_map(|mention| {
            let is_hidden = looked(&mention).is_hidden(&filters);
            (is_hidden != mention.excluded).then_some((mention.id, is_hidden))
        })
        .collect();
    let mut tx = db.begin().await?;
    store::keep_filtered(&mut tx, user_id, &settings, &changed).await?;
    Ok(tx.commit().await?)
}

fn looked(mention: &Hideable) -> Looked<'_> {
    Looked {
        subreddit: &mention.subreddit,
        author: &mention.author,
        title: &mention.post_title,
        content: mention.post_content.as_deref().unwrap_or_default(),
        is_noise: mention.is_noise,
        confidence: mention.confidence,
    }
}

/// The settings as one text that changes with them; empty where nothing was ever set.
async fn named_settings(db: &Db, user_id: Uuid) -> anyhow::Result<String> {
    let settings = listening::export(db, user_id).await?;
    if settings.is_empty() {
        return Ok(String::new());
    }
    Ok(json!(settings).to_string())
}
