//! What a site asks of automatic readers, and keeping to it at every hop.

use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use texting_robots::Robot;
use tokio::sync::Mutex;
use url::{Position, Url};

use crate::guard::{Anywhere, FetchFailed, GuardedFetcher, Permission, Wish};

/// The rules of every host that a read has come across, each asked for once.
pub(super) struct Robots<'a> {
    fetcher: &'a GuardedFetcher,
    /// Our name, as rules call us.
    agent: &'a str,
    known: Mutex<HashMap<String, Rules>>,
}

/// How much of a `robots.txt` is read; RFC 9309 asks for 500 KiB at least.
const READ: usize = 512 * 1024;
/// Rules that end in `$` cost the library a compiled expression each. No honest file has so many;
/// one that does is taken as a no, since it cannot be followed to the letter.
const COSTLY_RULES: usize = 500;
/// The longest pause between two pages that we keep on request.
const LONGEST_DELAY: Duration = Duration::from_secs(2);

enum Rules {
    Robot(Robot),
    /// There are none.
    None,
    /// More than can be followed.
    Unreadable,
    /// The site is in trouble: nobody knows what it would have said, so nothing is fetched.
    Down(u16),
}

impl<'a> Robots<'a> {
    pub(super) fn new(fetcher: &'a GuardedFetcher, agent: &'a str) -> Self {
        Self {
            fetcher,
            agent,
            known: Mutex::default(),
        }
    }

    /// The pause between two pages of the host of `url`, if it asks for one.
    pub(super) async fn delay(&self, url: &Url) -> Option<Duration> {
        let known = self.known.lock().await;
        let Rules::Robot(Robot { delay, .. }) = known.get(origin(url))? else {
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
            Some(Rules::Robot(robot)) => {
                let named = robot.sitemaps.iter();
                named.filter_map(|address| url.join(address).ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The status with which some host's rules failed, if any did.
    pub(super) async fn trouble(&self) -> Option<u16> {
        let known = self.known.lock().await;
        known.values().find_map(|rules| match rules {
            Rules::Down(status) => Some(*status),
            _ => None,
        })
    }

    async fn fetch(&self, url: &Url) -> Result<Rules, FetchFailed> {
        let address = format!("{}/robots.txt", origin(url));
        let wish = Wish::start_of_anything(READ);
        let page = match self.fetcher.fetch_wish(&address, &wish, &Anywhere).await {
            Ok(page) => page,
            // It answered, with something that is no text: there are no rules.
            Err(FetchFailed::WrongType | FetchFailed::TooLarge) => return Ok(Rules::None),
            Err(failure) => return Err(failure),
        };
        Ok(match page.status {
            200..=299 => read(self.agent, &page.bytes),
            429 | 500.. => Rules::Down(page.status),
            _ => Rules::None,
        })
    }
}

#[async_trait]
impl Permission for Robots<'_> {
    async fn asks(&self, url: &Url) -> Result<(), FetchFailed> {
        // Held while asking, so that pages read side by side ask once.
        let mut known = self.known.lock().await;
        if !known.contains_key(origin(url)) {
            let rules = self.fetch(url).await?;
            known.insert(origin(url).to_owned(), rules);
        }
        let is_allowed = match known.get(origin(url)) {
            Some(Rules::Robot(robot)) => robot.allowed(url.as_str()),
            Some(Rules::None) => true,
            _ => false,
        };
        is_allowed.then_some(()).ok_or(FetchFailed::Forbidden)
    }
}

fn origin(url: &Url) -> &str {
    &url[..Position::BeforePath]
}

fn read(agent: &str, bytes: &[u8]) -> Rules {
    let is_costly = |line: &&[u8]| line.contains(&b'$');
    let costly = bytes.split(|byte| *byte == b'\n').filter(is_costly).count();
    if costly > COSTLY_RULES {
        return Rules::Unreadable;
    }
    Robot::new(agent, bytes).map_or(Rules::Unreadable, Rules::Robot)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn rules_for_us_win_over_rules_for_all() {
        let text =
            b"User-agent: *\nDisallow: /\n\nUser-agent: earshot\nDisallow: /admin$\nAllow: /\n";

        let Rules::Robot(robot) = read("Earshot", text) else {
            panic!("these are rules");
        };

        assert!(robot.allowed("https://a.example/"));
        assert!(robot.allowed("https://a.example/administration"));
        assert!(!robot.allowed("https://a.example/admin"));
    }

    #[test]
    fn rules_made_to_hurt_are_read_in_time() {
        let wild = format!(
            "User-agent: *\n{}",
            "Disallow: /*a*b*c*d*e\n".repeat(23_000)
        );
        let costly = format!("User-agent: *\n{}", "Disallow: /*a*b*c$\n".repeat(27_000));
        let before = Instant::now();

        let Rules::Robot(robot) = read("Earshot", wild.as_bytes()) else {
            panic!("these are rules");
        };
        assert!(robot.allowed("https://a.example/about"));
        assert!(matches!(
            read("Earshot", costly.as_bytes()),
            Rules::Unreadable
        ));

        assert!(before.elapsed() < Duration::from_secs(5));
    }
}
