//! `training frequencies`: how many of the open posts contain each stem.

use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
};

use anyhow::Result;

use crate::{dataset, table::PostRow};

/// A stem in fewer posts counts as absent.
const LEAST: u32 = 4;

pub(crate) fn make(data: &Path) -> Result<Vec<u8>> {
    let posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let mut holding: BTreeMap<String, u32> = BTreeMap::new();
    for post in &posts {
        let title = lens::bm25::terms(&post.title);
        let stems = title
            .chain(lens::bm25::terms(&post.selftext))
            .map(|term| term.stem);
        for stem in stems.collect::<HashSet<_>>() {
            *holding.entry(stem).or_default() += 1;
        }
    }
    holding.retain(|stem, count| *count >= LEAST && stem.is_ascii());
    let count = u32::try_from(posts.len())?;
    Ok(lens::bm25::frequencies_to_bytes(&holding, count))
}
