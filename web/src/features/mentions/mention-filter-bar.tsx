import { Ear, ListFilter, Smile } from 'lucide-react';
import { FilterBar } from '../../lists/filter-bar';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { Select } from '../../ui/select';
import { useIsSideColumnShown } from '../../ui/side-column';
import { Tooltip } from '../../ui/tooltip';
import { mentionParameters, sentiments } from './mention-filters';
import type { MentionsScreenState } from './mentions-screen';
import { messages } from './messages';
import { MoreFiltersForm } from './more-filters-form';

type MentionFilterBarProps = {
  screen: MentionsScreenState;
  /** The bar above has no room for the button that searches. */
  hasSearchButton: boolean;
  isSearching: boolean;
  onSearch: () => void;
  /** Left out while there is nothing to export, or nothing unread. */
  onExport: (() => void) | undefined;
  onMarkAllRead: (() => void) | undefined;
};

/** Search box, sort order, sentiment, and the tabs of the states (spec §2, Mentions tab). What is asked for less often stands behind one button. */
export function MentionFilterBar({ screen, hasSearchButton, isSearching, onSearch, onExport, onMarkAllRead }: MentionFilterBarProps) {
  const { filters, filter, isPhone } = screen;
  const isSet = filters.intent !== 'all';
  const isBesideColumn = useIsSideColumnShown();
  return (
    <FilterBar
      {...{ screen, messages }}
      hasKeyHint={!hasSearchButton}
      {...(hasSearchButton && { searchAction: <SearchButton {...{ isSearching, onSearch }} /> })}
      isSortIconOnly={isPhone || isBesideColumn || !hasSearchButton}
      sortClassName={select}
    >
      <Select
        label={messages.sentiment}
        icon={Smile}
        options={sentiments.map((sentiment) => ({ value: sentiment, label: messages.sentiments[sentiment] }))}
        value={filters.sentiment}
        onValueChange={(sentiment) => filter({ [mentionParameters.sentiment]: sentiment }, 'push')}
        className={select}
      />
      <Popover
        label={messages.more.button}
        trigger={
          <IconButton
            icon={ListFilter}
            variant="outline"
            label={isSet ? messages.more.buttonSet : messages.more.button}
            className={cx(hasSearchButton && 'ml-auto', isSet && 'border-primary-line! bg-primary-soft! text-primary-text!')}
          />
        }
      >
        <MoreFiltersForm {...{ filters, onExport, onMarkAllRead }} onChange={filter} />
      </Popover>
    </FilterBar>
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

// Much stands in this line: a little tighter than selects are elsewhere.
const select = 'min-w-0 gap-1.5! px-2! touch:px-3!';
