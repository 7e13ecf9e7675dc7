//! Hiding the rows that their owner's filters leave out, and showing them again when the filters
//! change. Nothing is deleted.

use uuid::Uuid;

use super::NO_AUTHOR;
use listening::{Exclusions, Filters};
use platform::db::{Db, SqlRow, args};

/// A row as far as filters look at it. The statements are those of its store.
pub trait FilteredRow: SqlRow {
    /// Selects the rows of the user `$1`.
    const SELECT: &'static str;
    /// Selects the settings by which the rows of the user `$1` are hidden.
    const SELECT_SETTINGS: &'static str;
    /// Stores `$2` as the settings of the user `$1`.
    const STORE_SETTINGS: &'static str;
    /// Hides the row `$1`, or with `$2` false shows it again.
    const HIDE: &'static str;

    fn id(&self) -> Uuid;
    fn is_hidden_now(&self) -> bool;
    fn should_be_hidden(&self, filters: &Filters) -> bool;
}

/// Who wrote what, and where.
#[derive(Clone, Copy, Debug)]
pub struct WrittenText<'a> {
    pub subreddit: &'a str,
    pub author: &'a str,
    pub title: &'a str,
    pub content: Option<&'a str>,
}

impl WrittenText<'_> {
    pub fn is_excluded_by(self, exclusions: &Exclusions) -> bool {
        let text = format!("{}\n{}", self.title, self.content.unwrap_or_default());
        let author = Some(self.author).filter(|author| *author != NO_AUTHOR);
        let excluded = exclusions.excludes(self.subreddit, author, &text);
        excluded.is_some()
    }
}

/// Applies a user's filters again if their settings have changed, or what their plan allows of them.
pub async fn refresh_filters<R: FilteredRow>(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let (settings, applied) =
        tokio::try_join!(listening::filter_fingerprint(db, user_id), async {
            let row: Option<(String,)> = db.maybe(R::SELECT_SETTINGS, args![user_id]).await?;
            Ok(row.map(|(settings,)| settings))
        })?;
    if settings == applied.unwrap_or_default() {
        return Ok(());
    }
    apply_filters::<R>(db, user_id).await
}

/// Hides the rows that a user's filters hide, and shows those again that they hide no more.
pub async fn apply_filters<R: FilteredRow>(db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    let settings = listening::filter_fingerprint(db, user_id).await?;
    let filters = listening::filters_of(db, user_id).await?;
    let rows: Vec<R> = db.all(R::SELECT, args![user_id]).await?;
    let changed: Vec<(Uuid, bool)> = rows
        .iter()
        .map(|row| (row, row.should_be_hidden(&filters)))
        .filter(|(row, is_hidden)| *is_hidden != row.is_hidden_now())
        .map(|(row, is_hidden)| (row.id(), is_hidden))
        .collect();
    let mut tx = db.begin().await?;
    for (id, is_hidden) in changed {
        tx.run(R::HIDE, args![id, is_hidden]).await?;
    }
    tx.run(R::STORE_SETTINGS, args![user_id, settings]).await?;
    Ok(tx.commit().await?)
}
