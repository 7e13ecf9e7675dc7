//! Contrastive learning on sums of rows: texts that belong together are pulled together, the others
//! of the same batch are pushed away (InfoNCE).

use lens::embedding::WIDTH;

type Vector = [f32; WIDTH];

/// The temperature of the softmax over cosines; smaller is sharper.
const TEMPERATURE: f32 = 0.05;

/// The trained rows, with the state of AdaGrad: one sum of squares per row.
pub(crate) struct TableLearner {
    pub rows: Vec<Vector>,
    squares: Vec<f32>,
    rate: f32,
    /// The gradient of each row in this batch, and the rows that have one.
    changes: Vec<Vector>,
    named: Vec<u32>,
}

impl TableLearner {
    pub(crate) fn new(rows: Vec<Vector>, rate: f32) -> Self {
        // Not zero, otherwise the first step of a rare row would be as long as the row.
        let squares = vec![1e-7; rows.len()];
        let changes = vec![[0.0; WIDTH]; rows.len()];
        Self {
            rows,
            squares,
            rate,
            changes,
            named: Vec::new(),
        }
    }

    /// The direction of a text, and the length of its sum.
    pub(crate) fn embed(&self, text: &[u32]) -> (Vector, f32) {
        let mut sum = [0.0; WIDTH];
        for &row in text {
            add(&mut sum, &self.rows[row as usize], 1.0);
        }
        let length = dot(&sum, &sum).sqrt().max(1e-6);
        (sum.map(|value| value / length), length)
    }

    /// One step: each text must find its partner in the batch, and be found by it.
    pub(crate) fn pull_pairs(&mut self, pairs: &[(&[u32], &[u32])], weight: f32) {
        let (left, left_lengths) = self.embed_all(pairs.iter().map(|pair| pair.0));
        let (right, right_lengths) = self.embed_all(pairs.iter().map(|pair| pair.1));
        let slopes = pair_slopes(&left, &right);
        let mut left_slopes = vec![[0.0; WIDTH]; pairs.len()];
        let mut right_slopes = vec![[0.0; WIDTH]; pairs.len()];
        for (at, slopes) in slopes.chunks(pairs.len()).enumerate() {
            for (other, &slope) in slopes.iter().enumerate() {
                if slope.abs() > 1e-7 {
                    add(&mut left_slopes[at], &right[other], slope * weight);
                    add(&mut right_slopes[other], &left[at], slope * weight);
                }
            }
        }
        for (at, (one, other)) in pairs.iter().enumerate() {
            self.descend(one, &left[at], left_lengths[at], &left_slopes[at]);
            self.descend(other, &right[at], right_lengths[at], &right_slopes[at]);
        }
        self.settle();
    }

    /// One step: each text must be closer to the centre of its group than to any other.
    pub(crate) fn pull_to_centres(
        &mut self,
        texts: &[(&[u32], usize)],
        centres: &mut Self,
        weight: f32,
    ) {
        let directions = centres.rows.iter().map(unit).collect::<Vec<_>>();
        let mut centre_slopes = vec![[0.0; WIDTH]; directions.len()];
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        let share = weight / TEMPERATURE / texts.len() as f32;
        for &(text, group) in texts {
            let (point, length) = self.embed(text);
            let mut chances = directions
                .iter()
                .map(|centre| dot(centre, &point) / TEMPERATURE);
            let mut chances = softmax(&mut chances);
            chances[group] -= 1.0;
            let mut slope = [0.0; WIDTH];
            for (centre, chance) in chances.iter().enumerate() {
                if chance.abs() > 1e-5 {
                    add(&mut slope, &directions[centre], chance * share);
                    add(&mut centre_slopes[centre], &point, chance * share);
                }
            }
            self.descend(text, &point, length, &slope);
        }
        for (centre, slope) in centre_slopes.iter().enumerate() {
            let length = dot(&centres.rows[centre], &centres.rows[centre])
                .sqrt()
                .max(1e-6);
            let row = u32::try_from(centre).expect("there are few centres");
            centres.descend(&[row], &directions[centre], length, slope);
        }
        self.settle();
        centres.settle();
    }

    fn embed_all<'a>(&self, texts: impl Iterator<Item = &'a [u32]>) -> (Vec<Vector>, Vec<f32>) {
        texts.map(|text| self.embed(text)).unzip()
    }

    /// Adds the gradient of a text's direction to its rows.
    fn descend(&mut self, text: &[u32], point: &Vector, length: f32, slope: &Vector) {
        let along = dot(slope, point);
        let mut change = *slope;
        add(&mut change, point, -along);
        let change = change.map(|value| value / length);
        for &row in text {
            let asked = &mut self.changes[row as usize];
            if asked[0] == 0.0 {
                self.named.push(row);
            }
            add(asked, &change, 1.0);
        }
    }

    /// Updates the rows by AdaGrad: rows that changed much already change less.
    fn settle(&mut self) {
        #[expect(clippy::cast_precision_loss, reason = "the width is small")]
        let width = WIDTH as f32;
        for row in self.named.drain(..) {
            let row = row as usize;
            let change = std::mem::replace(&mut self.changes[row], [0.0; WIDTH]);
            self.squares[row] += dot(&change, &change) / width;
            let step = -self.rate / self.squares[row].sqrt();
            add(&mut self.rows[row], &change, step);
        }
    }
}

/// The gradient of the loss for every pair of texts, row by row.
fn pair_slopes(left: &[Vector], right: &[Vector]) -> Vec<f32> {
    let count = left.len();
    let scores = left
        .iter()
        .flat_map(|one| right.iter().map(|two| dot(one, two) / TEMPERATURE));
    let scores = scores.collect::<Vec<_>>();
    let mut slopes = vec![0.0; count * count];
    #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
    let share = 0.5 / TEMPERATURE / count as f32;
    for at in 0..count {
        let across = softmax(&mut scores[at * count..][..count].iter().copied());
        let down = softmax(&mut (0..count).map(|other| scores[other * count + at]));
        for other in 0..count {
            slopes[at * count + other] += across[other] * share;
            slopes[other * count + at] += down[other] * share;
        }
        slopes[at * count + at] -= 2.0 * share;
    }
    slopes
}

fn softmax(scores: &mut dyn Iterator<Item = f32>) -> Vec<f32> {
    let mut scores = scores.collect::<Vec<_>>();
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in &mut scores {
        *score = (*score - largest).exp();
        total += *score;
    }
    for score in &mut scores {
        *score /= total;
    }
    scores
}

pub(crate) fn unit(vector: &Vector) -> Vector {
    let length = dot(vector, vector).sqrt().max(1e-6);
    vector.map(|value| value / length)
}

pub(crate) fn add(sum: &mut Vector, vector: &Vector, weight: f32) {
    for (total, value) in sum.iter_mut().zip(vector) {
        *total += value * weight;
    }
}

pub(crate) fn dot(one: &Vector, other: &Vector) -> f32 {
    let mut lanes = [0.0; 16];
    for (left, right) in one
        .as_chunks::<16>()
        .0
        .iter()
        .zip(other.as_chunks::<16>().0)
    {
        for lane in 0..16 {
            lanes[lane] += left[lane] * right[lane];
        }
    }
    lanes.iter().sum()
}
