//! Names that trip a naive matching, held to a table that was written before the rule.

use finds::brand_names::{Brand, BrandName, BrandNameKind};

#[derive(Debug, Default)]
struct Score {
    found: u32,
    wrong: u32,
    missed: u32,
    left_alone: u32,
}

impl Score {
    fn precision(&self) -> f64 {
        f64::from(self.found) / f64::from((self.found + self.wrong).max(1))
    }

    fn recall(&self) -> f64 {
        f64::from(self.found) / f64::from((self.found + self.missed).max(1))
    }

    fn count(&self, is_found: bool, is_meant: bool) -> Self {
        let one = |is_it: bool| u32::from(is_it);
        Self {
            found: self.found + one(is_found && is_meant),
            wrong: self.wrong + one(is_found && !is_meant),
            missed: self.missed + one(!is_found && is_meant),
            left_alone: self.left_alone + one(!is_found && !is_meant),
        }
    }
}

/// Goes through a table: those brands for which `counts` holds.
fn score(table: &str, counts: impl Fn(&BrandName) -> bool) -> Score {
    let mut score = Score::default();
    let rows = table
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [brand, context, text, verdict] = cells[..] else {
            panic!("four cells a row: {row}");
        };
        let name = BrandName::new(brand, BrandNameKind::Name);
        if !counts(&name) {
            continue;
        }
        let domain = context.split(", ").next().unwrap();
        let mut names = vec![name, BrandName::new(domain, BrandNameKind::Domain)];
        if !names[0].needs_context {
            names.push(BrandName::new(&format!("@{brand}"), BrandNameKind::Handle));
        }
        let known = Brand::new(&names, context.split(", "));
        score = score.count(!known.spots(text, "").is_empty(), verdict == "mention");
    }
    score
}

const NAMES: &str = include_str!("names.txt");
const KEPT_APART: &str = include_str!("names_kept_apart.txt");

#[test]
fn a_name_is_found_where_the_company_is_meant_and_left_where_only_its_letters_stand() {
    let score = score(NAMES, |_| true);

    let (precision, recall) = (score.precision(), score.recall());
    println!("all names: precision {precision:.3}, recall {recall:.3}, {score:?}");
    let (meant, not_meant) = (score.found + score.missed, score.wrong + score.left_alone);
    assert!(meant >= 100 && not_meant >= meant, "{score:?}");
    assert!(precision >= 0.95 && recall >= 0.95, "{precision} {recall}");
}

#[test]
fn an_everyday_word_counts_only_with_company_context() {
    let score = score(NAMES, |name| name.needs_context);

    let (precision, recall) = (score.precision(), score.recall());
    println!("everyday words: precision {precision:.3}, recall {recall:.3}, {score:?}");
    assert!(score.wrong + score.left_alone >= 80, "{score:?}");
    assert!(precision >= 0.95 && recall >= 0.9, "{precision} {recall}");
}

#[test]
fn names_that_the_rule_has_not_met_are_told_apart_too() {
    let score = score(KEPT_APART, |_| true);

    let (precision, recall) = (score.precision(), score.recall());
    println!("kept apart: precision {precision:.3}, recall {recall:.3}, {score:?}");
    assert!(precision >= 0.95 && recall >= 0.9, "{precision} {recall}");
}

#[test]
fn the_spot_is_the_name_as_it_is_written() {
    let names = [
        BrandName::new("Paperlark", BrandNameKind::Name),
        BrandName::new("paperlark.example", BrandNameKind::Domain),
    ];
    let brand = Brand::new(&names, ["invoicing"]);
    let text =
        "Ask PaperLark’s people, or see https://app.paperlark.example/x. Ｐａｐｅｒｌａｒｋ!";

    let spots = brand.spots(text, "");

    let written: Vec<&str> = spots
        .iter()
        .map(|spot| &text[spot.start..spot.end])
        .collect();
    assert_eq!(
        written,
        ["PaperLark", "paperlark.example", "Ｐａｐｅｒｌａｒｋ"]
    );
    assert_eq!(
        spots.iter().map(|spot| spot.name).collect::<Vec<_>>(),
        [0, 1, 0]
    );
    assert_eq!(spots[1].confidence, 100);
}
