//! SQL for companies.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::company::{Company, CompanyFacts, CompanyField, CompanyWording};
use platform::db::{Db, DbResult, DynamicQuery, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(super) const COMPANIES: OwnedRows = OwnedRows {
    table: "companies",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("company_name", Kind::Text),
        ("website_url", Kind::Text),
        ("business_type", Kind::Text),
        ("industry", Kind::Text),
        ("description", Kind::Text),
        ("meta_description", Kind::Text),
        ("facts", Kind::Jsonb),
        ("created_at", Kind::Timestamptz),
        ("updated_at", Kind::Timestamptz),
    ],
};

#[derive(Debug, FromRow)]
struct CompanyRow {
    id: Uuid,
    company_name: String,
    website_url: String,
    business_type: Option<String>,
    industry: Option<String>,
    description: Option<String>,
    meta_description: Option<String>,
    facts: Json<CompanyFacts>,
    edited: Json<Vec<CompanyField>>,
}

impl From<CompanyRow> for Company {
    fn from(row: CompanyRow) -> Self {
        Self {
            id: row.id,
            company_name: row.company_name,
            website_url: row.website_url,
            business_type: row.business_type,
            industry: row.industry,
            description: row.description,
            meta_description: row.meta_description,
            facts: row.facts.0,
            edited: row.edited.0,
        }
    }
}

macro_rules! columns {
    () => {
        "id, company_name, website_url, business_type, industry, description, meta_description, facts, edited"
    };
}

pub(super) async fn load_company(db: &Db, user_id: Uuid) -> DbResult<Option<Company>> {
    let sql = concat!("select ", columns!(), " from companies where user_id = $1");
    let row: Option<CompanyRow> = db.maybe(sql, args![user_id]).await?;
    Ok(row.map(Company::from))
}

/// What the companies of these users say of themselves.
pub(super) async fn wordings_of(db: &Db, users: &[Uuid]) -> DbResult<Vec<CompanyWording>> {
    /// SQLite takes 32,766 values in a statement.
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in users.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push(
            "select user_id, company_name, industry, description, meta_description
             from companies where user_id",
        );
        statement.push_any_of(some.iter().copied());
        all.extend(db.all_built::<CompanyWording>(statement).await?);
    }
    Ok(all)
}

/// Whose company has changed after a moment, and when.
pub(super) async fn changed_since(
    db: &Db,
    since: DateTime<Utc>,
) -> DbResult<Vec<(Uuid, DateTime<Utc>)>> {
    let sql = "select user_id, updated_at from companies where updated_at > $1";
    db.all(sql, args![since]).await
}

pub(super) async fn newest_change(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select max(updated_at) from companies";
    let (newest,): (Option<DateTime<Utc>>,) = db.one(sql, args![]).await?;
    Ok(newest)
}

/// The company; its row is locked until the transaction ends.
pub(super) async fn lock_company(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<Company>> {
    let sql = concat!(
        "update companies set updated_at = updated_at where user_id = $1 returning ",
        columns!()
    );
    let row: Option<CompanyRow> = tx.maybe(sql, args![user_id]).await?;
    Ok(row.map(Company::from))
}

/// Adds the company, unless the account already has one.
pub(super) async fn add_company(
    tx: &mut Tx,
    user_id: Uuid,
    company: &Company,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let added = tx
        .run(
            "insert into companies (id, user_id, company_name, website_url, business_type, industry,
                                    description, meta_description, facts, edited, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) on conflict (user_id) do nothing",
            args![
                company.id, user_id, &company.company_name, &company.website_url,
                company.business_type.clone(), company.industry.clone(), company.description.clone(),
                company.meta_description.clone(), json!(company.facts), json!(company.edited), now,
            ],
        )
        .await?;
    Ok(added == 1)
}

pub(super) async fn update_company(
    tx: &mut Tx,
    company: &Company,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update companies set company_name = $2, website_url = $3, business_type = $4, industry = $5,
                              description = $6, meta_description = $7, facts = $8, edited = $9, updated_at = $10
         where id = $1",
        args![
            company.id, &company.company_name, &company.website_url, company.business_type.clone(),
            company.industry.clone(), company.description.clone(), company.meta_description.clone(),
            json!(company.facts), json!(company.edited), now,
        ],
    )
    .await
    .map(drop)
}

pub(super) async fn delete_company(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from companies where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
