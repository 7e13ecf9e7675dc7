import { ArrowUpDown, Ear, ListFilter, Smile } from 'lucide-react';
import type { Ref } from 'react';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { useTyped } from '../../lib/typed';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { RejectedToggle } from '../../ui/rejected-toggle';
import { RefreshButton } from '../../ui/result-bar';
import { SearchField } from '../../ui/search-field';
import { Select } from '../../ui/select';
import { Tooltip } from '../../ui/tooltip';
import { type Filters, names, sentiments, sorts } from './filters';
import { messages } from './messages';
import { MoreForm } from './more-form';

type FilterBarProps = {
  filters: Filters;
  isPhone: boolean;
  /** The bar above has no room for the button that searches. */
  hasSearchButton: boolean;
  /** Parts of the address. Typing is a step on the way, a choice is one that Back undoes. */
  onChange: (changes: AddressChange, move: HistoryMove) => void;
  isSearching: boolean;
  onSearch: () => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Left out while there is nothing to take along, or nothing unread. */
  onExport: (() => void) | undefined;
  onMarkAllRead: (() => void) | undefined;
  searchRef: Ref<HTMLInputElement>;
};

/** Search box, sort order, sentiment, and what was rejected (spec §2, Mentions tab). What is asked for less often stands behind one button. */
export function FilterBar({ filters, isPhone, hasSearchButton, onChange, isSearching, onSearch, isRefreshing, onRefresh, onExport, onMarkAllRead, searchRef }: FilterBarProps) {
  const { text, setText } = useTyped(filters.query, (query) => onChange({ [names.query]: query }, 'replace'), searchPauseMs);
  const isSet = filters.intent !== 'all';
  return (
    <div role="search" aria-label={messages.search} className="grid flex-none gap-2 border-b border-border px-4 py-3">
      <div className="flex items-center gap-2">
        <SearchField ref={searchRef} label={messages.search} placeholder={messages.search} text={text} onText={setText} hasKeyHint={!hasSearchButton} />
        {hasSearchButton && <SearchButton isSearching={isSearching} onSearch={onSearch} />}
      </div>
      <div className="flex min-w-0 items-center gap-1">
        <Select
          label={messages.sort}
          icon={ArrowUpDown}
          isIconOnly={isPhone}
          options={sorts.map((sort) => ({ value: sort, label: messages.sorts[sort] }))}
          value={filters.sort}
          onValueChange={(sort) => onChange({ [names.sort]: sort }, 'push')}
          className={select}
        />
        <Select
          label={messages.sentiment}
          icon={Smile}
          options={sentiments.map((sentiment) => ({ value: sentiment, label: messages.sentiments[sentiment] }))}
          value={filters.sentiment}
          onValueChange={(sentiment) => onChange({ [names.sentiment]: sentiment }, 'push')}
          className={select}
        />
        <Popover
          label={messages.more.button}
          trigger={
            <IconButton
              icon={ListFilter}
              variant={isPhone ? 'outline' : 'ghost'}
              label={isSet ? messages.more.buttonSet : messages.more.button}
              className={cx(isPhone ? 'ml-auto' : 'size-8', isSet && 'border-primary-line! bg-primary-soft! text-primary-text!')}
            />
          }
        >
          <MoreForm {...{ filters, onChange, onExport, onMarkAllRead }} />
        </Popover>
        <div className={cx(!isPhone && 'ml-auto')}>
          <RejectedToggle look={isPhone ? 'icon' : 'narrow'} isOn={filters.isRejected} onChange={(isOn) => onChange({ [names.rejected]: String(isOn) }, 'push')} />
        </div>
        {isPhone && <RefreshButton variant="outline" isRefreshing={isRefreshing} onRefresh={onRefresh} />}
      </div>
    </div>
  );
}

/** Starts a search for new mentions. It stands beside the count; where that takes all the room, beside the search box. */
export function SearchButton({ isSearching, onSearch }: { isSearching: boolean; onSearch: () => void }) {
  return (
    <Tooltip label={messages.searchPromise}>
      <Button icon={Ear} isBusy={isSearching} onClick={onSearch} aria-description={messages.searchPromise}>
        {messages.searchNow}
      </Button>
    </Tooltip>
  );
}

const searchPauseMs = 300;
// Much stands in this line: a little tighter than selects are elsewhere.
const select = 'min-w-0 gap-1.5! px-2! touch:px-3!';
