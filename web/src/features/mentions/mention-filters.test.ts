import { expect, it } from 'vitest';
import { changedSearch } from '../../lib/address-state';
import { mentionQueryOf } from './api';
import { mentionDefaults, mentionFiltersOf, mentionParameters, whyNoMentions, withoutMentionFilters } from './mention-filters';
import { fetchError, messages } from './messages';
import { ApiFailure, failed } from '../../api/errors';

const read = (address: string) => mentionFiltersOf(new URLSearchParams(address));
const defaults = { query: '', sort: 'relevance', isRejected: false, state: 'open', sentiment: 'all', intent: 'all' };

it.each([
  ['', {}],
  ['mentions_q=+net+30+', { query: 'net 30' }],
  [
    'mentions_sort=new&mentions_rejected=true&mentions_sentiment=negative&mentions_intent=buying',
    { sort: 'new', isRejected: true, sentiment: 'negative', intent: 'buying' },
  ],
  ['mentions_state=answered', { state: 'answered' }],
  ['mentions_state=rejected', {}],
  ['mentions_sort=old&mentions_rejected=yes&mentions_sentiment=angry&mentions_intent=selling', {}],
  ['search_q=x&search_sort=new&search_rejected=true', {}],
])('the address %o means %o', (address, filters) => {
  expect(read(address)).toEqual({ ...defaults, ...filters });
});

it('defaults leave the address', () => {
  const set = new URLSearchParams(
    'tab=mentions&mentions_q=a&mentions_sort=new&mentions_rejected=true&mentions_sentiment=positive&mentions_intent=buying',
  );
  const back = {
    [mentionParameters.query]: '',
    [mentionParameters.sort]: 'relevance',
    [mentionParameters.rejected]: 'false',
    [mentionParameters.sentiment]: 'all',
    [mentionParameters.intent]: 'all',
  };

  expect(changedSearch(set, back, mentionDefaults).toString()).toBe('tab=mentions');
  expect(changedSearch(set, withoutMentionFilters, mentionDefaults).toString()).toBe(
    'tab=mentions&mentions_q=a&mentions_sort=new&mentions_rejected=true',
  );
});

it('asks the server for what is set and nothing more', () => {
  expect(mentionQueryOf(read(''))).toEqual({ showRejected: 'false', state: 'open' });
  expect(mentionQueryOf(read('mentions_state=won'))).toEqual({ showRejected: 'false', state: 'won' });
  expect(mentionQueryOf(read('mentions_sort=popular'))).toEqual({
    showRejected: 'false',
    state: 'open',
    sortBy: 'post_score',
    sortOrder: 'desc',
  });
  expect(
    mentionQueryOf(read('mentions_q=spam&mentions_sort=new&mentions_rejected=true&mentions_sentiment=neutral&mentions_intent=question')),
  ).toEqual({
    showRejected: 'true',
    q: 'spam',
    sortBy: 'reddit_created_at',
    sortOrder: 'desc',
    sentiment: 'neutral',
    intent: 'question',
  });
});

it.each([
  ['mentions_q=x&mentions_rejected=true&mentions_intent=buying', true, 'query'],
  ['mentions_rejected=true&mentions_intent=buying', true, 'rejected'],
  ['mentions_intent=buying&mentions_sentiment=negative', true, 'intent'],
  ['mentions_intent=buying', false, 'intent'],
  ['mentions_sentiment=negative', true, 'filters'],
  ['mentions_sentiment=negative', false, 'none'],
  ['mentions_state=won', true, 'state'],
  ['mentions_sort=new', true, 'none'],
  ['', false, 'none'],
])('an empty list at %o, with any mentions at all: %s, is so because of: %s', (address, hasAny, reason) => {
  expect(whyNoMentions(read(address), hasAny)).toBe(reason);
});

it('the header says how many there are, loaded and unread', () => {
  expect(messages.count(164, 50, 7)).toBe('164 mentions found (50 loaded) • 7 unread');
  expect(messages.count(0, 0, 0)).toBe('0 mentions found (0 loaded) • 0 unread');
});

it('a list that could not be read says so with the words of the status line, where it has any', () => {
  expect(fetchError(refused('Service Unavailable'))).toBe('Failed to fetch mentions: Service Unavailable');
  expect(fetchError(refused(''))).toBe('Failed to fetch mentions: Not now.');
  expect(fetchError(failed('timeout'))).toBe('Failed to fetch mentions: Earshot took too long to respond. Please try again.');
});

const refused = (statusText: string) =>
  new ApiFailure('refused', 'Not now.', { status: 503, statusText, code: 'x', retryAfterS: undefined });
