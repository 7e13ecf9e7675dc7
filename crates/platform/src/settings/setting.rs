//! What one setting is.

/// One setting, read from the environment or from the settings file.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub name: &'static str,
    /// What holds when it is not given; empty if there is no value then.
    pub default: &'static str,
    /// Secrets are never printed.
    pub is_secret: bool,
    pub about: &'static str,
}

impl Setting {
    /// The setting that names a file with this secret instead.
    pub fn file_name(&self) -> String {
        format!("{}_FILE", self.name)
    }
}

pub(super) const fn plain(
    name: &'static str,
    default: &'static str,
    about: &'static str,
) -> Setting {
    Setting {
        name,
        default,
        is_secret: false,
        about,
    }
}

pub(super) const fn secret(name: &'static str, about: &'static str) -> Setting {
    Setting {
        name,
        default: "",
        is_secret: true,
        about,
    }
}
