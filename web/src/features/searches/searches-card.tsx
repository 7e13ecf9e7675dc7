import { useQuery } from '@tanstack/react-query';
import { Search as SearchIcon } from 'lucide-react';
import { useSkeleton } from '../../lib/skeleton';
import { Card } from '../../ui/card';
import { Switch } from '../../ui/switch';
import { type Search, searches } from './api';
import { messages } from './messages';
import { useSearchSwitch } from './use-searches';
import { Cell, Head, onlyWithRoom, SwitchCell, TableNotLoaded, TableSkeleton, YieldBar, YieldRow, YieldTable } from './yield-table';

const words = messages.searches;

/** What is searched for, where it comes from, and what it brought. */
export function SearchesCard({ userId }: { userId: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(searches(userId));
  const shows = useSkeleton(isPending);
  const all = data?.searches;
  return (
    <Card icon={SearchIcon} title={words.title} about={words.about} status={all !== undefined && <HowManyOn searches={all} />}>
      {shows === 'skeleton' && <TableSkeleton label={words.loading} />}
      {shows !== 'skeleton' && all !== undefined && <SearchTable {...{ userId, all }} />}
      {shows !== 'skeleton' && all === undefined && isError && (
        <TableNotLoaded isBusy={isFetching} onAgain={() => void refetch()}>
          {words.notLoaded}
        </TableNotLoaded>
      )}
    </Card>
  );
}

function HowManyOn({ searches: all }: { searches: readonly Search[] }) {
  return (
    <p className="flex-none text-sm text-muted-foreground tabular-nums">
      <strong className="font-semibold text-foreground">{all.filter(({ isOn }) => isOn).length}</strong> {words.on}
    </p>
  );
}

function SearchTable({ userId, all }: { userId: string; all: readonly Search[] }) {
  const { mutate } = useSearchSwitch(userId);
  if (all.length === 0) return <p className="text-sm text-foreground-soft">{words.none}</p>;
  const most = Math.max(...all.map(({ found }) => found));
  return (
    <YieldTable
      label={words.title}
      rows={all}
      hasBars
      heads={
        <>
          <Head>{words.search}</Head>
          <Head className={onlyWithRoom}>{words.from}</Head>
          <Head className={onlyWithRoom}>
            <span className="sr-only">{messages.share}</span>
          </Head>
          <Head className="text-right">{messages.found}</Head>
          <Head className="text-right">{messages.leads}</Head>
          <Head>
            <span className="sr-only">{messages.on}</span>
          </Head>
        </>
      }
    >
      {(search) => (
        <YieldRow key={search.id} isMuted={!search.isOn || search.isSilent}>
          <Cell className="w-full max-w-0">
            <SearchName search={search} />
          </Cell>
          <Cell className={`whitespace-nowrap text-foreground-soft ${onlyWithRoom}`}>{words.origins[search.origin] ?? search.origin}</Cell>
          <Cell className={onlyWithRoom}>
            <YieldBar leads={search.leads} found={search.found} most={most} />
          </Cell>
          <Cell className="text-right tabular-nums">{search.found}</Cell>
          <Cell className="text-right font-semibold tabular-nums">{search.leads}</Cell>
          <SwitchCell>
            <Switch label={words.switch(search.phrase)} isOn={search.isOn} onChange={(isOn) => mutate({ search, isOn })} />
          </SwitchCell>
        </YieldRow>
      )}
    </YieldTable>
  );
}

function SearchName({ search: { phrase, community, isSilent, origin } }: { search: Search }) {
  const where = community === null || community === undefined || origin === 'community' ? undefined : words.inCommunity(community);
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="max-w-full truncate font-medium">{phrase}</span>
      {where !== undefined && <span className="flex-none text-xs text-muted-foreground">{where}</span>}
      {isSilent && <span className="flex-none text-xs text-muted-foreground">{messages.silent}</span>}
    </span>
  );
}
