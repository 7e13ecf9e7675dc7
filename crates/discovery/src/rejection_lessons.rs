//! What a user's rejections teach: a post that reads like a rejected one scores lower, for that user
//! alone. How alike two posts read is the cosine of the reader's vectors.

use std::collections::HashSet;

use lens::reader::{READER_VERSION, ReaderVector, read_post};
use lens::text;
use uuid::Uuid;

use super::store;
use platform::db::Db;

/// A rejected post and the reason.
#[derive(Clone, Debug)]
pub(super) struct RejectedPost {
    pub(super) id: Uuid,
    pub(super) reddit_id: String,
    pub(super) subreddit: String,
    pub(super) title: String,
    pub(super) content: String,
    pub(super) reason: String,
}

/// The lessons of one user.
#[derive(Debug, Default)]
pub(super) struct RejectionLessons {
    lessons: Vec<Lesson>,
    /// Posts that the user took back: no lesson applies to them.
    restored: HashSet<String>,
}

#[derive(Debug)]
struct Lesson {
    post_id: Uuid,
    vector: ReaderVector,
    stems: HashSet<String>,
    /// Words of the reason that stand in the post say what was wrong with it; others ("not for us")
    /// name no subject.
    named: HashSet<String>,
}

/// What the lessons take from a post.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AppliedLesson {
    /// The rejected post that it is most like.
    pub(super) taught_by: Uuid,
    /// The words that it shares with that post.
    pub(super) words: Vec<String>,
    likeness: f32,
}

/// Leads of one company have a cosine of 0.35 in the median and 0.54 in one pair of ten; posts about
/// the same question have 0.63 and more (measured over the sample companies).
const UNRELATED: f32 = 0.5;
const SAME_QUESTION: f32 = 0.75;
/// Sharing the words that a reason names makes two posts this much more alike.
const NAMED_BONUS: f32 = 0.1;
/// The most that rejections take from the logarithm of the odds: a score of 90 falls to 14.
const MOST_ODDS: f32 = 4.0;
/// How many of a user's rejections teach.
const MOST_LESSONS: i64 = 200;
const MOST_SHOWN_WORDS: usize = 6;

impl RejectionLessons {
    pub(super) async fn of(db: &Db, user_id: Uuid) -> anyhow::Result<Self> {
        let rejected = store::rejected(db, user_id, MOST_LESSONS).await?;
        let ids: Vec<&str> = rejected.iter().map(|it| it.reddit_id.as_str()).collect();
        let stored = store::vectors(db, &ids, READER_VERSION).await?;
        let restored = store::restored_posts(db, user_id).await?;
        let learning = tokio::task::spawn_blocking(move || {
            let lessons = rejected.iter().map(|post| {
                let row = stored.iter().find(|row| row.reddit_id == post.reddit_id);
                Lesson::new(
                    post,
                    row.and_then(|row| ReaderVector::from_bytes(&row.vector)),
                )
            });
            lessons.collect()
        });
        Ok(Self {
            lessons: learning.await?,
            restored: restored.into_iter().collect(),
        })
    }

    /// What the lessons take from a post that was read; none if it is like nothing rejected.
    pub(super) fn applied_to(
        &self,
        reddit_id: &str,
        (title, body): (&str, &str),
        read: &ReaderVector,
    ) -> Option<AppliedLesson> {
        if self.lessons.is_empty() || self.restored.contains(reddit_id) {
            return None;
        }
        let own = stems(&format!("{title} {body}"));
        let likenesses = self.lessons.iter().map(|it| (it.likeness(read, &own), it));
        let alike: Vec<_> = likenesses.filter(|(likeness, _)| *likeness > 0.0).collect();
        let (_, teacher) = alike
            .iter()
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(AppliedLesson {
            taught_by: teacher.post_id,
            words: shared_words(title, body, &teacher.stems),
            likeness: alike.iter().map(|(likeness, _)| likeness).sum(),
        })
    }
}

