import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Tables } from '../../api/tables';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { onePost, type Post } from './api';
import { names } from './filters';

type Around = {
  /** Of the address: the id of the post that is open. */
  addressed: string | null;
  change: (changes: AddressChange, move: HistoryMove, state?: unknown) => void;
  posts: readonly Post[];
  /** The rows are those that belong to the address. */
  isSettled: boolean;
  /** List and details are both in sight: then something is always open. */
  hasBothPanes: boolean;
  tables: Tables;
};

/** Which post is open. It is in the address, so that a link, a reload and the back button find it. */
export function useSelection({ addressed, change, posts, isSettled, hasBothPanes, tables }: Around) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = posts[0]?.id;
  const isFirstMeant = addressed === null && hasBothPanes && isSettled;
  const id = addressed ?? (isFirstMeant ? first : undefined);
  const openFirst = useEffectEvent(() => change({ [names.post]: first }, 'replace'));
  useEffect(() => {
    if (isFirstMeant && first !== undefined) openFirst();
  }, [isFirstMeant, first]);

  const { selected, isLooking } = usePostOf(id, posts, isSettled, tables);
  const open = (post: Post) => {
    if (hasBothPanes || addressed !== null) change({ [names.post]: post.id }, 'replace', state);
    else change({ [names.post]: post.id }, 'push', fromList);
  };
  const close = () => {
    // Back to the very entry of the list, where there is one: the device's own back does the same.
    if (isFromList(state)) void navigate(-1);
    else change({ [names.post]: undefined }, 'replace');
  };
  return { id, selected, isLooking, index: posts.findIndex((post) => post.id === id), open, close };
}

/** The post itself: from the list, as it was last seen there, or as the table has it. */
function usePostOf(id: string | undefined, posts: readonly Post[], isSettled: boolean, tables: Tables) {
  const [seen, setSeen] = useState<Post>();
  const listed = posts.find((post) => post.id === id);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const known = listed ?? (seen?.id === id ? seen : undefined);
  const isElsewhere = id !== undefined && known === undefined && isSettled;
  const { data, isPending } = useQuery({ ...onePost(tables, id ?? ''), enabled: isElsewhere });
  // While other rows are on their way, what was read stays.
  const selected = known ?? (isElsewhere ? (data ?? undefined) : id === undefined && !isSettled ? seen : undefined);
  return { selected, isLooking: isElsewhere && isPending };
}

const fromList = { isFromList: true };

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromList' in state;
}
