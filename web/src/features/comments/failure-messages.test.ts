import { expect, it } from 'vitest';
import { ApiFailure, failed } from '../../api/errors';
import { NoComment } from './api';
import { failureMessage } from './failure-messages';

const refused = (status: number, message: string, retryAfterS?: number) =>
  new ApiFailure('refused', message, { status, statusText: '', code: 'Refused', retryAfterS });

it.each([
  ['a refusal', refused(500, 'Something broke inside.'), 'Failed to generate comment'],
  ['a tone that is none of the five', refused(422, 'Unknown tone.'), 'Failed to generate comment'],
  [
    'too many, with a time to wait',
    refused(429, 'Too many requests.', 12),
    'Failed to generate comment. Please wait 12 seconds and try again.',
  ],
  [
    'too many, with no time left to wait',
    refused(429, 'Too many requests.', 0),
    'Failed to generate comment. Please wait 1 second and try again.',
  ],
  ['too many, without saying more', refused(429, 'Too many requests.'), 'Failed to generate comment. Please wait a moment and try again.'],
  [
    'no company',
    refused(409, 'Please complete website analysis first before generating comments.'),
    'Failed to generate comment. Please complete website analysis first before generating comments.',
  ],
  ['an answer that says no', new NoComment('The post is gone.'), 'The post is gone.'],
  ['a lost network', failed('unreachable'), 'Earshot cannot be reached. Check your connection and try again.'],
  ['a server that never answers', failed('timeout'), 'Earshot took too long to respond. Please try again.'],
  ['anything else', new TypeError('x is undefined'), 'Failed to generate comment'],
])('%s', (_what, failure, words) => {
  expect(failureMessage(failure)).toBe(words);
});
