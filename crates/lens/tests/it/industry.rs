use crate::cases;
use lens::industry::industry;
use proptest::prelude::*;

#[test]
fn companies_are_in_the_industry_a_reader_would_put_them_in() {
    cases::check(include_str!("../cases/industry.txt"), 25, |case| {
        industry(&case.text).map_or("none".to_owned(), |found| {
            format!("{} / {}", found.group, found.name)
        })
    });
}

#[test]
fn what_decided_is_what_the_company_offers() {
    let text = "A family dental practice in Leeds. We look after teeth and toothache.";

    let found = industry(text).expect("the words are plain");

    assert_eq!((found.name, found.category), ("Dentistry", "dentist"));
}

#[test]
fn a_megabyte_is_judged_in_linear_time() {
    cases::is_linear(|text| {
        let _ = industry(text);
    });
}

proptest! {
    #![proptest_config(cases::few())]

    #[test]
    fn any_text_is_judged_the_same_twice(text in any::<String>()) {
        prop_assert_eq!(industry(&text), industry(&text));
    }
}
