//! Groups of several stems, filed under their rarest.

/// A group in the list of its rarest stem.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct FiledGroup {
    pub(crate) second: u32,
    /// The third stem, or none. The highest bit says that there are more.
    third: u32,
    pub(crate) term: u32,
}

const IS_LONGER: u32 = 1 << 31;

impl FiledGroup {
    /// A group whose stems have the rarest first; nothing if there is only one.
    pub(super) fn new(stems: &[u32], term: u32) -> Option<Self> {
        let (third, is_longer) = (stems.get(2), stems.len() > 3);
        Some(Self {
            second: *stems.get(1)?,
            third: third.map_or(0, |stem| stem | if is_longer { IS_LONGER } else { 0 }),
            term,
        })
    }

    #[inline]
    pub(crate) fn third(&self) -> Option<u32> {
        let third = self.third & !IS_LONGER;
        (third != 0).then_some(third)
    }

    /// Whether it has more than three stems.
    #[inline]
    pub(crate) fn is_longer(&self) -> bool {
        self.third & IS_LONGER != 0
    }
}

/// How many marks stems have. Ids are given by frequency, so that the most frequent stems have marks of
/// their own among each other.
pub(crate) const STEM_MARKS: usize = 4096;

/// A mark of a stem that takes less room than its id.
#[inline]
pub(crate) fn stem_mark(stem: u32) -> u16 {
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer marks")]
    let mark = (stem % STEM_MARKS as u32) as u16;
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filed_group_says_which_stems_are_left_to_compare() {
        let group = |stems: &[u32]| {
            let group = FiledGroup::new(stems, 7)?;
            Some((group.second, group.third(), group.is_longer()))
        };

        assert_eq!(group(&[9]), None);
        assert_eq!(group(&[9, 8]), Some((8, None, false)));
        assert_eq!(group(&[9, 8, 5]), Some((8, Some(5), false)));
        assert_eq!(group(&[9, 8, 5, 2]), Some((8, Some(5), true)));
    }
}
