//! Pictures of the product on the public site. `make gen` takes them (e2e/pictures), in both themes
//! and for a window and a phone; the web app's build carries them.

/// One subject: `NAME-light.webp`, `NAME-dark.webp`, and the same for `NAME-phone`.
pub(super) struct Picture {
    name: &'static str,
    /// What somebody who cannot see it would want to know.
    pub(super) alt: &'static str,
    /// In CSS pixels of the page, so that its room is there before it is.
    pub(super) width: u32,
    pub(super) height: u32,
}

/// What a phone shows, whatever the subject.
pub(super) const PHONE_WIDTH: u32 = 390;
pub(super) const PHONE_HEIGHT: u32 = 780;

pub(super) const POSTS: Picture = Picture {
    name: "posts",
    alt: "Relevant Posts: a list of Reddit posts, each with its match from 0 to 100, in the middle the selected post with the reason it was chosen, and on the right a draft of an answer that can be edited and copied.",
    width: 1280,
    height: 800,
};
pub(super) const MENTIONS: Picture = Picture {
    name: "mentions",
    alt: "Brand Mentions: a list of posts and comments that name the company, marked positive, negative or neutral, and beside it one mention with its summary and the sentence behind the mark.",
    width: 1280,
    height: 800,
};
pub(super) const ALERT: Picture = Picture {
    name: "alert",
    alt: "An alert by mail: the posts that a scan has just found, each with its match, its community and the reason it was chosen.",
    width: 640,
    height: 720,
};

impl Picture {
    pub(super) fn light(&self) -> String {
        self.file("light")
    }

    pub(super) fn dark(&self) -> String {
        self.file("dark")
    }

    pub(super) fn phone_light(&self) -> String {
        self.file("phone-light")
    }

    pub(super) fn phone_dark(&self) -> String {
        self.file("phone-dark")
    }

    fn file(&self, variant: &str) -> String {
        format!("/site/{}-{variant}.webp", self.name)
    }
}
