//! The stream of generated posts and comments, as the live adapter reads it.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    time::Duration,
};

use providers::reddit::{
    Fullname, MAX_ITEMS_PER_CALL, PageRequest, PageStart, Reddit, RedditThing, SubredditComment,
    SubredditPost, ThingNumber,
};

use crate::kit::{DAY, HOUR, Sandbox, subreddit};

/// A thousand posts are about four minutes of this many things a second.
const RATE: u32 = 40;
/// Nothing is later than this.
const A_MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn ids_count_up_with_time() {
    let sandbox = firehose().await;
    let before = newest_posts(&sandbox).await;

    sandbox.advance(A_MINUTE);
    let after = newest_posts(&sandbox).await;

    for listed in [&before, &after] {
        assert_eq!(listed.len(), 100);
        assert!(listed.is_sorted_by(|newer, older| number(newer) > number(older)));
        assert!(listed.is_sorted_by(|newer, older| newer.created_at >= older.created_at));
    }
    assert!(after[0].created_at >= sandbox.now() - Duration::from_secs(2));
    // Of forty things a second every ninth is a post, and of twenty numbers one is missing.
    let passed = number(&after[0]).distance_from(number(&before[0]));
    assert!((270..=290).contains(&passed), "{passed}");
}

#[tokio::test]
async fn everything_in_a_listing_is_told_by_its_id() {
    let sandbox = firehose().await;
    let posts = newest_posts(&sandbox).await;
    let comments = newest_comments(&sandbox).await;

    let posts_again = told(&sandbox, posts.iter().map(|post| number(post).post())).await;
    let comments_again = told(
        &sandbox,
        comments
            .iter()
            .map(|comment| ThingNumber::parse(&comment.id).unwrap().comment()),
    )
    .await;

    let posts: Vec<RedditThing> = posts.into_iter().map(RedditThing::Post).collect();
    let comments: Vec<RedditThing> = comments.into_iter().map(RedditThing::Comment).collect();
    assert_eq!(posts_again, posts);
    assert_eq!(comments_again, comments);
}

#[tokio::test]
async fn a_gap_is_never_told() {
    let sandbox = firehose().await;
    let first = number(&newest_posts(&sandbox).await[99]);
    let last = ThingNumber::new(first.get() + 999);

    sandbox.advance(10 * A_MINUTE);
    let soon = posts_between(&sandbox, first, last).await;
    sandbox.advance(HOUR);
    let later = posts_between(&sandbox, first, last).await;

    let numbers = |posts: &[SubredditPost]| posts.iter().map(number).collect::<BTreeSet<_>>();
    assert_eq!(numbers(&soon), numbers(&later));
    // One number in twenty; the range begins anywhere within twenty.
    let gaps = 1000 - later.len();
    assert!((49..=51).contains(&gaps), "{gaps}");
}

#[tokio::test]
async fn a_late_post_is_missing_at_first_and_later_in_its_place() {
    let sandbox = firehose().await;
    let listed = newest_posts(&sandbox).await;
    let (newest, oldest) = (number(&listed[0]), number(&listed[99]));
    let told = posts_between(&sandbox, oldest, newest).await;

    sandbox.advance(A_MINUTE);
    let told_later = posts_between(&sandbox, oldest, newest).await;
    let listed_later = sandbox.all().await;

    let known: BTreeSet<ThingNumber> = told.iter().map(number).collect();
    let late: Vec<&SubredditPost> = told_later
        .iter()
        .filter(|post| !known.contains(&number(post)))
        .collect();
    assert!(!late.is_empty());
    for post in late {
        let at = listed_later.iter().position(|one| one.id == post.id);
        let at = at.expect("a late post is listed once it has appeared");
        assert!(number(&listed_later[at - 1]) > number(post));
        assert!(number(&listed_later[at + 1]) < number(post));
        assert!(post.created_at <= sandbox.now() - A_MINUTE);
    }
}

