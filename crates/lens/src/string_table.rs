//! A sorted list of short strings with fast lookup and a compact file format.

/// Sorted entries with an open-addressing hash table.
#[derive(Debug)]
pub(crate) struct StringTable {
    letters: Vec<u8>,
    spans: Vec<(u32, u32)>,
    slots: Vec<u32>,
    longest: usize,
}

const EMPTY: u32 = u32::MAX;

impl StringTable {
    pub(crate) fn new(mut entries: Vec<String>) -> Self {
        entries.sort_unstable();
        entries.dedup();
        let short = |length| u32::try_from(length).expect("a vocabulary is small");
        let slots = (entries.len() * 2).next_power_of_two().max(2);
        let longest = entries.iter().map(String::len).max().unwrap_or_default();
        let mut list = Self {
            letters: Vec::new(),
            spans: Vec::with_capacity(entries.len()),
            slots: vec![EMPTY; slots],
            longest,
        };
        for entry in entries {
            let mut slot = hash(entry.as_bytes()) & (slots - 1);
            while list.slots[slot] != EMPTY {
                slot = (slot + 1) & (slots - 1);
            }
            list.slots[slot] = short(list.spans.len());
            let start = list.letters.len();
            list.letters.extend_from_slice(entry.as_bytes());
            list.spans.push((short(start), short(list.letters.len())));
        }
        list
    }

    /// The longest entry that is a prefix of these letters.
    pub(crate) fn longest(&self, letters: &[u8]) -> Option<(usize, usize)> {
        let most = letters.len().min(self.longest);
        (1..=most)
            .rev()
            .find_map(|length| Some((self.find(&letters[..length])?, length)))
    }

    pub(crate) fn find(&self, letters: &[u8]) -> Option<usize> {
        let mut slot = hash(letters) & (self.slots.len() - 1);
        loop {
            let at = self.slots[slot];
            if at == EMPTY {
                return None;
            }
            if self.letters(at as usize) == letters {
                return Some(at as usize);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.text(at))
    }

    /// The number of entries, then each as the bytes it shares with the one before, and its rest.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.len()).expect("a list is small");
        let mut bytes = count.to_le_bytes().to_vec();
        let mut before = "";
        for entry in self.iter() {
            let shared = before
                .bytes()
                .zip(entry.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            let short = |length| u8::try_from(length).expect("an entry is short");
            bytes.extend([short(shared), short(entry.len() - shared)]);
            bytes.extend_from_slice(&entry.as_bytes()[shared..]);
            before = entry;
        }
        bytes
    }

    /// Reads what `to_bytes` wrote and returns the number of bytes read.
    pub(crate) fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let count = u32::from_le_bytes(*bytes.first_chunk::<4>()?);
        let mut at = 4;
        let mut entries = Vec::new();
        let mut entry = Vec::new();
        for _ in 0..count {
            let [shared, rest] = *bytes.get(at..)?.first_chunk::<2>()?;
            entry.truncate(shared.into());
            entry.extend_from_slice(bytes.get(at + 2..at + 2 + usize::from(rest))?);
            at += 2 + usize::from(rest);
            entries.push(String::from_utf8(entry.clone()).ok()?);
        }
        Some((Self::new(entries), at))
    }

    fn letters(&self, at: usize) -> &[u8] {
        let (start, end) = self.spans[at];
        &self.letters[start as usize..end as usize]
    }

    fn text(&self, at: usize) -> &str {
        str::from_utf8(self.letters(at)).expect("entries are made of text")
    }
}

/// Multiplies and folds eight bytes at a time, which spreads short words well enough.
fn hash(letters: &[u8]) -> usize {
    let (chunks, rest) = letters.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut state = letters.len() as u64;
    for chunk in chunks.iter().chain([&last]) {
        let mixed = (state ^ u64::from_le_bytes(*chunk)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = mixed ^ (mixed >> 29);
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the low bits choose the slot"
    )]
    let folded = (state ^ (state >> 32)) as usize;
    folded
}
