//! The sample posts, and what became of some of them. Nobody in them exists.

pub(super) struct SampleEvent {
    /// Before the anchor.
    pub(super) minutes_before: u64,
    pub(super) author: &'static str,
    pub(super) step: SampleStep,
}

/// The last post is the one before this step that still stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum SampleStep {
    Post(&'static str),
    /// A post, and its link.
    LinkPost(&'static str, &'static str),
    ReplyToLast(&'static str),
    LikeOfLast,
    DeletionOfLast,
    AccountEnd,
}

/// The account of a sample author. Names have only letters and digits from 2 to 7, at most 17.
pub(super) fn did_of(author: &str) -> String {
    format!("did:plc:sandbox{author:2<17}")
}

/// In their order.
pub(super) static SAMPLES: [SampleEvent; 21] = [
    sample(
        2860,
        "mirelle",
        SampleStep::Post(
            "First frost on the allotment this morning. The kale looks delighted, I do not.",
        ),
    ),
    sample(
        2710,
        "tobycodes",
        SampleStep::Post("hot take: the best debugger is a walk around the block"),
    ),
    sample(
        2705,
        "mirelle",
        SampleStep::ReplyToLast("The second best is explaining it to the dog on that walk."),
    ),
    sample(
        2500,
        "harriquill",
        SampleStep::Post(
            "Third week of asking a client to pay an invoice they approved in September. Freelancers, what do you use to send reminders so that I don't have to be the bad guy every single time?",
        ),
    ),
    sample(
        2470,
        "studionine",
        SampleStep::ReplyToLast(
            "Paperlark does it for me. Polite at first, then a bit less polite. Got two late ones paid last month without writing a word.",
        ),
    ),
    sample(2465, "tobycodes", SampleStep::LikeOfLast),
    sample(
        2120,
        "lenasketches",
        SampleStep::LinkPost(
            "New print in the shop! Two foxes, one umbrella. https://lenasketches.example/foxes",
            "https://lenasketches.example/foxes",
        ),
    ),
    sample(
        1990,
        "bramvd",
        SampleStep::Post(
            "Train is late. Train is always late. I have made my peace with the train.",
        ),
    ),
    sample(
        1800,
        "peakhouse",
        SampleStep::Post(
            "Running a climbing gym is 10% climbing and 90% fixing double bookings. Tonight's kids course was sold twice. There must be booking software for this that isn't built for yoga studios?",
        ),
    ),
    sample(
        1610,
        "pawsandpath",
        SampleStep::Post(
            "5 walkers, 34 dogs, one spreadsheet and a group chat. If anybody has a dog walking scheduling app that survives a walker calling in sick at 7am, please tell me its name.",
        ),
    ),
    sample(
        1590,
        "mirelle",
        SampleStep::ReplyToLast(
            "No app, but the whole feed would like pictures of the 34 dogs. For research.",
        ),
    ),
    sample(
        1330,
        "hastypost",
        SampleStep::Post(
            "Paperlark just reminded a client who paid on Monday. Mortifying. Never again.",
        ),
    ),
    sample(1327, "hastypost", SampleStep::DeletionOfLast),
    sample(
        1150,
        "quietfarm",
        SampleStep::Post("The new calf is called Semicolon because she stops and then goes on."),
    ),
    sample(
        940,
        "passingby",
        SampleStep::Post("Any Paperlark people here? trying this place out, not sure yet"),
    ),
    sample(
        700,
        "harriquill",
        SampleStep::Post(
            "Update: they paid. Half of it. In the wrong currency. I am going to lie down on the floor now.",
        ),
    ),
    sample(520, "passingby", SampleStep::AccountEnd),
    sample(
        380,
        "tobycodes",
        SampleStep::Post(
            "Spent the day deleting code. 1,900 lines lighter and all the tests still pass, which says something about the tests.",
        ),
    ),
    sample(
        210,
        "ollieledger",
        SampleStep::Post(
            "Has anyone moved from Paperlark to something with proper multi-currency invoices? Love it otherwise, but my accountant has started sighing at me.",
        ),
    ),
    sample(
        75,
        "bramvd",
        SampleStep::Post("Petition to make soup a breakfast."),
    ),
    sample(
        9,
        "lenasketches",
        SampleStep::Post(
            "Rain on the studio roof, tea, and a commission that is actually going well. Don't tell anyone.",
        ),
    ),
];

const fn sample(minutes_before: u64, author: &'static str, step: SampleStep) -> SampleEvent {
    SampleEvent {
        minutes_before,
        author,
        step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_are_in_order_and_within_two_days() {
        assert!(SAMPLES.is_sorted_by(|a, b| a.minutes_before > b.minutes_before));
        assert!(
            SAMPLES
                .iter()
                .all(|sample| sample.minutes_before < 2 * 24 * 60)
        );
    }

    #[test]
    fn every_author_has_an_account_of_the_usual_length() {
        for sample in &SAMPLES {
            let did = did_of(sample.author);
            let is_digit = |c: char| matches!(c, 'a'..='z' | '2'..='7');
            assert_eq!(did.len(), 32, "{did}");
            assert!(did["did:plc:".len()..].chars().all(is_digit), "{did}");
        }
    }
}
