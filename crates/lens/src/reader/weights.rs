//! The weights of the reader: BERT with six layers of width 384.

use super::{int8_matrix::Int8Matrix, safetensors::TensorFile, word_pieces::MARK};

pub(super) const WIDTH: usize = 384;
pub(super) const INNER_WIDTH: usize = 1_536;
pub(super) const HEADS: usize = 12;
pub(super) const HEAD_WIDTH: usize = WIDTH / HEADS;
const LAYERS: usize = 6;

pub(super) struct ReaderWeights {
    words: &'static [u8],
    word_scales: Vec<f32>,
    /// Of each position, with that of the only kind of token added.
    positions: Vec<f32>,
    /// What is added where a text names the one that an adapter asks about.
    mark: [f32; WIDTH],
    pub(super) embedding_norm: NormWeights,
    pub(super) layers: Vec<LayerWeights>,
}

pub(super) struct LayerWeights {
    /// Query, key and value side by side; queries are divided by the root of the head's width.
    pub(super) attention_in: Int8Matrix,
    pub(super) attention_out: Int8Matrix,
    pub(super) attention_norm: NormWeights,
    pub(super) inner: Int8Matrix,
    pub(super) outer: Int8Matrix,
    pub(super) norm: NormWeights,
}

pub(super) struct NormWeights {
    pub(super) gain: [f32; WIDTH],
    pub(super) bias: [f32; WIDTH],
}

impl ReaderWeights {
    pub(super) fn parse(file: &'static [u8]) -> Option<Self> {
        Self::with(&TensorFile::parse(file)?, None)
    }

    /// The weights with the changes of an adapter, which has norms of its own.
    pub(super) fn adapted(file: &'static [u8], adapter: &TensorFile) -> Option<Self> {
        Self::with(&TensorFile::parse(file)?, Some(adapter))
    }

    fn with(file: &TensorFile, adapter: Option<&TensorFile>) -> Option<Self> {
        let mark = adapter.map(|adapter| adapter.halves("mark")?.try_into().ok());
        Some(Self {
            words: file.bytes("embeddings.word_embeddings.weight|q")?,
            word_scales: file.halves("embeddings.word_embeddings.weight|s")?,
            positions: positions(file)?,
            mark: mark.unwrap_or(Some([0.0; WIDTH]))?,
            embedding_norm: NormWeights::parse(adapter.unwrap_or(file), "embeddings.LayerNorm")?,
            layers: (0..LAYERS)
                .map(|layer| LayerWeights::parse(file, adapter, &format!("encoder.layer.{layer}")))
                .collect::<Option<_>>()?,
        })
    }

    /// Where a text begins: each token's row plus that of its position.
    pub(super) fn embed(&self, tokens: &[u32]) -> Vec<f32> {
        let positions = self.positions.as_chunks::<WIDTH>().0;
        let words = self.words.as_chunks::<WIDTH>().0;
        let mut rows = Vec::with_capacity(tokens.len() * WIDTH);
        for (&token, position) in tokens.iter().zip(positions) {
            let word = word_row(token);
            let scale = self.word_scales[word];
            let row = words[word].iter().zip(position);
            let row = row.map(|(word, place)| f32::from(word.cast_signed()) * scale + place);
            if token == MARK {
                rows.extend(row.zip(self.mark).map(|(value, mark)| value + mark));
            } else {
                rows.extend(row);
            }
        }
        rows
    }
}

/// Where a token's row stands. The file leaves out the rows of the pieces that no text has, which the
/// vocabulary calls `[unused…]`: 1 to 99 and 104 to 998.
fn word_row(token: u32) -> usize {
    let unused = match token {
        0 => 0,
        100..=103 => 99,
        _ => 994,
    };
    (token - unused) as usize
}

fn positions(file: &TensorFile) -> Option<Vec<f32>> {
    let kinds = file.halves("embeddings.token_type_embeddings.weight")?;
    let numbers = file.bytes("embeddings.position_embeddings.weight|q")?;
    let scales = file.halves("embeddings.position_embeddings.weight|s")?;
    let rows = numbers.as_chunks::<WIDTH>().0.iter().zip(scales);
    let row = |(row, scale): (&[u8; WIDTH], f32)| {
        let values = row.map(|number| f32::from(number.cast_signed()) * scale);
        values
            .into_iter()
            .zip(&kinds)
            .map(|(place, kind)| place + kind)
            .collect::<Vec<_>>()
    };
    Some(rows.flat_map(row).collect())
}

impl LayerWeights {
    fn parse(file: &TensorFile, adapter: Option<&TensorFile>, layer: &str) -> Option<Self> {
        let root = HEAD_WIDTH_ROOT;
        let matrix = |names: &[(&str, f32)]| {
            let names = names
                .iter()
                .map(|(name, factor)| (format!("{layer}.{name}"), *factor));
            Int8Matrix::parse(file, adapter, &names.collect::<Vec<_>>())
        };
        let norm =
            |name: &str| NormWeights::parse(adapter.unwrap_or(file), &format!("{layer}.{name}"));
        Some(Self {
            attention_in: matrix(&[
                ("attention.self.query", 1.0 / root),
                ("attention.self.key", 1.0),
                ("attention.self.value", 1.0),
            ])?,
            attention_out: matrix(&[("attention.output.dense", 1.0)])?,
            attention_norm: norm("attention.output.LayerNorm")?,
            inner: matrix(&[("intermediate.dense", 1.0)])?,
            outer: matrix(&[("output.dense", 1.0)])?,
            norm: norm("output.LayerNorm")?,
        })
    }
}

/// √32.
const HEAD_WIDTH_ROOT: f32 = 5.656_854;

impl NormWeights {
    fn parse(file: &TensorFile, name: &str) -> Option<Self> {
        let part = |part: &str| file.halves(&format!("{name}.{part}"))?.try_into().ok();
        Some(Self {
            gain: part("weight")?,
            bias: part("bias")?,
        })
    }
}
