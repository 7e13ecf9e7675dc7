//! `company_pages`: what lens reads from the pages of `tests/companies`, as a founder would be shown it.
#![expect(clippy::print_stdout, reason = "a program for the shell")]

use lens::keywords::keywords;
use lens::website::{HtmlPage, facts};

fn main() {
    let rows = include_str!("../tests/cases/companies.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split(" | ").collect();
        let path = format!(
            "{}/tests/companies/{}",
            env!("CARGO_MANIFEST_DIR"),
            columns[0]
        );
        let html = std::fs::read_to_string(path).expect("the page lies beside the tests");
        let found = facts(&[HtmlPage {
            url: columns[1],
            html: &html,
        }]);
        let industry = found.industry.as_ref().map_or("none", |fact| &fact.value);
        println!("{}\n  name      {}", columns[0], found.name.value);
        println!("  one-liner {}\n  industry  {industry}", found.one_liner);
        for keyword in keywords(&found) {
            let kind = format!("{:?}", keyword.kind).to_lowercase();
            println!("  {:3} {kind:10} {}", keyword.intent_score, keyword.keyword);
        }
    }
}
