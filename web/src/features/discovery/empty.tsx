import { Archive, Clock, EyeOff, ListFilter, Radar, SearchX } from 'lucide-react';
import type { Running } from '../../lib/running';
import { Button } from '../../ui/button';
import { EmptyState, FirstRun } from '../../ui/empty-state';
import { RunningStrip, RunningWave, useRunningTexts } from '../../ui/running-strip';
import { countOfFilters, type Filters } from './filters';
import { messages } from './messages';

const words = messages.empty;

/** Why there is nothing to show, the first reason that holds (design §3, Empty states). */
export function reasonForNothing(filters: Filters): 'query' | 'rejected' | 'filters' | 'none' {
  if (filters.query !== '') return 'query';
  if (filters.isRejected) return 'rejected';
  return countOfFilters(filters) > 0 ? 'filters' : 'none';
}

type EmptyProps = {
  filters: Filters;
  running: Running | undefined;
  onClearSearch: () => void;
  onHideRejected: () => void;
  onClearFilters: () => void;
  onFind: () => void;
};

export function Empty({ filters, running, onClearSearch, onHideRejected, onClearFilters, onFind }: EmptyProps) {
  switch (reasonForNothing(filters)) {
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
    case 'filters':
      return (
        <EmptyState icon={ListFilter} title={words.filters} action={<Button onClick={onClearFilters}>{words.clearFilters}</Button>}>
          {words.filtersHelp}
        </EmptyState>
      );
    case 'none':
      return running === undefined ? <NoPosts onFind={onFind} /> : <FirstDiscovery running={running} />;
  }
}

function NoPosts({ onFind }: { onFind: () => void }) {
  return (
    <FirstRun
      title={words.none}
      action={
        <Button variant="primary" size="lg" icon={Radar} onClick={onFind}>
          {words.find}
        </Button>
      }
      note={
        <>
          <Clock size={14} aria-hidden="true" className="flex-none" />
          {words.note}
        </>
      }
    >
      {words.noneHelp}
    </FirstRun>
  );
}

function FirstDiscovery({ running }: { running: Running }) {
  return (
    <FirstRun title={messages.running.title} isRunning action={<RunningWave {...useRunningTexts(messages.running, running, seed)} />} note={messages.running.note}>
      {messages.running.about}
    </FirstRun>
  );
}

/** A running discovery above posts that are there already. */
export function DiscoveryStrip({ running }: { running: Running }) {
  return <RunningStrip {...useRunningTexts(messages.running, running, seed)} />;
}

const seed = 'discovery';
