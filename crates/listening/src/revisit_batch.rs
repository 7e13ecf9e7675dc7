//! Known posts and comments, looked at again: the ids of everybody who asks in the same moment are
//! put together, a hundred in a call.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use providers::reddit::{Fullname, MAX_ITEMS_PER_CALL};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::call_queue::{Asker, CallQueue};
use super::posts::{Again, Thing};
use super::{Heard, Missed, Sources, Urgency, What, Why};
use platform::tasks::{Tasks, pause};

/// Puts ids together.
#[derive(Clone, Debug)]
pub(super) struct Batches {
    line: CallQueue,
    tasks: Tasks,
    gathering: Arc<Mutex<HashMap<Urgency, Vec<Request>>>>,
}

#[derive(Debug)]
struct Request {
    user_id: Uuid,
    ids: HashSet<Fullname>,
    telling: mpsc::UnboundedSender<Part>,
}

/// What was heard of some of a request's ids.
#[derive(Debug)]
struct Part {
    ids: Vec<Fullname>,
    told: Result<HashMap<String, Thing>, Why>,
}

/// How long ids are gathered. Whoever asks for one waits no longer than this for others.
const GATHERING: Duration = Duration::from_millis(50);

impl Batches {
    pub(super) fn new(line: CallQueue, sources: &Sources) -> Self {
        Self {
            line,
            tasks: sources.tasks.clone(),
            gathering: Arc::default(),
        }
    }

    pub(super) async fn look(&self, asker: Asker, ids: &[Fullname]) -> Heard<Again> {
        let (telling, mut parts) = mpsc::unbounded_channel();
        let mut left: HashSet<Fullname> = ids.iter().cloned().collect();
        if left.is_empty() {
            return Heard::whole(Again::default());
        }
        let request = Request {
            user_id: asker.user_id,
            ids: left.clone(),
            telling,
        };
        self.gather(asker.urgency, request);
        let mut heard = Heard::whole(Again::default());
        while let Some(part) = parts.recv().await {
            left.retain(|id| !part.ids.contains(id));
            add(&mut heard, part);
        }
        // Only a process that stops breaks off.
        if !left.is_empty() {
            heard.missed.push(missed(left.len(), Why::NotNow));
        }
        heard
    }

    /// The first of a gathering sees to its end.
    fn gather(&self, urgency: Urgency, request: Request) {
        let mut gathering = self
            .gathering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let requests = gathering.entry(urgency).or_default();
        requests.push(request);
        if requests.len() == 1 {
            let batches = self.clone();
            let stopping = self.tasks.stopping();
            self.tasks.supervise("known posts", async move {
                pause(GATHERING, &stopping).await;
                batches.ask(urgency).await;
            });
        }
    }

    async fn ask(&self, urgency: Urgency) {
        let mut requests = self.take(urgency);
        // Whoever asks for little is in the first calls.
        requests.sort_by_key(|request| request.ids.len());
        let calls = calls(&requests)
            .into_iter()
            .map(|(user_id, ids)| self.call(Asker::new(user_id, urgency), ids, &requests));
        join_all(calls).await;
    }

    fn take(&self, urgency: Urgency) -> Vec<Request> {
        let mut gathering = self
            .gathering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        gathering.remove(&urgency).unwrap_or_default()
    }

    /// One call, and its answer to everybody who asked for something in it.
    async fn call(&self, asker: Asker, ids: Vec<Fullname>, requests: &[Request]) {
        let answer = self.line.ask(asker, || self.line.reddit.by_ids(&ids));
        let told = answer.await.map(|things| {
            let things = things
                .into_iter()
                .map(|thing| Thing::told(thing, &*self.line.reddit));
            let named = things.map(|thing| (thing.reddit_id().to_owned(), thing));
            named.collect::<HashMap<_, _>>()
        });
        for request in requests {
            let its_ids = ids.iter().filter(|id| request.ids.contains(id));
            let its_ids: Vec<Fullname> = its_ids.cloned().collect();
            if !its_ids.is_empty() {
                let told = told.clone();
                // Whoever went away needs no answer.
                let _ = request.telling.send(Part { ids: its_ids, told });
            }
        }
    }
}

/// Every id once, a hundred in a call, each call on behalf of whoever asks for its first id.
fn calls(requests: &[Request]) -> Vec<(Uuid, Vec<Fullname>)> {
    let mut known = HashSet::new();
    let mut all: Vec<(Uuid, Vec<Fullname>)> = Vec::new();
    for request in requests {
        let mut ids: Vec<&Fullname> = request.ids.iter().collect();
        ids.sort();
        for id in ids {
            if !known.insert(id) {
                continue;
            }
            match all.last_mut() {
                Some((_, last)) if last.len() < MAX_ITEMS_PER_CALL => last.push(id.clone()),
                _ => all.push((request.user_id, vec![id.clone()])),
            }
        }
    }
    all
}

fn add(heard: &mut Heard<Again>, part: Part) {
    match part.told {
        Err(why) => heard.missed.push(missed(part.ids.len(), why)),
        Ok(mut things) => {
            for id in part.ids {
                match things.remove(&id.to_string()) {
                    Some(thing) if !thing.is_removed() => heard.found.there.push(thing),
                    _ => heard.found.gone.push(id),
                }
            }
        }
    }
}

fn missed(count: usize, why: Why) -> Missed {
    Missed {
        what: What::Again(count),
        why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(user: u128, ids: std::ops::Range<u32>) -> Request {
        Request {
            user_id: Uuid::from_u128(user),
            ids: ids.map(|id| Fullname::Post(format!("a{id}"))).collect(),
            telling: mpsc::unbounded_channel().0,
        }
    }

    #[test]
    fn ids_of_several_people_share_calls_and_each_is_asked_once() {
        let requests = [request(1, 0..3), request(2, 2..150)];

        let calls = calls(&requests);

        let sizes: Vec<usize> = calls.iter().map(|(_, ids)| ids.len()).collect();
        assert_eq!(sizes, [100, 50]);
        assert_eq!(calls[0].0, Uuid::from_u128(1));
        assert_eq!(calls[1].0, Uuid::from_u128(2));
    }
}
