import { type RefObject, useEffect } from 'react';

/** Makes this field the one that Cmd or Ctrl with K goes to, for as long as it is on the screen. */
export function useSearchTarget(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    targets.push(field);
    return () => {
      targets.splice(targets.indexOf(field), 1);
    };
  }, [field]);
}

/** The search field on the screen; of several, the one that came last. */
export function searchTarget(): HTMLInputElement | undefined {
  return targets.findLast((target) => target.current !== null)?.current ?? undefined;
}

const targets: RefObject<HTMLInputElement | null>[] = [];
