//! The reader against the vectors that its weights give in the framework in which it was trained.

use lens::reader::{
    ReaderVector, instruction_sets, read_company, read_exactly, read_post, read_with, tokens,
};
use serde_json::Value;

#[test]
fn tokens_are_those_of_the_training() {
    for fixture in fixtures() {
        assert_eq!(
            tokens(&fixture.text, fixture.most_tokens),
            fixture.tokens,
            "{}",
            fixture.text
        );
    }
}

#[test]
fn in_floating_point_the_vectors_are_those_of_the_training() {
    for fixture in fixtures() {
        let vector = read_exactly(&fixture.text, fixture.most_tokens);
        assert!(vector.cosine(&fixture.vector) >= 0.9999, "{}", fixture.text);
    }
}

#[test]
fn every_instruction_set_gives_the_same_vector_near_the_exact_one() {
    // Plain code is slow, and a few texts show a difference as well as many.
    for fixture in fixtures().into_iter().step_by(4) {
        let read = |way| read_with(way, &fixture.text, fixture.most_tokens);
        let ways = instruction_sets();
        let plain = read(ways.len() - 1);
        assert!(plain.cosine(&fixture.vector) >= 0.99, "{}", fixture.text);
        for (way, name) in ways.iter().enumerate() {
            assert!(read(way) == plain, "{name}: {}", fixture.text);
        }
    }
}

#[test]
fn a_lead_is_nearer_to_its_company_than_a_post_of_the_same_field_or_of_another() {
    let invoices = read_company(
        "Invoicing for freelancers",
        "Sends invoices and reminds late clients.",
    );
    let near = |title: &str, body: &str| read_post("freelance", title, body).cosine(&invoices);

    let lead = near(
        "Clients keep paying late",
        "Is there an app that reminds them for me?",
    );
    let talk = near(
        "I sent my first invoice today",
        "Feels great to be independent!",
    );
    let other = near("Best trails near Denver?", "We have two days and a dog.");

    assert!(lead > talk + 0.1, "{lead} {talk}");
    assert!(talk > other, "{talk} {other}");
}

#[test]
fn any_text_can_be_read() {
    let long = "word ".repeat(50_000);
    for text in [
        "",
        " \u{0}\u{200b}",
        "在日本語 émigré ﬁ",
        &long,
        &"x".repeat(5_000),
    ] {
        let vector = read_post("", text, text);
        assert!((vector.cosine(&vector) - 1.0).abs() < 1e-4, "{text:.20}");
    }
}

struct Fixture {
    text: String,
    most_tokens: usize,
    tokens: Vec<u32>,
    vector: ReaderVector,
}

/// Sentences with their tokens and vectors, made with the weights in floating point.
fn fixtures() -> Vec<Fixture> {
    let file = serde_json::from_str(include_str!("../fixtures/reader.json"));
    let file: Vec<Value> = file.expect("the fixtures are a list");
    file.iter().map(fixture).collect()
}

fn fixture(entry: &Value) -> Fixture {
    let list = |name: &str| entry[name].as_array().expect("a list").clone();
    let whole = |number: &Value| number.as_u64().expect("a whole number");
    #[expect(clippy::cast_possible_truncation, reason = "they were floats")]
    let float = |number: &Value| number.as_f64().expect("a number") as f32;
    let vector: Vec<f32> = list("vector").iter().map(float).collect();
    let token = |number: &Value| u32::try_from(whole(number)).expect("a small number");
    Fixture {
        text: entry["text"].as_str().expect("a text").to_owned(),
        most_tokens: usize::try_from(whole(&entry["max_tokens"])).expect("a small number"),
        tokens: list("ids").iter().map(token).collect(),
        vector: ReaderVector::from_values(vector.as_slice().try_into().expect("384 numbers")),
    }
}
