//! Everything that asks the outside world for posts, comments, rules and ranks.
//!
//! **Owns** the tables `ai_settings`, `listening_sources`, `reddit_budget`, `reddit_answers` and
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

mod ai_settings;
pub mod api;
mod bluesky_texts;
mod budget_view;
mod call_budget;
mod call_queue;
mod exclusions;
mod fair_queue;
mod google_rank;
mod hacker_news_texts;
mod multi_subreddit;
mod partial_response;
mod posts;
mod rate_window;
mod reddit_calls;
mod response_cache;
mod revisit_batch;
mod search_outcome;
mod source;
mod source_choices;
mod source_name;
mod store;
mod thread_address;
mod threads;

use std::sync::Arc;

use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, Tx};
use platform::jobs::JobUrgency;
use platform::product::Plan;
use platform::tasks::Tasks;
use providers::bluesky::JetstreamClient;
use providers::hacker_news::HackerNewsClient;
use providers::rank::{Country, WebSearch};
use providers::reddit::Reddit;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

pub use ai_settings::{AiSettings, BadSettings, Filters, Level, NewAiSettings};
pub use bluesky_texts::{BlueskyConnection, BlueskyEvent, BlueskyTexts};
pub use budget_view::{RedditBudget, reddit_budget};
pub use exclusions::{Excluded, Exclusions};
pub use google_rank::{Placing, Ranked, Ranking};
pub use hacker_news_texts::{HackerNewsTexts, ItemsAgain, ReadItems};
pub use partial_response::{Heard, Missed, What, Why};
pub use posts::{Again, AppliesTo, Comment, Post, Rule, Subreddit, Thing, Thread};
pub use providers::reddit::{Fullname, InvalidName, Sort, SubredditName, ThingNumber, Timeframe};
pub use reddit_calls::{Ears, PostPage, Search};
pub use search_outcome::{Gap, Outcome, Scanned, Unheard};
pub use source::{SourcePosition, SourceText, TextKind, TextSource};
pub use source_choices::{EverybodysSources, choose_source};
pub use source_name::{SourceName, author_of, place_of};
pub use thread_address::thread_id_in;

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
    /// Reading everything that is new, for all customers at once. What scans and people need goes first.
    Stream,
    /// Looking again at what is known. The first to wait when calls are scarce.
    Revisit,
}

impl Urgency {
    /// That of a job whose payload does not say.
    pub fn scan() -> Self {
        Urgency::Scan
    }

    /// That of a job which may have been joined by somebody who waits at a screen.
    #[must_use]
    pub fn or_of(self, job: JobUrgency) -> Self {
        if job <= JobUrgency::Interactive {
            Urgency::Interactive
        } else {
            self
        }
    }
}

impl From<Urgency> for JobUrgency {
    fn from(urgency: Urgency) -> Self {
        match urgency {
            Urgency::Interactive => JobUrgency::Interactive,
            Urgency::Scan | Urgency::Stream | Urgency::Revisit => JobUrgency::Background,
        }
    }
}

/// What the room is built from.
#[derive(Clone, Debug)]
pub struct Sources {
    pub db: Db,
    pub clock: Clock,
    pub tasks: Tasks,
    pub reddit: Arc<dyn Reddit>,
    /// False where the operator has connected other sources alone.
    pub has_reddit: bool,
    /// None where the operator has not switched it on.
    pub hacker_news: Option<HackerNewsClient>,
    /// None where the operator has not switched it on.
    pub bluesky: Option<JetstreamClient>,
    /// None where the operator chose nobody.
    pub ranks: Option<Arc<dyn WebSearch>>,
    /// Whose Google results count.
    pub country: Country,
}

/// The room's handle; one per process, cloned cheaply.
#[derive(Clone, Debug)]
pub struct Listening {
    line: call_queue::CallQueue,
    batches: revisit_batch::Batches,
    cache: response_cache::Cache,
    sources: Arc<Sources>,
}

impl Listening {
    pub fn new(sources: Sources) -> Self {
        let sources = Arc::new(sources);
        let line = call_queue::CallQueue::new(&sources);
        Self {
            batches: revisit_batch::Batches::new(line.clone(), &sources),
            cache: response_cache::Cache::new(&sources),
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

    /// Hacker News, where the operator has switched it on.
    pub fn hacker_news(&self) -> Option<HackerNewsTexts> {
        let client = self.sources.hacker_news.clone()?;
        let clock = self.sources.clock.clone();
        Some(HackerNewsTexts { client, clock })
    }

    /// Bluesky, where the operator has switched it on.
    pub fn bluesky(&self) -> Option<BlueskyTexts> {
        let client = self.sources.bluesky.clone()?;
        Some(BlueskyTexts { client })
    }

    /// Reads on behalf of everybody.
    pub fn for_stream(&self) -> Ears {
        Ears::new(self.clone(), Uuid::nil(), Urgency::Stream)
    }
}

/// What is filtered for a person at this moment, as their plan allows it.
pub async fn filters_of(db: &Db, user_id: Uuid) -> DbResult<Filters> {
    let mut tx = db.begin().await?;
    let (settings, _) = settings_of(&mut tx, user_id).await?;
    Ok(settings.filters())
}

/// What hides posts and mentions, as one text that changes with the settings and with what the plan
/// allows of them; empty where nothing was ever set.
pub async fn filter_fingerprint(db: &Db, user_id: Uuid) -> anyhow::Result<String> {
    let settings = export(db, user_id).await?;
    if settings.is_empty() {
        return Ok(String::new());
    }
    let level = Level::of(billing::stored_plan(db, user_id).await?);
    Ok(serde_json::json!([settings, level]).to_string())
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

/// Where a person's company is listened for, as far as they have chosen.
pub async fn export_sources(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::sources::LISTENING_SOURCES.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::settings::forget(tx, user_id).await?;
    store::sources::forget(tx, user_id).await
}

/// Removes answers that nobody may use any more, and ranks of long ago.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    response_cache::forget_old(db, clock).await?;
    google_rank::forget_old(db, clock).await
}
