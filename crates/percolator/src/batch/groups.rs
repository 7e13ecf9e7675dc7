//! Groups of stems that must all be in a text, by their rarest stem.

use super::kept_list::KeptList;
use super::number_set::NumberSet;
use super::{FoundTerms, ResolvedWords};
use crate::index::{FiledGroup, IndexView, STEM_MARKS, stem_flags, stem_mark};

#[derive(Debug)]
pub(super) struct GroupFinder {
    /// By mark: 1 if a stem of the text has it, which the second stem of most groups has not.
    marks: [u8; STEM_MARKS],
    /// The stems of one text.
    stems: NumberSet,
    /// Those under which groups are filed, each once however often the text repeats it.
    anchors: KeptList<u32>,
    /// Where their groups are, all read before any of them is looked at, so that the reads overlap.
    lists: Vec<(u32, u32)>,
}

impl Default for GroupFinder {
    fn default() -> Self {
        Self {
            marks: [0; STEM_MARKS],
            stems: NumberSet::default(),
            anchors: KeptList::default(),
            lists: Vec::new(),
        }
    }
}

/// Groups that are looked at together. Which of them pass cannot be predicted, but that none does mostly
/// can.
const PORTION: usize = 8;

impl GroupFinder {
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        resolved: &ResolvedWords,
        found: &mut FoundTerms,
    ) {
        if index.groups.is_empty() {
            return;
        }
        let mut start = 0;
        for (text, end) in resolved.stem_ends.iter().enumerate() {
            let stems = &resolved.stems[start..*end];
            start = *end;
            self.read_stems(stems);
            self.find_in_text(index, |term| found.push(text, term));
            for stem in stems {
                self.marks[usize::from(stem_mark(stem >> stem_flags::BITS))] = 0;
            }
        }
    }

    fn find_in_text(&mut self, index: &IndexView<'_>, mut found: impl FnMut(u32)) {
        self.lists.clear();
        let starts = self.anchors.items().iter().map(|anchor| {
            let at = *anchor as usize;
            (index.anchor_starts[at], index.anchor_starts[at + 1])
        });
        self.lists.extend(starts);
        for (start, end) in &self.lists {
            let mut at = *start as usize;
            let marks = &index.group_marks[at..*end as usize];
            for portion in marks.chunks(PORTION) {
                let passed = portion
                    .iter()
                    .fold(0, |passed, mark| passed | self.mark(*mark));
                if passed != 0 {
                    for (mark, group) in portion.iter().zip(&index.groups[at..]) {
                        if self.mark(*mark) != 0 && self.has_all(index, group) {
                            found(group.term);
                        }
                    }
                }
                at += PORTION;
            }
        }
    }

    fn read_stems(&mut self, stems: &[u32]) {
        self.stems.clear(stems.len());
        self.anchors.clear(stems.len());
        for stem in stems {
            let id = stem >> stem_flags::BITS;
            self.marks[usize::from(stem_mark(id))] = 1;
            let is_new = self.stems.insert(id);
            let is_anchor = stem & stem_flags::IS_ANCHOR != 0;
            self.anchors.push_if(is_new & is_anchor, id);
        }
    }

    #[inline]
    fn mark(&self, mark: u16) -> u8 {
        self.marks[usize::from(mark) % STEM_MARKS]
    }

    /// Whether the text has all stems of a group; it has the one under which the group is filed.
    fn has_all(&self, index: &IndexView<'_>, group: &FiledGroup) -> bool {
        let has = |stem: u32| self.stems.contains(stem);
        has(group.second)
            && group.third().is_none_or(has)
            && (!group.is_longer() || index.words_of(group.term).iter().copied().all(has))
    }
}
