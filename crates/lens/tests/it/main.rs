//! Every judgement against its table of cases, and against random texts.

mod author;
mod brand;
mod cases;
mod company_quotes;
mod empty_pages;
mod industry;
mod intent;
mod keywords;
mod listings;
mod mentions;
mod noise;
mod own_sentence;
mod reader;
mod relevance;
mod sentiment;
mod summary;
mod text;
mod website;
