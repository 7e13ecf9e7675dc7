//! Reddit's comments, of the communities that customers' posts and mentions come from: read once for
//! everybody, and listened to for brand terms.

use chrono::{DateTime, TimeDelta, Utc};
use listening::{Comment, Fullname, SubredditName, Thing};

use super::heard_texts;
use super::listener::{BETWEEN_COMMENTS, PassReport, StreamListener};
use super::store::{self, WalkKind, WalkRow};

const KIND: WalkKind = WalkKind::RedditComments;
/// Twenty communities are one call, so this is ten calls each time: a twentieth of the budget.
const MOST_COMMUNITIES: i64 = 200;
/// The newest of every twenty communities.
const NEWEST: usize = 100;
/// Communities that nobody found anything in for so long are no longer tracked.
const TRACKED_FOR: TimeDelta = TimeDelta::days(90);
const COUNTED_EVERY: TimeDelta = TimeDelta::minutes(30);

impl StreamListener {
    /// Reads the comments since the last pass. The busiest communities write more than a list shows;
    /// scans read the threads that matter.
    pub async fn comment_pass(&self) -> anyhow::Result<PassReport> {
        let mut report = PassReport {
            rest: BETWEEN_COMMENTS,
            ..PassReport::default()
        };
        let now = self.clock.now();
        let names = self.tracked_communities(now).await?;
        let response = self.ears.newest_comments(&names, NEWEST).await;
        // The communities are asked one after the other: what is written meanwhile may be missing of some.
        let settled = response.found.iter().filter(|it| it.created_at <= now);
        let Some(newest) = settled.filter_map(number_of).max() else {
            return Ok(report);
        };
        let next = WalkRow {
            position: newest,
            heard_until: now,
        };
        let Some(walk) = store::walk(&self.db, KIND).await? else {
            let mut tx = self.db.begin().await?;
            store::begin_walk(&mut tx, KIND, next).await?;
            tx.commit().await?;
            return Ok(report);
        };
        let is_new = |it: &Comment| {
            number_of(it).is_some_and(|number| walk.position < number && number <= newest)
        };
        let new = response.found.into_iter().filter(is_new);
        let new: Vec<Thing> = new.map(Thing::Comment).collect();
        report.posts = new.len();
        let heard = self.matches(new, now).await?;
        let mut tx = self.db.begin().await?;
        let next = WalkRow {
            position: newest.max(walk.position),
            ..next
        };
        if store::advance(&mut tx, KIND, walk.position, next).await? {
            report.matches = heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
            tx.commit().await?;
        }
        Ok(report)
    }

    /// Those in which most users found posts. Counting them reads many rows, so that is done now and
    /// then.
    async fn tracked_communities(&self, now: DateTime<Utc>) -> anyhow::Result<Vec<SubredditName>> {
        let mut tracked = self.tracked.lock().await;
        if let Some((counted_at, names)) = &*tracked
            && now - *counted_at < COUNTED_EVERY
        {
            return Ok(names.clone());
        }
        let since = now - TRACKED_FOR;
        let names = discovery::busiest_communities(&self.db, since, MOST_COMMUNITIES).await?;
        let names = names.iter().filter_map(|it| SubredditName::parse(it).ok());
        let names: Vec<SubredditName> = names.collect();
        *tracked = Some((now, names.clone()));
        Ok(names)
    }
}

fn number_of(comment: &Comment) -> Option<i64> {
    let name: Fullname = comment.reddit_id.parse().ok()?;
    i64::try_from(name.number().ok()?.get()).ok()
}
