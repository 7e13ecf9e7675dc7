import { Archive, Ear, EyeOff, ListFilter, SearchX } from 'lucide-react';
import type { Running } from '../../lib/running';
import { Button } from '../../ui/button';
import { EmptyState, FirstRun } from '../../ui/empty-state';
import { RunningStrip, RunningWave, useRunningTexts } from '../../ui/running-strip';
import { type Filters, reasonForNothing } from './filters';
import { messages } from './messages';

const words = messages.empty;

type EmptyProps = {
  filters: Filters;
  /** Some mention there is, under other filters. */
  hasAny: boolean;
  running: Running | undefined;
  onClearSearch: () => void;
  onHideRejected: () => void;
  onClearFilters: () => void;
  onSearch: () => void;
};

export function Empty({ filters, hasAny, running, onClearSearch, onHideRejected, onClearFilters, onSearch }: EmptyProps) {
  const clearFilters = <Button onClick={onClearFilters}>{words.clearFilters}</Button>;
  switch (reasonForNothing(filters, hasAny)) {
    case 'query':
      return (
        <EmptyState icon={SearchX} title={words.query(filters.query)} action={<Button onClick={onClearSearch}>{words.clearSearch}</Button>}>
          {words.queryHelp}
        </EmptyState>
      );
    case 'rejected':
      return (
        <EmptyState
          icon={Archive}
          title={words.rejected}
          action={
            <Button icon={EyeOff} onClick={onHideRejected}>
              {words.hideRejected}
            </Button>
          }
        >
          {words.rejectedHelp}
        </EmptyState>
      );
    case 'intent':
      return (
        <EmptyState icon={ListFilter} title={words.intent(filters.intent)} action={clearFilters}>
          {words.intentHelp}
        </EmptyState>
      );
    case 'filters':
      return (
        <EmptyState icon={ListFilter} title={words.filters} action={clearFilters}>
          {words.filtersHelp}
        </EmptyState>
      );
    case 'none':
      return running === undefined ? <NoMentions onSearch={onSearch} /> : <FirstSearch running={running} />;
  }
}

function NoMentions({ onSearch }: { onSearch: () => void }) {
  return (
    <EmptyState
      icon={Ear}
      title={words.none}
      action={
        <Button variant="primary" icon={Ear} onClick={onSearch}>
          {messages.searchNow}
        </Button>
      }
    >
      {words.noneHelp}
    </EmptyState>
  );
}

function FirstSearch({ running }: { running: Running }) {
  return (
    <FirstRun title={messages.running.title} isRunning action={<RunningWave {...useRunningTexts(messages.running, running, seed)} />} note={messages.running.note}>
      {messages.running.about}
    </FirstRun>
  );
}

/** A running search above mentions that are there already. */
export function SearchStrip({ running }: { running: Running }) {
  return <RunningStrip {...useRunningTexts(messages.running, running, seed)} />;
}

const seed = 'mentions';
