//! `training author`: what the author of a post is after, from the reader's vector and cues.
//!
//! Intent is learnt from all open leads, side from `labels/sides.jsonl`. The vectors are those of
//! readers that never saw the post (`reader_folds`), and a post is never on both sides of a split,
//! however many companies it was judged for.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use anyhow::{Result, ensure};
use lens::{
    author::{
        AuthorJudgement, Side,
        model::{AuthorModel, inputs},
    },
    intent::Intent,
    noise::noise,
};
use serde::Deserialize;

use crate::{
    dataset,
    multinomial::{self, WeighedRow},
    reader_folds::ReaderFolds,
};

/// The bytes of `models/author.bin`.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let posts = read(data)?;
    let unseen = crossed(&posts);
    let mut model = fit(posts.iter());
    model.least_seeks = line(posts.iter().zip(&unseen), Side::Seeks);
    model.least_offers = line(posts.iter().zip(&unseen), Side::Offers);
    Ok(model.to_bytes())
}

/// An open row as the models of authors look at it.
pub(crate) struct AuthorPost {
    pub(crate) id: String,
    fold: u8,
    inputs: Vec<f32>,
    /// The places among [`Intent::ALL`] and [`Side::ALL`], where somebody has read it.
    pub(crate) intent: Option<usize>,
    pub(crate) side: Option<usize>,
}

/// The open leads of both files, in their order.
pub(crate) fn read(data: &Path) -> Result<Vec<AuthorPost>> {
    let mut rows: Vec<AuthorRow> = dataset::read(&data.join("leads.jsonl.zst"))?;
    rows.extend(dataset::read::<AuthorRow>(
        &data.join("leads_more.jsonl.zst"),
    )?);
    let folds = ReaderFolds::read(data)?;
    ensure!(
        rows.len() == folds.posts.len(),
        "the folds are of other rows"
    );
    let sides: Vec<SideRow> = dataset::read(Path::new(SIDES))?;
    let sides: HashMap<String, String> =
        sides.into_iter().map(|row| (row.post, row.side)).collect();
    let read = folds.folds.into_iter().zip(folds.posts);
    let posts = rows.into_iter().zip(read).map(|(row, (fold, vector))| {
        let kind = noise(&row.title, &row.selftext, Some(&row.subreddit)).map(|noise| noise.kind);
        let side = sides.get(&row.id);
        AuthorPost {
            fold,
            inputs: inputs(&vector, &row.title, &row.selftext, kind),
            intent: Intent::ALL
                .iter()
                .position(|intent| Some(intent.as_str()) == row.intent.as_deref()),
            side: Side::ALL
                .iter()
                .position(|one| Some(one.as_str()) == side.map(String::as_str)),
            id: row.id,
        }
    });
    Ok(posts.collect())
}

/// The command runs at the root of the repository.
const SIDES: &str = "crates/training/labels/sides.jsonl";

/// Each row judged by models that were fitted without its fold and without its post.
pub(crate) fn crossed(posts: &[AuthorPost]) -> Vec<AuthorJudgement> {
    let mut folds: Vec<u8> = posts.iter().map(|post| post.fold).collect();
    folds.sort_unstable();
    folds.dedup();
    let models = folds.into_iter().map(|fold| {
        let own = posts.iter().filter(|post| post.fold == fold);
        let own: HashSet<&str> = own.map(|post| post.id.as_str()).collect();
        let others = posts.iter().filter(|post| !own.contains(post.id.as_str()));
        (fold, fit(others))
    });
    let models: HashMap<u8, AuthorModel> = models.collect();
    let judged = posts
        .iter()
        .map(|post| models[&post.fold].judge(&post.inputs));
    judged.collect()
}

/// A post counts once, however many companies it was judged for.
fn fit<'a>(posts: impl Iterator<Item = &'a AuthorPost> + Clone) -> AuthorModel {
    AuthorModel {
        intent: multinomial::fit(
            &rows::<5>(posts.clone(), |post| post.intent),
            INTENT_STIFFNESS,
        ),
        side: multinomial::fit(&rows::<3>(posts, |post| post.side), SIDE_STIFFNESS),
        least_seeks: 0.5,
        least_offers: 0.5,
    }
}