impl AppliedLesson {
    /// A score after the lesson.
    pub(super) fn lowered(&self, score: f32) -> f32 {
        // One rejection of the same question is enough; each further one adds less.
        let taken = MOST_ODDS * self.likeness / (self.likeness + 0.75);
        let share = (score / 100.0).clamp(0.001, 0.999);
        let odds = (share / (1.0 - share)).ln() - taken;
        100.0 / (1.0 + (-odds).exp())
    }
}

impl Lesson {
    fn new(post: &RejectedPost, vector: Option<ReaderVector>) -> Self {
        let read = || read_post(&post.subreddit, &post.title, &post.content);
        let stems_of_post = stems(&format!("{} {}", post.title, post.content));
        let named = stems(&post.reason);
        Self {
            post_id: post.id,
            vector: vector.unwrap_or_else(read),
            named: named.intersection(&stems_of_post).cloned().collect(),
            stems: stems_of_post,
        }
    }

    /// 0 for another question, 1 for the same. A reason that names words narrows the lesson to posts
    /// with at least half of them.
    fn likeness(&self, read: &ReaderVector, own: &HashSet<String>) -> f32 {
        let shared = self.named.intersection(own).count();
        if shared * 2 < self.named.len() {
            return 0.0;
        }
        let bonus = if self.named.is_empty() {
            0.0
        } else {
            NAMED_BONUS
        };
        let near = self.vector.cosine(read) + bonus;
        ((near - UNRELATED) / (SAME_QUESTION - UNRELATED)).clamp(0.0, 1.0)
    }
}

fn stems(text: &str) -> HashSet<String> {
    let words = text::words(text).map(|word| text::fold(word.text).into_owned());
    let telling = words.filter(|word| word.len() > 2 && !text::is_stopword(word));
    telling.map(|word| text::stem(&word).into_owned()).collect()
}

/// The words of a post, the title's first, whose stems a rejected post has too.
fn shared_words(title: &str, body: &str, stems: &HashSet<String>) -> Vec<String> {
    let mut shared: Vec<String> = Vec::new();
    for word in text::words(title).chain(text::words(body)) {
        let word = text::fold(word.text).into_owned();
        let is_telling = word.len() > 2 && !text::is_stopword(&word);
        if is_telling && stems.contains(text::stem(&word).as_ref()) && !shared.contains(&word) {
            shared.push(word);
        }
        if shared.len() == MOST_SHOWN_WORDS {
            break;
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    const REJECTED: &str = "How do freelancers pay quarterly tax on invoices?";
    const ALIKE: &str = "Do I owe tax on a freelance invoice that was paid late?";
    const OTHER: &str = "What app do you use to remind clients of late payments?";

    fn lowered(reason: &str, title: &str) -> f32 {
        let post = RejectedPost {
            id: Uuid::nil(),
            reddit_id: "t3_rejected".to_owned(),
            subreddit: String::new(),
            title: REJECTED.to_owned(),
            content: String::new(),
            reason: reason.to_owned(),
        };
        let lessons = RejectionLessons {
            lessons: vec![Lesson::new(&post, None)],
            restored: HashSet::from(["t3_restored".to_owned()]),
        };
        let read = read_post("", title, "");
        let lesson = lessons.applied_to("t3_new", (title, ""), &read);
        assert_eq!(lessons.applied_to("t3_restored", (title, ""), &read), None);
        lesson.map_or(80.0, |lesson| lesson.lowered(80.0))
    }

    #[test]
    fn one_rejection_leaves_out_the_same_question_and_keeps_another() {
        assert!(lowered("Not for us", ALIKE) < 33.0);
        assert!(lowered("Not for us", OTHER) > 79.0);
    }

    #[test]
    fn a_reason_that_names_words_narrows_the_lesson_to_posts_with_them() {
        assert!(lowered("We do no tax", ALIKE) < 33.0);
        assert!(lowered("Nothing quarterly, please", ALIKE) > 79.0);
    }
}
