//! The landing page.

use askama::Template;

use super::SiteFrame;
use super::examples::{self, ExamplePost};
use super::pictures::{self, Picture};
use super::plans::{BadgeMeanings, Pricing};
use platform::settings::{LlmSetting, Settings};

#[derive(Template)]
#[template(path = "site/home.html")]
pub(super) struct HomePage<'a> {
    frame: &'a SiteFrame,
    pricing: Pricing,
    badges: BadgeMeanings,
    examples: Vec<ExamplePost>,
    posts: &'static Picture,
    mentions: &'static Picture,
    alert: &'static Picture,
    phone_width: u32,
    phone_height: u32,
    /// Which language model writes, as the settings have it.
    model: &'static str,
}

impl<'a> HomePage<'a> {
    pub(super) fn of(frame: &'a SiteFrame, settings: &Settings) -> Self {
        Self {
            frame,
            pricing: Pricing::of(&settings.offer),
            badges: BadgeMeanings::of_product(),
            examples: examples::read(),
            posts: &pictures::POSTS,
            mentions: &pictures::MENTIONS,
            alert: &pictures::ALERT,
            phone_width: pictures::PHONE_WIDTH,
            phone_height: pictures::PHONE_HEIGHT,
            model: model(&settings.llm.model),
        }
    }
}

fn model(setting: &LlmSetting) -> &'static str {
    match setting {
        LlmSetting::None => {
            "No language model is connected to this server, so it writes no drafts. You get a reply kit instead: \
             the questions in the post, the facts from your website that answer them, and the community's rules."
        }
        LlmSetting::Sandbox { .. } => {
            "This server runs on sample data, and its drafts are written in advance."
        }
        LlmSetting::Live(_) => {
            "Drafts and summaries come from the language model that the operator has connected. It gets your \
             company's description and the post, never your name, your email address or your card."
        }
    }
}
