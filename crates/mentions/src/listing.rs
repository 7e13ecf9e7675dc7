//! What a page may ask of the list of mentions, checked and turned into what the store understands.

use chrono::{DateTime, Utc};
use lens::intent::Intent;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::store::{Direction, Order, Which};
use platform::filters::{given, number, time, words, yes};

/// The filters, as they come. Whatever is left out or empty filters nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Filters {
    /// At most 200.
    #[param(example = 50)]
    limit: Option<String>,
    #[param(example = 0)]
    offset: Option<String>,
    /// Only mentions that nobody has opened.
    unread_only: Option<String>,
    /// Only rejected mentions.
    show_rejected: Option<String>,
    /// all, positive, negative or neutral.
    sentiment: Option<String>,
    /// all, buying, comparison, question, complaint or mention.
    intent: Option<String>,
    /// Words in the title, the subreddit, the author, the brand term or the content.
    q: Option<String>,
    /// post_score or reddit_created_at; without it unread ones come first, then the newest.
    sort_by: Option<String>,
    /// desc or asc.
    sort_order: Option<String>,
    /// The `asOf` of the first page: mentions that were found later are left out, and what was read
    /// since keeps its place, so that pages do not shift.
    as_of: Option<String>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) which: Which,
    pub(super) order: Order,
    pub(super) limit: i64,
    pub(super) offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadFilter {
    #[error("limit is a number from 1 to {MOST}.")]
    Limit,
    #[error("offset is a number from 0.")]
    Offset,
    #[error("{0} is true or false.")]
    YesOrNo(&'static str),
    #[error("sentiment is all, positive, negative or neutral.")]
    Sentiment,
    #[error("intent is all, buying, comparison, question, complaint or mention.")]
    Intent,
    #[error("sortBy is post_score or reddit_created_at.")]
    Sort,
    #[error("sortOrder is desc or asc.")]
    Direction,
    #[error("asOf is a time, as an answer gave it.")]
    AsOf,
}

/// The page size of the spec (§9), and the most that is handed out at once.
const USUAL: i64 = 50;
const MOST: i64 = 200;

impl Filters {
    pub(super) fn read(&self, user_id: Uuid) -> Result<Asked, BadFilter> {
        let limit = number(self.limit.as_ref(), 1..=MOST, USUAL).ok_or(BadFilter::Limit)?;
        let offset =
            number(self.offset.as_ref(), 0..=i64::from(i32::MAX), 0).ok_or(BadFilter::Offset)?;
        let is_unread = yes(self.unread_only.as_ref()).ok_or(BadFilter::YesOrNo("unreadOnly"))?;
        let is_rejected =
            yes(self.show_rejected.as_ref()).ok_or(BadFilter::YesOrNo("showRejected"))?;
        Ok(Asked {
            which: Which {
                user_id,
                is_rejected,
                is_unread,
                leaning: self.leaning()?,
                intent: self.intent()?,
                words: words(self.q.as_ref()),
                as_of: self.as_of()?,
            },
            order: self.order()?,
            limit,
            offset,
        })
    }

    fn leaning(&self) -> Result<Option<&'static str>, BadFilter> {
        match given(self.sentiment.as_ref()) {
            None | Some("all") => Ok(None),
            Some("positive") => Ok(Some("positive")),
            Some("negative") => Ok(Some("negative")),
            Some("neutral") => Ok(Some("neutral")),
            Some(_) => Err(BadFilter::Sentiment),
        }
    }

    fn intent(&self) -> Result<Option<&'static str>, BadFilter> {
        let wanted = match given(self.intent.as_ref()) {
            None | Some("all") => return Ok(None),
            Some(wanted) => wanted,
        };
        let mut all = Intent::ALL.into_iter().map(Intent::as_str);
        all.find(|intent| *intent == wanted)
            .map(Some)
            .ok_or(BadFilter::Intent)
    }

    fn order(&self) -> Result<Order, BadFilter> {
        let direction = match given(self.sort_order.as_ref()) {
            None | Some("desc") => Direction::Descending,
            Some("asc") => Direction::Ascending,
            Some(_) => return Err(BadFilter::Direction),
        };
        match given(self.sort_by.as_ref()) {
            None | Some("relevance") => Ok(Order::Relevance),
            Some("reddit_created_at") => Ok(Order::Written(direction)),
            Some("post_score") => Ok(Order::Popular(direction)),
            Some(_) => Err(BadFilter::Sort),
        }
    }

    fn as_of(&self) -> Result<Option<DateTime<Utc>>, BadFilter> {
        time(self.as_of.as_ref()).map_err(|_| BadFilter::AsOf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(change: impl FnOnce(&mut Filters)) -> Result<Asked, BadFilter> {
        let mut filters = Filters::default();
        change(&mut filters);
        filters.read(Uuid::nil())
    }

    #[test]
    fn what_is_left_out_empty_or_all_filters_nothing() {
        let asked = reads(|filters| {
            filters.sentiment = Some("all".to_owned());
            filters.intent = Some(String::new());
            filters.q = Some("  ".to_owned());
        })
        .unwrap();

        assert_eq!((asked.limit, asked.offset), (50, 0));
        assert_eq!(asked.order, Order::Relevance);
        assert_eq!((asked.which.leaning, asked.which.intent), (None, None));
        assert!(!asked.which.is_rejected && !asked.which.is_unread && asked.which.words.is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let refused = |change: fn(&mut Filters)| reads(change).unwrap_err();

        assert_eq!(
            refused(|it| it.limit = Some("201".to_owned())),
            BadFilter::Limit
        );
        assert_eq!(
            refused(|it| it.offset = Some("-1".to_owned())),
            BadFilter::Offset
        );
        assert_eq!(
            refused(|it| it.sentiment = Some("angry".to_owned())),
            BadFilter::Sentiment
        );
        assert_eq!(
            refused(|it| it.intent = Some("selling".to_owned())),
            BadFilter::Intent
        );
        assert_eq!(
            refused(|it| it.sort_by = Some("author".to_owned())),
            BadFilter::Sort
        );
        assert_eq!(
            refused(|it| it.sort_order = Some("up".to_owned())),
            BadFilter::Direction
        );
        assert_eq!(
            refused(|it| it.unread_only = Some("maybe".to_owned())),
            BadFilter::YesOrNo("unreadOnly")
        );
        assert_eq!(
            refused(|it| it.as_of = Some("noon".to_owned())),
            BadFilter::AsOf
        );
    }
}
