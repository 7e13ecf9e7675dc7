//! Reads one site, from the typed address to its pages.

use std::{future::Future, time::Duration};

use async_trait::async_trait;
use futures::{StreamExt, future::join, stream};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout, timeout_at},
};
use url::{Position, Url};

use super::{
    Favicon, PageKind, ReadProgress, Site, SitePage, SitePreview, WebsiteError, bot_challenge,
    charset, favicon, is_listing,
    page_choice::{self, PageChoice},
    page_collector::PageCollector,
    page_kind,
    page_links::{self, HomeLinks},
    robots::Robots,
    sitemap::{self, Sitemap},
    typed_address::TypedAddress,
};
use crate::guard::{
    FetchError, FetchPermission, FetchRequest, FetchedPage, GuardedFetcher, WEB_PAGES,
};

pub const MAX_PAGES: usize = 8;
/// How many pages are fetched concurrently.
const AT_ONCE: usize = 4;
/// The timeout of optional files: sitemap, manifest.
const OPTIONAL_FILE_TIMEOUT: Duration = Duration::from_secs(3);
const SITEMAP_BYTES: usize = 512 * 1024;
/// How many sitemaps of a sitemap index are read.
const SUB_SITEMAPS: usize = 2;
const MANIFEST_BYTES: usize = 64 * 1024;
/// How many icons are tried.
const ICONS: usize = 4;

/// A visit to a site. Its `robots.txt` is fetched once per visit.
pub(super) struct SiteVisit<'a> {
    fetcher: &'a GuardedFetcher,
    robots: Robots<'a>,
    deadline: Instant,
}

type ProgressCallback<'p> = &'p (dyn Fn(ReadProgress) + Send + Sync);

impl<'a> SiteVisit<'a> {
    pub(super) fn new(fetcher: &'a GuardedFetcher, agent: &'a str, limit: Duration) -> Self {
        Self {
            fetcher,
            robots: Robots::new(fetcher, agent),
            deadline: Instant::now() + limit,
        }
    }

    /// The home page and the few most informative pages.
    pub(super) async fn site(
        self,
        typed: &TypedAddress,
        on_progress: ProgressCallback<'_>,
    ) -> Result<Site, WebsiteError> {
        let home = self.home(typed).await?;
        on_progress(ReadProgress {
            pages_read: 1,
            pages_chosen: 1,
        });
        if is_listing(&home.url) {
            return Ok(Site {
                url: home.url.clone(),
                pages: vec![home],
                manifest: None,
            });
        }
        let links = page_links::of(&home.url, &home.html);
        let mut chosen = self.choose(&home.url, &links).await;
        // Somebody who types the address of an inner page wants it to be read, whatever it is.
        if let Ok(typed) = home.url.join(&typed.first[Position::BeforePath..]) {
            page_choice::put_first(&home.url, &typed, &mut chosen);
        }
        let (manifest, mut pages) = join(
            self.manifest(&links),
            self.chosen_pages(&home, chosen, on_progress),
        )
        .await;
        let url = home.url.clone();
        pages.insert(0, home);
        Ok(Site {
            url,
            pages,
            manifest,
        })
    }

    /// The home page and the icon.
    pub(super) async fn preview(self, typed: &TypedAddress) -> Result<SitePreview, WebsiteError> {
        let home = self.home(typed).await?;
        let links = page_links::of(&home.url, &home.html);
        let has_pages = || !page_choice::choose(&home.url, &links.pages, &[], 1).is_empty();
        let has_more = !is_listing(&home.url) && (links.manifest.is_some() || has_pages());
        let icon = timeout_at(self.deadline, self.icon(&home.url, links.icons)).await;
        Ok(SitePreview {
            has_more,
            icon: icon.unwrap_or(None),
            home,
        })
    }

    /// The first usable icon: of those that the page names, or else the usual one.
    async fn icon(&self, home: &Url, named: Vec<Url>) -> Option<Favicon> {
        let usual = home.join("/favicon.ico").ok();
        for url in named.into_iter().take(ICONS).chain(usual) {
            let request = FetchRequest {
                types: &[],
                body_bytes: favicon::LARGEST,
                truncates: false,
            };
            let fetched = self
                .fetcher
                .fetch_with(url.as_str(), &request, &self.robots)
                .await;
            let Some(page) = fetched.ok().filter(is_success) else {
                continue;
            };
            // Decoding an image takes time.
            let drawing = spawn_blocking(move || favicon::reencode(&page.bytes));
            if let Ok(Some(icon)) = drawing.await {
                return Some(icon);
            }
        }
        None
    }

    /// The home page over HTTPS, or over HTTP if HTTPS is unreachable.
    async fn home(&self, typed: &TypedAddress) -> Result<SitePage, WebsiteError> {
        let mut outcome = self.home_at(&typed.first).await;
        if let (Err(WebsiteError::Unreachable), Some(second)) = (&outcome, &typed.second) {
            outcome = self.home_at(second).await;
        }
        match (outcome, self.robots.failure().await) {
            (Err(WebsiteError::Forbidden), Some(failure)) => Err(failure),
            // A store that sends its visitor to its own front page has nothing at the address.
            (Ok(home), _) if is_listing(&typed.first) && !is_listing(&home.url) => {
                Err(WebsiteError::NotAPage)
            }
            (outcome, _) => outcome,
        }
    }

