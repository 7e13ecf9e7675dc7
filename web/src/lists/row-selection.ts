import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AddressChange, HistoryMove } from '../lib/address-state';

type SelectableRow = { id: string };

type RowSelectionOptions<Item> = {
  /** Under which name the address has the row that is open. */
  name: string;
  /** The id that the address has. */
  addressed: string | null;
  change: (changes: AddressChange, move: HistoryMove, state?: unknown) => void;
  items: readonly Item[];
  /** The rows are those that belong to the address. */
  isSettled: boolean;
  /** List and details are both visible: then something is always open. */
  hasBothPanes: boolean;
  /** The address has something else than a row there. */
  isElsewhere?: boolean;
  /** Reads a row that a link leads to and that is not among those loaded. */
  readOne: (id: string) => Promise<Item | null>;
};

/** Which row is open. It is in the address, so that a link, a reload and the back button find it. */
export function useRowSelection<Item extends SelectableRow>({
  name,
  addressed: inAddress,
  change,
  items,
  isSettled,
  hasBothPanes,
  isElsewhere = false,
  readOne,
}: RowSelectionOptions<Item>) {
  const addressed = isElsewhere ? null : inAddress;
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = items[0]?.id;
  const isFirstMeant = addressed === null && hasBothPanes && isSettled && !isElsewhere;
  const id = addressed ?? (isFirstMeant ? first : undefined);
  const openFirst = useEffectEvent(() => change({ [name]: first }, 'replace', byItself));
  useEffect(() => {
    if (isFirstMeant && first !== undefined) openFirst();
  }, [isFirstMeant, first]);

  const { selected, isLooking } = useSelectedItem({ name, id, items, isSettled: isSettled || isElsewhere, readOne });
  const open = (item: SelectableRow) => {
    if (hasBothPanes || addressed !== null) change({ [name]: item.id }, 'replace', has(state, 'isFromList') ? fromList : undefined);
    else change({ [name]: item.id }, 'push', fromList);
  };
  const close = () => {
    // Back to the very entry of the list, where there is one: the device's own back does the same.
    if (has(state, 'isFromList')) void navigate(-1);
    else change({ [name]: undefined }, 'replace');
  };
  /** What was open has left; another takes its place, or nothing does. */
  const moveOn = (next: SelectableRow | undefined) => change({ [name]: next?.id }, 'replace', byItself);
  return {
    id,
    selected,
    isLooking,
    index: items.findIndex((item) => item.id === id),
    open,
    close,
    moveOn,
    /** Opened automatically, not by the user. */
    isByItself: isFirstMeant || has(state, 'isByItself'),
  };
}

type SelectedItemOptions<Item> = Pick<RowSelectionOptions<Item>, 'name' | 'items' | 'isSettled' | 'readOne'> & { id: string | undefined };

/** The row itself: from the list, as it was last seen there, or as the table has it. */
function useSelectedItem<Item extends SelectableRow>({ name, id, items, isSettled, readOne }: SelectedItemOptions<Item>) {
  const [seen, setSeen] = useState<Item>();
  const listed = items.find((item) => item.id === id);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const known = listed ?? (seen?.id === id ? seen : undefined);
  const isElsewhere = id !== undefined && known === undefined && isSettled;
  const { data, isPending } = useQuery({ ...one(name, id ?? '', readOne), enabled: isElsewhere });
  // While other rows are on their way, what was read stays.
  const selected = known ?? (isElsewhere ? (data ?? undefined) : id === undefined && !isSettled ? seen : undefined);
  return { selected, isLooking: isElsewhere && isPending };
}

const one = <Item>(name: string, id: string, readOne: (id: string) => Promise<Item | null>) =>
  queryOptions({ queryKey: [name, id], queryFn: () => readOne(id) });

const fromList = { isFromList: true };
const byItself = { isByItself: true };

function has(state: unknown, name: string): boolean {
  return typeof state === 'object' && state !== null && name in state;
}
