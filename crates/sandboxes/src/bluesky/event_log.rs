//! Everything that happened, by its time, and the posts that are there.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::{Duration, SystemTime},
};

use super::{
    event_json::{self, LIKES, POSTS, record_key},
    sample_posts::{SAMPLES, SampleEvent, SampleStep, did_of},
};

/// A post to publish.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewBlueskyPost {
    pub did: String,
    pub text: String,
    pub languages: Vec<String>,
    /// The `did` and `rkey` of the post that this one replies to.
    pub reply_to: Option<(String, String)>,
    /// Attached, and marked in the text where it occurs there.
    pub link: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedBlueskyPost {
    pub did: String,
    pub rkey: String,
    pub time_us: i64,
}

#[derive(Debug, Clone)]
pub(super) struct LoggedEvent {
    pub(super) time_us: i64,
    pub(super) did: String,
    /// `None` for events about accounts, which everybody gets.
    pub(super) collection: Option<&'static str>,
    pub(super) json: String,
}

#[derive(Default)]
pub(super) struct EventLog {
    events: BTreeMap<i64, LoggedEvent>,
    /// By `did` and `rkey`.
    posts: HashMap<(String, String), NewBlueskyPost>,
    last_us: i64,
    /// Samples that happen later, the next one first.
    to_come: VecDeque<(SystemTime, &'static SampleEvent)>,
    /// Those that happened and still stand, the last one last.
    samples: Vec<PublishedBlueskyPost>,
}

/// How far back a cursor may reach.
const REPLAY: Duration = Duration::from_hours(48);

impl NewBlueskyPost {
    /// A post in English.
    pub fn new(did: &str, text: &str) -> Self {
        Self {
            did: did.to_owned(),
            text: text.to_owned(),
            languages: vec!["en".to_owned()],
            ..Self::default()
        }
    }
}

impl EventLog {
    pub(super) fn with_samples(anchor: SystemTime) -> Self {
        let to_come = SAMPLES.iter().map(|sample| {
            let before = Duration::from_mins(sample.minutes_before);
            (anchor - before, sample)
        });
        Self {
            to_come: to_come.collect(),
            ..Self::default()
        }
    }

    /// Takes in what happened by now.
    pub(super) fn catch_up(&mut self, now: SystemTime) {
        while let Some((time, sample)) = self.to_come.pop_front_if(|(time, _)| *time <= now) {
            self.happen(sample, time);
        }
    }

    fn happen(&mut self, sample: &SampleEvent, time: SystemTime) {
        let did = did_of(sample.author);
        match sample.step {
            SampleStep::Post(text) => self.publish_sample(NewBlueskyPost::new(&did, text), time),
            SampleStep::LinkPost(text, link) => {
                let link = Some(link.to_owned());
                let post = NewBlueskyPost::new(&did, text);
                self.publish_sample(NewBlueskyPost { link, ..post }, time);
            }
            SampleStep::ReplyToLast(text) => {
                let last = self.samples.last();
                let reply_to = last.map(|last| (last.did.clone(), last.rkey.clone()));
                let post = NewBlueskyPost::new(&did, text);
                self.publish_sample(NewBlueskyPost { reply_to, ..post }, time);
            }
            SampleStep::LikeOfLast => {
                if let Some(last) = self.samples.last().cloned() {
                    self.like(&did, &last, time);
                }
            }
            SampleStep::DeletionOfLast => {
                if let Some(last) = self.samples.pop() {
                    self.delete(&last.did, &last.rkey, time);
                }
            }
            SampleStep::AccountEnd => self.remove_author(&did, time),
        }
    }

    fn publish_sample(&mut self, post: NewBlueskyPost, time: SystemTime) {
        let published = self.publish(post, time);
        self.samples.push(published);
    }

    pub(super) fn publish(
        &mut self,
        post: NewBlueskyPost,
        now: SystemTime,
    ) -> PublishedBlueskyPost {
        let time_us = self.next_time(now);
        let (did, rkey) = (post.did.clone(), record_key(time_us));
        let json = event_json::post(&post, &rkey, time_us);
        self.log(&did, Some(POSTS), time_us, json);
        self.posts.insert((did.clone(), rkey.clone()), post);
        PublishedBlueskyPost { did, rkey, time_us }
    }

    /// Tells of the deletion, whether or not the post is known: Jetstream does not check either.
    pub(super) fn delete(&mut self, did: &str, rkey: &str, now: SystemTime) {
        self.posts.remove(&(did.to_owned(), rkey.to_owned()));
        let time_us = self.next_time(now);
        let json = event_json::deletion(did, rkey, time_us);
        self.log(did, Some(POSTS), time_us, json);
    }

    pub(super) fn remove_author(&mut self, did: &str, now: SystemTime) {
        self.posts.retain(|(author, _), _| author != did);
        let time_us = self.next_time(now);
        let json = event_json::account_end(did, time_us);
        self.log(did, None, time_us, json);
    }

    /// An event that is not kept, for those who are connected now.
    pub(super) fn sign_of_life(&mut self, now: SystemTime) -> LoggedEvent {
        let time_us = self.next_time(now);
        let did = did_of("quiet");
        LoggedEvent {
            json: event_json::identity(&did, time_us),
            time_us,
            did,
            collection: None,
        }
    }

    pub(super) fn post(&self, did: &str, rkey: &str) -> Option<&NewBlueskyPost> {
        self.posts.get(&(did.to_owned(), rkey.to_owned()))
    }

    /// The time from which a subscription with this cursor begins: the cursor's own event is part of
    /// the replay.
    pub(super) fn start(&self, cursor: Option<i64>, now: SystemTime) -> i64 {
        let live = self.last_us + 1;
        let oldest = micros(now) - i64::try_from(REPLAY.as_micros()).unwrap_or(i64::MAX);
        cursor.map_or(live, |cursor| cursor.max(oldest).min(live))
    }

    pub(super) fn from(&self, time_us: i64) -> Vec<LoggedEvent> {
        self.events
            .range(time_us..)
            .map(|(_, event)| event.clone())
            .collect()
    }

    fn like(&mut self, did: &str, liked: &PublishedBlueskyPost, now: SystemTime) {
        let time_us = self.next_time(now);
        let liked = (liked.did.as_str(), liked.rkey.as_str());
        let json = event_json::like(did, liked, &record_key(time_us), time_us);
        self.log(did, Some(LIKES), time_us, json);
    }

    fn log(&mut self, did: &str, collection: Option<&'static str>, time_us: i64, json: String) {
        let event = LoggedEvent {
            time_us,
            did: did.to_owned(),
            collection,
            json,
        };
        self.events.insert(time_us, event);
        let replay_us = i64::try_from(REPLAY.as_micros()).unwrap_or(i64::MAX);
        self.events = self.events.split_off(&(time_us - replay_us));
    }

    /// Times are unique and grow, so that a cursor means one place.
    fn next_time(&mut self, now: SystemTime) -> i64 {
        self.last_us = micros(now).max(self.last_us + 1);
        self.last_us
    }
}

fn micros(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    i64::try_from(since.unwrap_or_default().as_micros()).unwrap_or(i64::MAX / 2)
}
