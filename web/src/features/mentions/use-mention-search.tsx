import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { ApiFailure } from '../../api/errors';
import { useFollowedJob } from '../../api/followed-job';
import type { Ending } from '../../api/jobs';
import type { Running } from '../../lib/running';
import { useStable } from '../../lib/stable';
import { tellError, tellSuccess } from '../../ui/toast';
import { mentionsKey, mentionStatsKey, type SearchAnswer, type SearchFailure, searchMentions } from './api';
import { messages } from './messages';

const words = messages.searching;

export type MentionSearch = {
  running: Running | undefined;
  search: () => void;
  /** What the last one could not hear. */
  failures: readonly SearchFailure[];
  dismissFailures: () => void;
};

type ProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  children: ReactNode;
};

/** A search for mentions goes on whichever tab is open, so it is followed from above the tabs. */
export function MentionSearchProvider({ userId, onUnpaid, children }: ProviderProps) {
  const queries = useQueryClient();
  const [failures, setFailures] = useState<readonly SearchFailure[]>([]);
  const readAnew = () => {
    void queries.invalidateQueries({ queryKey: mentionsKey(userId) });
    void queries.invalidateQueries({ queryKey: mentionStatsKey(userId) });
  };
  const { begin, running } = useFollowedJob<void, SearchAnswer>({
    userId,
    job: 'mentions',
    start: searchMentions,
    refuse: refuseFailure,
    onDone: (ending) => {
      if (ending.kind === 'answered') setFailures(ending.answer.failures ?? []);
      const found = ending.kind === 'answered' ? ending.answer.newMentionsCount : ending.progress.found;
      tellSuccess(found > 0 ? words.found(found) : words.foundNone);
      readAnew();
    },
    onFailed: (failure, retry) => {
      tellError(words.failed, { ...reasonOf(failure), action: { label: words.retry, onAction: retry ?? search } });
      // What was found before it failed is kept.
      readAnew();
    },
    onUnpaid,
  });
  const search = useStable(() => {
    setFailures([]);
    begin();
  });
  const value = useMemo<MentionSearch>(() => ({ running, search, failures, dismissFailures: () => setFailures([]) }), [running, search, failures]);
  return <MentionSearchContext value={value}>{children}</MentionSearchContext>;
}

export function useMentionSearch(): MentionSearch {
  const search = use(MentionSearchContext);
  if (search === undefined) throw new Error('this part belongs inside a MentionSearchProvider');
  return search;
}

const MentionSearchContext = createContext<MentionSearch | undefined>(undefined);

/** An answer may also say that it is none. */
function refuseFailure(ending: Ending<SearchAnswer>): void {
  const isNone = ending.kind === 'answered' ? !ending.answer.success : ending.progress.state === 'failed';
  if (isNone) throw new Error(words.failed);
}

/** Only in the server's own words: 'Please analyse your website first.' helps, 'status 500' does not. */
function reasonOf(failure: unknown): { description?: string } {
  return failure instanceof ApiFailure && failure.code !== undefined ? { description: failure.message } : {};
}
