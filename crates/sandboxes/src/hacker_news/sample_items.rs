//! The sample items. Nobody in them exists.

use super::item_store::ItemState;

pub(super) struct SampleItem {
    pub(super) number: i64,
    pub(super) kind: &'static str,
    /// Before the anchor.
    pub(super) minutes_before: i64,
    pub(super) author: &'static str,
    pub(super) title: &'static str,
    pub(super) html: &'static str,
    pub(super) link: Option<&'static str>,
    pub(super) score: i64,
    pub(super) parent: Option<i64>,
    pub(super) state: ItemState,
}

/// Their numbers grow with their time.
pub(super) const SAMPLES: [SampleItem; 20] = [
    link(
        1,
        2870,
        "mosslake",
        "Show HN: A static site generator in 400 lines of Go",
        "https://mosslake.example/posts/four-hundred-lines",
        143,
    ),
    comment(
        2,
        1,
        2815,
        "pkettle",
        "Nice. I read all of it over coffee, which I can&#x27;t say of Hugo.<p>How do you handle \
         drafts? I keep mine in a branch and regret it every time.",
    ),
    story(
        3,
        2640,
        "harborlight",
        "Ask HN: How do you get clients to pay invoices on time?",
        "I freelance (backend, mostly for agencies). Half of my invoices are paid 30+ days late and \
         I spend every Friday writing &quot;just following up&quot; mails.<p>Deposits work for new \
         clients, but the old ones laugh when I bring it up.<p>Is there a tool that chases them for \
         me without sounding like a debt collector? What do you use?",
        87,
    ),
    comment(
        4,
        3,
        2600,
        "wren_and_co",
        "I moved to Paperlark last year. Reminders go out by themselves at 3, 7 and 14 days and the \
         tone is fine. The one thing I miss is partial payments.<p>What helped more, to be honest: \
         net 14 instead of net 30.",
    ),
    comment(
        5,
        3,
        2555,
        "dlindqvist",
        "In the EU you may charge 8% over the base rate from day 31, and you don&#x27;t even have to \
         put it in the contract: <a \
         href=\"https:&#x2F;&#x2F;latefees.example&#x2F;directive&#x2F;2011-7-eu&#x2F;explained?lang=en\" \
         rel=\"nofollow\">https:&#x2F;&#x2F;latefees.example&#x2F;directive&#x2F;2011-7-eu&#x2F;ex...</a><p>Nobody \
         pays it, but the mail that mentions it gets answered &gt; 50% of the time.",
    ),
    link(
        6,
        2300,
        "tobiasr",
        "Why our Postgres vacuum took nine hours",
        "https://engineering.tidewatch.example/vacuum",
        212,
    ),
    comment(
        7,
        6,
        2210,
        "qnull",
        "You can see it coming:<p><pre><code>  SELECT relname, n_dead_tup\n  FROM pg_stat_user_tables\n  \
         WHERE n_dead_tup &gt; 1000000;\n</code></pre>\nWe alert on that and have not been woken up since.",
    ),
    SampleItem {
        kind: "job",
        ..link(
            8,
            2050,
            "tidewatch_hr",
            "Tidewatch is hiring a second backend engineer (remote, EU)",
            "https://tidewatch.example/jobs",
            1,
        )
    },
    SampleItem {
        state: ItemState::Deleted,
        ..comment(
            9,
            6,
            1890,
            "second_thoughts",
            "Never mind, I misread the graph.",
        )
    },
    story(
        10,
        1720,
        "cragrat",
        "Ask HN: Booking software for a small climbing gym?",
        "We opened a bouldering gym (180 members, two walls). Bookings, waivers and the punch cards \
         live in three tools that don&#x27;t talk to each other, and Saturdays at the front desk are \
         chaos.<p>Everything I find is either made for yoga studios or wants $400 a month. Is anybody \
         happy with what they use?",
        41,
    ),
    comment(
        11,
        10,
        1650,
        "belayonlg",
        "No. We wrote our own on top of a spreadsheet and I would not recommend it. The waiver part \
         alone took a month.",
    ),
    SampleItem {
        state: ItemState::Dead,
        ..link(
            12,
            1400,
            "bestfollowers99",
            "Buy 10000 real followers cheap!!!",
            "https://followers.example/",
            1,
        )
    },
    story(
        13,
        1180,
        "inkwell7",
        "Ask HN: Which small businesses around you still run on spreadsheets?",
        "Curious what people see outside of tech. My barber has a paper book and it works better than \
         any app I know.",
        156,
    ),
    comment(
        14,
        13,
        1130,
        "ferncastle",
        "My wife&#x27;s dog walking business. 30 dogs, 5 walkers, and the schedule is a WhatsApp group \
         plus a sheet that only she understands. When somebody is ill, the whole evening goes into \
         swapping walks.<p>I offered to write something and was told that I have offered that since \
         2021.",
    ),
    comment(
        15,
        13,
        870,
        "oaktable",
        "Every joiner I know. Quotes in Word, invoices in Excel, and a shoebox of the unpaid ones.",
    ),
    link(
        16,
        610,
        "mosslake",
        "SQLite &amp; friends: embedded databases in 2026",
        "https://mosslake.example/posts/embedded",
        98,
    ),
    comment(
        17,
        16,
        420,
        "pkettle",
        "The part about <i>synchronous=FULL</i> is right and almost nobody does it. If a &lt; b holds \
         only until the power goes, it does not hold.",
    ),
    story(
        18,
        200,
        "studio_nine",
        "Ask HN: Alternatives to Paperlark for invoices in two currencies?",
        "I like Paperlark, but I bill half of my clients in EUR and half in USD, and the yearly report \
         adds them up as if they were the same.<p>Does anybody invoice in several currencies without \
         an accountant on retainer?",
        12,
    ),
    comment(
        19,
        18,
        95,
        "dlindqvist",
        "Two accounts at Paperlark, two reports, one grumpy evening in January. Not proud of it.",
    ),
    comment(
        20,
        18,
        12,
        "wren_and_co",
        "They told me that per-currency reports come this winter. I&#x27;d wait.",
    ),
];

