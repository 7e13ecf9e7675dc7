import { ArrowUpDown, ListFilter } from 'lucide-react';
import type { Ref } from 'react';
import { useTyped } from '../../lib/typed';
import { CountBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { RejectedToggle } from '../../ui/rejected-toggle';
import { RefreshButton } from '../../ui/result-bar';
import { SearchField } from '../../ui/search-field';
import { Select } from '../../ui/select';
import { countOfFilters, type Filters, names, sorts } from './filters';
import { FiltersForm } from './filters-form';
import { messages } from './messages';

type FilterBarProps = {
  filters: Filters;
  isPhone: boolean;
  /** Parts of the address. Typing is a step on the way, a choice is one that Back undoes. */
  onChange: (changes: Record<string, string | undefined>, move: 'push' | 'replace') => void;
  /** Enter: looks for new posts, with what stands in the search box. */
  onDiscover: (query: string) => void;
  /** Of the posts that are loaded, to choose from. */
  subreddits: readonly string[];
  isRefreshing: boolean;
  onRefresh: () => void;
  onExport: (() => void) | undefined;
  searchRef: Ref<HTMLInputElement>;
};

/** Search box, sort order, filters, and what was rejected (spec §2, Search tab). */
export function FilterBar({ filters, isPhone, onChange, onDiscover, subreddits, isRefreshing, onRefresh, onExport, searchRef }: FilterBarProps) {
  const search = (query: string) => onChange({ [names.query]: query }, 'replace');
  const { text, setText } = useTyped(filters.query, search, searchPauseMs);
  const enter = (typed: string) => {
    const query = typed.trim();
    if (query !== filters.query) search(query);
    onDiscover(query);
  };
  const form = <FiltersForm {...{ filters, onChange, subreddits, onExport }} />;
  const count = countOfFilters(filters);
  return (
    <div role="search" aria-label={messages.search} className="grid flex-none gap-2 border-b border-border px-4 py-3">
      <div className="flex items-center gap-2">
        <SearchField ref={searchRef} label={messages.search} placeholder={messages.search} text={text} onText={setText} onEnter={enter} enterHint={messages.enterHint} />
        {isPhone && (
          <Popover
            label={messages.filters.button}
            trigger={<IconButton icon={ListFilter} variant="outline" label={count === 0 ? messages.filters.button : messages.filters.buttonSet(count)} className={cx(count > 0 && 'border-primary-line! bg-primary-soft! text-primary-text!')} />}
          >
            {form}
          </Popover>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-1">
        <Select
          label={messages.sort}
          icon={ArrowUpDown}
          options={sorts.map((sort) => ({ value: sort, label: messages.sorts[sort] }))}
          value={filters.sort}
          onValueChange={(sort) => onChange({ [names.sort]: sort }, 'push')}
          className="min-w-0"
        />
        {!isPhone && (
          <Popover
            label={messages.filters.button}
            trigger={
              <Button variant="ghost" icon={ListFilter} aria-label={count === 0 ? messages.filters.button : messages.filters.buttonSet(count)} className="h-8 px-2!">
                <span className="max-xl:hidden">{messages.filters.button}</span>
                {count > 0 && <CountBadge>{count}</CountBadge>}
              </Button>
            }
          >
            {form}
          </Popover>
        )}
        <span className="flex-1" />
        <RejectedToggle isOn={filters.isRejected} onChange={(isOn) => onChange({ [names.rejected]: String(isOn) }, 'push')} />
        {isPhone && <RefreshButton variant="outline" isRefreshing={isRefreshing} onRefresh={onRefresh} />}
      </div>
    </div>
  );
}

const searchPauseMs = 300;
