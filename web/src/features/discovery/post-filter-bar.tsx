import { ListFilter } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { FilterBar, RejectedFilter } from '../../lists/filter-bar';
import { CountBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { useIsSideColumnShown } from '../../ui/side-column';
import type { Post } from './api';
import { countOfFilters } from './post-filters';
import { PostFiltersForm } from './post-filters-form';
import { messages } from './messages';
import type { PostsScreenState } from './posts-screen';

type PostFilterBarProps = {
  screen: PostsScreenState;
  /** Enter: looks for new posts, with what stands in the search box. */
  onDiscover: (query: string) => void;
  onExport: (() => void) | undefined;
};

/** Search box, sort order, filters, and what was rejected (spec §2, Search tab). */
export function PostFilterBar({ screen, onDiscover, onExport }: PostFilterBarProps) {
  const { filters, filter, list, isPhone } = screen;
  const form = (
    <PostFiltersForm {...{ filters, onExport }} onChange={filter} subreddits={useSubreddits(list.items)} namesYou={list.newest?.namesYou} />
  );
  const count = countOfFilters(filters);
  const isBesideColumn = useIsSideColumnShown();
  return (
    <FilterBar
      {...{ screen, messages }}
      isSortIconOnly={isBesideColumn}
      onEnter={onDiscover}
      enterHint={messages.enterHint}
      searchAction={isPhone && <PhoneFilters count={count}>{form}</PhoneFilters>}
    >
      {!isPhone && <WideFilters count={count}>{form}</WideFilters>}
      <span className="flex-1" />
      <RejectedFilter screen={screen} />
    </FilterBar>
  );
}

type FiltersButtonProps = { count: number; children: ReactNode };

function PhoneFilters({ count, children }: FiltersButtonProps) {
  return (
    <Popover
      label={messages.filters.button}
      trigger={
        <IconButton
          icon={ListFilter}
          variant="outline"
          label={labelFor(count)}
          className={cx(count > 0 && 'border-primary-line! bg-primary-soft! text-primary-text!')}
        />
      }
    >
      {children}
    </Popover>
  );
}

function WideFilters({ count, children }: FiltersButtonProps) {
  return (
    <Popover
      label={messages.filters.button}
      trigger={
        <Button variant="ghost" icon={ListFilter} aria-label={labelFor(count)} className="h-8 px-2!">
          <span className="max-xl:hidden @max-[23rem]:hidden">{messages.filters.button}</span>
          {count > 0 && <CountBadge>{count}</CountBadge>}
        </Button>
      }
    >
      {children}
    </Popover>
  );
}

const labelFor = (count: number) => (count === 0 ? messages.filters.button : messages.filters.buttonSet(count));

/** The subreddits of the posts that are loaded, those with most posts first. */
function useSubreddits(posts: readonly Post[]): readonly string[] {
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { subreddit } of posts) counts.set(subreddit, (counts.get(subreddit) ?? 0) + 1);
    return [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name]) => name)
      .slice(0, 12);
  }, [posts]);
}
