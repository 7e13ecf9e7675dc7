import { ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDebouncedText } from '../lib/debounced-text';
import { SearchField } from '../ui/search-field';
import { Select } from '../ui/select';
import { BulkBar } from './bulk-bar';
import { type ListSort, listSorts } from './list-filters';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { StateTabs } from './state-tabs';
import type { ListScreenState } from './use-list-screen';

type FilterBarProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: Pick<ListMessages, 'search' | 'sort' | 'counted'>;
  /** Enter in the search box, and what it does there. */
  onEnter?: (query: string) => void;
  enterHint?: string;
  hasKeyHint?: boolean;
  /** Beside the search box; what else there is then gets a line of its own. */
  searchAction?: ReactNode;
  /** By what the list can be sorted. */
  sorts?: readonly ListSort[];
  isSortIconOnly?: boolean;
  sortClassName?: string;
  /** After the sort order. */
  children: ReactNode;
};

/**
 * Search box, sort order and filters in a line, and the tabs below (spec §2). Typing is a step on the way; a choice is one that
 * Back undoes.
 */
export function FilterBar<Item extends Rejectable>(props: FilterBarProps<Item>) {
  const {
    screen,
    messages,
    onEnter,
    enterHint,
    hasKeyHint = true,
    searchAction,
    sorts = listSorts,
    isSortIconOnly = false,
    sortClassName = 'min-w-0',
    children,
  } = props;
  const { filters, filter, names, searchField, picked } = screen;
  const search = (query: string) => filter({ [names.query]: query }, 'replace');
  const { text, setText } = useDebouncedText(filters.query, search, searchPauseMs);
  const enter = (typed: string) => {
    const query = typed.trim();
    if (query !== filters.query) search(query);
    onEnter?.(query);
  };
  const field = (
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
  );
  const choices = (
    <>
      <Select
        label={messages.sort}
        icon={ArrowUpDown}
        isIconOnly={isSortIconOnly}
        options={sorts.map((sort) => ({ value: sort, label: sharedMessages.sorts[sort] }))}
        value={filters.sort}
        onValueChange={(sort) => filter({ [names.sort]: sort }, 'push')}
        className={sortClassName}
      />
      {children}
    </>
  );
  return (
    <>
      {picked.rows.length > 0 ? (
        <BulkBar {...{ screen, messages }} />
      ) : (
        <div role="search" aria-label={messages.search} className="grid flex-none gap-2 px-4 pt-3 pb-2">
          <div className="flex min-w-0 items-center gap-2">
            {field}
            {searchAction ?? choices}
          </div>
          {searchAction !== undefined && <div className="flex min-w-0 items-center gap-2">{choices}</div>}
        </div>
      )}
      <StateTabs screen={screen} />
    </>
  );
}

const searchPauseMs = 300;
