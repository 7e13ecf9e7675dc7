import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** New values for parts of the address; `undefined` takes a part away, and so does a default value. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/** `push` when going back should undo it, `replace` when it is only a step on the way. */
export type HistoryMove = 'push' | 'replace';

/** What a screen keeps in the address, so that a reload, a bookmark and the back button find it again. */
export function useAddressState(defaults: Readonly<Record<string, string>> = noDefaults) {
  const { search: text, state: shownState } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const search = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback(
    (changes: AddressChange, move: HistoryMove, state?: unknown) => {
      // Based on the latest change, so that two changes in the same tick do not undo each other.
      const next = changedSearch(latest(text), changes, defaults);
      pending = { from: text, to: next.toString() };
      void navigate({ search: next.toString() }, { replace: move === 'replace', state });
    },
    [navigate, text, defaults],
  );
  // A link may carry defaults. They go without a step in the history.
  useEffect(() => {
    const redundant = redundantParts(search, defaults);
    if (redundant !== undefined) change(redundant, 'replace', shownState);
  }, [search, defaults, change, shownState]);
  // Shown, or left: from here on the address speaks for itself.
  useEffect(() => () => forgetPending(text), [text]);
  return { search, change };
}

/** The address after a change, without what is empty or a default. */
export function changedSearch(
  search: URLSearchParams,
  changes: AddressChange,
  defaults: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '' || value === defaults[name]) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What stands in the address and says nothing: the value of a part is its default, or empty. */
function redundantParts(search: URLSearchParams, defaults: Readonly<Record<string, string>>): AddressChange | undefined {
  const names = Object.keys(defaults).filter((name) => search.has(name) && ['', defaults[name]].includes(search.get(name) ?? ''));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, undefined]));
}

/** A choice from a fixed list; whatever else stands in the address is the default. */
export function oneOf<Value extends string>(search: URLSearchParams, name: string, values: readonly Value[], otherwise: Value): Value {
  const found = search.get(name);
  return values.find((value) => value === found) ?? otherwise;
}

const noDefaults = {};

/** A change that the router has not shown yet. */
let pending: { from: string; to: string } | undefined;

function forgetPending(from: string) {
  if (pending?.from === from) pending = undefined;
}

function latest(text: string): URLSearchParams {
  return new URLSearchParams(pending?.from === text ? pending.to : text);
}
