//! Pages of companies on somebody else's host: an app in a store, a repository, a shop of a
//! marketplace.
//!
//! There the path names the company. The host's name, its root and its other pages are about
//! the host or about other companies.

use url::Url;

/// Whether the page at `url` is about one of the many companies on its host.
pub fn is_listing(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let has_path = !url.path().trim_matches('/').is_empty();
    let mut hosts = HOSTS
        .iter()
        .flat_map(|hosts| hosts.split_ascii_whitespace());
    has_path && hosts.any(|known| known == host)
}

const HOSTS: [&str; 6] = [
    // Apps, games and extensions.
    "apps.apple.com itunes.apple.com play.google.com apps.microsoft.com appgallery.huawei.com f-droid.org
     flathub.org snapcraft.io store.steampowered.com chromewebstore.google.com chrome.google.com
     addons.mozilla.org microsoftedge.microsoft.com marketplace.visualstudio.com open-vsx.org
     plugins.jetbrains.com",
    // Parts of other products.
    "wordpress.org apps.shopify.com appexchange.salesforce.com marketplace.atlassian.com
     workspace.google.com ecosystem.hubspot.com apps.odoo.com themeforest.net codecanyon.net",
    // Code.
    "github.com gitlab.com bitbucket.org codeberg.org sourceforge.net npmjs.com pypi.org crates.io
     packagist.org rubygems.org hub.docker.com huggingface.co",
    // Shops, courses and paid work.
    "etsy.com gumroad.com amazon.com ebay.com fiverr.com upwork.com udemy.com skillshare.com
     teachable.com kickstarter.com indiegogo.com patreon.com ko-fi.com buymeacoffee.com stan.store
     producthunt.com appsumo.com",
    // Profiles.
    "linktr.ee beacons.ai bio.link facebook.com instagram.com linkedin.com x.com twitter.com tiktok.com
     youtube.com medium.com sites.google.com yelp.com",
    // The sandbox's, for trying all this. Names under `.example` are nobody else's.
    "storefront.example",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_shared_host_the_path_names_the_company() {
        for (url, expected) in [
            ("https://github.com/acme/tool", true),
            ("https://www.etsy.com/shop/Acme", true),
            (
                "https://play.google.com/store/apps/details?id=com.acme",
                true,
            ),
            ("https://apps.apple.com/us/app/acme/id1", true),
            ("https://wordpress.org/plugins/acme/", true),
            ("https://github.com/", false),
            ("https://github.com", false),
            ("https://acme.github.io/", false),
            ("https://acme.gumroad.com/l/book", false),
            ("https://acme.example/github.com", false),
            ("https://notgithub.com/acme", false),
        ] {
            assert_eq!(is_listing(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }
}
