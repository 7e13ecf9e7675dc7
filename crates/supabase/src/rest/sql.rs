//! Statements from what was understood. Names come from [`super::tables`], values are bound, and
//! the owner's condition stands outside of everything that the client sent:
//! `where user_id = $1 and ( … )`.

use uuid::Uuid;

use super::parse::values::from_text;
use super::parse::{Check, Comparison, Filter, Is, Joint, Nulls, Pattern, Query, Term};
use super::rest_response::Refusal;
use super::tables::{Column, Table};
use platform::db::{DynamicQuery, Engine, Kind, Value};

/// Rows of one owner, and on which engine they lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) table: &'static Table,
    pub(super) owner_id: Uuid,
    pub(super) engine: Engine,
}

impl Rows {
    pub(super) fn select(self, query: &Query) -> Result<DynamicQuery, Refusal> {
        let mut built = DynamicQuery::default();
        built.push("select ");
        write_names(&mut built, query.columns.iter().copied());
        built.push(" from ");
        built.push(self.table.name);
        self.write_where(&mut built, &query.filters)?;
        self.write_order(&mut built, query);
        built.push(" limit ");
        built.bind(query.limit);
        if let Some(offset) = query.offset {
            built.push(" offset ");
            built.bind(offset);
        }
        Ok(built)
    }

    pub(super) fn count(self, query: &Query) -> Result<DynamicQuery, Refusal> {
        let mut built = DynamicQuery::default();
        built.push("select cast(count(*) as bigint) from ");
        built.push(self.table.name);
        self.write_where(&mut built, &query.filters)?;
        Ok(built)
    }

    /// Changes the rows and returns them whole.
    pub(super) fn update(
        self,
        changes: Vec<(&'static Column, Value)>,
        query: &Query,
    ) -> Result<DynamicQuery, Refusal> {
        let mut built = DynamicQuery::default();
        built.push("update ");
        built.push(self.table.name);
        built.push(" set ");
        for (at, (column, value)) in changes.into_iter().enumerate() {
            built.push(if at == 0 { "" } else { ", " });
            built.push(column.name);
            built.push(" = ");
            built.bind(value);
        }
        self.write_where(&mut built, &query.filters)?;
        built.push(" returning ");
        write_names(&mut built, self.table.columns.iter());
        Ok(built)
    }

    fn write_where(self, built: &mut DynamicQuery, filters: &[Filter]) -> Result<(), Refusal> {
        built.push(" where ");
        built.push(self.table.owner);
        built.push(" = ");
        built.bind(self.owner_id);
        if filters.is_empty() {
            return Ok(());
        }
        built.push(" and ");
        self.write_group(built, Joint::And, filters)
    }

    /// Groups lie at most twenty deep in each other: the parser saw to it.
    fn write_group(
        self,
        built: &mut DynamicQuery,
        joint: Joint,
        members: &[Filter],
    ) -> Result<(), Refusal> {
        built.push("(");
        for (at, member) in members.iter().enumerate() {
            built.push(match joint {
                _ if at == 0 => "",
                Joint::And => " and ",
                Joint::Or => " or ",
            });
            match member {
                Filter::Group {
                    is_negated,
                    joint,
                    members,
                } => {
                    built.push(if *is_negated { "not " } else { "" });
                    self.write_group(built, *joint, members)?;
                }
                Filter::Test {
                    column,
                    is_negated,
                    check,
                } => {
                    built.push(if *is_negated { "not (" } else { "(" });
                    self.write_test(built, column, check)?;
                    built.push(")");
                }
            }
        }
        built.push(")");
        Ok(())
    }

    fn write_test(
        self,
        built: &mut DynamicQuery,
        column: &Column,
        check: &Check,
    ) -> Result<(), Refusal> {
        match check {
            Check::Compare(comparison, text) => {
                self.write_comparison(built, column, *comparison, text)
            }
            Check::Like {
                ignores_case,
                pattern,
            } => self.write_like(built, column, *ignores_case, pattern),
            Check::Is(is) => write_is(built, column, *is),
            Check::In(texts) => write_in(built, column, texts),
        }
    }

    fn write_comparison(
        self,
        built: &mut DynamicQuery,
        column: &Column,
        comparison: Comparison,
        text: &str,
    ) -> Result<(), Refusal> {
        built.push(column.name);
        built.push(self.collation(column));
        built.push(match comparison {
            Comparison::Eq => " = ",
            Comparison::Neq => " <> ",
            Comparison::Gt => " > ",
            Comparison::Gte => " >= ",
            Comparison::Lt => " < ",
            Comparison::Lte => " <= ",
        });
        built.bind(from_text(column, text)?);
        Ok(())
    }

    fn write_like(
        self,
        built: &mut DynamicQuery,
        column: &Column,
        ignores_case: bool,
        text: &str,
    ) -> Result<(), Refusal> {
        if column.kind != Kind::Text {
            let operator = if ignores_case { "~~*" } else { "~~" };
            return Err(Refusal::no_operator(column, operator));
        }
        from_text(column, text)?;
        let (operator, escape) = Pattern::operator(self.engine, ignores_case);
        built.push(column.name);
        built.push(operator);
        built.bind(Pattern::parse(text)?.text(self.engine, ignores_case));
        built.push(escape);
        Ok(())
    }

    fn write_order(self, built: &mut DynamicQuery, query: &Query) {
        for (at, term) in query.order.iter().enumerate() {
            built.push(if at == 0 { " order by " } else { ", " });
            self.write_term(built, term);
        }
        // Rows that sort alike must not change places between two pages.
        let is_exact = query.order.iter().any(|term| term.column.name == "id");
        if !is_exact && !query.order.is_empty() {
            built.push(", id");
        } else if !is_exact && query.offset.is_some() {
            built.push(" order by id");
        }
    }

    fn write_term(self, built: &mut DynamicQuery, term: &Term) {
        built.push(term.column.name);
        built.push(self.collation(term.column));
        built.push(if term.is_descending { " desc" } else { "" });
        // Said only where there are nulls, because SQLite walks no index otherwise.
        built.push(match term.nulls {
            _ if !term.column.is_nullable => "",
            Nulls::First => " nulls first",
            Nulls::Last => " nulls last",
        });
    }

    /// Texts compare by their bytes, as they do in SQLite, and not as the server's country has it.
    fn collation(self, column: &Column) -> &'static str {
        match (self.engine, column.kind) {
            (Engine::Postgres, Kind::Text) => " collate \"C\"",
            _ => "",
        }
    }
}

