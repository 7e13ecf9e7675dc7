//! What people call the device that they signed in on: "Firefox on Windows".
//!
//! Only that is kept. What a browser says of itself in full would tell people apart, and nobody reads it.

/// A browser and a system, as far as they are known; empty if neither is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device(String);

impl Device {
    /// From the header `User-Agent`.
    pub fn of_user_agent(header: &str) -> Self {
        let known = |names: &[(&str, &'static str)]| {
            let mut names = names.iter();
            let found = names.find(|(mark, _)| header.contains(mark));
            found.map(|(_, name)| (*name).to_owned())
        };
        let browser = known(&BROWSERS).or_else(|| program(header));
        let parts: Vec<String> = [browser, known(&SYSTEMS)].into_iter().flatten().collect();
        Self(parts.join(" on "))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// In this order: most browsers also call themselves by the name of others.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

const LONGEST_PROGRAM: usize = 30;

/// The name of a program that is no browser: `curl` of `curl/8.5.0`.
fn program(header: &str) -> Option<String> {
    let name = header.split(['/', ' ']).next()?;
    let is_name = (1..=LONGEST_PROGRAM).contains(&name.len())
        && name != "Mozilla"
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_the_name_that_people_give_it() {
        for (header, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on macOS",
            ),
            ("curl/8.5.0", "curl"),
            ("Mozilla/5.0", ""),
            ("<script>", ""),
            ("", ""),
        ] {
            assert_eq!(Device::of_user_agent(header).as_str(), expected, "{header}");
        }
    }
}
