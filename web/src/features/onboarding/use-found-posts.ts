import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '../../lib/debounced-value';
import { isSameText } from '../../lib/normalized-text';
import { seconds } from '../../lib/time';
import { type FoundPosts, foundPosts } from './api';

/** What the keywords would find, as the screen shows it while they change. */
export type FoundPostsView = {
  /** The last answer; it stays while the next one is looked for. */
  found: FoundPosts | undefined;
  /** Posts that the answer before did not have. */
  newIds: ReadonlySet<string>;
  isSearching: boolean;
  failure: Error | null;
  retry: () => void;
};

/** Follows the keywords when they have stood still for a moment. */
export function useFoundPosts(keywords: readonly string[]): FoundPostsView {
  const wanted = keywords.join('\n');
  const asked = useDebouncedValue(wanted, followAfterMs);
  const isAnything = asked !== '';
  const { data, error, isFetching, refetch } = useQuery({ ...foundPosts(asked.split('\n')), enabled: isAnything });
  const [shown, setShown] = useState<{ found: FoundPosts; newIds: ReadonlySet<string> }>();
  if (data !== undefined && data !== shown?.found) setShown({ found: data, newIds: newPosts(data, shown?.found) });
  const isFollowing = wanted !== asked;
  return {
    found: wanted === '' ? undefined : shown?.found,
    newIds: shown?.newIds ?? nothing,
    isSearching: wanted !== '' && (isFollowing || isFetching),
    failure: isFollowing || isFetching || wanted === '' ? null : error,
    retry: () => void refetch(),
  };
}

/** What is known of one keyword; nothing until it has been looked for. */
export function foundOf(found: FoundPosts | undefined, keyword: string): FoundPosts['keywords'][number] | undefined {
  return found?.keywords.find((one) => isSameText(one.keyword, keyword));
}

/** Of the first answer nothing is new: there was nothing before. */
function newPosts(now: FoundPosts, before: FoundPosts | undefined): ReadonlySet<string> {
  if (before === undefined) return nothing;
  const known = new Set(before.posts.map(({ redditId }) => redditId));
  return new Set(now.posts.map(({ redditId }) => redditId).filter((id) => !known.has(id)));
}

const nothing: ReadonlySet<string> = new Set();
const followAfterMs = seconds(0.4);
