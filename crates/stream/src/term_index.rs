//! All customers' keywords and brand terms, ready to be matched against a text at once.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use percolator::{KeywordQuery, KeywordSubscription, Percolator, PercolatorText};
use uuid::Uuid;

use super::heard_texts::{HeardTerms, HeardText};
use listening::{Listening, SourceName, Thing};
use platform::clock::Clock;
use platform::db::Db;

/// The terms of everybody with a live subscription, kept in step with the database.
#[derive(Debug)]
pub(super) struct TermIndex {
    listening: Listening,
    percolator: Percolator,
    /// By the percolator's number of the customer.
    customers: Vec<CustomerTerms>,
    numbers: HashMap<Uuid, u32>,
    /// Changes up to this moment are in.
    changes_until: DateTime<Utc>,
    refreshed_at: DateTime<Utc>,
}

#[derive(Debug)]
struct CustomerTerms {
    user_id: Uuid,
    /// By the percolator's number of the subscription.
    terms: Vec<Term>,
    /// Where they are listened for beside Reddit.
    sources: Vec<SourceName>,
}

#[derive(Clone, Debug)]
enum Term {
    Keyword(String),
    Brand,
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

impl TermIndex {
    /// Reads everybody's terms.
    pub(super) async fn build(
        db: &Db,
        listening: &Listening,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Self> {
        let newest = keywords::newest_term_change(db).await?;
        let mut index = Self {
            listening: listening.clone(),
            percolator: Percolator::default(),
            customers: Vec::new(),
            numbers: HashMap::new(),
            changes_until: newest.unwrap_or(now),
            refreshed_at: now,
        };
        let sources = listening.sources_of_all(db).await?;
        for (user_id, _) in billing::live_subscribers(db).await? {
            let customer = index.number_of(user_id);
            index.customers[customer as usize].sources = sources.of(user_id).to_vec();
        }
        let mut subscriptions = Vec::new();
        for (user_id, keyword) in keywords::active_keywords_of_all(db).await? {
            let read = KeywordQuery::parse(&keyword);
            let term = read.map(|query| (Term::Keyword(keyword), query));
            subscriptions.extend(index.added(user_id, term.ok()));
        }
        for (user_id, value) in finds::brand_terms_of_all(db).await? {
            let read = KeywordQuery::exact_phrase(&value);
            let term = read.map(|query| (Term::Brand, query));
            subscriptions.extend(index.added(user_id, term.ok()));
        }
        index.percolator = Percolator::build(subscriptions);
        Ok(index)
    }

    /// A term of somebody who is listened for, as the percolator takes it.
    fn added(
        &mut self,
        user_id: Uuid,
        term: Option<(Term, KeywordQuery)>,
    ) -> Option<KeywordSubscription> {
        let customer = *self.numbers.get(&user_id)?;
        let (term, query) = term?;
        let terms = &mut self.customers[customer as usize].terms;
        let id = u32::try_from(terms.len()).ok()?;
        terms.push(term);
        Some(KeywordSubscription {
            id,
            customer,
            query,
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
        for (user_id, changed_at) in keywords::term_changes_since(db, since).await? {
            if user_id == keywords::SOMEBODY_LEFT {
                self.drop_who_left(db).await?;
            } else {
                self.reload(db, clock, user_id).await?;
            }
            self.changes_until = self.changes_until.max(changed_at);
        }
        if self.percolator.delta_len() > LARGEST_DELTA {
            self.percolator.merge();
        }
        Ok(())
    }

    /// Forgets everybody who has no live subscription any more.
    async fn drop_who_left(&mut self, db: &Db) -> anyhow::Result<()> {
        let live = billing::live_subscribers(db).await?.into_iter();
        let live: HashSet<Uuid> = live.map(|(user_id, _)| user_id).collect();
        for (number, customer) in (0_u32..).zip(&mut self.customers) {
            if !live.contains(&customer.user_id) && !customer.terms.is_empty() {
                customer.terms.clear();
                self.percolator.remove_customer(number);
            }
        }
        Ok(())
    }

    async fn reload(&mut self, db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
        let (terms, queries) = if billing::access_of(db, clock, user_id).await?.is_live {
            terms_of(db, user_id).await?
        } else {
            Default::default()
        };
        let sources = self.listening.sources_of(db, user_id).await?;
        let customer = self.number_of(user_id);
        self.customers[customer as usize].terms = terms;
        self.customers[customer as usize].sources = sources;
        let subscriptions = numbered(queries).collect();
        self.percolator.replace_customer(customer, subscriptions);
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
                community: Some(community(text)),
            })
            .collect();
        let matched = self.percolator.match_batch(&read).into_iter();
        matched
            .zip(texts)
            .map(|(matches, text)| {
                let pairs = matches.iter().map(|it| (it.customer, it.subscription));
                self.heard_terms(pairs, text)
            })
            .collect()
    }

    /// Comments are listened to for brand terms alone: as leads, scans read those that matter.
    fn heard_terms(
        &self,
        matches: impl Iterator<Item = (u32, u32)>,
        text: &Thing,
    ) -> Vec<(Uuid, HeardTerms)> {
        let source = SourceName::of(text.reddit_id());
        let is_post = matches!(text, Thing::Post(_));
        let mut heard: Vec<(Uuid, HeardTerms)> = Vec::new();
        for (customer, subscription) in matches {
            let Some(customer) = self.customers.get(customer as usize) else {
                continue;
            };
            if !customer.hears(source) {
                continue;
            }
            let Some(term) = customer.terms.get(subscription as usize) else {
                continue;
            };
            if !is_post && matches!(term, Term::Keyword(_)) {
                continue;
            }
            if heard.last().is_none_or(|last| last.0 != customer.user_id) {
                heard.push((customer.user_id, HeardTerms::default()));
            }
            let last = heard.last_mut().map(|last| &mut last.1);
            match (term, last) {
                (Term::Keyword(keyword), Some(terms)) => terms.keywords.push(keyword.clone()),
                (Term::Brand, Some(terms)) => terms.names_brand = true,
                (_, None) => {}
            }
        }
        heard
    }

    fn number_of(&mut self, user_id: Uuid) -> u32 {
        let next = u32::try_from(self.customers.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(user_id).or_insert(next);
        if number == next {
            self.customers.push(CustomerTerms {
                user_id,
                terms: Vec::new(),
                sources: Vec::new(),
            });
        }
        number
    }
}

impl CustomerTerms {
    fn hears(&self, source: SourceName) -> bool {
        source == SourceName::Reddit || self.sources.contains(&source)
    }
}

/// The title of the thread is not the words of a comment's author.
fn title_and_body(text: &Thing) -> [&str; 2] {
    match text {
        Thing::Post(post) => [&post.title, &post.body],
        Thing::Comment(comment) => ["", &comment.body],
    }
}

fn community(text: &Thing) -> &str {
    match text {
        Thing::Post(post) => &post.subreddit,
        Thing::Comment(comment) => &comment.subreddit,
    }
}

/// What is listened for on a user's behalf. A brand term counts wherever it stands: what it means there
/// is judged later.
async fn terms_of(db: &Db, user_id: Uuid) -> anyhow::Result<(Vec<Term>, Vec<KeywordQuery>)> {
    let keywords = keywords::active_keywords(db, user_id).await?.into_iter();
    let keywords = keywords.filter_map(|keyword| {
        let query = KeywordQuery::parse(&keyword).ok()?;
        Some((Term::Keyword(keyword), query))
    });
    let brand = finds::brand_terms(db, user_id).await?;
    let brand = brand.iter().filter_map(|term| {
        let query = KeywordQuery::exact_phrase(&term.term_value).ok()?;
        Some((Term::Brand, query))
    });
    Ok(keywords.chain(brand).unzip())
}

fn numbered(queries: Vec<KeywordQuery>) -> impl Iterator<Item = (u32, KeywordQuery)> {
    (0_u32..).zip(queries)
}
