//! `select=*` and `select=id,title`.

use super::{Column, Refusal, Table, column, is_name, unreadable};

/// The columns in the order of the text, each once.
pub(super) fn parse(table: &'static Table, text: &str) -> Result<Vec<&'static Column>, Refusal> {
    if let Some(embedded) = embedded(text) {
        return Err(no_relationship(table, embedded));
    }
    let mut columns: Vec<&'static Column> = Vec::new();
    for item in text.split(',').map(str::trim) {
        match item {
            "*" => table
                .columns
                .iter()
                .for_each(|each| add(&mut columns, each)),
            // `select=` means everything, a name that is missing between two commas does not.
            "" if text.is_empty() => {}
            _ if is_name(item) => add(&mut columns, column(table, item)?),
            _ => return Err(unreadable("select parameter", text, column_of(text, item))),
        }
    }
    Ok(columns)
}

fn add(columns: &mut Vec<&'static Column>, column: &'static Column) {
    if !columns.contains(&column) {
        columns.push(column);
    }
}

/// The other table that `select=id,companies(company_name)` asks for. An aggregate such as
/// `count()` or `score.sum()` has parentheses too, and nothing in them.
fn embedded(text: &str) -> Option<&str> {
    let (before, inside) = text.split_once('(')?;
    let item = before.rsplit(',').next().unwrap_or(before).trim();
    let item = item.trim_start_matches("...");
    let name = item.split_once(':').map_or(item, |(_alias, name)| name);
    let name = name.split_once('!').map_or(name, |(name, _hint)| name);
    (is_name(name) && !inside.starts_with(')')).then_some(name)
}

fn no_relationship(table: &Table, embedded: &str) -> Refusal {
    let between = format!("between '{}' and '{embedded}' in the schema", table.name);
    Refusal::bad(
        "PGRST200",
        format!("Could not find a relationship {between} cache"),
    )
    .details(format!(
        "Searched for a foreign key relationship {between} 'public', but no matches were found."
    ))
}

fn column_of(text: &str, item: &str) -> usize {
    let start = text.find(item).unwrap_or(0);
    text[..start].chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::tables::table;

    fn names(text: &str) -> Vec<&'static str> {
        let columns = parse(table("keywords").unwrap(), text).unwrap();
        columns.iter().map(|column| column.name).collect()
    }

    #[test]
    fn names_and_the_star_are_understood() {
        let all = ["id", "user_id", "company_id", "keyword", "created_at"];
        assert_eq!(names("*"), all);
        assert_eq!(names("keyword,id"), ["keyword", "id"]);
        assert_eq!(names("id,id"), ["id"]);
        assert_eq!(names("id,*"), all);
        assert_eq!(names(""), Vec::<&str>::new());
    }

    #[test]
    fn everything_else_is_refused() {
        for (text, code) in [
            ("nope", "42703"),
            ("folded", "42703"),
            ("a:id", "PGRST100"),
            ("id::text", "PGRST100"),
            ("id->a", "PGRST100"),
            ("count()", "PGRST100"),
            ("id.count()", "PGRST100"),
            ("id,", "PGRST100"),
            ("id)", "PGRST100"),
            ("\"id\"", "PGRST100"),
            ("id;drop table users", "PGRST100"),
            ("id,companies(company_name)", "PGRST200"),
            ("id,c:companies!inner(company_name)", "PGRST200"),
            ("...companies(company_name)", "PGRST200"),
        ] {
            let refusal = parse(table("keywords").unwrap(), text).unwrap_err();
            assert!(format!("{refusal:?}").contains(code), "{text}: {refusal:?}");
        }
    }
}
