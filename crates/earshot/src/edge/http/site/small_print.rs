//! Terms, privacy, contact and changelog: prose with what the settings fill in.

use askama::Template;

use super::markdown::{self, MarkdownPage};
use super::{CachedPage, SiteFrame, plans};
use platform::settings::{Operator, Settings};

const TERMS: &str = include_str!("../../../../templates/site/terms.md");
const PRIVACY: &str = include_str!("../../../../templates/site/privacy.md");
const CONTACT: &str = include_str!("../../../../templates/site/contact.md");
const CHANGELOG: &str = include_str!("../../../../templates/site/changelog.md");

/// A title and prose.
#[derive(Template)]
#[template(path = "site/small_print.html")]
struct TextPage<'a> {
    frame: &'a SiteFrame,
    page: MarkdownPage,
}

impl TextPage<'_> {
    fn title(&self) -> &str {
        self.page.title.as_deref().unwrap_or("Earshot")
    }
}

/// The text pages by the last part of their address. The operator's own texts come first.
pub(super) fn pages(frame: &SiteFrame, settings: &Settings) -> [(&'static str, CachedPage); 4] {
    let own = &settings.site_texts;
    let text = |own: &Option<String>, ours: &str| own.clone().unwrap_or_else(|| ours.to_owned());
    let page = |name: &str, about: &str, text: &str| {
        CachedPage::of(&TextPage {
            frame: &frame.named(name).described(about),
            page: markdown::render(&filled_in(text, settings)),
        })
    };
    [
        (
            "terms",
            page(
                "terms",
                "What Earshot does, what it costs, how to cancel, and what you can expect of each other.",
                &text(&own.terms, TERMS),
            ),
        ),
        (
            "privacy",
            page(
                "privacy",
                "What Earshot stores about you, who receives it, for how long, and what you can ask for.",
                &text(&own.privacy, PRIVACY),
            ),
        ),
        (
            "contact",
            page(
                "contact",
                "Who runs this server and how to reach them.",
                &text(&own.contact, CONTACT),
            ),
        ),
        (
            "changelog",
            page("changelog", "What is new in Earshot.", CHANGELOG),
        ),
    ]
}

/// What the texts may leave for the settings to fill in.
fn filled_in(text: &str, settings: &Settings) -> String {
    let measuring = match &settings.analytics {
        None => "This server measures nothing: no analytics are set up on it.".to_owned(),
        Some(analytics) => format!(
            "If you agree, and only then, the web app sends what you click and which pages you open to PostHog at {}, \
             together with your user id, your email address and the day you signed up. Your password, the texts on \
             your screen and what follows the ? in an address are left out. You can take your agreement back.",
            analytics.origin()
        ),
    };
    let offer = &settings.offer;
    let operator = &settings.operator;
    text.replace("{support_email}", &settings.support_email)
        .replace("{prices}", &plans::prices(offer))
        .replace("{trial_days}", &offer.trial_days.to_string())
        .replace("{measuring}", &measuring)
        .replace("{operator}", name(operator))
        .replace("{operator_and_address}", &name_and_address(operator))
        .replace("{operator_lines}", &operator_lines(operator))
        .replace("{law}", &law(operator))
}

/// As a sentence goes on with it.
fn name(operator: &Operator) -> &str {
    operator
        .name
        .as_deref()
        .unwrap_or("the operator of this server")
}

fn name_and_address(operator: &Operator) -> String {
    match &operator.address {
        Some(address) => format!("{}, {address}", name(operator)),
        None => name(operator).to_owned(),
    }
}

fn operator_lines(operator: &Operator) -> String {
    match (&operator.name, &operator.address) {
        (None, None) => {
            "The operator of this server has not published a name and a postal address here."
                .to_owned()
        }
        (Some(name), None) => format!("{name}. No postal address is published here."),
        (None, Some(address)) => format!("The operator of this server, {address}"),
        (Some(name), Some(address)) => format!("{name}, {address}"),
    }
}

fn law(operator: &Operator) -> String {
    let place = match &operator.country {
        Some(country) => country.clone(),
        None => "the country where the operator of this server is based".to_owned(),
    };
    format!(
        "The law of {place} applies. If you buy as a consumer, you keep the rights that the law of your own country gives you."
    )
}
