//! What only one place may do: reach out, drive the database, read the environment, tell the time.

use super::paths::{self, NamedPath};
use super::rules::Rules;
use super::source::Source;
use super::tree::File;
use super::{Problem, Tree};

/// Names that only some places may mention.
struct Invariant {
    holds_in: &'static [&'static str],
    except_in: &'static [&'static str],
    names: &'static [&'static str],
    instead: &'static str,
}

const PURE: &[&str] = &["crates/lens/src/", "crates/percolator/src/"];
const SETTINGS: &str = "crates/earshot/src/platform/settings";

const INVARIANTS: [Invariant; 5] = [
    Invariant {
        holds_in: &["crates/"],
        except_in: &["crates/providers/"],
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
    Invariant {
        holds_in: &["crates/"],
        except_in: &["crates/earshot/src/platform/"],
        names: &["sqlx"],
        instead: "only platform speaks to the driver; send the statement through platform/db",
    },
    Invariant {
        holds_in: &["crates/"],
        except_in: &[SETTINGS],
        names: &["env::var", "env::vars", "env::var_os", "env::vars_os"],
        instead: "only platform/settings reads the environment; make it a setting",
    },
    Invariant {
        holds_in: &["crates/earshot/src/"],
        except_in: &["crates/earshot/src/platform/clock.rs"],
        names: &["Utc::now", "Local::now", "SystemTime::now"],
        instead: "only platform/clock.rs knows the time; ask the clock, so that tests can hold it",
    },
    Invariant {
        holds_in: PURE,
        except_in: &[],
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

pub(super) fn check(tree: &Tree, _: &Rules) -> Vec<Problem> {
    tree.crate_sources()
        .flat_map(|(file, source)| {
            let mut problems = forbidden_names(file, source);
            problems.extend(environment_at_compile_time(file, source));
            problems.extend(async_where_pure(file, source));
            problems
        })
        .collect()
}

fn forbidden_names(file: &File, source: &Source) -> Vec<Problem> {
    let named = paths::named(source, &[]);
    let shipped = named.into_iter().filter(|path| !source.is_test(path.start));
    file.problems_at(paths::judged(shipped, |path| broken_by(file, path)))
}

fn broken_by(file: &File, path: &NamedPath) -> Option<String> {
    let lies_in = |places: &[&str]| places.iter().any(|place| file.path.starts_with(place));
    INVARIANTS
        .iter()
        .filter(|invariant| lies_in(invariant.holds_in) && !lies_in(invariant.except_in))
        .find(|invariant| invariant.names.iter().any(|names| path.goes_through(names)))
        .map(|invariant| format!("`{}`: {}.", path.written(), invariant.instead))
}

/// `env!` is for what Cargo itself says about the build.
fn environment_at_compile_time(file: &File, source: &Source) -> Vec<Problem> {
    source
        .literals_after(&["env!(", "option_env!("])
        .filter(|literal| !literal.text.starts_with("CARGO_") && literal.text != "OUT_DIR")
        .filter(|_| !file.path.starts_with(SETTINGS))
        .map(|literal| {
            let name = &literal.text;
            let message =
                format!("`{name}` is read while compiling; make it a setting (platform/settings).");
            file.problem_at(literal.start, message)
        })
        .collect()
}

fn async_where_pure(file: &File, source: &Source) -> Vec<Problem> {
    if !PURE.iter().any(|place| file.path.starts_with(place)) {
        return Vec::new();
    }
    let message = "`async`: this crate does no IO and waits for nothing; make it a plain function.";
    source
        .finds("async")
        .filter(|&start| !source.is_test(start))
        .map(|start| file.problem_at(start, message))
        .collect()
}
