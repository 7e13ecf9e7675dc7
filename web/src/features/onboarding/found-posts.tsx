import { ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { ageLabel } from '../../lib/age';
import { useNow } from '../../lib/now';
import { pageAddress, sourceOfAddress } from '../../lib/page-address';
import { placeLabel, sourceTitle } from '../../lib/source';
import { FreshBadge, RankBadge, ViaChips } from '../../lists/post-marks';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Dialog } from '../../ui/dialog';
import { Loader } from '../../ui/loader';
import { MatchScore } from '../../ui/match-score';
import { RowSkeleton } from '../../ui/skeleton';
import type { FoundPost } from './api';
import { messages } from './messages';
import type { FoundPostsView } from './use-found-posts';

const words = messages.foundPosts;

type FoundPostsProps = { view: FoundPostsView; hasKeywords: boolean };

/** What the keywords would bring, beside them. */
export function FoundPostsCard({ view, hasKeywords }: FoundPostsProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="self-start overflow-hidden rounded-card border border-border bg-card shadow-xs">
      <header className="flex min-h-12 items-center justify-between gap-3 border-b border-border px-4 text-sm">
        <h2 id={titleId} className="font-sans">
          {words.title}
        </h2>
        <p role="status" className="text-right text-xs text-muted-foreground tabular-nums">
          {view.found !== undefined && words.leads(view.found.leadsPerMonth)}
        </p>
      </header>
      <FoundPostsBody view={view} hasKeywords={hasKeywords} />
    </section>
  );
}

/** The same on a phone: one line at the lower edge, which opens them. */
export function FoundPostsStrip({ view, hasKeywords }: FoundPostsProps) {
  const [isOpen, setOpen] = useState(false);
  const text = stripText(view, hasKeywords);
  return (
    <div className="fixed inset-x-0 bottom-0 z-(--z-bar) border-t border-border bg-card pb-[env(safe-area-inset-bottom)]">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-13 w-full items-center gap-3 px-5 text-left text-sm font-medium"
      >
        <span className="min-w-0 flex-1 tabular-nums">{text}</span>
        {view.isSearching ? <Loader size={16} className="text-primary-text" /> : <ChevronUp size={16} aria-hidden="true" />}
      </button>
      <p role="status" className="sr-only">
        {text}
      </p>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.title}
        {...(view.found !== undefined && { description: words.leads(view.found.leadsPerMonth) })}
      >
        <div className="-mx-5 border-t border-border">
          <FoundPostsBody view={view} hasKeywords={hasKeywords} />
        </div>
      </Dialog>
    </div>
  );
}

function stripText({ found, isSearching, failure }: FoundPostsView, hasKeywords: boolean): string {
  if (found !== undefined) return words.strip(words.count(found.posts.length), words.leads(found.leadsPerMonth));
  if (isSearching) return words.searching;
  return failure !== null && hasKeywords ? words.failed : words.title;
}

function FoundPostsBody({ view, hasKeywords }: FoundPostsProps) {
  const { found, isSearching, failure } = view;
  if (!hasKeywords) return <p className={quiet}>{words.noKeywords}</p>;
  if (found === undefined) {
    return failure === null ? <FirstSearch /> : <NotFollowed failure={failure} onRetry={view.retry} />;
  }
  return (
    <>
      <div className="relative">
        {isSearching && <SearchLoader />}
        {found.posts.length === 0 ? (
          <p className={quiet}>{found.keywords.some(({ posts }) => posts > 0) ? words.noLeads : words.noPosts}</p>
        ) : (
          <ul
            aria-label={words.title}
            aria-busy={isSearching}
            className={cx('divide-y divide-border transition-opacity duration-(--dur-fast)', isSearching && 'opacity-60')}
          >
            {found.posts.map((post) => (
              <FoundPostRow key={post.redditId} post={post} isNew={view.newIds.has(post.redditId)} />
            ))}
          </ul>
        )}
      </div>
      {failure === null ? (
        <p className="border-t border-border px-4 py-3 text-xs text-muted-foreground">
          {words.about} {found.isPartial && words.partial}
        </p>
      ) : (
        <div className="border-t border-border">
          <NotFollowed failure={failure} onRetry={view.retry} />
        </div>
      )}
    </>
  );
}

function FoundPostRow({ post, isNew }: { post: FoundPost; isNew: boolean }) {
  const now = useNow();
  const source = sourceOfAddress(post.url);
  return (
    <li className={cx('px-4 py-3', isNew && 'animate-tint')}>
      <article className="flex gap-3">
        <MatchScore value={post.match} />
        <div className="min-w-0 flex-1">
          <h3 className="font-sans text-list font-semibold [text-wrap:pretty]">
            <a
              href={pageAddress(source, post.url)}
              target="_blank"
              rel="noreferrer"
              className="line-clamp-2 text-foreground no-underline wrap-anywhere hover:underline"
            >
              {post.title}
              <span className="sr-only"> {words.opensSource(sourceTitle(source))}</span>
            </a>
          </h3>
          <p className="mt-0.5 flex min-h-5 items-center gap-1.5 text-xs text-muted-foreground">
            <span className="truncate font-medium text-foreground-soft">{placeLabel(source, post.subreddit)}</span>
            <span aria-hidden="true">·</span>
            <span className="flex-none">{ageLabel(post.createdAt, now)}</span>
          </p>
          <div className="mt-1.5 flex min-w-0 items-center gap-1.5">
            <RankBadge rank={post.googleRanking ?? null} />
            {post.isFresh && <FreshBadge />}
            <ViaChips phrases={post.via} />
          </div>
        </div>
      </article>
    </li>
  );
}

/** Quiet: what comes next does not depend on it. */
function NotFollowed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-xs text-foreground-soft">
      <p className="min-w-0 flex-1 basis-48">{errorMessage(failure, words.failed)}</p>
      <Button size="sm" onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  );
}

function FirstSearch() {
  return (
    <div role="status" aria-label={words.searching}>
      {['92%', '70%', '84%'].map((titleWidth) => (
        <RowSkeleton key={titleWidth} titleWidth={titleWidth} />
      ))}
      <p className="px-4 py-3 text-xs text-muted-foreground">{words.about}</p>
    </div>
  );
}

/** A quick answer does without it. */
function SearchLoader() {
  return (
    <span className="appear-after-150 pointer-events-none absolute inset-0 z-1 grid place-items-center">
      <Loader size={24} className="text-primary-text" />
    </span>
  );
}

const quiet = 'px-4 py-8 text-center text-sm text-balance text-foreground-soft';
