use crate::checkout::{accepts, rejects};

const ROOM: &str = "crates/billing/src/status.rs";
const WORDS: &str = "better: Invalid signature.";

#[test]
fn a_text_for_people_has_none_of_the_phrases() {
    let message = "pub const ERROR: &str = \"The signature does not fit.\";\n";
    rejects(ROOM, message, 1, WORDS);
    rejects(
        "web/src/features/billing/messages.ts",
        "export const messages = {\n  failed: 'It does not fit',\n};\n",
        2,
        WORDS,
    );
    rejects(
        "web/src/features/billing/card.tsx",
        "export const Card = () => <p>\n  The plan does not fit.\n</p>;\n",
        2,
        WORDS,
    );
    rejects(
        "crates/billing/templates/mail/receipt.txt",
        "Hello\nThe card Does not fit.\n",
        2,
        WORDS,
    );
    rejects(
        "openapi.json",
        "{\n\"description\": \"It does\\nnot fit.\"\n}\n",
        2,
        WORDS,
    );
}

#[test]
fn a_phrase_is_found_across_a_continued_line() {
    let message = "pub const ERROR: &str = \"The signature does \\\n    not fit.\";\n";
    rejects(ROOM, message, 1, WORDS);
}

#[test]
fn other_words_and_what_only_programmers_read_may_say_it() {
    accepts(
        ROOM,
        "pub const ERROR: &str = \"What does, not fitting?\";\n",
    );
    accepts(ROOM, "// The signature does not fit.\npub fn f() {}\n");
    accepts(ROOM, "pub fn f() { g().expect(\"it does not fit\"); }\n");
    accepts("web/src/ui/card.test.tsx", "it('does not fit', f);\n");
    accepts(
        "crates/earshot/tests/it/x.rs",
        "const X: &str = \"does not fit\";\n",
    );
    accepts("docs/notes.md", "It does not fit.\n");
}
