//! A company that does not exist, for accounts that are to look lived in.

use uuid::Uuid;

use crate::keywords::{self, AddKeyword, Keyword};
use crate::onboarding::{self, Facts, Portrait};
use crate::platform::clock::Clock;
use crate::platform::db::Tx;
use crate::{discovery, mentions};

/// How many rows of each kind were missing and are there now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeded {
    pub companies: usize,
    pub keywords: usize,
    pub posts: usize,
    pub mentions: usize,
}

/// Fills a person with a sample company, its keywords, posts and mentions. What is there already
/// stays as it is. Open pages are told of the rest.
pub async fn seed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<Seeded> {
    let is_new = onboarding::add_if_missing(tx, clock, user_id, company()).await?;
    let mut seeded = Seeded {
        companies: usize::from(is_new),
        ..Seeded::default()
    };
    for text in KEYWORDS {
        let keyword = Keyword::parse(text).expect("the samples are keywords");
        match keywords::add(tx, clock, user_id, &keyword).await {
            Ok(()) => seeded.keywords += 1,
            Err(AddKeyword::Unforeseen(error)) => return Err(error),
            // It is there, or the plan has no room for it.
            Err(_) => {}
        }
    }
    seeded.posts = discovery::seed(tx, clock, user_id).await?;
    seeded.mentions = mentions::seed(tx, clock, user_id).await?;
    Ok(seeded)
}

fn company() -> Portrait {
    Portrait {
        company_name: "Paperlark".to_owned(),
        website_url: "https://paperlark.example/".to_owned(),
        business_type: Some("SaaS".to_owned()),
        industry: Some("Invoicing for freelancers".to_owned()),
        description: Some(DESCRIPTION.to_owned()),
        meta_description: Some(META_DESCRIPTION.to_owned()),
        facts: Facts::default(),
    }
}

const DESCRIPTION: &str = "Paperlark writes, sends and follows up invoices for freelancers and \
    small studios: deposits, recurring invoices, polite reminders and a payment link in every invoice.";

const META_DESCRIPTION: &str =
    "Invoices that get paid. Paperlark sends the reminders you would rather not write.";

const KEYWORDS: [&str; 8] = [
    "invoicing software",
    "late payments",
    "unpaid invoice",
    "recurring invoices",
    "payment reminders",
    "deposit invoice",
    "invoice template",
    "get paid faster",
];
