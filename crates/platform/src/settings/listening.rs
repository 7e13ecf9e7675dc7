//! Where posts and ranks come from.

use std::str::FromStr;

use providers::rank::{Country, RankProvider, RankSettings};
use providers::reddit::RedditSettings;

use super::catalogue;
use super::source::Reader;
use super::{Secret, Setting};

/// The operator's choice of where to listen.
#[derive(Clone, Debug)]
pub struct ListeningSettings {
    pub reddit: RedditSetting,
    pub hacker_news: OpenSourceSetting,
    pub bluesky: OpenSourceSetting,
    pub rank: RankSetting,
    /// Whose Google results count.
    pub country: Country,
    /// Kept apart, for the gate that hides secrets in the log.
    pub(super) secrets: Vec<Secret>,
}

/// Who knows what is on Reddit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RedditSetting {
    /// The embedded stand-in.
    Sandbox,
    Live(Box<RedditSettings>),
    /// Nobody: other sources are live and Reddit is not connected.
    None,
}

/// A source that needs no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenSourceSetting {
    Off,
    /// The embedded stand-in.
    Sandbox,
    Live,
}

impl OpenSourceSetting {
    pub(super) fn is_sandbox(self) -> bool {
        self == OpenSourceSetting::Sandbox
    }
}

impl FromStr for OpenSourceSetting {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "off" => Ok(Self::Off),
            "sandbox" => Ok(Self::Sandbox),
            "live" => Ok(Self::Live),
            _ => Err(()),
        }
    }
}

/// Who tells ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankSetting {
    /// Nobody: the product does without.
    None,
    /// The embedded stand-in.
    Sandbox,
    Live(RankSettings),
}

impl ListeningSettings {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let secrets = [catalogue::REDDIT_CLIENT_SECRET, catalogue::RANK_KEY];
        let secrets = secrets
            .into_iter()
            .filter_map(|setting| reader.text(setting));
        let secrets = secrets.map(Secret).collect();
        let hacker_news = open_source(reader, catalogue::HN);
        let bluesky = open_source(reader, catalogue::BLUESKY);
        let is_any_live = [hacker_news, bluesky].contains(&OpenSourceSetting::Live);
        Self {
            secrets,
            reddit: reddit(reader, is_any_live),
            hacker_news,
            bluesky,
            rank: rank(reader),
            country: reader
                .parse(catalogue::RANK_COUNTRY, "a country, such as us")
                .unwrap_or_default(),
        }
    }

    pub fn is_reddit_sandbox(&self) -> bool {
        self.reddit == RedditSetting::Sandbox
    }

    pub fn is_rank_sandbox(&self) -> bool {
        self.rank == RankSetting::Sandbox
    }

    /// Whether anybody outside is asked.
    pub fn is_to_the_world(&self) -> bool {
        let is_rank_real = matches!(self.rank, RankSetting::Live(_));
        is_rank_real || self.is_any_source_live()
    }

    fn is_any_source_live(&self) -> bool {
        let is_reddit_live = matches!(self.reddit, RedditSetting::Live(_));
        is_reddit_live || [self.hacker_news, self.bluesky].contains(&OpenSourceSetting::Live)
    }

    /// Sample and real posts are never in one list.
    pub(super) fn demand_one_kind(&self, reader: &mut Reader) {
        let open = [
            (catalogue::HN, self.hacker_news),
            (catalogue::BLUESKY, self.bluesky),
        ];
        for (setting, chosen) in open {
            if chosen.is_sandbox() && self.is_any_source_live() {
                let problem = "samples and real posts cannot be in one list: choose live or off";
                reader.problem(setting, problem);
            }
        }
    }

    pub(super) fn demand_real(&self, reader: &mut Reader) {
        if self.is_reddit_sandbox() {
            reader.demand(catalogue::REDDIT_CLIENT_ID, "a Reddit app");
        }
        let open = [
            (catalogue::HN, self.hacker_news),
            (catalogue::BLUESKY, self.bluesky),
        ];
        for (setting, chosen) in open {
            if chosen.is_sandbox() {
                reader.demand(setting, "live or off");
            }
        }
        if self.is_rank_sandbox() {
            reader.demand(catalogue::RANK_PROVIDER, "a real rank provider or none");
        }
    }
}

fn open_source(reader: &mut Reader, setting: Setting) -> OpenSourceSetting {
    let chosen = reader.parse(setting, "off, live or sandbox");
    chosen.unwrap_or(OpenSourceSetting::Off)
}

/// Without an app there are samples, unless real posts come from elsewhere.
fn reddit(reader: &mut Reader, is_any_live: bool) -> RedditSetting {
    let text = |setting| reader.text(setting).unwrap_or_default();
    let (id, secret) = (
        text(catalogue::REDDIT_CLIENT_ID),
        text(catalogue::REDDIT_CLIENT_SECRET),
    );
    if id.is_empty() && secret.is_empty() {
        return if is_any_live {
            RedditSetting::None
        } else {
            RedditSetting::Sandbox
        };
    }
    let (www, oauth) = (
        text(catalogue::REDDIT_WWW_URL),
        text(catalogue::REDDIT_OAUTH_URL),
    );
    let settings = RedditSettings::new(&id, &secret, &text(catalogue::REDDIT_USER_AGENT));
    match settings.and_then(|settings| settings.at(&www, &oauth)) {
        Ok(settings) => RedditSetting::Live(Box::new(settings)),
        Err(error) => {
            reader.problem(catalogue::REDDIT_CLIENT_ID, &error.to_string());
            RedditSetting::Sandbox
        }
    }
}

#[derive(Clone, Copy)]
enum RankProviderName {
    Auto,
    None,
    Sandbox,
    Real(RankProvider),
}

impl FromStr for RankProviderName {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "auto" => Self::Auto,
            "none" => Self::None,
            "sandbox" => Self::Sandbox,
            "serper" => Self::Real(RankProvider::Serper),
            "dataforseo" => Self::Real(RankProvider::DataForSeo),
            "searxng" => Self::Real(RankProvider::SearxNg),
            _ => return Err(()),
        })
    }
}

fn rank(reader: &mut Reader) -> RankSetting {
    let expected = "auto, serper, dataforseo, searxng, sandbox or none";
    let provider = reader.parse(catalogue::RANK_PROVIDER, expected);
    let (url, key) = (
        reader.text(catalogue::RANK_URL),
        reader.text(catalogue::RANK_KEY),
    );
    let provider = provider.unwrap_or(RankProviderName::None);
    if !matches!(provider, RankProviderName::Real(_)) && (url.is_some() || key.is_some()) {
        reader.problem(
            catalogue::RANK_PROVIDER,
            "there are settings for a rank provider, but this does not say which one",
        );
    }
    match provider {
        RankProviderName::Auto if !reader.may_use_sandboxes() => RankSetting::None,
        RankProviderName::None => RankSetting::None,
        RankProviderName::Auto | RankProviderName::Sandbox => RankSetting::Sandbox,
        RankProviderName::Real(provider) => {
            match RankSettings::new(provider, url.as_deref(), key.as_deref()) {
                Ok(settings) => RankSetting::Live(settings),
                Err(error) => {
                    reader.problem(catalogue::RANK_PROVIDER, &error.to_string());
                    RankSetting::None
                }
            }
        }
    }
}
