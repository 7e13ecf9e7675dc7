//! What many ask for is asked once: answers are kept for a while in the database, for all
//! processes, and whoever asks what is being asked already waits for that answer.

use std::collections::HashMap;
use std::iter;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use chrono::TimeDelta;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::OwnedMutexGuard;

use super::store::answers::{self, Kept};
use super::{Sources, Urgency, Why};
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::tasks::{Tasks, pause};

#[derive(Clone, Debug)]
pub(super) struct Cache {
    db: Db,
    clock: Clock,
    tasks: Tasks,
    asking: Arc<Mutex<Locks>>,
}

/// Held by whoever asks.
type Lock = tokio::sync::Mutex<()>;

/// Those that somebody holds, and some that nobody holds any more.
type Locks = HashMap<(String, Urgency), Weak<Lock>>;

/// A question, as a fingerprint: what people search for stands nowhere in plain.
#[derive(Clone, Debug)]
pub(super) struct Question {
    key: String,
    keep: TimeDelta,
}

#[derive(Serialize, Deserialize)]
enum CachedResponse<T> {
    This(T),
    /// It is closed or not there, and will be in a moment too.
    Nothing(Why),
}

/// For how long somebody is believed to be asking. It is longer than a call takes when there is
/// budget; when there is none, a second process may come to ask the same.
const ASKING: TimeDelta = TimeDelta::seconds(60);
/// How often a process looks for another one's answer.
const LOOK: Duration = Duration::from_millis(50);
/// For how long it is not asked again for what is closed or not there.
const NOTHING_KEPT: TimeDelta = TimeDelta::minutes(5);
/// With more locks than this, those that nobody holds are thrown away.
const MANY: usize = 256;

impl Question {
    /// `parts` are everything that makes a difference to the answer.
    pub(super) fn new(kind: &str, parts: &[impl AsRef<str>], keep: TimeDelta) -> Self {
        let mut digest = Sha256::new();
        for part in iter::once(kind).chain(parts.iter().map(AsRef::as_ref)) {
            // The length keeps ("ab", "c") apart from ("a", "bc").
            digest.update(part.len().to_le_bytes());
            digest.update(part.as_bytes());
        }
        let hash: [u8; 32] = digest.finalize().into();
        let hash = BASE64_URL_SAFE_NO_PAD.encode(hash);
        Self {
            key: format!("{kind} {hash}"),
            keep,
        }
    }
}

impl Cache {
    pub(super) fn new(sources: &Sources) -> Self {
        Self {
            db: sources.db.clone(),
            clock: sources.clock.clone(),
            tasks: sources.tasks.clone(),
            asking: Arc::default(),
        }
    }

    /// The answer that is kept, or the one that is being asked for, or one that is asked for now.
    /// Somebody at a screen does not wait behind a call that is in no hurry.
    pub(super) async fn through<T: Serialize + DeserializeOwned + Send>(
        &self,
        question: &Question,
        urgency: Urgency,
        ask: impl Future<Output = Result<T, Why>> + Send,
    ) -> Result<T, Why> {
        let alone = self.lock(&question.key, urgency).lock_owned().await;
        match Box::pin(self.kept_or_mine(question, urgency)).await {
            Ok(Some(CachedResponse::This(answer))) => return Ok(answer),
            Ok(Some(CachedResponse::Nothing(why))) => return Err(why),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "could not read cached answers"),
        }
        let answer = ask
            .await
            .map_or_else(CachedResponse::Nothing, CachedResponse::This);
        self.keep_meanwhile(question.clone(), &answer, alone);
        match answer {
            CachedResponse::This(answer) => Ok(answer),
            CachedResponse::Nothing(why) => Err(why),
        }
    }

    /// Whoever asked has the answer at once. Those who wait for it are let go when it is kept.
    fn keep_meanwhile<T: Serialize>(
        &self,
        question: Question,
        answer: &CachedResponse<T>,
        alone: OwnedMutexGuard<()>,
    ) {
        let keep = match answer {
            CachedResponse::This(_) => Some(question.keep),
            CachedResponse::Nothing(Why::Forbidden | Why::NotFound) => {
                Some(NOTHING_KEPT.min(question.keep))
            }
            CachedResponse::Nothing(_) => None,
        };
        let text = keep.map(|_| serde_json::to_string(answer));
        let (now, real) = (self.clock.now(), self.clock.real());
        let db = self.db.clone();
        self.tasks.supervise("keeping an answer", async move {
            let kept = match (keep, text) {
                (Some(keep), Some(Ok(text))) => {
                    answers::keep(&db, &question.key, text, now + keep, (now, real)).await
                }
                _ => answers::release(&db, &question.key).await,
            };
            if let Err(error) = kept {
                tracing::warn!(%error, "could not cache an answer");
            }
            drop(alone);
        });
    }

    /// The answer if there is one; else it is for the caller to ask.
    async fn kept_or_mine<T: DeserializeOwned>(
        &self,
        question: &Question,
        urgency: Urgency,
    ) -> anyhow::Result<Option<CachedResponse<T>>> {
        let stopping = self.tasks.stopping();
        let is_pressing = urgency == Urgency::Interactive;
        loop {
            let (now, real) = (self.clock.now(), self.clock.real());
            match answers::look(&self.db, &question.key, now, real).await? {
                Kept::Answer(text) => return Ok(Some(serde_json::from_str(&text)?)),
                Kept::Asking if !is_pressing => {}
                Kept::Asking | Kept::Nothing => {
                    let asking = (real, real + ASKING);
                    if answers::claim(&self.db, &question.key, now, asking, is_pressing).await? {
                        return Ok(None);
                    }
                }
            }
            if !pause(LOOK, &stopping).await {
                return Ok(None);
            }
        }
    }

    /// Within a process one asks and the others wait, without looking at the database meanwhile.
    fn lock(&self, key: &str, urgency: Urgency) -> Arc<Lock> {
        let mut asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if asking.len() > MANY {
            asking.retain(|_, lock| lock.strong_count() > 0);
        }
        let entry = asking.entry((key.to_owned(), urgency)).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let lock = Arc::default();
            *entry = Arc::downgrade(&lock);
            lock
        })
    }
}

/// Posts may be deleted at any time, so answers do not lie about for long.
pub(super) async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    answers::forget_old(db, clock.now(), clock.real())
        .await
        .map(drop)
}
