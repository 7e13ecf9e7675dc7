//! One read of one site, from the typed address to its pages.

use std::{future::Future, time::Duration};

use async_trait::async_trait;
use futures::{StreamExt, future::join, stream};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout, timeout_at},
};
use url::{Position, Url};

use super::{
    Favicon, PageKind, Progress, ReadFailed, Site, SitePage,
    address::Typed,
    charset,
    choice::{self, Choice},
    favicon, kind,
    links::{self, HomeLinks, Link},
    robots::Robots,
    shelf::Shelf,
    sitemap::{self, Sitemap},
};
use crate::guard::{FetchFailed, GuardedFetcher, Page, Permission, WEB_PAGES, Wish};

pub const MOST_PAGES: usize = 8;
/// How many pages are fetched side by side.
const AT_ONCE: usize = 4;
/// For the whole read. What has arrived by then counts.
const TOTAL: Duration = Duration::from_secs(15);
/// For what is useful and not needed: sitemap, manifest.
const ASIDE: Duration = Duration::from_secs(3);
const SITEMAP_BYTES: usize = 512 * 1024;
/// Sitemaps within a sitemap that are looked into.
const SUB_SITEMAPS: usize = 2;
const MANIFEST_BYTES: usize = 64 * 1024;
/// Icons that are tried before giving up.
const ICONS: usize = 4;

/// A visit to a site: what it allows is asked once and kept until the visit is over.
pub(super) struct Reading<'a> {
    fetcher: &'a GuardedFetcher,
    robots: Robots<'a>,
    deadline: Instant,
}

type Hear<'p> = &'p (dyn Fn(Progress) + Send + Sync);

impl<'a> Reading<'a> {
    pub(super) fn new(fetcher: &'a GuardedFetcher, agent: &'a str) -> Self {
        Self {
            fetcher,
            robots: Robots::new(fetcher, agent),
            deadline: Instant::now() + TOTAL,
        }
    }

    /// The home page and the few pages that say most.
    pub(super) async fn site(self, typed: &Typed, hear: Hear<'_>) -> Result<Site, ReadFailed> {
        let home = self.home(typed).await?;
        hear(Progress {
            pages_read: 1,
            pages_chosen: 1,
        });
        let mut links = links::of(&home.url, &home.html);
        // Somebody who types the address of an inner page means it.
        let typed = home.url.join(&typed.first[Position::BeforePath..]);
        links.pages.splice(..0, typed.ok().map(Link::to));
        let chosen = self.choose(&home.url, &links).await;
        let (manifest, mut pages) =
            join(self.manifest(&links), self.others(&home, chosen, hear)).await;
        let url = home.url.clone();
        pages.insert(0, home);
        Ok(Site {
            url,
            pages,
            manifest,
        })
    }

    /// The first icon that can be shown.
    pub(super) async fn icon(self, typed: &Typed) -> Result<Favicon, ReadFailed> {
        let home = self.home(typed).await?;
        let named = links::of(&home.url, &home.html).icons;
        let usual = home.url.join("/favicon.ico").ok();
        for url in named.into_iter().take(ICONS).chain(usual) {
            let wish = Wish {
                types: &[],
                body_bytes: favicon::LARGEST,
                cuts: false,
            };
            let fetched = self
                .fetcher
                .fetch_wish(url.as_str(), &wish, &self.robots)
                .await;
            let Some(page) = fetched.ok().filter(is_success) else {
                continue;
            };
            // Unpacking pixels takes its time.
            let drawing = spawn_blocking(move || favicon::redrawn(&page.bytes));
            if let Ok(Some(icon)) = drawing.await {
                return Ok(icon);
            }
        }
        Err(ReadFailed::NoIcon)
    }

    /// The home page, over HTTPS, or over HTTP if nobody can be reached there.
    async fn home(&self, typed: &Typed) -> Result<SitePage, ReadFailed> {
        let mut outcome = self.home_at(&typed.first).await;
        if let (Err(ReadFailed::Unreachable), Some(second)) = (&outcome, &typed.second) {
            outcome = self.home_at(second).await;
        }
        match (outcome, self.robots.trouble().await) {
            (Err(ReadFailed::Forbidden), Some(status)) => Err(ReadFailed::NoPage { status }),
            (outcome, _) => outcome,
        }
    }

    async fn home_at(&self, url: &Url) -> Result<SitePage, ReadFailed> {
        let mut front = url.clone();
        if kind::is_inner(url) {
            front.set_path("/");
            front.set_query(None);
        }
        let mut page = self.in_time(self.page(&front, &self.robots)).await?;
        if page.status == 404 && front.path() != "/" {
            front.set_path("/");
            page = self.in_time(self.page(&front, &self.robots)).await?;
        }
        if !is_success(&page) {
            let status = page.status;
            return Err(ReadFailed::NoPage { status });
        }
        Ok(decoded(page, PageKind::Home))
    }

    async fn page(&self, url: &Url, permission: &dyn Permission) -> Result<Page, FetchFailed> {
        let wish = Wish::of(WEB_PAGES);
        self.fetcher
            .fetch_wish(url.as_str(), &wish, permission)
            .await
    }

