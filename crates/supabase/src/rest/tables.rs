//! Who may read and write what: the one table that decides it, for /rest/v1 and for the live
//! channel alike.
//!
//! A column that is not listed does not exist for a client. What is listed, its owner may read; what
//! is [`Column::is_writable`] too, its owner may change. Nobody may do anything with a row of another.

use platform::db::Kind;

use Kind::{Bool, Float8, Int8, Jsonb, Text, Timestamptz, Uuid};

#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub name: &'static str,
    /// The column that says whose row it is.
    pub owner: &'static str,
    pub columns: &'static [Column],
}

#[derive(Debug, PartialEq)]
pub(crate) struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub is_nullable: bool,
    /// Whether a row's owner may change it through /rest/v1.
    pub is_writable: bool,
}

/// The table of this name, if a client may know of it.
pub(crate) fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

impl Table {
    pub(crate) fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    pub(crate) fn is_writable(&self) -> bool {
        self.columns.iter().any(|column| column.is_writable)
    }
}

pub(crate) static TABLES: [Table; 6] = [
    Table {
        name: "profiles",
        owner: "id",
        columns: &[
            column("id", Uuid),
            column("full_name", Text).nullable().writable(),
            column("email", Text),
            column("avatar_url", Text).nullable().writable(),
            column("onboarding_completed", Bool).writable(),
            column("onboarding_step", Int8).writable(),
            // Decoration: the owner writes these two, and nothing that matters reads them.
            column("subscription_plan", Text).nullable().writable(),
            column("subscription_status", Text).nullable().writable(),
            column("created_at", Timestamptz),
            column("updated_at", Timestamptz).writable(),
        ],
    },
    Table {
        name: "subscriptions",
        owner: "user_id",
        columns: &[
            column("id", Uuid),
            column("user_id", Uuid),
            column("status", Text),
            column("plan_id", Text),
            column("stripe_subscription_id", Text).nullable(),
            column("current_period_end", Timestamptz).nullable(),
            column("created_at", Timestamptz),
            column("updated_at", Timestamptz),
        ],
    },
    Table {
        name: "companies",
        owner: "user_id",
        columns: &[
            column("id", Uuid),
            column("user_id", Uuid),
            column("company_name", Text),
            column("website_url", Text),
            column("business_type", Text).nullable(),
            column("industry", Text).nullable(),
            column("description", Text).nullable(),
            column("meta_description", Text).nullable(),
            column("created_at", Timestamptz),
            column("updated_at", Timestamptz),
        ],
    },
    Table {
        name: "keywords",
        owner: "user_id",
        columns: &[
            column("id", Uuid),
            column("user_id", Uuid),
            column("company_id", Uuid),
            column("keyword", Text),
            column("created_at", Timestamptz),
        ],
    },
    Table {
        name: "reddit_posts",
        owner: "user_id",
        columns: &[
            column("id", Uuid),
            column("user_id", Uuid),
            column("title", Text),
            column("subreddit", Text),
            column("author", Text),
            column("created_at", Timestamptz),
            column("score", Int8),
            column("comments", Int8),
            column("content", Text).nullable(),
            column("permalink", Text),
            column("google_ranking", Int8).nullable(),
            column("keywords_matched", Jsonb),
            column("relevance_score", Int8),
            column("rejected", Bool),
            column("rejected_reason", Text).nullable(),
            column("state", Text),
            column("state_at", Timestamptz).nullable(),
            column("note", Text).nullable(),
            column("answer_url", Text).nullable(),
            column("kind", Text),
            column("via", Jsonb),
            column("is_new", Bool),
            column("is_read", Bool),
            column("names_brand", Bool),
            column("feedback", Text).nullable(),
            column("source", Text),
        ],
    },
    Table {
        name: "brand_mentions",
        owner: "user_id",
        columns: &[
            column("id", Uuid),
            column("user_id", Uuid),
            column("post_title", Text),
            column("post_content", Text).nullable(),
            column("post_url", Text),
            column("subreddit", Text),
            column("author", Text),
            column("reddit_created_at", Timestamptz),
            column("post_score", Int8),
            column("comment_count", Int8),
            column("mention_type", Text),
            column("is_read", Bool),
            column("rejected", Bool),
            column("rejected_reason", Text).nullable(),
            column("state", Text),
            column("state_at", Timestamptz).nullable(),
            column("note", Text).nullable(),
            column("answer_url", Text).nullable(),
            column("sentiment_score", Float8).nullable(),
            column("is_positive", Bool).nullable(),
            column("ai_analysis_reason", Text).nullable(),
            column("ai_summary", Text).nullable(),
            column("summary_kind", Text).nullable(),
            column("comment_insights", Text).nullable(),
            column("brand_terms", Jsonb),
            column("source", Text),
        ],
    },
];

const fn column(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        kind,
        is_nullable: false,
        is_writable: false,
    }
}

impl Column {
    const fn nullable(mut self) -> Self {
        self.is_nullable = true;
        self
    }

    const fn writable(mut self) -> Self {
        self.is_writable = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_shows_its_owner_and_a_key() {
        for table in &TABLES {
            assert!(table.column(table.owner).is_some(), "{}", table.name);
            assert!(table.column("id").is_some(), "{}", table.name);
        }
    }

    #[test]
    fn only_these_columns_can_be_written() {
        let writable: Vec<(&str, &str)> = TABLES
            .iter()
            .flat_map(|table| table.columns.iter().map(move |column| (table.name, column)))
            .filter(|(_, column)| column.is_writable)
            .map(|(table, column)| (table, column.name))
            .collect();

        assert_eq!(
            writable,
            [
                ("profiles", "full_name"),
                ("profiles", "avatar_url"),
                ("profiles", "onboarding_completed"),
                ("profiles", "onboarding_step"),
                ("profiles", "subscription_plan"),
                ("profiles", "subscription_status"),
                ("profiles", "updated_at"),
            ]
        );
    }
}
