import { describe, expect, it } from 'vitest';
import { changedSearch } from '../../lib/address-state';
import { postQueryOf } from './api';
import { postDefaults, countOfFilters, postFiltersOf, postParameters, whyNoPosts, subredditsOf, withoutPostFilters } from './post-filters';

const read = (address: string) => postFiltersOf(new URLSearchParams(address));
const nothingSet = {
  query: '',
  sort: 'relevance',
  isRejected: false,
  state: 'open',
  timeframe: 'all',
  minScore: 0,
  subreddits: [],
  namesYou: 'all',
  rank: 'all',
};

describe('the filters in the address', () => {
  it('are all at their defaults when it is empty', () => {
    expect(read('')).toEqual(nothingSet);
  });

  it('are read from it', () => {
    expect(
      read(
        'search_q=+late+fees+&search_sort=popular&search_rejected=true&search_state=saved&search_timeframe=week&search_score=60&search_subreddits=freelance,webdev&search_names=hide&search_rank=second',
      ),
    ).toEqual({
      query: 'late fees',
      sort: 'popular',
      isRejected: true,
      state: 'saved',
      timeframe: 'week',
      minScore: 60,
      subreddits: ['freelance', 'webdev'],
      namesYou: 'hide',
      rank: 'second',
    });
  });

  it.each([
    'search_sort=best',
    'search_rejected=yes',
    'search_state=rejected',
    'search_state=lost',
    'search_timeframe=decade',
    'search_score=-1',
    'search_score=1000',
    'search_score=x',
    'search_subreddits=%3Cscript%3E',
    'search_names=maybe',
    'search_rank=3',
    'search_sentiment=positive',
  ])('ignore %s', (address) => {
    expect(read(address)).toEqual(nothingSet);
  });

  it('leave it when they are back at their defaults, and leave everything else in it', () => {
    const full = new URLSearchParams(
      'tab=mentions&search_q=x&search_sort=new&search_rejected=true&search_state=won&search_score=60&mentions_q=y',
    );
    const back = changedSearch(
      full,
      {
        [postParameters.query]: '',
        [postParameters.sort]: 'relevance',
        [postParameters.rejected]: 'false',
        [postParameters.state]: 'open',
        [postParameters.minScore]: '0',
      },
      postDefaults,
    );

    expect(back.toString()).toBe('tab=mentions&mentions_q=y');
  });

  it('are counted and taken away together', () => {
    const full = new URLSearchParams(
      'search_q=x&search_timeframe=day&search_score=80&search_subreddits=webdev&search_rank=any&search_names=only',
    );

    expect(countOfFilters(postFiltersOf(full))).toBe(5);
    expect(changedSearch(full, withoutPostFilters, postDefaults).toString()).toBe('search_q=x');
  });
});

it.each([
  ['freelance, webdev', ['freelance', 'webdev']],
  ['r/freelance /r/webdev', ['freelance', 'webdev']],
  ['freelance,FREELANCE,', ['FREELANCE']],
  ['a, <b>, ok', ['ok']],
  ['Hacker News', ['Hacker News']],
  ['freelance, hacker news,Bluesky', ['freelance', 'Hacker News', 'Bluesky']],
  ['', []],
])('%o names the subreddits %o', (text, found) => {
  expect(subredditsOf(text)).toEqual(found);
});

it('asks the server for what is set and nothing more', () => {
  expect(postQueryOf(read(''))).toEqual({ sortBy: 'relevance', rejected: 'false', state: 'open' });
  expect(postQueryOf(read('search_state=saved'))).toEqual({ sortBy: 'relevance', rejected: 'false', state: 'saved' });
  expect(
    postQueryOf(
      read(
        'search_q=late&search_sort=new&search_rejected=true&search_timeframe=day&search_score=40&search_subreddits=a_b,webdev&search_rank=any&search_names=only',
      ),
    ),
  ).toEqual({
    q: 'late',
    sortBy: 'new',
    rejected: 'true',
    timeframe: 'day',
    minRelevanceScore: '40',
    subreddits: 'a_b,webdev',
    rank: 'any',
    namesYou: 'only',
  });
});

it.each([
  ['search_q=x&search_rejected=true&search_score=60', 'query'],
  ['search_rejected=true&search_score=60', 'rejected'],
  ['search_score=60', 'filters'],
  ['search_sort=new', 'none'],
  ['search_state=saved&search_score=60', 'filters'],
  ['search_state=saved', 'state'],
  ['', 'none'],
])('an empty list at %o is so because of: %s', (address, reason) => {
  expect(whyNoPosts(read(address))).toBe(reason);
});

it('an empty list of open posts is so because everything is dealt with, where something is', () => {
  const counts = { open: 0, saved: 0, answered: 0, won: 0, rejected: 3 };

  expect(whyNoPosts(read(''), { ...counts, answered: 1 })).toBe('state');
  expect(whyNoPosts(read(''), counts)).toBe('none');
});
