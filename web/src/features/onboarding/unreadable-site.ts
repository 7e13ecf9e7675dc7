import { ApiFailure } from '../../api/errors';

/** Why a website cannot be read, by the server's words; `unknown` for one that this page has not heard of. */
export const unreadableReasons = ['unreachable', 'blocked', 'empty', 'not_english', 'not_a_page', 'unknown'] as const;

export type UnreadableReason = (typeof unreadableReasons)[number];

export function parseReason(raw: unknown): UnreadableReason {
  return unreadableReasons.find((reason) => reason === raw) ?? 'unknown';
}

/** Whether an analysis failed because of the site itself, and why. Nothing if the fault lies elsewhere. */
export function unreadableBecause(failure: unknown): UnreadableReason | undefined {
  return failure instanceof ApiFailure && failure.status === 422 ? parseReason(failure.reason) : undefined;
}
