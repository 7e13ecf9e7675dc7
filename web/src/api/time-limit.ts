import { failed } from './errors';

/** How long an attempt may take, in milliseconds. */
export type TimeLimit = number | 'unlimited';

/**
 * Does some work that must end when the time is over or the caller gives up, whichever comes first.
 * The work is cancelled through its signal, and not waited for if it ignores it.
 */
export async function withinTime<Result>(
  limit: TimeLimit,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (caller.aborted) throw failed('aborted');
  const ending = new AbortController();
  const giveUp = () => ending.abort(failed('aborted'));
  caller.addEventListener('abort', giveUp, { once: true });
  const timer = limit === 'unlimited' ? undefined : setTimeout(() => ending.abort(failed('timeout')), limit);
  try {
    return await Promise.race([work(ending.signal), endOf(ending.signal)]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', giveUp);
  }
}

/** Waits, unless the caller gives up first. */
export function pause(ms: number, caller: AbortSignal): Promise<void> {
  return withinTime('unlimited', caller, (signal) => later(ms, signal));
}

function later(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
