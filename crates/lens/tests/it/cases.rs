//! Tables of cases: a text, a line of dashes, the expected judgement, a blank line, and the next
//! case.
//!
//! Lines before a text that start with `#` are comments.

use proptest::prelude::ProptestConfig;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// As many random texts as `PROPTEST_CASES` says, few by default.
pub(crate) fn few() -> ProptestConfig {
    const USUAL: u32 = 256;
    let asked = ProptestConfig::default();
    if asked.cases == USUAL {
        ProptestConfig::with_cases(32)
    } else {
        asked
    }
}

/// Texts of a megabyte that would take long to judge in more than linear time.
pub(crate) fn megabytes() -> Vec<String> {
    let size = 1 << 20;
    [
        "a",
        "ok. ",
        "\u{1f600}",
        "? ",
        "[",
        "acme but ",
        "looking for a ",
        "> ",
        "\n\n",
        "\"a b c d e ",
    ]
    .into_iter()
    .map(|piece| piece.repeat(size / piece.len()))
    .collect()
}

/// Fails when a judgement of a megabyte takes longer than a slow machine may need.
pub(crate) fn is_linear(judge: impl Fn(&str)) {
    for text in megabytes() {
        let seconds = seconds_of(|| judge(&text));
        assert!(seconds < 3.0, "{seconds} s for {:?}", &text[..8]);
    }
}

/// How long the work takes. On Linux this is the time on a core, so that other programs do not
/// count; elsewhere it is the elapsed time.
pub(crate) fn seconds_of(work: impl FnOnce()) -> f32 {
    let started = Instant::now();
    let before = core_time();
    work();
    let spent = before.zip(core_time());
    let spent = spent.map(|(before, after)| after.saturating_sub(before));
    spent.unwrap_or_else(|| started.elapsed()).as_secs_f32()
}

/// The time that this thread has run so far.
fn core_time() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = status.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// A text and its expected judgement.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) text: String,
    pub(crate) judgement: Vec<&'a str>,
}

impl Case<'_> {
    /// The first line and the rest: a title and a body.
    pub(crate) fn title_and_body(&self) -> (&str, &str) {
        let (title, body) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        (title.trim(), body.trim())
    }
}

/// Judges every case of a table and shows all differences at once.
pub(crate) fn check(list: &str, fewest: usize, judge: impl Fn(&Case) -> String) {
    let cases = parse(list);
    assert!(
        cases.len() >= fewest,
        "{} cases are fewer than {fewest}",
        cases.len()
    );
    let mut differences = String::new();
    for case in &cases {
        let (wanted, said) = (case.judgement.join("\n"), judge(case));
        if wanted != said {
            writeln!(
                differences,
                "{}\n------ wanted\n{wanted}\n------ said\n{said}\n",
                case.text
            )
            .expect("writing to a string");
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

pub(crate) fn parse(list: &str) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    let mut text: Vec<&str> = Vec::new();
    let mut lines = list.lines();
    while let Some(line) = lines.next() {
        if is_dashes(line) {
            let judgement = lines
                .by_ref()
                .take_while(|line| !line.trim().is_empty())
                .collect();
            cases.push(Case {
                text: text.join("\n").trim().to_owned(),
                judgement,
            });
            text.clear();
        } else if !(line.starts_with('#') && text.iter().all(|line| line.trim().is_empty())) {
            text.push(line);
        }
    }
    cases
}

fn is_dashes(line: &str) -> bool {
    line.len() >= 4 && line.bytes().all(|byte| byte == b'-')
}

#[test]
fn a_list_is_read_as_it_is_written() {
    let cases = parse("# A remark.\nTitle\n\nBody\n----\nbuying\n\nNext\n----\nmention\n");

    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0].title_and_body(), ("Title", "Body"));
    assert_eq!(cases[0].judgement, ["buying"]);
    assert_eq!(cases[1].text, "Next");
}
