//! Markdown of the operator's own pages (terms, privacy, contact), as HTML that can do nothing but
//! be read: raw HTML is shown as text, images become their text, and links lead to the web or to a
//! mail program only.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, html};

/// A page's title and its body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkdownPage {
    pub(super) title: Option<String>,
    pub(super) html: String,
}

pub(super) fn render(markdown: &str) -> MarkdownPage {
    let events: Vec<Event> = Parser::new(markdown).filter_map(harmless).collect();
    let mut page = String::new();
    html::push_html(&mut page, events.iter().cloned());
    MarkdownPage {
        title: title_in(&events),
        html: page,
    }
}

fn harmless(event: Event) -> Option<Event> {
    Some(match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::SoftBreak => Event::Text(CowStr::Borrowed(" ")),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Link {
            link_type,
            dest_url: if is_web_address(&dest_url) {
                dest_url
            } else {
                CowStr::Borrowed("#")
            },
            title,
            id,
        }),
        other => other,
    })
}

fn is_web_address(address: &str) -> bool {
    let schemes = ["https://", "http://", "mailto:", "/", "#"];
    schemes.iter().any(|scheme| address.starts_with(scheme))
}

/// The words of the first heading of the first level.
fn title_in(events: &[Event]) -> Option<String> {
    let is_start = |event: &Event| {
        matches!(
            event,
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            })
        )
    };
    let start = events.iter().position(is_start)?;
    let inside = events[start + 1..]
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    Some(words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lists_and_paragraphs_become_html() {
        let page = render("# Terms\n\nWho we are,\nin two lines.\n\n- one\n- two\n\n## Money\n");

        assert_eq!(page.title.as_deref(), Some("Terms"));
        assert_eq!(
            page.html,
            "<h1>Terms</h1>\n<p>Who we are, in two lines.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<h2>Money</h2>\n"
        );
    }

    #[test]
    fn markup_cannot_do_anything() {
        for (markdown, html) in [
            (
                "<script>x</script>",
                "<p>&lt;script&gt;x&lt;/script&gt;</p>\n",
            ),
            ("a <b>b</b>", "<p>a &lt;b&gt;b&lt;/b&gt;</p>\n"),
            ("[x](javascript:alert(1))", "<p><a href=\"#\">x</a></p>\n"),
            ("![x](https://a.example/x.png)", "<p>x</p>\n"),
            (
                "[x](https://a.example/)",
                "<p><a href=\"https://a.example/\">x</a></p>\n",
            ),
        ] {
            assert_eq!(render(markdown).html, html, "{markdown}");
        }
    }
}
