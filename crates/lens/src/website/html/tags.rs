//! The meaning of element names.

pub(super) fn is_void(tag: &str) -> bool {
    matches!(
        tag,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements whose content is not markup.
pub(super) fn is_raw(tag: &str) -> bool {
    matches!(
        tag,
        "script" | "style" | "title" | "textarea" | "iframe" | "xmp" | "noembed"
    )
}

/// Elements that people never see.
pub(crate) fn is_hidden(tag: &str) -> bool {
    matches!(
        tag,
        "script"
            | "style"
            | "noscript"
            | "template"
            | "iframe"
            | "svg"
            | "object"
            | "canvas"
            | "noembed"
            | "map"
            | "math"
            | "datalist"
            | "audio"
            | "video"
    )
}

/// Inline elements.
pub(crate) fn is_inline(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "nobr"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
            | "img"
            | "button"
            | "ruby"
    )
}

/// Whether the start of `tag` ends an open `open`.
pub(super) fn ends(tag: &str, open: &str) -> bool {
    match open {
        "p" => !is_inline(tag) && tag != "br" && !is_void(tag) || tag == "hr",
        "li" => tag == "li",
        "dt" | "dd" => matches!(tag, "dt" | "dd"),
        "td" | "th" => matches!(tag, "td" | "th" | "tr" | "tbody" | "tfoot"),
        "tr" => matches!(tag, "tr" | "tbody" | "tfoot"),
        "option" => matches!(tag, "option" | "optgroup"),
        "a" => tag == "a",
        "head" => tag == "body" || !is_head_element(tag),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
        }
        _ => false,
    }
}

fn is_head_element(tag: &str) -> bool {
    is_raw(tag)
        || matches!(
            tag,
            "head" | "meta" | "link" | "base" | "noscript" | "template" | "img" | "bgsound"
        )
}

/// Whether an open element keeps an end tag from closing anything outside it.
pub(super) fn shields(open: &str, tag: &str) -> bool {
    if matches!(tag, "body" | "html" | "table" | "tbody" | "tr") {
        return false;
    }
    if is_inline(tag) || matches!(tag, "p" | "li") {
        return !is_inline(open) && open != "p";
    }
    matches!(open, "td" | "th" | "table")
}
