import { useQuery } from '@tanstack/react-query';
import { Plus, Radar } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dayOf, timeOf } from '../../lib/dates';
import { productNow } from '../../lib/product-clock';
import { type Search, searches, type Suggestion, suggestions } from './api';
import { messages } from './messages';
import { type AddKeyword, nameOf, useSuggestionActions } from './suggestion-actions';

const words = messages.tried;

type TriedSearchesProps = {
  userId: string;
  addKeyword: AddKeyword;
  /** For an account that was never searched. */
  firstRun: ReactNode;
  /** Starts a search. */
  find: ReactNode;
};

/** In an empty list: when Earshot looked, what it tried, and what would have found something. */
export function TriedSearches({ userId, addKeyword, firstRun, find }: TriedSearchesProps) {
  const { data, isPending } = useQuery(searches(userId));
  // What Earshot will do is said only to somebody for whom it has not looked yet.
  if (isPending) return null;
  if (data !== undefined && data.lastScanAt === undefined) return firstRun;
  return (
    <div className="mx-auto grid w-full max-w-105 justify-items-center px-6 py-8 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-sunken text-foreground-soft">
        <Radar size={20} aria-hidden="true" />
      </span>
      <h2 className="mt-3 text-lg">{words.title}</h2>
      {data?.lastScanAt !== undefined && (
        <p className="mt-1.5 max-w-80 text-sm text-foreground-soft">{words.looked(lookedOn(data.lastScanAt), timeOf(data.lastScanAt))}</p>
      )}
      <TriedList tried={data?.searches ?? []} />
      <WouldHaveFound {...{ userId, addKeyword }} />
      <div className="mt-6 grid justify-items-center gap-2">{find}</div>
    </div>
  );
}

/** Five at most: those that read most say most about why nothing was kept. */
function TriedList({ tried }: { tried: readonly Search[] }) {
  const most = tried
    .filter(({ lastRunAt }) => lastRunAt !== null && lastRunAt !== undefined)
    .toSorted((one, other) => other.read - one.read)
    .slice(0, 5);
  if (most.length === 0) return null;
  return (
    <ul aria-label={words.list} className="mt-5 w-full divide-y divide-border border-y border-border text-left text-sm">
      {most.map(({ id, phrase, read, found }) => (
        <li key={id} className="flex h-9 items-center gap-3">
          <span className="min-w-0 flex-1 truncate">{phrase}</span>
          <span className="flex-none text-foreground-soft tabular-nums">{words.read(read)}</span>
          <span className="w-16 flex-none text-right text-foreground-soft tabular-nums">{words.kept(found)}</span>
        </li>
      ))}
    </ul>
  );
}

function WouldHaveFound({ userId, addKeyword }: Pick<TriedSearchesProps, 'userId' | 'addKeyword'>) {
  const { data = [] } = useQuery(suggestions(userId));
  const [added, setAdded] = useState<readonly Suggestion[]>([]);
  const add = useSuggestionActions(userId, addKeyword);
  const left = data.filter((suggestion) => !added.includes(suggestion)).slice(0, 6);
  if (left.length === 0) return null;
  return (
    <>
      <p className="mt-5 text-sm text-foreground-soft">{words.would}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {left.map((suggestion) => (
          <button
            key={`${suggestion.kind} ${suggestion.value}`}
            type="button"
            onClick={() => add(suggestion, () => setAdded((now) => [...now, suggestion]))}
            className="inline-flex h-7.5 max-w-full items-center gap-1.5 rounded-full border border-border-strong bg-card px-3 text-xs font-medium hover:bg-hover touch:h-(--touch)"
          >
            <Plus size={13} aria-hidden="true" className="flex-none text-muted-foreground" />
            <span className="truncate">{words.chip(nameOf(suggestion), suggestion.wouldHaveFound)}</span>
          </button>
        ))}
      </div>
    </>
  );
}

function lookedOn(at: string): string {
  return new Date(at).toDateString() === new Date(productNow()).toDateString() ? words.today : words.on(dayOf(at));
}
