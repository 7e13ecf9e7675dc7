//! Which sentences of a company are quoted in a reason.

use lens::closeness::CompanyText;
use lens::relevance::{CandidatePost, LeadCompany};

use crate::relevance::explained;

#[test]
fn what_a_home_page_lists_is_quoted_where_it_is_the_very_thing_and_nowhere_else() {
    let company = CompanyText {
        one_liner: "Software for climbing gyms",
        offers: &[
            "Membership management with freezes and families",
            "Point of sale for rentals, chalk and coffee",
        ],
        ..CompanyText::default()
    };
    let fit = |title| {
        let post = CandidatePost {
            title,
            ..CandidatePost::default()
        };
        explained(&LeadCompany::new(&company), post).fit
    };

    let asked = fit("Looking for membership management that can freeze a whole family");
    let other = fit("Do you charge no-shows?");

    assert_eq!(asked.as_deref(), Some(company.offers[0]));
    assert!(
        !company
            .offers
            .contains(&other.as_deref().unwrap_or_default())
    );
}
