import { expect, it } from 'vitest';
import { authorLabel, commentPrefix, placeLabel, sourceOfPlace, sourceTitle, voteLabel } from './source';

it.each([
  ['reddit', 'freelance', 'r/freelance', 'Comment in', 'u/nora', 'Reddit'],
  ['hacker_news', 'Hacker News', 'Hacker News', 'Comment on', 'nora', 'Hacker News'],
  ['bluesky', 'Bluesky', 'Bluesky', 'Comment on', undefined, 'Bluesky'],
] as const)('a text on %s says where it stands and who wrote it', (source, subreddit, place, comment, author, title) => {
  expect([placeLabel(source, subreddit), commentPrefix(source), authorLabel(source, 'nora'), sourceTitle(source)]).toEqual([
    place,
    comment,
    author,
    title,
  ]);
});

it.each([
  ['reddit', 0, 'upvotes'],
  ['reddit', 1, 'upvote'],
  ['hacker_news', 1, 'point'],
  ['hacker_news', 12, 'points'],
  ['bluesky', 0, undefined],
  ['bluesky', 1, undefined],
] as const)('on %s, %d votes are called %s', (source, count, label) => {
  expect(voteLabel(source, count)).toBe(label);
});

it.each([
  ['Hacker News', 'hacker_news'],
  ['Bluesky', 'bluesky'],
  ['hackernews', 'reddit'],
  ['freelance', 'reddit'],
])('a place called %s is one of %s', (name, source) => {
  expect(sourceOfPlace(name)).toBe(source);
});