#[tokio::test]
async fn an_edited_thing_has_another_text() {
    let sandbox = firehose().await;
    let posts: Vec<Fullname> = newest_posts(&sandbox).await.iter().map(name).collect();
    let comments: Vec<Fullname> = newest_comments(&sandbox)
        .await
        .iter()
        .map(|comment| Fullname::Comment(comment.id.clone()))
        .collect();
    let before = texts(&told(&sandbox, posts.iter().chain(&comments).cloned()).await);

    sandbox.advance(HOUR);
    let after = texts(&told(&sandbox, posts.iter().chain(&comments).cloned()).await);

    for names in [posts, comments] {
        let edited: Vec<&Fullname> = names
            .iter()
            .filter(|name| after[name].is_edited && !before[name].is_edited)
            .filter(|name| !after[name].is_removed)
            .collect();
        assert!(!edited.is_empty());
        for name in edited {
            let (old, new) = (&before[name].body, &after[name].body);
            assert!(new.starts_with(old) && new != old, "{old} became {new}");
        }
    }
}

#[tokio::test]
async fn a_deleted_post_is_first_emptied_and_then_gone() {
    let sandbox = firehose().await;
    let posts = newest_posts(&sandbox).await;
    let names = || posts.iter().map(name);

    sandbox.advance(3 * HOUR);
    let later = told(&sandbox, names()).await;
    sandbox.advance(DAY + HOUR);
    let in_the_end = told(&sandbox, names()).await;

    assert_eq!(later.len(), 100);
    let removed: BTreeSet<Fullname> = texts(&later)
        .into_iter()
        .filter(|(_, text)| text.is_removed && text.body == "[deleted]")
        .map(|(name, _)| name)
        .collect();
    assert!((5..40).contains(&removed.len()), "{}", removed.len());
    let left: BTreeSet<Fullname> = texts(&in_the_end).into_keys().collect();
    assert!(left.is_disjoint(&removed));
    assert_eq!(left.len() + removed.len(), 100);
}

#[tokio::test]
async fn a_deleted_comment_is_first_emptied_and_then_gone() {
    let sandbox = firehose().await;
    let names: Vec<Fullname> = newest_comments(&sandbox)
        .await
        .iter()
        .map(|comment| Fullname::Comment(comment.id.clone()))
        .collect();

    sandbox.advance(3 * HOUR);
    let later = texts(&told(&sandbox, names.iter().cloned()).await);
    sandbox.advance(DAY + HOUR);
    let in_the_end = texts(&told(&sandbox, names.iter().cloned()).await);

    let removed = later.values().filter(|text| text.is_removed).count();
    assert!((1..15).contains(&removed), "{removed}");
    assert_eq!(in_the_end.len() + removed, 100);
    assert!(in_the_end.values().all(|text| !text.is_removed));
}

#[tokio::test]
async fn a_listing_ends_at_a_thousand() {
    let sandbox = firehose().await;

    let all = sandbox.all().await;

    assert_eq!(all.len(), 1000);
    let part = PageRequest {
        limit: 100,
        from: PageStart::After(name(&all[999]).to_string()),
    };
    let beyond = sandbox.reddit.newest(&[], &part).await.unwrap().what;
    assert_eq!((beyond.items, beyond.after), (Vec::new(), None));
}

#[tokio::test]
async fn what_is_newer_than_a_known_post_is_before_it() {
    let sandbox = firehose().await;
    let known = newest_posts(&sandbox).await[0].clone();
    sandbox.advance(Duration::from_secs(10));

    let part = PageRequest {
        limit: 100,
        from: PageStart::Before(name(&known).to_string()),
    };
    let newer = sandbox.reddit.newest(&[], &part).await.unwrap().what;

    assert!((35..=50).contains(&newer.items.len()));
    assert!(newer.items.iter().all(|post| number(post) > number(&known)));
}

#[tokio::test]
async fn comments_of_given_communities_are_only_theirs() {
    let sandbox = firehose().await;
    let two = [subreddit("freelance"), subreddit("saas")];

    let page = sandbox
        .reddit
        .newest_comments(&two, &PageRequest::first(100))
        .await
        .unwrap()
        .what;

    let names: BTreeSet<String> = page
        .items
        .iter()
        .map(|comment| comment.subreddit.to_lowercase())
        .collect();
    assert_eq!(page.items.len(), 100);
    assert_eq!(
        names,
        BTreeSet::from(["freelance".to_owned(), "saas".to_owned()])
    );
}

