import { useState } from 'react';
import { RejectedToggle } from '../ui/rejected-toggle';
import { TextTabs } from '../ui/text-tabs';
import { sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { type StateCounts, tabStates } from './row-state';
import type { ListScreenState } from './use-list-screen';

const words = sharedMessages.states;

type StateTabsProps<Item extends Rejectable> = {
  screen: Pick<ListScreenState<Item>, 'filters' | 'filter' | 'names' | 'toggleRejected' | 'counts'>;
};

/** The states as tabs with their counts; beside them the spec's toggle for what was rejected. */
export function StateTabs<Item extends Rejectable>({ screen }: StateTabsProps<Item>) {
  const { filters, filter, names, toggleRejected } = screen;
  const counts = useLastKnown(screen.counts);
  return (
    <TextTabs
      label={words.label}
      tabs={tabStates.map((state) => ({ value: state, label: words.tabs[state], count: counts?.[state] }))}
      value={filters.isRejected ? undefined : filters.state}
      onChange={(state) => filter({ [names.state]: state, [names.rejected]: undefined }, 'push')}
    >
      <RejectedToggle isOn={filters.isRejected} onChange={toggleRejected} />
    </TextTabs>
  );
}

/** While another list is on its way, the counts stay as they were. */
function useLastKnown(counts: StateCounts | undefined): StateCounts | undefined {
  const [known, setKnown] = useState(counts);
  if (counts !== undefined && counts !== known) setKnown(counts);
  return counts ?? known;
}
