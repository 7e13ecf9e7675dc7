import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDebouncedText } from '../lib/debounced-text';
import { RejectedToggle } from '../ui/rejected-toggle';
import { RefreshButton } from '../ui/result-bar';
import { SearchField } from '../ui/search-field';
import { Select } from '../ui/select';
import { listSorts } from './list-filters';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import type { ListScreenState } from './use-list-screen';

type FilterBarProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: Pick<ListMessages, 'search' | 'sort'>;
  /** Enter in the search box, and what it does there. */
  onEnter?: (query: string) => void;
  enterHint?: string;
  hasKeyHint?: boolean;
  /** Beside the search box. */
  searchAction?: ReactNode;
  isSortIconOnly?: boolean;
  sortClassName?: string;
  /** After the sort order. */
  children: ReactNode;
};

/** Search box, sort order, filters, and what was rejected (spec §2). Typing is a step on the way; a choice is one that Back undoes. */
export function FilterBar<Item extends Rejectable>(props: FilterBarProps<Item>) {
  const {
    screen,
    messages,
    onEnter,
    enterHint,
    hasKeyHint = true,
    searchAction,
    isSortIconOnly = false,
    sortClassName = 'min-w-0',
    children,
  } = props;
  const { filters, filter, names, list, isPhone, searchField } = screen;
  const search = (query: string) => filter({ [names.query]: query }, 'replace');
  const { text, setText } = useDebouncedText(filters.query, search, searchPauseMs);
  const enter = (typed: string) => {
    const query = typed.trim();
    if (query !== filters.query) search(query);
    onEnter?.(query);
  };
  return (
    <div role="search" aria-label={messages.search} className="grid flex-none gap-2 border-b border-border px-4 py-3">
      <div className="flex items-center gap-2">
        <SearchField
          ref={searchField}
          label={messages.search}
          placeholder={messages.search}
          text={text}
          onText={setText}
          hasKeyHint={hasKeyHint}
          {...(onEnter !== undefined && { onEnter: enter })}
          {...(enterHint !== undefined && { enterHint })}
        />
        {searchAction}
      </div>
      <div className="flex min-w-0 items-center gap-1">
        <Select
          label={messages.sort}
          icon={ArrowUpDown}
          isIconOnly={isSortIconOnly}
          options={listSorts.map((sort) => ({ value: sort, label: sharedMessages.sorts[sort] }))}
          value={filters.sort}
          onValueChange={(sort) => filter({ [names.sort]: sort }, 'push')}
          className={sortClassName}
        />
        {children}
        {isPhone && <RefreshButton variant="outline" isRefreshing={list.isRefreshing} onRefresh={list.refresh} />}
      </div>
    </div>
  );
}

/** Shows the rejected rows instead of the others. */
export function RejectedFilter<Item extends Rejectable>({
  screen,
  look,
}: {
  screen: Pick<ListScreenState<Item>, 'filters' | 'toggleRejected'>;
  look?: 'narrow' | 'icon';
}) {
  return <RejectedToggle isOn={screen.filters.isRejected} onChange={screen.toggleRejected} {...(look !== undefined && { look })} />;
}

const searchPauseMs = 300;