const FIRST: i64 = 46_000_000;

const fn story(
    place: i64,
    minutes_before: i64,
    author: &'static str,
    title: &'static str,
    html: &'static str,
    score: i64,
) -> SampleItem {
    SampleItem {
        number: FIRST + place,
        kind: "story",
        minutes_before,
        author,
        title,
        html,
        link: None,
        score,
        parent: None,
        state: ItemState::Shown,
    }
}

const fn link(
    place: i64,
    minutes_before: i64,
    author: &'static str,
    title: &'static str,
    address: &'static str,
    score: i64,
) -> SampleItem {
    SampleItem {
        link: Some(address),
        ..story(place, minutes_before, author, title, "", score)
    }
}

const fn comment(
    place: i64,
    parent: i64,
    minutes_before: i64,
    author: &'static str,
    html: &'static str,
) -> SampleItem {
    SampleItem {
        kind: "comment",
        parent: Some(FIRST + parent),
        ..story(place, minutes_before, author, "", html, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hacker_news::LATE_ITEM;

    #[test]
    fn numbers_grow_with_time_and_the_last_one_comes_late() {
        assert!(
            SAMPLES.is_sorted_by(|a, b| {
                a.number < b.number && a.minutes_before > b.minutes_before
            })
        );
        assert!(
            SAMPLES
                .iter()
                .all(|sample| sample.minutes_before < 2 * 24 * 60)
        );
        assert_eq!(SAMPLES[SAMPLES.len() - 1].number, LATE_ITEM);
    }

    #[test]
    fn every_comment_replies_to_an_older_item() {
        for sample in &SAMPLES {
            let is_older = |parent| parent < sample.number && parent > FIRST;
            assert!(sample.parent.is_none_or(is_older), "{}", sample.number);
            assert_eq!(sample.parent.is_some(), sample.kind == "comment");
        }
    }
}
