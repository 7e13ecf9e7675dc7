//! The filters of the list of mentions, parsed into a query.

use chrono::{DateTime, Utc};
use lens::intent::Intent;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::store::{MentionOrder, MentionQuery, SortDirection};
use finds::{BadParameter, RowState, StateSelection, flag, given, words};

/// The filters, as they come. Whatever is left out or empty filters nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct MentionFilters {
    /// Only unread mentions.
    unread_only: Option<String>,
    /// open, saved, answered, won, rejected or all. Default: open and saved.
    state: Option<String>,
    /// Only rejected mentions; `state` takes precedence.
    show_rejected: Option<String>,
    /// all, positive, negative or neutral.
    sentiment: Option<String>,
    /// all, buying, comparison, question, complaint or mention.
    intent: Option<String>,
    /// Words in the title, the subreddit, the author, the brand term or the content.
    q: Option<String>,
    /// post_score or reddit_created_at. Default: unread first, then newest.
    sort_by: Option<String>,
    /// desc or asc.
    sort_order: Option<String>,
}

impl MentionFilters {
    /// The mentions that are asked for, as they were at `as_of`.
    pub(super) fn parse(
        &self,
        user_id: Uuid,
        as_of: Option<DateTime<Utc>>,
    ) -> Result<(MentionQuery, MentionOrder), BadParameter> {
        let query = MentionQuery {
            user_id,
            states: self.states()?,
            is_unread: flag(self.unread_only.as_ref(), "unreadOnly")?,
            leaning: self.leaning()?,
            intent: self.intent()?,
            words: words(self.q.as_ref()),
            as_of,
        };
        Ok((query, self.order()?))
    }

    fn states(&self) -> Result<StateSelection, BadParameter> {
        let otherwise = if flag(self.show_rejected.as_ref(), "showRejected")? {
            StateSelection::Only(RowState::Rejected)
        } else {
            StateSelection::Listed
        };
        StateSelection::parse(self.state.as_ref(), otherwise)
    }

    fn leaning(&self) -> Result<Option<&'static str>, BadParameter> {
        match given(self.sentiment.as_ref()) {
            None | Some("all") => Ok(None),
            Some("positive") => Ok(Some("positive")),
            Some("negative") => Ok(Some("negative")),
            Some("neutral") => Ok(Some("neutral")),
            Some(_) => Err(BadParameter::new(
                "sentiment must be all, positive, negative or neutral.",
            )),
        }
    }

    fn intent(&self) -> Result<Option<&'static str>, BadParameter> {
        let wanted = match given(self.intent.as_ref()) {
            None | Some("all") => return Ok(None),
            Some(wanted) => wanted,
        };
        let mut all = Intent::ALL.into_iter().map(Intent::as_str);
        all.find(|intent| *intent == wanted)
            .map(Some)
            .ok_or_else(|| {
                BadParameter::new(
                    "intent must be all, buying, comparison, question, complaint or mention.",
                )
            })
    }

    fn order(&self) -> Result<MentionOrder, BadParameter> {
        let direction = match given(self.sort_order.as_ref()) {
            None | Some("desc") => SortDirection::Descending,
            Some("asc") => SortDirection::Ascending,
            Some(_) => return Err(BadParameter::new("sortOrder must be desc or asc.")),
        };
        match given(self.sort_by.as_ref()) {
            None | Some("relevance") => Ok(MentionOrder::Relevance),
            Some("reddit_created_at") => Ok(MentionOrder::Written(direction)),
            Some("post_score") => Ok(MentionOrder::Popular(direction)),
            Some(_) => Err(BadParameter::new(
                "sortBy must be post_score or reddit_created_at.",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(
        change: impl FnOnce(&mut MentionFilters),
    ) -> Result<(MentionQuery, MentionOrder), BadParameter> {
        let mut filters = MentionFilters::default();
        change(&mut filters);
        filters.parse(Uuid::nil(), None)
    }

    #[test]
    fn what_is_left_out_empty_or_all_filters_nothing() {
        let (query, order) = parsed(|filters| {
            filters.sentiment = Some("all".to_owned());
            filters.intent = Some(String::new());
            filters.q = Some("  ".to_owned());
        })
        .unwrap();

        assert_eq!(order, MentionOrder::Relevance);
        assert_eq!((query.leaning, query.intent), (None, None));
        assert_eq!(query.states, StateSelection::Listed);
        assert!(!query.is_unread && query.words.is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let check = |change: fn(&mut MentionFilters), message: &str| {
            assert_eq!(parsed(change).unwrap_err().message, message);
        };

        check(
            |it| it.sentiment = Some("angry".to_owned()),
            "sentiment must be all, positive, negative or neutral.",
        );
        check(
            |it| it.intent = Some("selling".to_owned()),
            "intent must be all, buying, comparison, question, complaint or mention.",
        );
        check(
            |it| it.sort_by = Some("author".to_owned()),
            "sortBy must be post_score or reddit_created_at.",
        );
        check(
            |it| it.sort_order = Some("up".to_owned()),
            "sortOrder must be desc or asc.",
        );
        check(
            |it| it.unread_only = Some("maybe".to_owned()),
            "unreadOnly must be true or false.",
        );
    }
}