    async fn in_time<T>(
        &self,
        step: impl Future<Output = Result<T, FetchFailed>>,
    ) -> Result<T, FetchFailed> {
        let step = timeout_at(self.deadline, step).await;
        step.unwrap_or(Err(FetchFailed::TimedOut))
    }

    /// The sitemap is asked only if the home page leads to too little.
    async fn choose(&self, home: &Url, links: &HomeLinks) -> Vec<Choice> {
        let most = MOST_PAGES - 1;
        let chosen = choice::choose(home, &links.pages, &[], most);
        let known = chosen
            .iter()
            .filter(|choice| choice.kind != PageKind::Other);
        if known.count() >= most {
            return chosen;
        }
        let sitemap = timeout(ASIDE, self.sitemap(home)).await.unwrap_or_default();
        choice::choose(home, &links.pages, &sitemap, most)
    }

    /// The addresses of the site's sitemap, or of the first few that it refers to.
    async fn sitemap(&self, home: &Url) -> Vec<Url> {
        let named = self.robots.sitemaps(home).await;
        let usual = home.join("/sitemap.xml").ok();
        let first = named
            .into_iter()
            .find(|url| choice::is_same_site(home, url));
        match self.sitemap_at(home, first.or(usual)).await {
            Some(Sitemap::Pages(urls)) => urls,
            Some(Sitemap::Index(sitemaps)) => {
                let parts = sitemaps.into_iter().take(SUB_SITEMAPS);
                let parts = stream::iter(parts).map(|url| self.sitemap_at(home, Some(url)));
                let parts: Vec<_> = parts.buffered(SUB_SITEMAPS).collect().await;
                let pages = parts.into_iter().flatten().map(|part| match part {
                    Sitemap::Pages(urls) => urls,
                    // One level is enough.
                    Sitemap::Index(_) => Vec::new(),
                });
                pages.flatten().collect()
            }
            None => Vec::new(),
        }
    }

    async fn sitemap_at(&self, home: &Url, url: Option<Url>) -> Option<Sitemap> {
        let bytes = self.aside(home, &url?, SITEMAP_BYTES).await?.bytes;
        Some(sitemap::read(&bytes))
    }

    async fn manifest(&self, links: &HomeLinks) -> Option<String> {
        let url = links.manifest.as_ref()?;
        let fetch = self.aside(url, url, MANIFEST_BYTES);
        let page = timeout(ASIDE, fetch).await.ok()??;
        Some(String::from_utf8_lossy(&page.bytes).into_owned())
    }

    /// Something on the site that is no page, as far as it arrives.
    async fn aside(&self, home: &Url, url: &Url, body_bytes: usize) -> Option<Page> {
        let wish = Wish::start_of_anything(body_bytes);
        let permission = OnSite {
            home,
            robots: &self.robots,
        };
        let fetched = self.fetcher.fetch_wish(url.as_str(), &wish, &permission);
        fetched.await.ok().filter(is_success)
    }

    /// The chosen pages, as many as arrive in time and fit.
    async fn others(&self, home: &SitePage, chosen: Vec<Choice>, hear: Hear<'_>) -> Vec<SitePage> {
        let delay = self.robots.delay(&home.url).await;
        let at_once = if delay.is_some() { 1 } else { AT_ONCE };
        let mut kept = Shelf::new(home, chosen.len());
        let mut arriving = stream::iter(chosen.into_iter().enumerate())
            .map(|(order, choice)| async move {
                pause(delay).await;
                (order, self.other(&home.url, choice).await)
            })
            .buffer_unordered(at_once);
        while let Ok(Some((order, page))) = timeout_at(self.deadline, arriving.next()).await {
            kept.take(order, page);
            hear(kept.progress());
        }
        kept.in_order()
    }

    async fn other(&self, home: &Url, choice: Choice) -> Option<SitePage> {
        let permission = OnSite {
            home,
            robots: &self.robots,
        };
        let page = self.page(&choice.url, &permission).await;
        page.ok()
            .filter(is_success)
            .map(|page| decoded(page, choice.kind))
    }
}

/// Lets a fetch go where the site's rules allow, and not off the site.
struct OnSite<'a> {
    home: &'a Url,
    robots: &'a Robots<'a>,
}

#[async_trait]
impl Permission for OnSite<'_> {
    async fn asks(&self, url: &Url) -> Result<(), FetchFailed> {
        if !choice::is_same_site(self.home, url) {
            return Err(FetchFailed::Forbidden);
        }
        self.robots.asks(url).await
    }
}

fn is_success(page: &Page) -> bool {
    (200..300).contains(&page.status)
}

fn decoded(page: Page, kind: PageKind) -> SitePage {
    SitePage {
        html: charset::decode(page.bytes, &page.content_type),
        url: page.url,
        kind,
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pause that the site itself asks its readers to make"
)]
async fn pause(asked: Option<Duration>) {
    if let Some(delay) = asked {
        sleep(delay).await;
    }
}
