//! What only one place may do: open connections, use the database driver, read the environment,
//! ask for the time.

use super::rules::{ProductRules, TidyRules};
use super::rust_paths::{self, NamedPath};
use super::source_text::SourceText;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

/// Names that only some files may use.
struct NameRule {
    applies_to: fn(&ProductRules, &TreeFile) -> bool,
    names: &'static [&'static str],
    instead: &'static str,
}

const RULES: [NameRule; 5] = [
    NameRule {
        applies_to: |_, file| file.crate_name() != Some("providers"),
        names: &[
            "reqwest",
            "lettre",
            "hyper::client",
            "hyper_util::client",
            "TcpStream::connect",
            "UdpSocket",
        ],
        instead: "only crates/providers opens outgoing connections; ask a provider",
    },
    NameRule {
        applies_to: |product, file| !file.path.starts_with(&product.platform),
        names: &["sqlx"],
        instead: "only platform speaks to the driver; send the statement through platform/db",
    },
    NameRule {
        applies_to: |product, file| !may_read_environment(product, file),
        names: &["env::var", "env::vars", "env::var_os", "env::vars_os"],
        instead: "only platform/settings reads the environment; make it a setting",
    },
    NameRule {
        applies_to: |product, file| {
            product.includes(file) && file.path != product.in_platform("clock.rs")
        },
        names: &["Utc::now", "Local::now", "SystemTime::now"],
        instead: "only platform/clock.rs knows the time; ask the clock, so that tests can hold it",
    },
    NameRule {
        applies_to: ProductRules::is_pure,
        names: &[
            "std::fs",
            "std::net",
            "tokio",
            "SystemTime",
            "reqwest",
            "sqlx",
        ],
        instead: "this crate does no IO; let the caller pass what it needs",
    },
];

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let product = &rules.arrows.product;
    tree.crate_sources()
        .flat_map(|(file, source)| {
            let mut problems = forbidden_names(product, file, source);
            problems.extend(environment_at_compile_time(product, file, source));
            problems.extend(async_in_pure_crate(product, file, source));
            problems
        })
        .collect()
}

fn forbidden_names(
    product: &ProductRules,
    file: &TreeFile,
    source: &SourceText,
) -> Vec<TidyProblem> {
    let rules: Vec<&NameRule> = RULES
        .iter()
        .filter(|rule| (rule.applies_to)(product, file))
        .collect();
    let named = file.named_paths().iter();
    let shipped = named.filter(|path| !source.is_test(path.start));
    file.problems_at(rust_paths::judged(shipped, |path| {
        broken_rule(&rules, path)
    }))
}

fn broken_rule(rules: &[&NameRule], path: &NamedPath) -> Option<String> {
    rules
        .iter()
        .find(|rule| rule.names.iter().any(|names| path.goes_through(names)))
        .map(|rule| format!("`{}`: {}.", path.written(), rule.instead))
}

fn may_read_environment(product: &ProductRules, file: &TreeFile) -> bool {
    file.path.starts_with(&product.in_platform("settings"))
}

/// `env!` is only for what Cargo itself says about the build.
fn environment_at_compile_time(
    product: &ProductRules,
    file: &TreeFile,
    source: &SourceText,
) -> Vec<TidyProblem> {
    source
        .literals_after(&["env!(", "option_env!("])
        .filter(|literal| !literal.text.starts_with("CARGO_") && literal.text != "OUT_DIR")
        .filter(|_| !may_read_environment(product, file))
        .map(|literal| {
            let name = &literal.text;
            let message =
                format!("`{name}` is read while compiling; make it a setting (platform/settings).");
            file.problem_at(literal.start, message)
        })
        .collect()
}

fn async_in_pure_crate(
    product: &ProductRules,
    file: &TreeFile,
    source: &SourceText,
) -> Vec<TidyProblem> {
    if !product.is_pure(file) {
        return Vec::new();
    }
    let message = "`async`: this crate does no IO and waits for nothing; make it a plain function.";
    source
        .finds("async")
        .filter(|&start| !source.is_test(start))
        .map(|start| file.problem_at(start, message))
        .collect()
}
