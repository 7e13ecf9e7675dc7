//! Everything that asks the outside world for posts, comments, rules and ranks.
//!
//! **Owns** the tables `ai_settings`, `reddit_budget`, `reddit_answers` and
//! `rank_observations`. **Promises** that all processes together stay within Reddit's budget of
//! calls and use it when there is work; that somebody with a hundred calls waiting does not hold
//! up somebody with one; that what many ask for is asked once; and that what could not be heard is
//! said beside what was. **Calls** `billing` for the plan that allows advanced filtering.
//!
//! ```ignore
//! let ears = app.listening.for_user(user_id, Urgency::Scan);
//! let heard = ears.search(&Search::new("late payments")).await;
//! // heard.found: Vec<Post>; heard.missed: what could not be heard, and why
//! ```

mod again;
pub mod api;
mod asking;
mod budget;
mod cache;
mod exclusions;
mod filters;
mod heard;
mod line;
mod outcome;
mod posts;
mod ranking;
mod store;
mod threads;
mod together;
mod turns;
mod window;

use std::sync::Arc;

use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, Tx};
use platform::product::Plan;
use platform::tasks::Tasks;
use providers::rank::{Country, Ranks};
use providers::reddit::Reddit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

pub use asking::{Ears, Search};
pub use exclusions::{Excluded, Exclusions};
pub use filters::{AiSettings, BadSettings, Filters, Level, NewAiSettings};
pub use heard::{Heard, Missed, What, Why};
pub use outcome::{Outcome, Scanned, Unheard};
pub use posts::{Again, AppliesTo, Comment, Post, Rule, Subreddit, Thing, Thread};
pub use providers::reddit::{Fullname, InvalidName, Sort, SubredditName, Timeframe};
pub use ranking::{Placing, Ranked, Ranking};

/// How much it matters that a call is made now. What comes first here goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// Somebody looks at the screen. A part of the budget is kept for this.
    #[serde(alias = "now")]
    Interactive,
    /// A search that was promised for some time soon.
    #[serde(alias = "soon")]
    Scan,
    /// Looking again at what is known. The first to wait when calls are scarce.
    Revisit,
}

impl Urgency {
    /// That of a job whose payload does not say.
    pub fn scan() -> Self {
        Urgency::Scan
    }
}

/// What the room is built from.
#[derive(Clone, Debug)]
pub struct Sources {
    pub db: Db,
    pub clock: Clock,
    pub tasks: Tasks,
    pub reddit: Arc<dyn Reddit>,
    /// None where the operator chose nobody.
    pub ranks: Option<Arc<dyn Ranks>>,
    /// Whose Google results count.
    pub country: Country,
}

/// The room's handle; one per process, cloned cheaply.
#[derive(Clone, Debug)]
pub struct Listening {
    line: line::Line,
    batches: again::Batches,
    cache: cache::Cache,
    sources: Arc<Sources>,
}

impl Listening {
    pub fn new(sources: Sources) -> Self {
        let sources = Arc::new(sources);
        let line = line::Line::new(&sources);
        Self {
            batches: again::Batches::new(line.clone(), &sources),
            cache: cache::Cache::new(&sources),
            line,
            sources,
        }
    }

    /// Where people open something on Reddit. Asks nobody.
    pub fn address_of(&self, permalink: &str) -> String {
        self.sources.reddit.address_of(permalink)
    }

    /// Asks on behalf of a person, whose calls take turns with those of others.
    pub fn for_user(&self, user_id: Uuid, urgency: Urgency) -> Ears {
        Ears::new(self.clone(), user_id, urgency)
    }
}

/// What is filtered for a person at this moment, as their plan allows it.
pub async fn filters_of(db: &Db, user_id: Uuid) -> DbResult<Filters> {
    let mut tx = db.begin().await?;
    let (settings, _) = settings_of(&mut tx, user_id).await?;
    Ok(settings.filters())
}

/// A person's settings as their plan allows them, and the plan.
pub async fn settings_of(tx: &mut Tx, user_id: Uuid) -> DbResult<(AiSettings, Plan)> {
    let plan = billing::plan_of(tx, user_id).await?;
    let stored = store::settings::of(tx, user_id).await?;
    let settings = stored.unwrap_or_else(|| AiSettings::default_for(plan));
    Ok((settings.within(plan), plan))
}

#[derive(Debug, thiserror::Error)]
pub enum NotSaved {
    #[error(
        "Advanced filtering is not part of the {plan} plan. Upgrade to Professional to use it."
    )]
    NotInPlan { plan: &'static str },
    #[error(transparent)]
    Bad(#[from] BadSettings),
    #[error(transparent)]
    Unforeseen(#[from] DbError),
}

/// Changes a person's settings; what is left out of `new` stays.
pub async fn change_settings(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    new: NewAiSettings,
) -> Result<(AiSettings, Plan), NotSaved> {
    let plan = billing::plan_of(tx, user_id).await?;
    if new.level() == Some(Level::Advanced) && Level::of(plan) == Level::Basic {
        let plan = plan.terms().name;
        return Err(NotSaved::NotInPlan { plan });
    }
    let stored = store::settings::of(tx, user_id).await?;
    let settings = stored.unwrap_or_else(|| AiSettings::default_for(plan));
    let settings = settings.changed(new)?;
    store::settings::write(tx, user_id, &settings, clock.now()).await?;
    Ok((settings.within(plan), plan))
}

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::settings::AI_SETTINGS.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::settings::forget(tx, user_id).await
}

/// Removes answers that nobody may use any more, and ranks of long ago.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    cache::forget_old(db, clock).await?;
    ranking::forget_old(db, clock).await
}
