import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Users, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '../../api/errors';
import { useSkeleton } from '../../lib/skeleton';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { fieldRow, TextField } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Switch } from '../../ui/switch';
import { showError, showSuccess } from '../../ui/toast';
import { communities, type Community, removeCommunity } from './api';
import { messages } from './messages';
import { useAddCommunity, useCommunitySwitch } from './use-searches';
import { Cell, Head, onlyWithRoom, SwitchCell, TableNotLoaded, TableSkeleton, YieldRow, YieldTable } from './yield-table';

const words = messages.communities;

/** Where every new post is read, what that brought, and what the rules there say about promotion. */
export function CommunitiesCard({ userId }: { userId: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(communities(userId));
  const shows = useSkeleton(isPending);
  return (
    <Card icon={Users} title={words.title} about={words.about}>
      {shows === 'skeleton' && <TableSkeleton label={words.loading} />}
      {shows !== 'skeleton' && data !== undefined && (
        <>
          <AddCommunity userId={userId} />
          {data.length === 0 ? <p className="text-sm text-foreground-soft">{words.none}</p> : <CommunityTable {...{ userId }} all={data} />}
        </>
      )}
      {shows !== 'skeleton' && data === undefined && isError && (
        <TableNotLoaded isBusy={isFetching} onAgain={() => void refetch()}>
          {words.notLoaded}
        </TableNotLoaded>
      )}
    </Card>
  );
}

/** What could not be added stays in the field, with why below it. */
function AddCommunity({ userId }: { userId: string }) {
  const [typed, setTyped] = useState('');
  const adding = useAddCommunity(userId);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (name !== '' && !adding.isPending) adding.mutate(name, { onSuccess: () => setTyped('') });
  };
  return (
    <form onSubmit={add} className={fieldRow}>
      <TextField
        label={words.field}
        isLabelHidden
        placeholder={words.field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={typed}
        error={adding.isError ? errorMessage(adding.error, words.addFailed) : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          if (adding.isError) adding.reset();
        }}
      />
      <Button type="submit" icon={Plus} isBusy={adding.isPending} disabled={typed.trim() === ''}>
        {words.add}
      </Button>
    </form>
  );
}

function CommunityTable({ userId, all }: { userId: string; all: readonly Community[] }) {
  const { mutate: change } = useCommunitySwitch(userId);
  const remove = useRemoveCommunity(userId);
  return (
    <YieldTable
      label={words.title}
      rows={all}
      heads={
        <>
          <Head>{words.community}</Head>
          <Head className={`text-right ${onlyWithRoom}`}>{words.members}</Head>
          <Head className="text-right">{messages.found}</Head>
          <Head className="text-right">{messages.leads}</Head>
          <Head>
            <span className="sr-only">{messages.on}</span>
          </Head>
          <Head>
            <span className="sr-only">{words.actions}</span>
          </Head>
        </>
      }
    >
      {(community) => (
        <YieldRow key={community.name} isMuted={!community.isOn}>
          <Cell className="w-full max-w-0">
            <CommunityName community={community} />
          </Cell>
          <Cell className={`text-right tabular-nums ${onlyWithRoom}`}>{members.format(community.members ?? 0)}</Cell>
          <Cell className="text-right tabular-nums">{community.found}</Cell>
          <Cell className="text-right font-semibold tabular-nums">{community.leads}</Cell>
          <SwitchCell>
            <Switch label={words.switch(community.name)} isOn={community.isOn} onChange={(isOn) => change({ community, isOn })} />
          </SwitchCell>
          <Cell className="pl-0!">
            <IconButton
              icon={X}
              size="sm"
              variant="negative"
              label={words.remove(community.name)}
              onClick={() => remove(community)}
              className="-mr-2"
            />
          </Cell>
        </YieldRow>
      )}
    </YieldTable>
  );
}

function CommunityName({ community: { name, promotion, rule } }: { community: Community }) {
  const badge = words.promotions[promotion];
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="max-w-full truncate font-medium">r/{name}</span>
      {badge !== undefined && (
        <span title={rule ?? undefined}>
          <Badge tone={promotion === 'forbidden' ? 'negative' : 'outline'}>{badge}</Badge>
        </span>
      )}
    </span>
  );
}

/** Removes at once, with Undo. One that is removed is not proposed again until it is added. */
function useRemoveCommunity(userId: string) {
  const queries = useQueryClient();
  const { queryKey } = communities(userId);
  const again = () => void queries.invalidateQueries({ queryKey });
  const adding = useAddCommunity(userId);
  const { mutate } = useMutation({
    mutationFn: ({ name }: Community) => removeCommunity(name),
    onMutate: async ({ name }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (now) => now?.filter((one) => one.name !== name));
    },
    onSuccess: (_answer, { name }) => {
      const undo = () => adding.mutate(name, { onError: (failure) => showError(words.addFailed, { description: errorMessage(failure) }) });
      showSuccess(words.removed, { description: `r/${name}`, action: { label: words.undo, onAction: undo } });
    },
    onError: (failure) => showError(words.removeFailed, { description: errorMessage(failure) }),
    onSettled: again,
  });
  return mutate;
}

const members = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
