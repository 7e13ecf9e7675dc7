import { retryAfterMs } from './retry-after';

/** Why a call brought no answer that can be used. */
type FailureKind =
  | 'unreachable'
  | 'timeout'
  /** The page itself stopped the call. */
  | 'aborted'
  /** The server, or a proxy before it, answered with a status that is no success. */
  | 'refused'
  /** The status was a success, and the body was not JSON. */
  | 'unreadable';

/** A failed call. Its `message` is a sentence for people. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  /** The status of the answer; only a refusal has one. */
  readonly status: number | undefined;
  /** The words of the status line. Empty over HTTP/2, which has none. */
  readonly statusText: string;
  /** The `error` field of the answer. It is there exactly when `message` is in the server's own words. */
  readonly code: string | undefined;
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterS: number | undefined;
  /** When to try again, where the answer names the moment. */
  readonly retryAt: string | undefined;
  /** A word for why, where the answer gives one, such as 'blocked' for a website. */
  readonly reason: string | undefined;

  constructor(kind: FailureKind, message: string, refusal: Refusal = noRefusal, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.status = refusal.status;
    this.statusText = refusal.statusText;
    this.code = refusal.code;
    this.retryAfterS = refusal.retryAfterS;
    this.retryAt = refusal.retryAt;
    this.reason = refusal.reason;
  }
}

/** What a call answers, or an `ApiFailure`: `queryFn: () => call(api.GET('/api/…'))`. */
export async function call<Data>(answer: Promise<FetchResult<Data>>): Promise<Data> {
  const { data, error, response } = await answer.catch((reason: unknown) => {
    throw reason instanceof SyntaxError ? failed('unreadable', reason) : reason;
  });
  if (!response.ok) throw refused(response, error);
  // The status is a success, so this is the arm of the union that has data.
  return data as Data;
}

/** The response, unless it reports a failure itself. */
export function requireSuccess<Data extends { success: boolean; error?: string | null }>(answer: Data): Data {
  if (!answer.success) throw new Error(answer.error ?? '');
  return answer;
}

/** The sentence to show for anything that was thrown; never a stack, never raw JSON. */
export function errorMessage(failure: unknown, fallback = 'Something went wrong. Please try again.'): string {
  return failure instanceof ApiFailure ? failure.message : fallback;
}

/** The words of spec §8 for discovery and for reading posts. */
export function backendApiError(failure: unknown, fallback = 'Backend discovery failed'): string {
  const isRefusal = failure instanceof ApiFailure && failure.kind === 'refused';
  return isRefusal ? `Backend API error: ${failure.status} - ${failure.message}` : errorMessage(failure, fallback);
}

/** Whether the server no longer knows who is asking. */
export function isSignedOut(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 401;
}

/** Whether the connection or a proxy failed: that says nothing about a job, which can be joined again. */
export function isConnectionLost(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  return failure.kind === 'unreachable' || [502, 503, 504].includes(failure.status ?? 0);
}

/** Whether the server does no paid work for this account right now. */
export function isUnpaid(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 402;
}

/** A failure without an answer to read. */
export function failed(kind: Exclude<FailureKind, 'refused'>, cause?: unknown): ApiFailure {
  return new ApiFailure(kind, messagesWithoutResponse[kind], noRefusal, cause);
}

/** An answer of `openapi-fetch`, reduced to what `call` needs. */
type FetchResult<Data> = { data: Data; error?: never; response: Response } | { data?: never; error: unknown; response: Response };

type Refusal = {
  status: number | undefined;
  statusText: string;
  code: string | undefined;
  retryAfterS: number | undefined;
  retryAt?: string | undefined;
  reason?: string | undefined;
};

const noRefusal: Refusal = { status: undefined, statusText: '', code: undefined, retryAfterS: undefined };

const messagesWithoutResponse = {
  unreachable: 'Earshot cannot be reached. Check your connection and try again.',
  timeout: 'Earshot took too long to respond. Please try again.',
  aborted: 'The request was cancelled.',
  unreadable: 'Earshot sent a response we could not read. Please try again.',
} satisfies Record<Exclude<FailureKind, 'refused'>, string>;

function refused(response: Response, body: unknown): ApiFailure {
  const envelope = parseEnvelope(body);
  const waitMs = retryAfterMs(response.headers.get('Retry-After'), Date.now());
  return new ApiFailure('refused', envelope?.message ?? messageForStatus(response.status), {
    status: response.status,
    statusText: response.statusText,
    code: envelope?.error,
    retryAfterS: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
    retryAt: envelope?.retryAt,
    reason: envelope?.reason,
  });
}

function messageForStatus(status: number): string {
  if (status === 429) return 'Too many requests. Please wait a moment and try again.';
  if (status >= 500) return `Earshot is unavailable right now (status ${status}). Please try again in a moment.`;
  if (status >= 400) return `Earshot rejected the request (status ${status}).`;
  return `Earshot sent an unexpected response (status ${status}). Please try again.`;
}

// A proxy in between may answer in words or JSON of its own, so only the whole envelope counts as ours.
function parseEnvelope(body: unknown): Envelope | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { success, error, message, retryAt, reason } = body as Record<string, unknown>;
  const isOurs = success === false && typeof error === 'string' && typeof message === 'string' && message.trim() !== '';
  return isOurs ? { error, message, retryAt: textOrNothing(retryAt), reason: textOrNothing(reason) } : undefined;
}

type Envelope = { error: string; message: string; retryAt: string | undefined; reason: string | undefined };

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
