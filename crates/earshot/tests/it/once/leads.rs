//! How many of the leads there are a first search finds, and how much of what it shows is a lead.
//!
//! The sample posts carry marks that the product never sees. Two companies with their websites and
//! posts are in `tests/samples` alone; nothing was tuned on them.

use std::fmt;
use std::path::PathBuf;

use sandboxes::reddit::{SampleFile, SamplePost, sample_posts};
use serde_json::Value;

use super::quality::founder_of;
use crate::kit::{ALL_JUDGED, Person, SampleProviders, TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn most_leads_of_the_sample_companies_are_found_and_little_else_is_shown() {
    let mut all = Vec::new();
    for company in ["paperlark", "cragdesk", "millstead"] {
        let app = TestApp::start_with(&[ALL_JUDGED]).await;
        let nora = founder_of(&app, &format!("{company}.example")).await;

        all.push(Figures::of(&app, &nora, (company, &[])).await);
    }

    Figures::hold(&all, (72, 65));
}

#[tokio::test(flavor = "multi_thread")]
async fn leads_of_companies_that_nobody_tuned_for_are_found_as_well() {
    let mut all = Vec::new();
    for company in ["lanternpost", "duskfold"] {
        let samples = files_of(company, "reddit");
        let providers = SampleProviders::open(samples.clone(), files_of(company, "site")).await;
        let settings = [providers.settings().as_slice(), &[ALL_JUDGED]].concat();
        let app = TestApp::start_with(&settings).await;
        let nora = founder_of(&app, &providers.site).await;

        let figures = Figures::of(&app, &nora, (company, &samples)).await;
        all.push(figures.without_titles());
    }

    Figures::hold(&all, (68, 65));
}

/// What a founder's first list is worth.
#[derive(Debug, Default)]
struct Figures {
    company: String,
    /// The leads that are on Reddit, and those of them that are shown.
    leads: usize,
    found: usize,
    /// What is shown, without posts that name the brand, and what of it is a lead or unrelated.
    shown: usize,
    shown_leads: usize,
    irrelevant: usize,
    missed_titles: Vec<String>,
    irrelevant_titles: Vec<String>,
}

impl Figures {
    async fn of(app: &TestApp, nora: &Person, (company, further): (&str, &[SampleFile])) -> Self {
        let reply = nora.discovers(app).await;
        assert_eq!(reply.status, 200, "{company}: {}", reply.body);
        let rows = nora.all_posts().await;
        let samples = sample_posts(further);
        let mut figures = Self {
            company: company.to_owned(),
            ..Self::default()
        };
        figures.count_leads(&samples, &rows);
        let rows = rows.iter().filter(|row| row["names_brand"] != true);
        rows.for_each(|row| figures.count_shown(&samples, row));
        figures
    }

    fn count_leads(&mut self, samples: &[SamplePost], rows: &[Value]) {
        let is_reachable = |post: &&SamplePost| !post.is_future;
        for post in samples.iter().filter(is_reachable) {
            if !post.lead_for.contains(&self.company) {
                continue;
            }
            self.leads += 1;
            if rows.iter().any(|row| is_row_of(row, post)) {
                self.found += 1;
            } else {
                self.missed_titles.push(post.title.clone());
            }
        }
    }

    fn count_shown(&mut self, samples: &[SamplePost], row: &Value) {
        let post = samples.iter().find(|post| is_thread_of(row, post));
        let post = post.expect("every row is a sample post");
        self.shown += 1;
        if is_lead(row, post, &self.company) {
            self.shown_leads += 1;
        } else if !post.near_for.contains(&self.company) && !post.lead_for.contains(&self.company) {
            self.irrelevant += 1;
            self.irrelevant_titles.push(post.title.clone());
        }
    }

    /// Titles of posts that nobody tuned for stay unread, also when the test fails.
    fn without_titles(self) -> Self {
        Self {
            missed_titles: Vec::new(),
            irrelevant_titles: Vec::new(),
            ..self
        }
    }

    /// What holds for every company, and for all of them together. The aim is 85% found, 70% leads and
    /// 10% irrelevant for each.
    fn hold(all: &[Self], (found, shown_leads): (usize, usize)) {
        let is_good = |figures: &Self| {
            figures.found * 100 >= figures.leads * 55
                && figures.shown_leads * 100 >= figures.shown * 60
                && figures.irrelevant * 100 <= figures.shown * 15
        };
        let said: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert!(all.iter().all(is_good), "{}", said.join("\n"));
        let sum = |part: fn(&Self) -> usize| all.iter().map(part).sum::<usize>();
        let is_found = sum(|it| it.found) * 100 >= sum(|it| it.leads) * found;
        let is_lead = sum(|it| it.shown_leads) * 100 >= sum(|it| it.shown) * shown_leads;
        assert!(is_found && is_lead, "{}", said.join("\n"));
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} of {} leads found; of {} shown {} are leads, {} irrelevant\nmissed {:#?}\nirrelevant {:#?}",
            self.company,
            self.found,
            self.leads,
            self.shown,
            self.shown_leads,
            self.irrelevant,
            self.missed_titles,
            self.irrelevant_titles,
        )
    }
}

fn is_thread_of(row: &Value, post: &SamplePost) -> bool {
    row["title"] == post.title && row["subreddit"] == post.subreddit
}

fn is_row_of(row: &Value, post: &SamplePost) -> bool {
    row["kind"] != "comment" && is_thread_of(row, post)
}

fn is_lead(row: &Value, post: &SamplePost, company: &str) -> bool {
    if row["kind"] == "comment" {
        let author = row["author"].as_str().unwrap_or_default();
        let is_marked = |(of, by): &(String, String)| of == company && by == author;
        return post.comment_leads.iter().any(is_marked);
    }
    post.lead_for.iter().any(|of| of == company)
}

/// The files of a company that only tests know, by name.
fn files_of(company: &str, part: &str) -> Vec<SampleFile> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("tests/samples").join(company).join(part);
    let mut files: Vec<SampleFile> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}