#[tokio::test]
async fn a_thread_has_the_comments_that_name_it() {
    let sandbox = firehose().await;
    let comment = newest_comments(&sandbox).await.swap_remove(0);

    let thread = sandbox
        .reddit
        .thread(&subreddit(&comment.subreddit), &comment.post)
        .await
        .unwrap()
        .what;

    let more = thread.replies.more.clone().map(|more| more.ids);
    let shown = thread.comments().into_iter().map(|one| one.id.clone());
    let ids: Vec<String> = shown.chain(more.into_iter().flatten()).collect();
    assert_eq!(Some(&thread.post.title), comment.post_title.as_ref());
    assert!(thread.post.created_at <= comment.created_at - A_MINUTE);
    assert!(ids.contains(&comment.id));
    assert_eq!(ids.len(), usize::try_from(thread.post.comments).unwrap());
}

#[tokio::test]
async fn a_server_that_is_started_again_tells_the_same() {
    let (first, second) = (firehose().await, firehose().await);

    assert_eq!(newest_posts(&first).await, newest_posts(&second).await);
    assert_eq!(
        newest_comments(&first).await,
        newest_comments(&second).await
    );
}

#[tokio::test]
async fn sample_posts_are_found_beside_the_stream() {
    let (quiet, loud) = (Sandbox::start().await, firehose().await);

    let samples = quiet.all().await;
    let found = loud.finds("invoice").await;

    assert_eq!(found, quiet.finds("invoice").await);
    let again = told(&loud, samples[..100].iter().map(name)).await;
    let samples = samples[..100].iter().cloned().map(RedditThing::Post);
    assert_eq!(again, samples.collect::<Vec<_>>());
}

#[tokio::test]
async fn without_a_firehose_there_are_sample_posts_alone() {
    let sandbox = Sandbox::start().await;

    sandbox.advance(HOUR);
    let all = sandbox.all().await;

    // Generated posts have ids of nine digits.
    assert!(all.iter().all(|post| post.id.len() == 7));
    let generated = [ThingNumber::parse("100000001").unwrap().post()];
    assert_eq!(told(&sandbox, generated.into_iter()).await, []);
}

async fn firehose() -> Sandbox {
    Sandbox::start_with(|sandbox| sandbox.with_firehose(NonZeroU32::new(RATE))).await
}

async fn newest_posts(sandbox: &Sandbox) -> Vec<SubredditPost> {
    let page = sandbox.reddit.newest(&[], &PageRequest::first(100)).await;
    page.unwrap().what.items
}

async fn newest_comments(sandbox: &Sandbox) -> Vec<SubredditComment> {
    let first = PageRequest::first(100);
    let page = sandbox.reddit.newest_comments(&[], &first).await;
    page.unwrap().what.items
}

async fn posts_between(
    sandbox: &Sandbox,
    first: ThingNumber,
    last: ThingNumber,
) -> Vec<SubredditPost> {
    let things = told(sandbox, first.through(last).map(ThingNumber::post)).await;
    things
        .into_iter()
        .filter_map(|thing| match thing {
            RedditThing::Post(post) => Some(post),
            RedditThing::Comment(_) => None,
        })
        .collect()
}

/// What Reddit tells of these, a hundred a call.
async fn told(sandbox: &Sandbox, names: impl Iterator<Item = Fullname>) -> Vec<RedditThing> {
    let names: Vec<Fullname> = names.collect();
    let mut things = Vec::new();
    for part in names.chunks(MAX_ITEMS_PER_CALL) {
        things.extend(sandbox.reddit.by_ids(part).await.unwrap().what);
    }
    things
}

struct ThingText {
    body: String,
    is_edited: bool,
    is_removed: bool,
}

fn texts(things: &[RedditThing]) -> BTreeMap<Fullname, ThingText> {
    things.iter().map(text).collect()
}

fn text(thing: &RedditThing) -> (Fullname, ThingText) {
    match thing {
        RedditThing::Post(post) => {
            let text = ThingText {
                body: post.body.clone(),
                is_edited: post.edited_at.is_some(),
                is_removed: post.is_removed,
            };
            (name(post), text)
        }
        RedditThing::Comment(comment) => {
            let text = ThingText {
                body: comment.body.clone(),
                is_edited: comment.edited_at.is_some(),
                is_removed: comment.is_removed,
            };
            (Fullname::Comment(comment.id.clone()), text)
        }
    }
}

fn name(post: &SubredditPost) -> Fullname {
    Fullname::Post(post.id.clone())
}

fn number(post: &SubredditPost) -> ThingNumber {
    ThingNumber::parse(&post.id).unwrap()
}
