//! All customers' keywords, telling words and brand terms, ready to be matched against a text at once.

use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::thread::{self, ScopedJoinHandle};

use chrono::{DateTime, TimeDelta, Utc};
use lens::relevance::{CandidatePost, PostGlance, glance};
use percolator::{KeywordQuery, KeywordSubscription, Percolator, PercolatorText};
use uuid::Uuid;

use super::customer_terms::{CustomerTerms, TermSource};
use super::heard_texts::{HeardTerms, HeardText};
use listening::{EverybodysSources, Listening, SourceName, Thing};
use platform::clock::Clock;
use platform::db::Db;

/// The terms of everybody with a live subscription, kept in step with the database.
#[derive(Debug)]
pub(super) struct TermIndex {
    listening: Listening,
    percolator: Percolator,
    /// By the percolator's number of the customer; none of those who left.
    customers: Vec<Option<CustomerTerms>>,
    numbers: HashMap<Uuid, u32>,
    /// Changes up to this moment are in.
    changes_until: DateTime<Utc>,
    refreshed_at: DateTime<Utc>,
    /// How many changes made it read everybody's terms again, and the newest of them.
    rebuilt_for: Option<(usize, Option<DateTime<Utc>>)>,
}

/// Two transactions may be committed in another order than their times; changes of this long before the
/// newest are looked at again.
const OVERLAP: TimeDelta = TimeDelta::seconds(30);
/// Less than what `keywords` keeps them for.
const CHANGES_KEPT: TimeDelta = TimeDelta::hours(12);
/// The percolator looks texts up together; a page of Reddit's listing is as many.
const TEXTS_AT_ONCE: usize = 100;
/// A larger delta slows down every text; building the base anew takes a second or two.
const LARGEST_DELTA: usize = 10_000;
/// Reading everybody again is quicker than reading more customers than this one by one.
const MANY_CHANGED: usize = 1_000;

