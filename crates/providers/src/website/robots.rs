//! Respects `robots.txt` at every hop.

use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use texting_robots::Robot;
use tokio::sync::Mutex;
use url::{Position, Url};

use super::{WebsiteError, bot_challenge};
use crate::guard::{AllowAll, FetchError, FetchPermission, FetchRequest, GuardedFetcher};

/// The rules of every host in a visit, each fetched once.
pub(super) struct Robots<'a> {
    fetcher: &'a GuardedFetcher,
    /// Our name in the rules.
    agent: &'a str,
    known: Mutex<HashMap<String, RobotsRules>>,
}

/// How much of a `robots.txt` is read; RFC 9309 asks for 500 KiB at least.
const READ: usize = 512 * 1024;
/// Rules that end in `$` cost the library a compiled expression each. No honest file has so many;
/// one that does counts as forbidding everything, since it cannot be followed exactly.
const COSTLY_RULES: usize = 500;
/// The longest crawl delay that we respect.
const LONGEST_DELAY: Duration = Duration::from_secs(2);

enum RobotsRules {
    Robot(Robot),
    /// The host has no rules.
    None,
    /// Too many rules to follow.
    Unreadable,
    /// The server failed, so its rules are unknown and nothing is fetched.
    Down(u16),
    /// The server shows its rules to people only.
    Challenged,
}

impl<'a> Robots<'a> {
    pub(super) fn new(fetcher: &'a GuardedFetcher, agent: &'a str) -> Self {
        Self {
            fetcher,
            agent,
            known: Mutex::default(),
        }
    }

    /// The crawl delay of the host of `url`, if it has one.
    pub(super) async fn delay(&self, url: &Url) -> Option<Duration> {
        let known = self.known.lock().await;
        let RobotsRules::Robot(Robot { delay, .. }) = known.get(origin(url))? else {
            return None;
        };
        let seconds = delay.filter(|seconds| *seconds > 0.0)?;
        let asked = Duration::try_from_secs_f32(seconds).unwrap_or(LONGEST_DELAY);
        Some(asked.min(LONGEST_DELAY))
    }

    /// The sitemaps that the host of `url` names.
    pub(super) async fn sitemaps(&self, url: &Url) -> Vec<Url> {
        let known = self.known.lock().await;
        match known.get(origin(url)) {
            Some(RobotsRules::Robot(robot)) => {
                let named = robot.sitemaps.iter();
                named.filter_map(|address| url.join(address).ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Why the rules of some host could not be fetched, if that is so.
    pub(super) async fn failure(&self) -> Option<WebsiteError> {
        let known = self.known.lock().await;
        known.values().find_map(|rules| match rules {
            RobotsRules::Down(status) => Some(WebsiteError::NoPage { status: *status }),
            RobotsRules::Challenged => Some(WebsiteError::Challenged),
            _ => None,
        })
    }

    async fn fetch(&self, url: &Url) -> Result<RobotsRules, FetchError> {
        let address = format!("{}/robots.txt", origin(url));
        let request = FetchRequest::first_bytes(READ);
        let page = match self.fetcher.fetch_with(&address, &request, &AllowAll).await {
            Ok(page) => page,
            // The response is not text: there are no rules.
            Err(FetchError::WrongType | FetchError::TooLarge) => return Ok(RobotsRules::None),
            Err(failure) => return Err(failure),
        };
        let is_challenge = || {
            let text = String::from_utf8_lossy(&page.bytes);
            bot_challenge::is_challenge(&page.url, false, &text)
        };
        Ok(match page.status {
            200..=299 => read(self.agent, &page.bytes),
            429 | 500.. if is_challenge() => RobotsRules::Challenged,
            429 | 500.. => RobotsRules::Down(page.status),
            _ => RobotsRules::None,
        })
    }
}

#[async_trait]
impl FetchPermission for Robots<'_> {
    async fn check(&self, url: &Url) -> Result<(), FetchError> {
        // Locked during the fetch, so that concurrent pages fetch the rules once.
        let mut known = self.known.lock().await;
        if !known.contains_key(origin(url)) {
            let rules = self.fetch(url).await?;
            known.insert(origin(url).to_owned(), rules);
        }
        let is_allowed = match known.get(origin(url)) {
            Some(RobotsRules::Robot(robot)) => robot.allowed(url.as_str()),
            Some(RobotsRules::None) => true,
            _ => false,
        };
        is_allowed.then_some(()).ok_or(FetchError::Forbidden)
    }
}

fn origin(url: &Url) -> &str {
    &url[..Position::BeforePath]
}

fn read(agent: &str, bytes: &[u8]) -> RobotsRules {
    let is_costly = |line: &&[u8]| line.contains(&b'$');
    let costly = bytes.split(|byte| *byte == b'\n').filter(is_costly).count();
    if costly > COSTLY_RULES {
        return RobotsRules::Unreadable;
    }
    Robot::new(agent, bytes).map_or(RobotsRules::Unreadable, RobotsRules::Robot)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn rules_for_us_win_over_rules_for_all() {
        let text =
            b"User-agent: *\nDisallow: /\n\nUser-agent: earshot\nDisallow: /admin$\nAllow: /\n";

        let RobotsRules::Robot(robot) = read("Earshot", text) else {
            panic!("these are rules");
        };

        assert!(robot.allowed("https://a.example/"));
        assert!(robot.allowed("https://a.example/administration"));
        assert!(!robot.allowed("https://a.example/admin"));
    }

    #[test]
    fn hostile_rules_are_parsed_in_time() {
        let wild = format!(
            "User-agent: *\n{}",
            "Disallow: /*a*b*c*d*e\n".repeat(23_000)
        );
        let costly = format!("User-agent: *\n{}", "Disallow: /*a*b*c$\n".repeat(27_000));
        let before = Instant::now();

        let RobotsRules::Robot(robot) = read("Earshot", wild.as_bytes()) else {
            panic!("these are rules");
        };
        assert!(robot.allowed("https://a.example/about"));
        assert!(matches!(
            read("Earshot", costly.as_bytes()),
            RobotsRules::Unreadable
        ));

        assert!(before.elapsed() < Duration::from_secs(5));
    }
}
