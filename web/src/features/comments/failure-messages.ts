import { ApiFailure, errorMessage } from '../../api/errors';
import { NoComment } from './api';
import { messages } from './messages';

/** What the toast says below 'Generation Failed' (spec §8, AI comment). */
export function failureMessage(failure: unknown): string {
  if (failure instanceof NoComment) return failure.message;
  if (!(failure instanceof ApiFailure) || failure.kind !== 'refused') return errorMessage(failure, messages.failedAbout);
  const next = nextStep(failure);
  return next === undefined ? messages.failedAbout : `${messages.failedAbout}. ${next}`;
}

/** Only where there is something to do about it: to wait, or to have the company's website read first. */
function nextStep({ status, retryAfterS, code, message }: ApiFailure): string | undefined {
  if (status === 429) return retryAfterS === undefined ? messages.waitAMoment : messages.waitFirst(Math.max(1, retryAfterS));
  return status === 409 && code !== undefined ? message : undefined;
}