impl TermIndex {
    /// Reads everybody's terms.
    pub(super) async fn build(
        db: &Db,
        listening: &Listening,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Self> {
        let newest = keywords::newest_term_change(db).await?;
        let newest = newest.max(onboarding::newest_company_change(db).await?);
        let sources = sources_of_all(db).await?;
        let chosen = listening.sources_of_all(db).await?;
        // A millisecond or so for each customer.
        let indexing = tokio::task::spawn_blocking(move || indexed(sources, &chosen));
        let (customers, percolator) = indexing.await?;
        let users = customers.iter().map(|customer| customer.user_id);
        Ok(Self {
            listening: listening.clone(),
            percolator,
            numbers: users.zip(0..).collect(),
            customers: customers.into_iter().map(Some).collect(),
            changes_until: newest.unwrap_or(now),
            refreshed_at: now,
            rebuilt_for: None,
        })
    }

    /// Whether its last look is so long ago that changes may be forgotten.
    pub(super) fn is_stale(&self, now: DateTime<Utc>) -> bool {
        now - self.refreshed_at > CHANGES_KEPT
    }

    /// Takes in what has changed since the last look.
    pub(super) async fn refresh(&mut self, db: &Db, clock: &Clock) -> anyhow::Result<()> {
        let since = self.changes_until - OVERLAP;
        self.refreshed_at = clock.now();
        let mut changes: HashMap<Uuid, DateTime<Utc>> = HashMap::new();
        let of_terms = keywords::term_changes_since(db, since).await?;
        let of_companies = onboarding::companies_changed_since(db, since).await?;
        for (user_id, at) in of_terms.into_iter().chain(of_companies) {
            let last = changes.entry(user_id).or_insert(at);
            *last = at.max(*last);
        }
        if changes.len() > MANY_CHANGED {
            return self.rebuild_once(db, clock, &changes).await;
        }
        let newest = changes.values().max().copied();
        for user_id in changes.into_keys() {
            if user_id == keywords::SOMEBODY_LEFT {
                self.drop_who_left(db).await?;
            } else {
                self.reload(db, clock, user_id).await?;
            }
        }
        // Only now: after a failure the next look finds all of them again.
        self.changes_until = newest.map_or(self.changes_until, |at| at.max(self.changes_until));
        if self.percolator.delta_len() > LARGEST_DELTA {
            self.percolator.merge();
        }
        Ok(())
    }

    /// Reads everybody's terms again, unless that was done for these very changes, which are looked at
    /// until newer ones are [`OVERLAP`] ahead.
    async fn rebuild_once(
        &mut self,
        db: &Db,
        clock: &Clock,
        changes: &HashMap<Uuid, DateTime<Utc>>,
    ) -> anyhow::Result<()> {
        let extent = (changes.len(), changes.values().max().copied());
        if self.rebuilt_for != Some(extent) {
            *self = Self::build(db, &self.listening, clock.now()).await?;
            self.rebuilt_for = Some(extent);
        }
        Ok(())
    }

    /// Forgets everybody who has no live subscription any more.
    async fn drop_who_left(&mut self, db: &Db) -> anyhow::Result<()> {
        let live = billing::live_subscribers(db).await?.into_iter();
        let live: HashSet<Uuid> = live.map(|(user_id, _)| user_id).collect();
        for (number, customer) in (0_u32..).zip(&mut self.customers) {
            let has_left = |customer: &CustomerTerms| !live.contains(&customer.user_id);
            if customer.as_ref().is_some_and(has_left) {
                *customer = None;
                self.percolator.remove_customer(number);
            }
        }
        Ok(())
    }

    async fn reload(&mut self, db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
        let number = self.number_of(user_id);
        if !billing::access_of(db, clock, user_id).await?.is_live {
            self.customers[number as usize] = None;
            self.percolator.remove_customer(number);
            return Ok(());
        }
        let source = source_of(db, user_id).await?;
        let sources = self.listening.sources_of(db, user_id).await?;
        let (customer, terms) = CustomerTerms::new(user_id, source, sources);
        self.customers[number as usize] = Some(customer);
        self.percolator.replace_customer(number, terms);
        Ok(())
    }

    /// The texts that have somebody's terms in them, with whose.
    pub(super) fn matches(&self, texts: Vec<Thing>) -> Vec<HeardText> {
        let mut heard = Vec::new();
        let mut rest = texts.into_iter();
        loop {
            let some: Vec<Thing> = rest.by_ref().take(TEXTS_AT_ONCE).collect();
            if some.is_empty() {
                return heard;
            }
            let matched = self.match_some(&some);
            let matched = some.into_iter().zip(matched);
            let matched = matched.map(|(text, terms)| HeardText { text, terms });
            heard.extend(matched.filter(|heard| !heard.terms.is_empty()));
        }
    }

    fn match_some(&self, texts: &[Thing]) -> Vec<Vec<(Uuid, HeardTerms)>> {
        let parts: Vec<[&str; 2]> = texts.iter().map(title_and_body).collect();
        let read: Vec<PercolatorText> = texts
            .iter()
            .zip(&parts)
            .map(|(text, parts)| PercolatorText {
                parts,
                community: community(text),
            })
            .collect();
        let matched = self.percolator.match_batch(&read).into_iter();
        matched
            .zip(texts)
            .map(|(matches, text)| {
                let pairs = matches.iter().map(|it| (it.customer, it.subscription));
                let mut pairs: Vec<(u32, u32)> = pairs.collect();
                // A customer's terms stand together then.
                pairs.sort_unstable();
                self.heard_terms(pairs, text)
            })
            .collect()
    }

    /// Comments are listened to for brand terms alone: as leads, scans read those that matter.
    fn heard_terms(&self, matches: Vec<(u32, u32)>, text: &Thing) -> Vec<(Uuid, HeardTerms)> {
        let source = SourceName::of(text.reddit_id());
        let mut heard: Vec<(&CustomerTerms, HeardTerms)> = Vec::new();
        for (number, subscription) in matches {
            let customer = self.customers.get(number as usize).and_then(Option::as_ref);
            let Some(customer) = customer.filter(|it| it.hears(source)) else {
                continue;
            };
            let Some(term) = customer.term(subscription) else {
                continue;
            };
            if heard
                .last()
                .is_none_or(|last| last.0.user_id != customer.user_id)
            {
                heard.push((customer, HeardTerms::default()));
            }
            if let Some((_, terms)) = heard.last_mut() {
                terms.add(&term);
            }
        }
        if let Thing::Post(post) = text {
            judge_at_a_glance(post, &mut heard);
        }
        let heard = heard.into_iter();
        let heard = heard.map(|(customer, terms)| (customer.user_id, terms));
        heard
            .filter(|(_, terms)| terms.is_worth_reading())
            .collect()
    }

    fn number_of(&mut self, user_id: Uuid) -> u32 {
        let next = u32::try_from(self.customers.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(user_id).or_insert(next);
        if number == next {
            self.customers.push(None);
        }
        number
    }
}

/// What the post says by itself is found once for all customers.
fn judge_at_a_glance(post: &listening::Post, heard: &mut [(&CustomerTerms, HeardTerms)]) {
    if !heard.iter().any(|(_, terms)| terms.may_be_lead()) {
        return;
    }
    let seen = PostGlance::new(&CandidatePost {
        title: &post.title,
        body: &post.body,
        subreddit: &post.subreddit,
        is_adult: post.is_adult,
        is_removed: post.is_removed,
        is_stickied: post.is_stickied,
    });
    for (customer, terms) in heard.iter_mut().filter(|(_, terms)| terms.may_be_lead()) {
        terms.score = glance(&customer.glance, &seen);
    }
}

/// The customers in the order of their numbers, with the index of their terms.
fn indexed(
    sources: HashMap<Uuid, TermSource>,
    chosen: &EverybodysSources,
) -> (Vec<CustomerTerms>, Percolator) {
    let made = on_all_cores(sources.into_iter().collect(), |(user_id, source)| {
        CustomerTerms::new(user_id, source, chosen.of(user_id).to_vec())
    });
    let mut customers = Vec::with_capacity(made.len());
    let mut subscriptions = Vec::new();
    for (number, (customer, terms)) in (0_u32..).zip(made) {
        customers.push(customer);
        subscriptions.extend(terms.into_iter().map(|term| subscribed(number, term)));
    }
    (customers, Percolator::build(subscriptions))
}

/// What is made of each, in the same order.
fn on_all_cores<T: Send, R: Send>(mut all: Vec<T>, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let each = all.len().div_ceil(cores).max(1);
    let mut parts = Vec::new();
    while !all.is_empty() {
        let rest = all.split_off(each.min(all.len()));
        parts.push(std::mem::replace(&mut all, rest));
    }
    let make = &make;
    thread::scope(|scope| {
        let started: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(move || part.into_iter().map(make).collect::<Vec<R>>()))
            .collect();
        let ended = started.into_iter().map(ScopedJoinHandle::join);
        ended
            .flat_map(|made| made.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn subscribed(customer: u32, (id, query): (u32, KeywordQuery)) -> KeywordSubscription {
    KeywordSubscription {
        id,
        customer,
        query,
    }
}

/// The title of the thread is not the words of a comment's author.
fn title_and_body(text: &Thing) -> [&str; 2] {
    match text {
        Thing::Post(post) => [&post.title, &post.body],
        Thing::Comment(comment) => ["", &comment.body],
    }
}

/// None elsewhere: "Bluesky" is a place, and r/Bluesky another.
fn community(text: &Thing) -> Option<&str> {
    let name = match text {
        Thing::Post(post) => &post.subreddit,
        Thing::Comment(comment) => &comment.subreddit,
    };
    (SourceName::of(text.reddit_id()) == SourceName::Reddit).then_some(name)
}

/// What everybody with a live subscription has, with one query for each kind.
async fn sources_of_all(db: &Db) -> anyhow::Result<HashMap<Uuid, TermSource>> {
    let live = billing::live_subscribers(db).await?.into_iter();
    let mut all: HashMap<Uuid, TermSource> = live
        .map(|(user_id, _)| (user_id, TermSource::default()))
        .collect();
    for (user_id, keyword) in keywords::active_keywords_of_all(db).await? {
        if let Some(source) = all.get_mut(&user_id) {
            source.keywords.push(keyword);
        }
    }
    for (user_id, term) in finds::brand_terms_of_all(db).await? {
        if let Some(source) = all.get_mut(&user_id) {
            source.brand_terms.push(term);
        }
    }
    let users: Vec<Uuid> = all.keys().copied().collect();
    for wording in onboarding::wordings_of(db, &users).await? {
        if let Some(source) = all.get_mut(&wording.user_id) {
            source.wording = Some(wording);
        }
    }
    Ok(all)
}

async fn source_of(db: &Db, user_id: Uuid) -> anyhow::Result<TermSource> {
    let brand = finds::brand_terms(db, user_id).await?.into_iter();
    Ok(TermSource {
        keywords: keywords::active_keywords(db, user_id).await?,
        brand_terms: brand.map(|term| term.term_value).collect(),
        wording: onboarding::wordings_of(db, &[user_id]).await?.pop(),
    })
}