    /// The page at the root of the site, or else the typed page: some sites have nothing at their
    /// root, or send everybody who asks for it somewhere else.
    async fn home_at(&self, url: &Url) -> Result<SitePage, WebsiteError> {
        if page_kind::is_front(url) {
            return self.home_page(url).await;
        }
        let mut root = url.clone();
        root.set_path("/");
        root.set_query(None);
        match self.home_page(&root).await {
            Ok(home) if page_choice::is_same_site(url, &home.url) => Ok(home),
            // Nobody answers; the typed page is on the same server.
            Err(WebsiteError::Unreachable) => Err(WebsiteError::Unreachable),
            elsewhere => self.home_page(url).await.or(elsewhere),
        }
    }

    async fn home_page(&self, url: &Url) -> Result<SitePage, WebsiteError> {
        let fetched = self.in_time(self.page(url, &self.robots)).await?;
        let (status, is_success) = (fetched.status, is_success(&fetched));
        let page = decoded(fetched, PageKind::Home);
        if bot_challenge::is_challenge(&page.url, is_success, &page.html) {
            return Err(WebsiteError::Challenged);
        }
        if !is_success {
            return Err(WebsiteError::NoPage { status });
        }
        Ok(page)
    }

    async fn page(
        &self,
        url: &Url,
        permission: &dyn FetchPermission,
    ) -> Result<FetchedPage, FetchError> {
        let request = FetchRequest::of(WEB_PAGES);
        self.fetcher
            .fetch_with(url.as_str(), &request, permission)
            .await
    }

    async fn in_time<T>(
        &self,
        step: impl Future<Output = Result<T, FetchError>>,
    ) -> Result<T, FetchError> {
        let step = timeout_at(self.deadline, step).await;
        step.unwrap_or(Err(FetchError::TimedOut))
    }

    /// The sitemap is read only if the home page has too few useful links.
    async fn choose(&self, home: &Url, links: &HomeLinks) -> Vec<PageChoice> {
        let most = MAX_PAGES - 1;
        let chosen = page_choice::choose(home, &links.pages, &[], most);
        let known = chosen
            .iter()
            .filter(|choice| choice.kind != PageKind::Other);
        if known.count() >= most {
            return chosen;
        }
        let sitemap = timeout(OPTIONAL_FILE_TIMEOUT, self.sitemap(home))
            .await
            .unwrap_or_default();
        page_choice::choose(home, &links.pages, &sitemap, most)
    }

    /// The URLs in the site's sitemap, or in the first few sitemaps of its index.
    async fn sitemap(&self, home: &Url) -> Vec<Url> {
        let named = self.robots.sitemaps(home).await;
        let usual = home.join("/sitemap.xml").ok();
        let first = named
            .into_iter()
            .find(|url| page_choice::is_same_site(home, url));
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
        let bytes = self.optional_file(home, &url?, SITEMAP_BYTES).await?.bytes;
        Some(sitemap::read(&bytes))
    }

    async fn manifest(&self, links: &HomeLinks) -> Option<String> {
        let url = links.manifest.as_ref()?;
        let fetch = self.optional_file(url, url, MANIFEST_BYTES);
        let page = timeout(OPTIONAL_FILE_TIMEOUT, fetch).await.ok()??;
        Some(String::from_utf8_lossy(&page.bytes).into_owned())
    }

    /// An optional file on the site, cut at `body_bytes`.
    async fn optional_file(&self, home: &Url, url: &Url, body_bytes: usize) -> Option<FetchedPage> {
        let request = FetchRequest::first_bytes(body_bytes);
        let permission = SameSiteOnly {
            home,
            robots: &self.robots,
        };
        let fetched = self.fetcher.fetch_with(url.as_str(), &request, &permission);
        fetched.await.ok().filter(is_success)
    }

    /// The chosen pages that arrive in time and fit.
    async fn chosen_pages(
        &self,
        home: &SitePage,
        chosen: Vec<PageChoice>,
        on_progress: ProgressCallback<'_>,
    ) -> Vec<SitePage> {
        let delay = self.robots.delay(&home.url).await;
        let at_once = if delay.is_some() { 1 } else { AT_ONCE };
        let mut kept = PageCollector::new(home, chosen.len());
        let mut arriving = stream::iter(chosen.into_iter().enumerate())
            .map(|(order, choice)| async move {
                pause(delay).await;
                (order, self.chosen_page(&home.url, choice).await)
            })
            .buffer_unordered(at_once);
        while let Ok(Some((order, page))) = timeout_at(self.deadline, arriving.next()).await {
            kept.take(order, page);
            on_progress(kept.progress());
        }
        kept.in_order()
    }

    async fn chosen_page(&self, home: &Url, choice: PageChoice) -> Option<SitePage> {
        let permission = SameSiteOnly {
            home,
            robots: &self.robots,
        };
        let page = self.page(&choice.url, &permission).await;
        page.ok()
            .filter(is_success)
            .map(|page| decoded(page, choice.kind))
    }
}

/// Permits what `robots.txt` allows, and only on the same site.
struct SameSiteOnly<'a> {
    home: &'a Url,
    robots: &'a Robots<'a>,
}

#[async_trait]
impl FetchPermission for SameSiteOnly<'_> {
    async fn check(&self, url: &Url) -> Result<(), FetchError> {
        if !page_choice::is_same_site(self.home, url) {
            return Err(FetchError::Forbidden);
        }
        self.robots.check(url).await
    }
}

fn is_success(page: &FetchedPage) -> bool {
    (200..300).contains(&page.status)
}

fn decoded(page: FetchedPage, kind: PageKind) -> SitePage {
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
