//! Password hashing with argon2id and the parameters of the OWASP cheat sheet.
//!
//! A hash takes a core for some 20 ms and 19 MiB, so as many run at once as there are cores, off the
//! threads that answer requests. The queue is bounded: beyond it the caller is told to come back.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

use anyhow::Context;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier, Version};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::Semaphore;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How many requests may wait for a core.
const MAX_WAITING: usize = 64;

/// Longer passwords are refused when chosen and never hashed in full.
pub const MAX_PASSWORD_CHARS: usize = 1000;

#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// More passwords wait to be hashed than can be in a reasonable time.
    #[error("too many passwords wait to be hashed")]
    Busy,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Hashes and verifies passwords, a bounded number at a time.
#[derive(Clone, Debug)]
pub struct PasswordHasher {
    cores: Arc<Semaphore>,
    /// One permit for each that is being hashed or waits.
    places: Arc<Semaphore>,
}

impl Default for PasswordHasher {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            places: Arc::new(Semaphore::new(cores + MAX_WAITING)),
        }
    }
}

impl PasswordHasher {
    pub async fn hash(&self, password: &str) -> Result<String, HashError> {
        let password = password.to_owned();
        self.compute(move || hash(&password)).await?
    }

    /// Whether the password is the one of this hash. With no hash the same work is done for
    /// nothing, so that the time it takes does not tell who has an account.
    pub async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool, HashError> {
        let password: String = password.chars().take(MAX_PASSWORD_CHARS + 1).collect();
        let hash = hash.map(str::to_owned);
        self.compute(move || match &hash {
            Some(hash) => verify(&password, hash),
            None => verify(&password, unmatched()?).map(|_| false),
        })
        .await?
    }

    /// Does one piece of work off the threads that answer requests. It keeps its place until it is
    /// done, also if nobody waits for it any more.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_full| HashError::Busy)?;
        let core = self.cores.clone().acquire_owned().await;
        let core = core.context("waiting for a core")?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((core, place));
            done
        });
        Ok(working.await.context("hashing a password")?)
    }
}

/// Whether the hash was made with other parameters than today's.
pub fn is_outdated(hash: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(hash) else {
        return true;
    };
    parsed.algorithm.as_str() != "argon2id"
        || parsed.version != Some(Version::V0x13.into())
        || !Params::try_from(&parsed).is_ok_and(|params| {
            (params.m_cost(), params.t_cost(), params.p_cost()) == (MEMORY_KIB, PASSES, LANES)
        })
}

fn hasher() -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|error| anyhow::anyhow!("setting up argon2: {error}"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Result<String, HashError> {
    let hashed = hasher()?.hash_password(password.as_bytes());
    let hashed = hashed.map_err(|error| anyhow::anyhow!("hashing a password: {error}"))?;
    Ok(hashed.to_string())
}

fn verify(password: &str, hash: &str) -> Result<bool, HashError> {
    let parsed =
        PasswordHash::new(hash).map_err(|error| anyhow::anyhow!("reading a hash: {error}"))?;
    // The parameters are those of the hash, not those of the hasher.
    Ok(hasher()?
        .verify_password(password.as_bytes(), &parsed)
        .is_ok())
}

/// A hash that no password belongs to.
fn unmatched() -> Result<&'static str, HashError> {
    static UNMATCHED: OnceLock<String> = OnceLock::new();
    if let Some(made) = UNMATCHED.get() {
        return Ok(made);
    }
    let made = hash(&URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>()))?;
    Ok(UNMATCHED.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_of_other_parameters_is_outdated_and_still_verified() {
        let older = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(8, 1, 1, None).unwrap(),
        );
        let older = older.hash_password(b"tea at four").unwrap().to_string();
        let newer = hash("tea at four").unwrap();

        assert!(verify("tea at four", &older).unwrap());
        assert!(!verify("tea at five", &older).unwrap());
        assert!(is_outdated(&older));
        assert!(newer.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(!is_outdated(&newer));
    }

    #[tokio::test]
    async fn a_full_queue_says_so_at_once() {
        let passwords = PasswordHasher {
            cores: Arc::new(Semaphore::new(0)),
            places: Arc::new(Semaphore::new(0)),
        };

        let refused = passwords.matches("tea at four", None).await;

        assert!(matches!(refused, Err(HashError::Busy)));
    }
}
