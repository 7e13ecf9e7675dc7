//! Tokens whose signature was found right, so that each is checked once and not with every request:
//! that takes longer than reading a page of a list. A right signature stays right; whether the token
//! has expired, and whether its session lives, is asked each time.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::access_tokens::VerifiedToken;

/// Some tokens of each of thousands of people; one entry takes about 100 bytes.
const MOST: usize = 20_000;

/// Known by their hash: a token itself is nowhere kept.
#[derive(Default)]
pub(crate) struct VerifiedTokens {
    known: Mutex<HashMap<[u8; 32], VerifiedToken>>,
}

impl VerifiedTokens {
    /// What the token proves, from an earlier time or from `verify`; what is refused is not kept.
    pub(crate) fn get_or_verify<E>(
        &self,
        token: &str,
        verify: impl FnOnce() -> Result<VerifiedToken, E>,
    ) -> Result<VerifiedToken, E> {
        let hash: [u8; 32] = Sha256::digest(token).into();
        if let Some(verified) = self.known().get(&hash) {
            return Ok(verified.clone());
        }
        let verified = verify()?;
        let mut known = self.known();
        if known.len() >= MOST {
            // Those in use are back with their next request.
            known.clear();
        }
        known.insert(hash, verified.clone());
        Ok(verified)
    }

    /// What a thread left behind that died is whole: each change is one insertion.
    fn known(&self) -> MutexGuard<'_, HashMap<[u8; 32], VerifiedToken>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows nothing of the tokens.
impl fmt::Debug for VerifiedTokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("VerifiedTokens")
            .finish_non_exhaustive()
    }
}
