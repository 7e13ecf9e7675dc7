//! The pages behind permalinks: a post with its comments, a community, all communities. They look
//! like our own pages and say that they are samples.

use std::fmt::Write as _;

use super::{
    markdown::{escape, html},
    sample_world::PlacedPost,
    snapshot::{PostState, Snapshot},
    visible_things::VisibleThings,
};

/// The page at a path, if there is one.
pub(super) fn at(things: &VisibleThings<'_>, path: &[&str]) -> Option<String> {
    let snapshot = things.snapshot;
    match path {
        [] => Some(communities(snapshot)),
        ["r", name] => community(snapshot, name),
        ["comments", id, ..] | ["r", _, "comments", id, ..] => {
            Some(post(snapshot, &*things.post(id)?))
        }
        _ => None,
    }
}

pub(super) fn missing() -> String {
    page(
        "Nothing here",
        "<h1>Nothing here</h1><p>There is no sample post at this address, or it was deleted.</p>\
         <p><a href=\"/\">All communities</a></p>",
    )
}

fn post(snapshot: Snapshot<'_>, post: &PlacedPost) -> String {
    let is_deleted = snapshot.state(post) == PostState::Deleted;
    let community = &snapshot.world.community(post).name;
    let (body, edited) = snapshot.body(post);
    let content = match (&post.written.link, is_deleted) {
        (_, true) => "<p><em>Deleted by its author.</em></p>".to_owned(),
        (Some(link), _) => html(&format!("[{link}]({link})")),
        (None, _) => html(body),
    };
    let author = if is_deleted {
        "[deleted]"
    } else {
        &post.written.author
    };
    let flair = post
        .written
        .flair
        .as_deref()
        .map_or_else(String::new, |flair| {
            format!(" <span class=\"flair\">{}</span>", escape(flair))
        });
    let edited = if edited.is_some() && !is_deleted {
        ", edited"
    } else {
        ""
    };
    let main = format!(
        "<article class=\"card\"><p class=\"by\"><a href=\"/r/{community}\">r/{community}</a> · \
         u/{author} · {age}{edited}{flair}</p><h1>{title}</h1>{content}\
         <p class=\"by\">{score} · {comments}</p></article>\
         <section aria-labelledby=\"comments\"><h2 id=\"comments\">Comments</h2>{thread}</section>",
        author = escape(author),
        age = age(snapshot.now - post.created),
        title = escape(&post.written.title),
        score = counted(snapshot.score(post), "point"),
        comments = counted(i64::from(snapshot.comment_count(post)), "comment"),
        thread = thread(snapshot, post),
    );
    page(&post.written.title, &main)
}

fn thread(snapshot: Snapshot<'_>, post: &PlacedPost) -> String {
    let there = below(snapshot, post, None);
    let shown = post
        .comments
        .iter()
        .filter(|one| snapshot.is_there(one))
        .count();
    let said = usize::try_from(snapshot.comment_count(post)).unwrap_or(usize::MAX);
    match (there.is_empty(), said > shown) {
        (true, _) => "<p>No comments yet.</p>".to_owned(),
        (false, false) => format!("<ul class=\"thread\">{there}</ul>"),
        (false, true) => format!(
            "<p class=\"by\">{shown} of {said} are part of the sample.</p>\
             <ul class=\"thread\">{there}</ul>"
        ),
    }
}

fn below(snapshot: Snapshot<'_>, post: &PlacedPost, parent: Option<usize>) -> String {
    let mut items = String::new();
    for (place, (comment, written)) in post.written_comments().enumerate() {
        if comment.parent != parent || !snapshot.is_there(comment) {
            continue;
        }
        let replies = below(snapshot, post, Some(place));
        let replies = if replies.is_empty() {
            replies
        } else {
            format!("<ul>{replies}</ul>")
        };
        let _ = write!(
            items,
            "<li id=\"{id}\"><p class=\"by\">u/{author} · {age} · {score}</p>{body}{replies}</li>",
            id = comment.id,
            author = escape(&written.author),
            age = age(snapshot.now - comment.created),
            score = counted(snapshot.comment_score(comment, written.score), "point"),
            body = html(&written.body),
        );
    }
    items
}

fn community(snapshot: Snapshot<'_>, name: &str) -> Option<String> {
    let place = snapshot.world.community_named(name)?;
    let community = &snapshot.world.communities[place];
    let mut main = format!(
        "<h1>r/{}</h1><p>{}</p><h2>Rules</h2><ul>",
        community.name,
        escape(&community.about)
    );
    for (name, text) in &community.rules {
        let _ = write!(
            main,
            "<li><strong>{}</strong>: {}</li>",
            escape(name),
            escape(text)
        );
    }
    main.push_str("</ul><h2>Newest posts</h2><ul class=\"list\">");
    for post in snapshot
        .posts()
        .rev()
        .filter(|post| post.community == place)
    {
        let _ = write!(
            main,
            "<li><a href=\"{}\">{}</a><p class=\"by\">u/{} · {}</p></li>",
            post.permalink(&community.name),
            escape(&post.written.title),
            escape(&post.written.author),
            age(snapshot.now - post.created),
        );
    }
    main.push_str("</ul>");
    Some(page(&format!("r/{}", community.name), &main))
}

fn communities(snapshot: Snapshot<'_>) -> String {
    let mut main = "<h1>Sample communities</h1><ul class=\"list\">".to_owned();
    for community in &snapshot.world.communities {
        let _ = write!(
            main,
            "<li><a href=\"/r/{name}\">r/{name}</a><p class=\"by\">{about}</p></li>",
            name = community.name,
            about = escape(&community.about),
        );
    }
    main.push_str("</ul>");
    page("Sample communities", &main)
}

fn page(title: &str, main: &str) -> String {
    const STYLE: &str = include_str!("page.css");
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title} · Earshot sample</title>\
         <style>{STYLE}</style></head><body>\
         <header><p class=\"note\">This is a sample, written for Earshot. It is not on Reddit, \
         and the people in it are made up.</p></header><main>{main}</main>\
         <footer><a href=\"/\">All sample communities</a></footer></body></html>",
        title = escape(title),
    )
}

fn age(seconds: i64) -> String {
    match seconds {
        ..3600 => format!("{} min ago", (seconds / 60).max(0)),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}

fn counted(number: i64, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
