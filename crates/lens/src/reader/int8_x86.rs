//! The same product with the vector instructions of x86.
#![expect(
    unsafe_code,
    reason = "loads and stores of vectors are unsafe; each is of an array of that very size"
)]

use std::arch::x86_64::{
    __m256i, __m512i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_dpbusd_epi32,
    _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::int8_matrix::{BLOCK, GROUP, Int8Matrix, RoundedRows};

/// Bytes of one block for one group of inputs.
const LINE: usize = BLOCK * GROUP;

/// With AVX-512 VNNI: 64 products of bytes are added up by one instruction.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn multiply_avx512(matrix: &Int8Matrix, input: &[f32], output: &mut [f32]) {
    let rows = RoundedRows::new(input, matrix.inputs);
    let pairs = matrix.weights.chunks_exact(2 * BLOCK * matrix.inputs);
    for (pair, weights) in pairs.enumerate() {
        let (first, second) = weights.split_at(BLOCK * matrix.inputs);
        let lines = [first.as_chunks().0, second.as_chunks().0];
        for (at, output) in output.chunks_mut(8 * matrix.outputs).enumerate() {
            let tile = Tile {
                matrix,
                rows: &rows,
                block: 2 * pair,
                first_row: 8 * at,
            };
            match output.len() / matrix.outputs {
                1 => tile_avx512::<1>(&tile, lines, output),
                2 => tile_avx512::<2>(&tile, lines, output),
                3 => tile_avx512::<3>(&tile, lines, output),
                4 => tile_avx512::<4>(&tile, lines, output),
                5 => tile_avx512::<5>(&tile, lines, output),
                6 => tile_avx512::<6>(&tile, lines, output),
                7 => tile_avx512::<7>(&tile, lines, output),
                _ => tile_avx512::<8>(&tile, lines, output),
            }
        }
    }
}

/// Some rows times one or two blocks: as much as fits into the registers.
struct Tile<'a> {
    matrix: &'a Int8Matrix,
    rows: &'a RoundedRows,
    block: usize,
    first_row: usize,
}

impl<'a> Tile<'a> {
    fn inputs<const ROWS: usize>(&self) -> [&'a [[u8; GROUP]]; ROWS] {
        std::array::from_fn(|row| self.rows.row(self.first_row + row).as_chunks().0)
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled anew for the instructions of each caller"
    )]
    fn finish(&self, row: usize, block: usize, sums: &[i32; BLOCK], output: &mut [f32]) {
        let output = &mut output[row * self.matrix.outputs..][..self.matrix.outputs];
        let scale = self.rows.scales[self.first_row + row];
        self.matrix.finish(self.block + block, sums, scale, output);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn tile_avx512<const ROWS: usize>(tile: &Tile, lines: [&[[u8; LINE]]; 2], output: &mut [f32]) {
    let inputs = tile.inputs::<ROWS>();
    let mut sums = [[_mm512_setzero_si512(); 2]; ROWS];
    let groups = lines[0].len();
    let lines = lines.map(|lines| &lines[..groups]);
    let inputs = inputs.map(|row| &row[..groups]);
    for group in 0..groups {
        let weights = lines.map(|lines| load_512(&lines[group]));
        for row in 0..ROWS {
            let input = _mm512_set1_epi32(i32::from_le_bytes(inputs[row][group]));
            sums[row][0] = _mm512_dpbusd_epi32(sums[row][0], input, weights[0]);
            sums[row][1] = _mm512_dpbusd_epi32(sums[row][1], input, weights[1]);
        }
    }
    for (row, blocks) in sums.into_iter().enumerate() {
        for (block, sums) in blocks.into_iter().enumerate() {
            tile.finish(row, block, &store_512(sums), output);
        }
    }
}

#[target_feature(enable = "avx512f")]
fn load_512(line: &[u8; LINE]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read; the load asks for no alignment.
    unsafe { _mm512_loadu_si512(line.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
fn store_512(sums: __m512i) -> [i32; BLOCK] {
    let mut stored = [0; BLOCK];
    // SAFETY: the array has the 64 bytes that are written; the store asks for no alignment.
    unsafe { _mm512_storeu_si512(stored.as_mut_ptr().cast(), sums) };
    stored
}

/// With AVX2: bytes are widened to 16 bits, and two products of each output are added up at a time.
#[target_feature(enable = "avx2")]
pub(super) fn multiply_avx2(matrix: &Int8Matrix, input: &[f32], output: &mut [f32]) {
    let rows = RoundedRows::new(input, matrix.inputs);
    for (block, weights) in matrix
        .weights
        .chunks_exact(BLOCK * matrix.inputs)
        .enumerate()
    {
        let lines = weights.as_chunks().0;
        for (at, output) in output.chunks_mut(2 * matrix.outputs).enumerate() {
            let tile = Tile {
                matrix,
                rows: &rows,
                block,
                first_row: 2 * at,
            };
            match output.len() / matrix.outputs {
                1 => tile_avx2::<1>(&tile, lines, output),
                _ => tile_avx2::<2>(&tile, lines, output),
            }
        }
    }
}

#[target_feature(enable = "avx2")]
fn tile_avx2<const ROWS: usize>(tile: &Tile, lines: &[[u8; LINE]], output: &mut [f32]) {
    let inputs = tile.inputs::<ROWS>().map(|row| &row[..lines.len()]);
    // Four quarters of a block; each output has two neighbouring sums.
    let mut sums = [[_mm256_setzero_si256(); 4]; ROWS];
    for (group, line) in lines.iter().enumerate() {
        let weights = quarters(line).map(|quarter| widen(quarter));
        for row in 0..ROWS {
            let input = _mm256_set1_epi64x(four_words(inputs[row][group]));
            for quarter in 0..4 {
                let products = _mm256_madd_epi16(weights[quarter], input);
                sums[row][quarter] = _mm256_add_epi32(sums[row][quarter], products);
            }
        }
    }
    for (row, quarters) in sums.into_iter().enumerate() {
        let mut joined = [0; BLOCK];
        for (outputs, sums) in joined.as_chunks_mut::<4>().0.iter_mut().zip(quarters) {
            let halves = store_256(sums);
            for (output, [one, other]) in outputs.iter_mut().zip(halves.as_chunks().0) {
                *output = one + other;
            }
        }
        tile.finish(row, 0, &joined, output);
    }
}

fn quarters(line: &[u8; LINE]) -> [&[u8; BLOCK]; 4] {
    let quarters = line.as_chunks::<BLOCK>().0;
    std::array::from_fn(|at| &quarters[at])
}

/// Four bytes as four numbers of 16 bits, in one number of 64.
fn four_words(bytes: [u8; GROUP]) -> i64 {
    let [a, b, c, d] = bytes.map(i64::from);
    a | b << 16 | c << 32 | d << 48
}

#[target_feature(enable = "avx2")]
fn widen(bytes: &[u8; BLOCK]) -> __m256i {
    // SAFETY: the array has the 16 bytes that are read; the load asks for no alignment.
    let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    _mm256_cvtepi8_epi16(bytes)
}

#[target_feature(enable = "avx2")]
fn store_256(sums: __m256i) -> [i32; 8] {
    let mut stored = [0; 8];
    // SAFETY: the array has the 32 bytes that are written; the store asks for no alignment.
    unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), sums) };
    stored
}
