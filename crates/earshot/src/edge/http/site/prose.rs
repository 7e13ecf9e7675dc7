//! Plain text with headings and lists, as operators write their terms: the few marks of Markdown
//! that such a page needs. Everything else is text, and the template escapes it.

/// One piece of a page, top to bottom.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    Title(String),
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
}

/// Blocks are parted by blank lines; `# ` is the title, `## ` and deeper a heading, `- ` or `* ` an item.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = Open::Nothing;
    for line in text.lines().map(str::trim) {
        let marked = Line::of(line);
        open = match (open, marked) {
            (Open::Paragraph(words), Line::Words(more)) => Open::Paragraph(join(words, more)),
            (Open::List(mut items), Line::Item(item)) => {
                items.push(item.to_owned());
                Open::List(items)
            }
            // A line below an item, not parted from it, goes on with it.
            (Open::List(mut items), Line::Words(more)) => {
                let last = items.pop().unwrap_or_default();
                items.push(join(last, more));
                Open::List(items)
            }
            (before, line) => {
                before.close(&mut blocks);
                line.open(&mut blocks)
            }
        };
    }
    open.close(&mut blocks);
    blocks
}

/// What the next line may go on with.
enum Open {
    Nothing,
    Paragraph(String),
    List(Vec<String>),
}

impl Open {
    fn close(self, blocks: &mut Vec<Block>) {
        match self {
            Open::Nothing => {}
            Open::Paragraph(words) => blocks.push(Block::Paragraph(words)),
            Open::List(items) => blocks.push(Block::List(items)),
        }
    }
}

enum Line<'t> {
    Blank,
    Title(&'t str),
    Heading(&'t str),
    Item(&'t str),
    Words(&'t str),
}

impl<'t> Line<'t> {
    fn of(line: &'t str) -> Self {
        let marks = line.len() - line.trim_start_matches('#').len();
        let after_marks = line[marks..].strip_prefix(' ').map(str::trim);
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        match (marks, after_marks, item) {
            (1, Some(title), _) => Line::Title(title),
            (2.., Some(heading), _) => Line::Heading(heading),
            (_, _, Some(item)) => Line::Item(item.trim()),
            _ if line.is_empty() => Line::Blank,
            _ => Line::Words(line),
        }
    }

    fn open(self, blocks: &mut Vec<Block>) -> Open {
        match self {
            Line::Blank => Open::Nothing,
            Line::Title(title) => {
                blocks.push(Block::Title(title.to_owned()));
                Open::Nothing
            }
            Line::Heading(heading) => {
                blocks.push(Block::Heading(heading.to_owned()));
                Open::Nothing
            }
            Line::Item(item) => Open::List(vec![item.to_owned()]),
            Line::Words(words) => Open::Paragraph(words.to_owned()),
        }
    }
}

fn join(before: String, after: &str) -> String {
    before + " " + after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lists_and_paragraphs_are_told_apart() {
        let text =
            "# Terms\n\nWho we are,\nin two lines.\n- one\n- two\n  goes on\n\n## Money\nNone.\n";

        assert_eq!(
            blocks(text),
            [
                Block::Title("Terms".to_owned()),
                Block::Paragraph("Who we are, in two lines.".to_owned()),
                Block::List(vec!["one".to_owned(), "two goes on".to_owned()]),
                Block::Heading("Money".to_owned()),
                Block::Paragraph("None.".to_owned()),
            ]
        );
    }

    #[test]
    fn marks_without_their_space_are_words() {
        assert_eq!(
            blocks("#hashtag\n\n-5 degrees\n\n*stars*"),
            ["#hashtag", "-5 degrees", "*stars*"].map(|words| Block::Paragraph(words.to_owned()))
        );
        assert_eq!(blocks(" \n\n\t\n"), []);
    }
}
