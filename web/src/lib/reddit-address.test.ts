import { expect, it } from 'vitest';
import { redditAddress } from './reddit-address';

it.each([
  ['/r/freelance/comments/1abc/late/', 'https://www.reddit.com/r/freelance/comments/1abc/late/'],
  ['r/freelance/comments/1abc/', 'https://www.reddit.com/r/freelance/comments/1abc/'],
  ['https://old.reddit.com/r/freelance/?utm=1#top', 'https://www.reddit.com/r/freelance/'],
  ['https://evil.example/r/freelance/', 'https://www.reddit.com/r/freelance/'],
  ['//evil.example/path', 'https://www.reddit.com/path'],
  ['data:text/html,<b>', 'https://www.reddit.com/'],
  ['http://[', 'https://www.reddit.com/'],
  ['', 'https://www.reddit.com/'],
])('%o leads to %s', (permalink, address) => {
  expect(redditAddress(permalink)).toBe(address);
});
