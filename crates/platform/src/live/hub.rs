//! Who in this process listens to whose events.
//!
//! Listeners are found by the owner of an event, so that thousands of idle pages cost nothing when
//! something happens to one user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use uuid::Uuid;

use super::Event;

/// How many deliveries may wait for a listener. One that is further behind is let go.
const QUEUE: usize = 64;

/// The events of one owner that were found in the log at once.
type Delivery = Arc<[Event]>;

/// A handle to the listeners of this process.
#[derive(Clone, Debug, Default)]
pub struct Live(Arc<Mutex<Listeners>>);

#[derive(Debug, Default)]
struct Listeners {
    last_id: u64,
    senders: HashMap<u64, mpsc::Sender<Delivery>>,
    by_owner: HashMap<Uuid, Vec<u64>>,
}

impl Live {
    /// Somebody new who listens, to nobody yet; none if there are `at_most` already.
    pub fn listen(&self, at_most: usize) -> Option<Listener> {
        let mut listeners = self.lock();
        if listeners.senders.len() >= at_most {
            return None;
        }
        let (sender, deliveries) = mpsc::channel(QUEUE);
        listeners.last_id += 1;
        let id = listeners.last_id;
        listeners.senders.insert(id, sender);
        Some(Listener {
            id,
            live: self.clone(),
            followed: Vec::new(),
            deliveries,
        })
    }

    /// Hands events to those who follow their owner. Never waits: whoever is too slow is let go.
    pub(super) fn deliver(&self, owner_id: Uuid, events: &Delivery) {
        let mut listeners = self.lock();
        let Listeners {
            senders, by_owner, ..
        } = &mut *listeners;
        let Some(followers) = by_owner.get_mut(&owner_id) else {
            return;
        };
        followers.retain(|id| {
            let is_delivered = senders
                .get(id)
                .is_some_and(|sender| sender.try_send(events.clone()).is_ok());
            if !is_delivered {
                senders.remove(id);
            }
            is_delivered
        });
        if followers.is_empty() {
            by_owner.remove(&owner_id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One who listens, until it is dropped.
#[derive(Debug)]
pub struct Listener {
    id: u64,
    live: Live,
    followed: Vec<Uuid>,
    deliveries: mpsc::Receiver<Delivery>,
}

impl Listener {
    /// Hears what happens to this owner from now on. False, and nothing changes, if `at_most`
    /// others do so already.
    pub fn follow(&mut self, owner_id: Uuid, at_most: usize) -> bool {
        if self.follows(owner_id) {
            return true;
        }
        let mut listeners = self.live.lock();
        let followers = listeners.by_owner.entry(owner_id).or_default();
        let has_room = followers.len() < at_most;
        if has_room {
            followers.push(self.id);
            self.followed.push(owner_id);
        }
        has_room
    }

    pub fn follows(&self, owner_id: Uuid) -> bool {
        self.followed.contains(&owner_id)
    }

    /// Hears no more of any owner but these.
    pub fn follow_only(&mut self, is_wanted: impl Fn(Uuid) -> bool) {
        let mut listeners = self.live.lock();
        self.followed.retain(|owner_id| {
            let stays = is_wanted(*owner_id);
            if !stays {
                listeners.remove(*owner_id, self.id);
            }
            stays
        });
    }

    /// The next events, in the order of the log; none once this listener was too slow.
    pub async fn next(&mut self) -> Option<Arc<[Event]>> {
        self.deliveries.recv().await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.follow_only(|_| false);
        self.live.lock().senders.remove(&self.id);
    }
}

impl Listeners {
    fn remove(&mut self, owner_id: Uuid, id: u64) {
        if let Some(followers) = self.by_owner.get_mut(&owner_id) {
            followers.retain(|follower| *follower != id);
            if followers.is_empty() {
                self.by_owner.remove(&owner_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::LiveEvent;

    fn news_of(owner_id: Uuid) -> Delivery {
        Arc::from([Event {
            id: 1,
            owner_id,
            at: chrono::DateTime::UNIX_EPOCH,
            news: LiveEvent::Broadcast {
                topic: "progress".to_owned(),
                payload: serde_json::Value::Null,
            },
        }])
    }

    fn is_empty(live: &Live) -> bool {
        let listeners = live.lock();
        listeners.senders.is_empty() && listeners.by_owner.is_empty()
    }

    #[tokio::test]
    async fn only_those_who_follow_an_owner_hear_of_it() {
        let (live, ada, bob) = (Live::default(), Uuid::now_v7(), Uuid::now_v7());
        let mut of_ada = live.listen(9).unwrap();
        let mut of_bob = live.listen(9).unwrap();
        assert!(of_ada.follow(ada, 1) && of_bob.follow(bob, 1));

        live.deliver(bob, &news_of(bob));
        live.deliver(ada, &news_of(ada));

        assert_eq!(of_ada.next().await.unwrap()[0].owner_id, ada);
        assert!(of_ada.deliveries.is_empty());
        assert_eq!(of_bob.next().await.unwrap()[0].owner_id, bob);
    }

    #[tokio::test]
    async fn one_who_is_too_far_behind_gets_what_waited_and_is_let_go() {
        let (live, ada) = (Live::default(), Uuid::now_v7());
        let mut slow = live.listen(9).unwrap();
        slow.follow(ada, 1);

        for _ in 0..=QUEUE {
            live.deliver(ada, &news_of(ada));
        }

        for _ in 0..QUEUE {
            assert!(slow.next().await.is_some());
        }
        assert!(slow.next().await.is_none());
        assert!(is_empty(&live));
    }

    #[test]
    fn there_is_room_for_so_many_and_a_place_is_free_again_when_one_leaves() {
        let (live, ada) = (Live::default(), Uuid::now_v7());
        let mut first = live.listen(2).unwrap();
        let mut second = live.listen(2).unwrap();
        assert!(live.listen(2).is_none());
        assert!(first.follow(ada, 1));
        assert!(first.follow(ada, 1), "following twice is following once");
        assert!(!second.follow(ada, 1));

        drop(first);

        assert!(second.follow(ada, 1));
        assert!(live.listen(2).is_some());
        drop(second);
        assert!(is_empty(&live));
    }
}
