//! Decodes a page: detects its charset.

use bytes::Bytes;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memmem;

/// The text of a page. A byte order mark wins, then the header, then the page's own declaration;
/// without any, it is UTF-8 if valid and Windows-1252 if not, as in browsers.
pub(super) fn decode(bytes: Bytes, content_type: &str) -> String {
    let declared = || in_header(content_type).or_else(|| in_page(&bytes));
    let (encoding, mark) = Encoding::for_bom(&bytes)
        .unwrap_or_else(|| (declared().unwrap_or_else(|| guess(&bytes)), 0));
    let text = bytes.slice(mark..);
    drop(bytes);
    if encoding != UTF_8 {
        return encoding.decode_without_bom_handling(&text).0.into_owned();
    }
    // Most pages are valid UTF-8 and need not be copied.
    String::from_utf8(text.into())
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Of `text/html; charset="windows-1252"`.
fn in_header(content_type: &str) -> Option<&'static Encoding> {
    let parameters = content_type.split(';').skip(1);
    let mut values = parameters.filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| value.trim().trim_matches(['"', '\'']))
    });
    Encoding::for_label(values.next()?.as_bytes())
}

/// How far into a page its charset is looked for; the standard says 1024, but pages exceed it.
const LOOKED_AT: usize = 4096;

/// Of `<meta charset=…>` and of `<meta http-equiv=… content="…charset=…">`: whatever follows
/// `charset=` inside a meta tag.
fn in_page(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes[..bytes.len().min(LOOKED_AT)].to_ascii_lowercase();
    let encoding = memmem::find_iter(&start, b"<meta").find_map(|at| {
        let tag = &start[at..];
        let tag = &tag[..memchr::memchr(b'>', tag).unwrap_or(tag.len())];
        let value = &tag[memmem::find(tag, b"charset")? + "charset".len()..];
        let value = value.trim_ascii_start().strip_prefix(b"=")?;
        Encoding::for_label(label(value))
    })?;
    // A page whose tags are readable as ASCII is not UTF-16, whatever it declares.
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Some(if is_wide { UTF_8 } else { encoding })
}

fn label(value: &[u8]) -> &[u8] {
    let value = value.trim_ascii_start();
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let value = value.strip_prefix(b"'").unwrap_or(value);
    let is_in_label = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
    let end = value.iter().position(|byte| !is_in_label(byte));
    &value[..end.unwrap_or(value.len())]
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    match str::from_utf8(bytes) {
        Ok(_) => UTF_8,
        // Cut inside a character: still UTF-8.
        Err(error) if error.error_len().is_none() => UTF_8,
        Err(_) => WINDOWS_1252,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_wins_over_the_header_and_the_header_over_the_page() {
        let page = b"<meta charset=shift_jis>caf\xe9";
        let marked = b"\xef\xbb\xbf<meta charset=shift_jis>caf\xc3\xa9";

        assert!(decode(page, "text/html; charset=windows-1252").ends_with("café"));
        assert!(decode(marked, "text/html; charset=windows-1252").ends_with("café"));
        assert!(!decode(page, "text/html").ends_with("café"));
    }

    #[test]
    fn charsets_are_found_wherever_pages_write_them() {
        for head in [
            "<meta charset=windows-1252>",
            "<META CharSet='ISO-8859-1' />",
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=latin1\">",
            "<title>x</title><meta name=viewport content=x><meta charset = \"cp1252\">",
        ] {
            let page = [head.as_bytes(), b"caf\xe9"].concat();
            assert!(decode(&page, "text/html").ends_with("café"), "{head}");
        }
        let greeting = decode(b"\x82\xb1\x82\xf1", "text/html; Charset=\"Shift_JIS\"");
        assert_eq!(greeting, "こん");
    }

    #[test]
    fn a_page_that_says_nothing_is_utf_8_if_it_can_be() {
        assert_eq!(decode("café".as_bytes(), "text/html"), "café");
        assert_eq!(decode(b"caf\xe9 au lait", "text/html"), "café au lait");
        assert_eq!(decode(b"\xff\xfec\0a\0", "text/html"), "ca");
        assert!(decode(b"<meta charset=utf-16>caf\xc3\xa9", "").ends_with("café"));
        assert_eq!(decode(b"x\xc3", "text/html"), "x\u{fffd}");
    }

    fn decode(bytes: &[u8], content_type: &str) -> String {
        super::decode(Bytes::copy_from_slice(bytes), content_type)
    }
}
