import { useState } from 'react';
import { readDraft } from '../../lib/drafts';

/** In the order in which the first list explains itself. */
export const hintNames = ['why', 'draft', 'reject'] as const;
export type HintName = (typeof hintNames)[number];

/** The hint that this account has not seen yet, one at a time. What was dismissed stays so in this browser. */
export function useNextHint(userId: string): { hint: HintName | undefined; dismiss: () => void } {
  const [seen, setSeen] = useState(() => readSeen(userId));
  const hint = hintNames.find((name) => !seen.includes(name));
  const dismiss = () => {
    if (hint === undefined) return;
    const now = [...seen, hint];
    setSeen(now);
    saveSeen(userId, now);
  };
  return { hint, dismiss };
}

const storageKey = (userId: string) => `earshot-hints-${userId}`;

function readSeen(userId: string): readonly HintName[] {
  const stored = parse(userId);
  const seen = hintNames.filter((name) => Array.isArray(stored) && stored.includes(name));
  // Earlier there was one hint, remembered for whoever used this browser.
  const sawRejecting = readDraft('hint-rejecting-teaches') === true && !seen.includes('reject');
  return sawRejecting ? [...seen, 'reject'] : seen;
}

function parse(userId: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(storageKey(userId)) ?? '[]');
  } catch {
    return [];
  }
}

function saveSeen(userId: string, seen: readonly HintName[]): void {
  try {
    window.localStorage.setItem(storageKey(userId), JSON.stringify(seen));
  } catch {
    // Where storage is forbidden a hint stays away as long as the page.
  }
}