fn write_names(built: &mut DynamicQuery, columns: impl Iterator<Item = &'static Column>) {
    for (at, column) in columns.enumerate() {
        built.push(if at == 0 { "" } else { ", " });
        built.push(column.name);
    }
}

fn write_is(built: &mut DynamicQuery, column: &Column, is: Is) -> Result<(), Refusal> {
    let words = match is {
        Is::Null => " is null",
        Is::True => " is true",
        Is::False => " is false",
    };
    if is != Is::Null && column.kind != Kind::Bool {
        let message = format!(
            "argument of{} must be type boolean, not type {}",
            words.to_uppercase(),
            column.kind.name()
        );
        return Err(Refusal::bad("42804", message));
    }
    built.push(column.name);
    built.push(words);
    Ok(())
}

fn write_in(built: &mut DynamicQuery, column: &Column, texts: &[String]) -> Result<(), Refusal> {
    if texts.is_empty() {
        // Nothing is in an empty list, and PostgreSQL does not let one be written.
        built.push("1 = 0");
        return Ok(());
    }
    built.push(column.name);
    for (at, text) in texts.iter().enumerate() {
        built.push(if at == 0 { " in (" } else { ", " });
        built.bind(from_text(column, text)?);
    }
    built.push(")");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::tables::table;

    fn rows(name: &str) -> Rows {
        Rows {
            table: table(name).unwrap(),
            owner_id: Uuid::nil(),
            engine: Engine::Sqlite,
        }
    }

    fn query(rows: Rows, text: &str) -> Query {
        Query::parse(rows.table, text).unwrap()
    }

    #[test]
    fn the_owner_stands_outside_of_whatever_the_client_sends() {
        let keywords = rows("keywords");
        let query = query(
            keywords,
            "select=id&or=(keyword.eq.a,keyword.like.b*)&user_id=neq.00000000-0000-0000-0000-000000000000",
        );

        assert_eq!(
            keywords.select(&query).unwrap().sql(),
            "select id from keywords where user_id = $1 \
             and (((keyword = $2) or (keyword glob $3)) and (user_id <> $4)) limit $5"
        );
        assert_eq!(
            keywords.count(&query).unwrap().sql(),
            "select cast(count(*) as bigint) from keywords where user_id = $1 \
             and (((keyword = $2) or (keyword glob $3)) and (user_id <> $4))"
        );
    }

    #[test]
    fn a_change_is_bound_and_bounded_too() {
        let profiles = rows("profiles");
        let query = query(profiles, "not.or=(id.is.null,onboarding_step.in.(1,2))");
        let column = profiles.table.column("full_name").unwrap();

        let built = profiles
            .update(vec![(column, "x'; --".into())], &query)
            .unwrap();

        assert!(
            built.sql().starts_with(
                "update profiles set full_name = $1 where id = $2 \
             and (not ((id is null) or (onboarding_step in ($3, $4)))) returning id, full_name, "
            ),
            "{}",
            built.sql()
        );
    }

    #[test]
    fn pages_are_sorted_to_the_last_row_and_nulls_only_where_they_can_be() {
        let posts = rows("reddit_posts");
        let sorted = |text| posts.select(&query(posts, text)).unwrap().sql().to_owned();

        assert!(
            sorted("select=id&order=score.desc,google_ranking")
                .ends_with("order by score desc, google_ranking nulls last, id limit $2")
        );
        assert!(sorted("select=id&offset=0").ends_with(" order by id limit $2 offset $3"));
        assert!(sorted("select=id&limit=1").ends_with(" where user_id = $1 limit $2"));
    }
}
