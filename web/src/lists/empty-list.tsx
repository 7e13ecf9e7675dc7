import { Archive, Bookmark, EyeOff, Inbox, ListFilter, Reply, SearchX, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AddressChange } from '../lib/address-state';
import type { RunningJob } from '../lib/running-job';
import { Button } from '../ui/button';
import { EmptyState, FirstRun } from '../ui/empty-state';
import { RunningWave, useRunningTexts } from '../ui/running-strip';
import type { EmptyReason } from './empty-reason';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import type { SearchJob } from './search-job';
import type { ListScreenState } from './use-list-screen';

type EmptyListProps<Item extends Rejectable> = {
  reason: EmptyReason;
  screen: Pick<ListScreenState<Item>, 'filters' | 'filter' | 'names' | 'toggleRejected' | 'hasFingers'>;
  messages: ListMessages;
  job: Pick<SearchJob<never>, 'name' | 'running'>;
  /** Takes the filters away that have no button of their own. */
  withoutFilters: AddressChange;
  /** What to say about the filters that leave nothing. */
  filterTexts?: { title: string; help: string } | undefined;
  /** For a list that has never had a row, while no search runs. */
  children: ReactNode;
};

/** Why there are no rows, and what to do about it. */
export function EmptyList<Item extends Rejectable>({
  reason,
  screen,
  messages,
  job,
  withoutFilters,
  filterTexts,
  children,
}: EmptyListProps<Item>) {
  const { empty } = messages;
  const { filters, filter, names, toggleRejected, hasFingers } = screen;
  switch (reason) {
    case 'query':
      return (
        <EmptyState
          icon={SearchX}
          title={empty.query(filters.query)}
          action={<Button onClick={() => filter({ [names.query]: undefined }, 'push')}>{sharedMessages.empty.clearSearch}</Button>}
        >
          {empty.queryHelp}
        </EmptyState>
      );
    case 'rejected':
      return (
        <EmptyState
          icon={Archive}
          title={empty.rejected}
          action={
            <Button icon={EyeOff} onClick={toggleRejected}>
              {sharedMessages.empty.hideRejected}
            </Button>
          }
        >
          {empty.rejectedHelp}
        </EmptyState>
      );
    case 'filters':
      return (
        <EmptyState
          icon={ListFilter}
          title={filterTexts?.title ?? empty.filters}
          action={<Button onClick={() => filter(withoutFilters, 'push')}>{sharedMessages.empty.clearFilters}</Button>}
        >
          {filterTexts?.help ?? empty.filtersHelp}
        </EmptyState>
      );
    case 'state': {
      const { title, help, touchHelp = help } = empty.states[filters.state];
      return (
        <EmptyState icon={stateIcons[filters.state]} title={title}>
          {hasFingers ? touchHelp : help}
        </EmptyState>
      );
    }
    case 'none':
      return job.running === undefined ? children : <FirstSearch messages={messages} running={job.running} seed={job.name} />;
  }
}

const stateIcons = { open: Inbox, saved: Bookmark, answered: Reply, won: Trophy };

function FirstSearch({ messages, running, seed }: { messages: ListMessages; running: RunningJob; seed: string }) {
  const texts = useRunningTexts({ ...sharedMessages.running, ...messages.running }, running, seed);
  return (
    <FirstRun title={messages.running.title} isRunning action={<RunningWave {...texts} />} note={sharedMessages.running.note}>
      {messages.running.about}
    </FirstRun>
  );
}
