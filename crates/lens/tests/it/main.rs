//! Every judgement against its table of cases, and against random texts.

mod author;
mod brand;
mod cases;
mod company_quotes;
mod industry;
mod intent;
mod keywords;
mod mentions;
mod noise;
mod reader;
mod relevance;
mod sentiment;
mod summary;
mod text;
mod website;
