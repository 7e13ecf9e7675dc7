import { ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { placeLabel } from '../../lib/source';
import { FilterBar } from '../../lists/filter-bar';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Popover } from '../../ui/popover';
import { useIsSideColumnShown } from '../../ui/side-column';
import type { Post } from './api';
import { countOfFilters, postSorts } from './post-filters';
import { type FilterPlace, PostFiltersForm } from './post-filters-form';
import { messages } from './messages';
import type { PostsScreenState } from './posts-screen';

type PostFilterBarProps = {
  screen: PostsScreenState;
  /** Enter: looks for new posts, with what stands in the search box. */
  onDiscover: (query: string) => void;
  onExport: (() => void) | undefined;
};

/** Search box, sort order, filters, and the tabs of the states (spec §2, Search tab). */
export function PostFilterBar({ screen, onDiscover, onExport }: PostFilterBarProps) {
  const { filters, filter, list, isPhone } = screen;
  const count = countOfFilters(filters);
  const isBesideColumn = useIsSideColumnShown();
  const places = usePlaces(list.items);
  return (
    <FilterBar
      {...{ screen, messages }}
      sorts={postSorts}
      isSortIconOnly={isPhone || isBesideColumn}
      onEnter={onDiscover}
      enterHint={messages.enterHint}
    >
      <Popover
        label={messages.filters.button}
        align="end"
        trigger={
          <Button
            icon={ListFilter}
            aria-label={labelFor(count)}
            className={cx('flex-none px-2.5! touch:min-w-(--touch)', count > 0 && isSet)}
          >
            {count > 0 && <span aria-hidden="true">{count}</span>}
          </Button>
        }
      >
        <PostFiltersForm {...{ filters, onExport, places }} onChange={filter} namesYou={list.newest?.namesYou} />
      </Popover>
    </FilterBar>
  );
}

const isSet = 'border-primary-line! bg-primary-soft! text-primary-text!';

const labelFor = (count: number) => (count === 0 ? messages.filters.button : messages.filters.buttonSet(count));

/** Where the posts that are loaded were written, the places with most posts first. */
function usePlaces(posts: readonly Post[]): readonly FilterPlace[] {
  return useMemo(() => {
    const counted = new Map<string, FilterPlace & { count: number }>();
    for (const { source, subreddit: name } of posts)
      counted.set(name, { name, label: placeLabel(source, name), count: (counted.get(name)?.count ?? 0) + 1 });
    return [...counted.values()].toSorted((one, other) => other.count - one.count).slice(0, 12);
  }, [posts]);
}