/// How strongly weights are drawn to zero, in rows.
const INTENT_STIFFNESS: f32 = 60.0;
const SIDE_STIFFNESS: f32 = 30.0;

fn rows<'a, const CLASSES: usize>(
    posts: impl Iterator<Item = &'a AuthorPost>,
    class: impl Fn(&AuthorPost) -> Option<usize>,
) -> Vec<WeighedRow<'a>> {
    let known = posts.filter_map(|post| class(post).map(|class| (post, class)));
    let known: Vec<_> = known.collect();
    let mut times: HashMap<&str, f32> = HashMap::new();
    for (post, _) in &known {
        *times.entry(post.id.as_str()).or_default() += 1.0;
    }
    let classes: Vec<usize> = known.iter().map(|(_, class)| *class).collect();
    let weights = multinomial::class_weights(&classes, CLASSES);
    let rows = known.into_iter().map(|(post, class)| WeighedRow {
        inputs: &post.inputs,
        class,
        weight: weights[class] / times[post.id.as_str()],
    });
    rows.collect()
}

/// Each labelled post once, with its class and its unseen judgement.
pub(crate) fn once<'a>(
    judged: impl Iterator<Item = (&'a AuthorPost, &'a AuthorJudgement)>,
    class: impl Fn(&AuthorPost) -> Option<usize>,
) -> Vec<(usize, &'a AuthorPost, &'a AuthorJudgement)> {
    let mut seen = HashSet::new();
    let labelled = judged.filter_map(|(post, judgement)| Some((class(post)?, post, judgement)));
    let first = labelled.filter(|(_, post, _)| seen.insert(post.id.as_str()));
    first.collect()
}

/// The share of answers that must be right.
pub(crate) const RIGHT: f64 = 0.9;

/// What is demanded of the posts that a line is set by. A line is set by what happens to lie next to
/// it, so other posts do a little worse.
const RIGHT_WHERE_SET: f64 = 0.96;

/// The lowest probability from which on that share of answers is right, on posts never seen.
fn line<'a>(posts: impl Iterator<Item = (&'a AuthorPost, &'a AuthorJudgement)>, side: Side) -> f32 {
    let labelled = once(posts, |post| post.side).into_iter();
    let judged = labelled
        .map(|(truth, _, judgement)| (judgement.sides[side as usize], truth == side as usize));
    let mut judged: Vec<(f32, bool)> = judged.collect();
    judged.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut right, mut line) = (0.0, 1.0);
    for (said, (share, is_right)) in (1_u32..).zip(judged) {
        right += f64::from(u8::from(is_right));
        if right / f64::from(said) >= RIGHT_WHERE_SET {
            line = share;
        }
    }
    line
}

/// Whether a post was said to be on a side, and whether it is.
#[derive(Clone)]
pub(crate) struct SideAnswer {
    pub(crate) is_said: bool,
    pub(crate) is_true: bool,
}

/// What is said of each labelled post by a line that was set without its fold.
pub(crate) fn said_unseen(
    posts: &[AuthorPost],
    unseen: &[AuthorJudgement],
    side: Side,
) -> Vec<SideAnswer> {
    let judged = || posts.iter().zip(unseen);
    let lines: HashMap<u8, f32> = posts
        .iter()
        .map(|post| post.fold)
        .collect::<HashSet<_>>()
        .into_iter()
        .map(|fold| {
            (
                fold,
                line(judged().filter(|(post, _)| post.fold != fold), side),
            )
        })
        .collect();
    let labelled = once(judged(), |post| post.side).into_iter();
    let answers = labelled.map(|(truth, post, judgement)| SideAnswer {
        is_said: judgement.sides[side as usize] >= lines[&post.fold],
        is_true: truth == side as usize,
    });
    answers.collect()
}

#[derive(Deserialize)]
struct AuthorRow {
    id: String,
    subreddit: String,
    title: String,
    selftext: String,
    #[serde(default)]
    intent: Option<String>,
}

#[derive(Deserialize)]
struct SideRow {
    post: String,
    side: String,
}
