//! Passwords: which may be chosen, and how they are hashed.
//!
//! Argon2id with the parameters of the OWASP cheat sheet. A hash takes a core for some 20 ms and
//! 19 MiB, so as many run at once as there are cores, off the threads that answer requests. Those
//! who wait are counted too: beyond that somebody is told to come back, instead of a queue growing.

use std::collections::HashSet;
use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread::available_parallelism;

use anyhow::Context;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;

use super::refusal::Refusal;

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How many may wait for a core.
const LONGEST_QUEUE: usize = 64;

const SHORTEST: usize = 6;
const LONGEST: usize = 1000;

/// A password that somebody may choose.
#[derive(Clone)]
pub struct NewPassword(String);

impl NewPassword {
    pub fn parse(raw: &str) -> Result<Self, Refusal> {
        let length = raw.chars().count();
        if length < SHORTEST {
            return Err(Refusal::ShortPassword);
        }
        if length > LONGEST {
            return Err(Refusal::Invalid(
                "Password cannot be longer than 1000 characters",
            ));
        }
        if COMMON.contains(raw.to_lowercase().as_str()) {
            return Err(Refusal::CommonPassword);
        }
        Ok(Self(raw.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Shows nothing of it.
impl fmt::Debug for NewPassword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("NewPassword")
    }
}

/// The passwords that are guessed first, in lower case.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Where passwords are hashed.
#[derive(Clone, Debug)]
pub struct Passwords {
    cores: Arc<Semaphore>,
    /// Room for those at work and those who wait.
    room: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            room: Arc::new(Semaphore::new(cores + LONGEST_QUEUE)),
        }
    }
}

impl Passwords {
    pub(super) async fn hash(&self, password: &NewPassword) -> Result<String, Refusal> {
        let password = password.0.clone();
        self.compute(move || hash(&password)).await?
    }

    /// Whether the password is the one of this hash. With no hash the same work is done for
    /// nothing, so that the time it takes does not tell who has an account.
    pub(super) async fn matches(
        &self,
        password: &str,
        hash: Option<&str>,
    ) -> Result<bool, Refusal> {
        let password: String = password.chars().take(LONGEST + 1).collect();
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
    ) -> Result<T, Refusal> {
        let place = self.room.clone().try_acquire_owned();
        let place = place.map_err(|_full| Refusal::Busy)?;
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
pub(super) fn is_outdated(hash: &str) -> bool {
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

fn hash(password: &str) -> Result<String, Refusal> {
    let hashed = hasher()?.hash_password(password.as_bytes());
    let hashed = hashed.map_err(|error| anyhow::anyhow!("hashing a password: {error}"))?;
    Ok(hashed.to_string())
}

fn verify(password: &str, hash: &str) -> Result<bool, Refusal> {
    let parsed =
        PasswordHash::new(hash).map_err(|error| anyhow::anyhow!("reading a hash: {error}"))?;
    // The parameters are those of the hash, not those of the hasher.
    Ok(hasher()?
        .verify_password(password.as_bytes(), &parsed)
        .is_ok())
}

/// A hash that no password belongs to.
fn unmatched() -> Result<&'static str, Refusal> {
    static UNMATCHED: OnceLock<String> = OnceLock::new();
    if let Some(made) = UNMATCHED.get() {
        return Ok(made);
    }
    let made = hash(&super::secrets::new_text())?;
    Ok(UNMATCHED.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_six_to_a_thousand_characters_and_is_none_of_the_commonest() {
        let refusal = |raw: &str| {
            NewPassword::parse(raw)
                .err()
                .map(|refusal| refusal.to_string())
        };
        let short = "Password should be at least 6 characters.";
        let common =
            "Password is known to be weak and easy to guess, please choose a different one.";

        assert_eq!(refusal("a-b-c").as_deref(), Some(short));
        assert_eq!(refusal("\u{e4}\u{f6}\u{fc}\u{df}\u{20ac}x"), None);
        assert_eq!(refusal("123456").as_deref(), Some(common));
        assert_eq!(refusal("PassWord").as_deref(), Some(common));
        assert_eq!(refusal(&"\u{e4}x".repeat(500)), None);
        assert!(refusal(&"x".repeat(1001)).is_some());
    }

    #[test]
    fn the_commonest_passwords_are_listed_once_in_order_and_could_be_chosen_otherwise() {
        let lines: Vec<&str> = include_str!("common_passwords.txt").lines().collect();

        assert!(lines.is_sorted_by(|before, after| before < after));
        for line in &lines {
            assert!(line.chars().count() >= SHORTEST, "{line}");
            assert_eq!(line.to_lowercase(), **line);
        }
    }

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
        let passwords = Passwords {
            cores: Arc::new(Semaphore::new(0)),
            room: Arc::new(Semaphore::new(0)),
        };

        let refused = passwords.matches("tea at four", None).await;

        assert!(matches!(refused, Err(Refusal::Busy)));
    }
}
