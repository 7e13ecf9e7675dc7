//! A test checkout without problems, until a test adds one.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

const ARROWS: &str = r#"[crates]
earshot = ["billing", "mentions", "platform", "providers"]
billing = ["platform"]
comments = ["platform"]
mentions = ["billing", "platform"]
platform = []
providers = []
xtask = []

[web]
features = [
  "billing",
  "mentions",
]

[web.folders]
app = ["features", "ui", "api", "lib"]
features = ["ui", "api", "lib"]
ui = ["lib"]
api = ["lib"]
lib = []
testing = ["*"]

[web.strangers]
ui = ["react-router", "@tanstack/"]

[product]
other_crates = ["providers", "xtask"]
pure_crates = ["lens", "percolator"]
platform = "crates/platform/src/"
migrations = "crates/platform/migrations/"
sql = ["crates/earshot/src/rest"]
"#;

const EXCEPTIONS: &str = "[long_files]

[unsafe_code]

[unexplained_settings]

[duplicate_names]
";

const PHRASES: &str = "[phrases]
\"does not fit\" = \"Invalid signature.\"
";

const IN_ORDER: [(&str, &str); 22] = [
    ("README.md", "# Earshot\n"),
    ("crates/xtask/arrows.toml", ARROWS),
    ("crates/xtask/tidy.toml", EXCEPTIONS),
    ("crates/xtask/phrases.toml", PHRASES),
    ("crates/providers/src/lib.rs", "pub mod mail {}\n"),
    (
        "crates/billing/src/lib.rs",
        "pub mod api;\nmod store;\npub enum Plan {}\n",
    ),
    ("crates/billing/src/api.rs", "pub fn status() {}\n"),
    ("crates/billing/src/store.rs", "pub struct PlanRow;\n"),
    ("crates/comments/src/lib.rs", "pub struct Draft;\n"),
    ("crates/mentions/src/lib.rs", "pub struct Mention;\n"),
    ("crates/platform/src/lib.rs", "pub mod clock;\n"),
    ("crates/platform/src/clock.rs", "pub struct Clock;\n"),
    ("crates/earshot/src/rest/mod.rs", "pub fn rows() {}\n"),
    ("crates/earshot/src/router.rs", "pub struct Router;\n"),
    ("web/src/main.tsx", "import { App } from './app/app';\n"),
    ("web/src/app/app.tsx", "export const App = 1;\n"),
    (
        "web/src/features/billing/api.ts",
        "export const plans = 1;\n",
    ),
    (
        "web/src/features/mentions/list.tsx",
        "export const List = 1;\n",
    ),
    ("web/src/ui/button.tsx", "export const Button = 1;\n"),
    ("web/src/api/client.ts", "export const api = 1;\n"),
    ("web/src/lib/dates.ts", "export const day = 1;\n"),
    ("web/src/testing/people.ts", "export const ada = 1;\n"),
];

/// A folder with a test checkout, removed on drop.
pub(crate) struct Checkout {
    folder: PathBuf,
}

impl Checkout {
    pub(crate) fn in_order() -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("xtask-tidy-{}-{number}", std::process::id());
        let checkout = Self {
            folder: std::env::temp_dir().join(name),
        };
        IN_ORDER
            .iter()
            .fold(checkout, |checkout, (path, text)| checkout.with(path, text))
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.join("checkout")
    }

    pub(crate) fn with(self, path: &str, text: &str) -> Self {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
        self
    }

    pub(crate) fn without(self, path: &str) -> Self {
        fs::remove_file(self.root().join(path)).expect("a file to remove");
        self
    }

    /// The same checkout with one more line in the first section of this name.
    pub(crate) fn with_line(self, path: &str, section: &str, line: &str) -> Self {
        let text = fs::read_to_string(self.root().join(path)).expect("a file to read");
        let heading = format!("[{section}]\n");
        let text = text.replacen(&heading, &format!("{heading}{line}\n"), 1);
        self.with(path, &text)
    }

    /// The same checkout with the first `from` of a file replaced.
    pub(crate) fn with_replaced(self, path: &str, from: &str, to: &str) -> Self {
        let text = fs::read_to_string(self.root().join(path)).expect("a file to read");
        assert!(text.contains(from), "{path} has no {from}");
        let text = text.replacen(from, to, 1);
        self.with(path, &text)
    }

    /// Tidy finds nothing.
    #[track_caller]
    pub(crate) fn is_tidy(&self) {
        assert_eq!(self.problems(), Vec::<String>::new());
    }

    /// Tidy finds exactly one problem, at this place and with these words.
    #[track_caller]
    pub(crate) fn has_problem(&self, place: &str, words: &str) {
        self.has_problems(&[(place.to_owned(), words)]);
    }

    /// Tidy finds exactly these problems.
    #[track_caller]
    pub(crate) fn has_problems(&self, expected: &[(String, &str)]) {
        let problems = self.problems();
        assert_eq!(problems.len(), expected.len(), "{problems:#?}");
        for (problem, (place, words)) in problems.iter().zip(expected) {
            assert!(problem.starts_with(&format!("{place}: ")), "{problem}");
            assert!(problem.contains(words), "{problem}");
        }
    }

    fn problems(&self) -> Vec<String> {
        xtask::tidy::check(&self.root())
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Adds one file and expects one problem on its line `line`.
#[track_caller]
pub(crate) fn rejects(path: &str, text: &str, line: usize, words: &str) {
    Checkout::in_order()
        .with(path, text)
        .has_problem(&format!("{path}:{line}"), words);
}

/// Adds one file and expects no problem.
#[track_caller]
pub(crate) fn accepts(path: &str, text: &str) {
    Checkout::in_order().with(path, text).is_tidy();
}
