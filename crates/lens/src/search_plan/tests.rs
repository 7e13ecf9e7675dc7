use super::*;

fn paperlark(keywords: &[String]) -> Vec<PlannedSearch> {
    search_plan(&PlanSource {
        name: "Paperlark",
        one_liner: "Invoicing software for freelancers and small studios",
        description: "Write an invoice in a minute, let clients pay it by card or bank transfer, \
                          and leave late payments to reminders. Stop chasing unpaid invoices.",
        audience: Some("freelancers"),
        competitors: &["FreshBooks".to_owned(), "Wave".to_owned()],
        keywords,
        ..PlanSource::default()
    })
}

fn cragdesk() -> Vec<PlannedSearch> {
    search_plan(&PlanSource {
        name: "Cragdesk",
        one_liner: "The front desk software for climbing gyms",
        description: "Cragdesk handles bookings, memberships, digital waivers, belay checks and \
                          day passes for climbing and bouldering gyms.",
        audience: Some("climbing gyms"),
        competitors: &["Mindbody".to_owned(), "Rock Gym Pro".to_owned()],
        ..PlanSource::default()
    })
}

fn millstead() -> Vec<PlannedSearch> {
    search_plan(&PlanSource {
        name: "Millstead",
        one_liner: "Organic stoneground flour, live sourdough starters and proofing baskets",
        description: "Millstead is a working watermill in Stroud. We grind organic wheat, rye, \
                          spelt and emmer and send it to home bakers and microbakeries.",
        audience: Some("home bakers"),
        ..PlanSource::default()
    })
}

fn phrases(plan: &[PlannedSearch]) -> Vec<&str> {
    plan.iter().map(|search| search.phrase.as_str()).collect()
}

#[test]
fn a_plan_has_the_keywords_first_and_searches_of_every_origin() {
    let keywords = ["late payments".to_owned(), "invoicing app".to_owned()];

    let plan = paperlark(&keywords);

    let all = phrases(&plan);
    assert_eq!(all[..2], ["late payments", "invoicing app"]);
    assert!((15..60).contains(&plan.len()), "{all:#?}");
    assert!(all.contains(&"FreshBooks alternative"), "{all:#?}");
    assert!(
        all.iter()
            .any(|it| it.starts_with("which invoicing software")),
        "{all:#?}"
    );
    let first = &plan[..PLAN_SIZE.min(plan.len())];
    for origin in [
        SearchOrigin::Keyword,
        SearchOrigin::Problem,
        SearchOrigin::Competitor,
        SearchOrigin::Asking,
    ] {
        assert!(
            first.iter().any(|it| it.origin == origin),
            "{origin:?}: {all:#?}"
        );
    }
}

#[test]
fn every_sample_company_has_a_full_plan_without_its_own_name() {
    for (name, plan) in [
        ("paperlark", paperlark(&[])),
        ("cragdesk", cragdesk()),
        ("millstead", millstead()),
    ] {
        let all = phrases(&plan);
        assert!(plan.len() >= 15, "{name}: {all:#?}");
        assert!(
            !all.iter().any(|it| it.to_lowercase().contains(name)),
            "{all:#?}"
        );
        assert!(
            plan.iter().any(|search| search.is_in_communities),
            "{all:#?}"
        );
    }
}

#[test]
fn the_subject_of_the_category_is_searched_for_in_communities_alone() {
    let plan = paperlark(&[]);

    let subject = plan.iter().find(|search| search.is_in_communities).unwrap();

    assert_eq!(subject.phrase, "invoice, in your communities");
}

#[test]
fn singular_and_plural_are_one_search() {
    let one = either_number("late payment");

    assert_eq!(one, "(late payment) OR (late payments)");
    assert_eq!(either_number("flour"), "flour OR flours");
    assert_eq!(either_number("bakeries"), "bakeries OR bakery");
    assert_eq!(either_number("invoicing software"), "invoicing software");
    assert_eq!(
        either_number("subreddit:tea invoice"),
        "subreddit:tea invoice"
    );
    let both = ["late payments".to_owned(), "late payment".to_owned()];
    let plan = paperlark(&both);
    assert_eq!(
        plan.iter()
            .filter(|it| it.origin == SearchOrigin::Keyword)
            .count(),
        1
    );
}

#[test]
fn nothing_known_is_nothing_planned() {
    assert_eq!(search_plan(&PlanSource::default()), []);
}
