//! Every judgement against its written cases, and against any text at all.

mod brand;
mod cases;
mod industry;
mod intent;
mod keywords;
mod mentions;
mod noise;
mod rejections;
mod relevance;
mod sentiment;
mod summary;
mod text;
mod website;
