import { describe, expect, it } from 'vitest';
import { pageAddress, sourceOfAddress } from './page-address';

describe('on Reddit', () => {
  it.each([
    ['/r/freelance/comments/1abc/late/', 'https://www.reddit.com/r/freelance/comments/1abc/late/'],
    ['r/freelance/comments/1abc/', 'https://www.reddit.com/r/freelance/comments/1abc/'],
    ['https://old.reddit.com/r/freelance/?utm=1#top', 'https://www.reddit.com/r/freelance/'],
    ['https://evil.example/r/freelance/?id=1', 'https://www.reddit.com/r/freelance/'],
    ['//evil.example/path', 'https://www.reddit.com/path'],
    ['data:text/html,<b>', 'https://www.reddit.com/'],
    ['http://[', 'https://www.reddit.com/'],
    ['', 'https://www.reddit.com/'],
  ])('%o leads to %s', (permalink, address) => {
    expect(pageAddress('reddit', permalink)).toBe(address);
  });
});

describe('on Hacker News', () => {
  it.each([
    ['https://news.ycombinator.com/item?id=8863', 'https://news.ycombinator.com/item?id=8863'],
    ['https://news.ycombinator.com/item?id=8863&goto=//evil.example#top', 'https://news.ycombinator.com/item?id=8863'],
    ['https://evil.example/item?id=8863', 'https://news.ycombinator.com/item?id=8863'],
    ['//evil.example/item?id=8863', 'https://news.ycombinator.com/item?id=8863'],
    ['https://news.ycombinator.com@evil.example/item?id=8863', 'https://news.ycombinator.com/item?id=8863'],
    ['https://news.ycombinator.com/item?id=8863%22onclick', 'https://news.ycombinator.com/item'],
    ['https://news.ycombinator.com/item?id=-1', 'https://news.ycombinator.com/item'],
    ['https://news.ycombinator.com/item?id=８８', 'https://news.ycombinator.com/item'],
    ['https://news.ycombinator.com/item?id=', 'https://news.ycombinator.com/item'],
    // oxlint-disable-next-line no-script-url -- What a stranger may have written.
    ['javascript:alert(1)//?id=8863', 'https://news.ycombinator.com/'],
    ['data:text/html,<b>', 'https://news.ycombinator.com/'],
    ['http://[', 'https://news.ycombinator.com/'],
    ['', 'https://news.ycombinator.com/'],
  ])('%o leads to %s', (permalink, address) => {
    expect(pageAddress('hacker_news', permalink)).toBe(address);
  });
});

describe('on Bluesky', () => {
  it.each([
    ['https://bsky.app/profile/did:plc:abc/post/3k2y', 'https://bsky.app/profile/did:plc:abc/post/3k2y'],
    ['https://bsky.app/profile/did:plc:abc/post/3k2y?id=8863#top', 'https://bsky.app/profile/did:plc:abc/post/3k2y'],
    ['https://evil.example/profile/did:plc:abc/post/3k2y', 'https://bsky.app/profile/did:plc:abc/post/3k2y'],
    ['https://bsky.app.evil.example/profile', 'https://bsky.app/profile'],
    // oxlint-disable-next-line no-script-url -- What a stranger may have written.
    ['javascript:alert(1)', 'https://bsky.app/'],
    ['did:plc:abc/post/3k2y', 'https://bsky.app/'],
    ['', 'https://bsky.app/'],
  ])('%o leads to %s', (permalink, address) => {
    expect(pageAddress('bluesky', permalink)).toBe(address);
  });
});

it.each([
  ['https://news.ycombinator.com/item?id=8863', 'hacker_news'],
  ['https://bsky.app/profile/did:plc:abc/post/3k2y', 'bluesky'],
  ['/r/freelance/comments/1abc/late/', 'reddit'],
  ['https://www.reddit.com/r/freelance/', 'reddit'],
  ['https://evil.example/news.ycombinator.com/item?id=8863', 'reddit'],
  ['http://[', 'reddit'],
])('%o was written on %s', (stored, source) => {
  expect(sourceOfAddress(stored)).toBe(source);
});
