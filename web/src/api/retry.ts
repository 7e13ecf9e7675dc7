import { ApiFailure } from './errors';
import { askedOnce } from './call-exemptions';
import { retryAfterMs } from './retry-after';
import { pause } from './time-limit';
import { callTimes } from './query-times';

/** Sends a request until it has a usable response, or until a retry would be wrong. */
export function sendWithRetries(request: Request, sendOnce: SendOnce, pace: RetryClock = realClock): Promise<Response> {
  return attempt(0);

  async function attempt(resends: number): Promise<Response> {
    // A body can be sent only once, so each attempt gets a copy.
    const outcome = await sendOutcomeOf(sendOnce(request.clone()));
    const next = decideRetry(request, outcome, resends, pace);
    if (next === 'stop') return responseOf(outcome);
    await pace.pause(next.waitMs, request.signal);
    return attempt(resends + 1);
  }
}

/** Whether to send a request again after what came of it, and how long to wait before. */
export function decideRetry(
  request: RequestTarget,
  outcome: SendOutcome,
  resends: number,
  pace: Pick<RetryClock, 'random' | 'now'>,
): RetryDecision {
  if (resends >= callTimes.resends || !isRepeatable(request) || !isTransient(outcome)) return 'stop';
  const askedMs = outcome instanceof Response ? retryAfterMs(outcome.headers.get('Retry-After'), pace.now()) : undefined;
  if (askedMs === undefined) return { waitMs: backOffMs(resends, pace.random()) };
  // A user is waiting: a longer wait is for them to choose.
  return askedMs > longestWaitMs ? 'stop' : { waitMs: askedMs };
}

/** Chance, time and waiting: the parts of the rules that a test wants to hold. */
export type RetryClock = {
  /** At least 0 and less than 1. */
  random: () => number;
  now: () => number;
  pause: (ms: number, caller: AbortSignal) => Promise<void>;
};

export type SendOutcome = Response | ApiFailure;

type RetryDecision = 'stop' | { waitMs: number };

type RequestTarget = Pick<Request, 'method' | 'url'>;

type SendOnce = (request: Request) => Promise<Response>;

const realClock: RetryClock = { random: Math.random, now: Date.now, pause };

const longestWaitMs = 10_000;

const largestJitter = 0.2;

// By HTTP, doing these twice is the same as doing them once. A POST may have been done although its
// answer was lost, and a browser cannot tell.
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

// A 500 is not among them: it is a fault that would happen again.
const transientStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function isRepeatable({ method, url }: RequestTarget): boolean {
  return idempotentMethods.has(method) && !askedOnce.has(new URL(url).pathname);
}

function isTransient(outcome: SendOutcome): boolean {
  if (outcome instanceof Response) return transientStatuses.has(outcome.status);
  return outcome.kind === 'unreachable' || outcome.kind === 'timeout';
}

/** 300, 900, 2700 ms, and up to a fifth more, so that pages that failed together do not come back together. */
function backOffMs(resends: number, random: number): number {
  return 300 * 3 ** resends * (1 + largestJitter * random);
}

async function sendOutcomeOf(attempt: Promise<Response>): Promise<SendOutcome> {
  try {
    return await attempt;
  } catch (failure) {
    if (failure instanceof ApiFailure) return failure;
    throw failure;
  }
}

function responseOf(outcome: SendOutcome): Response {
  if (outcome instanceof ApiFailure) throw outcome;
  return outcome;
}
