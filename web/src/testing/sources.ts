import type { Mention } from '../features/mentions/api';
import type { Post } from '../features/discovery/api';

/** What makes a post one of Hacker News. */
export const onHackerNews = {
  source: 'hacker_news',
  subreddit: 'Hacker News',
  author: 'patio_eleven',
  permalink: 'https://news.ycombinator.com/item?id=8863',
} satisfies Partial<Post>;

/** What makes a post one of Bluesky. It has no figures there. */
export const onBluesky = {
  source: 'bluesky',
  subreddit: 'Bluesky',
  author: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  permalink: 'https://bsky.app/profile/did:plc:ewvi7nxzyoun6zhxrhs64oiz/post/3k2yihcrp6f2c',
  score: 0,
  comments: 0,
} satisfies Partial<Post>;

/** The same of a mention. */
export function asMention({ source, subreddit, author, permalink, ...figures }: typeof onHackerNews | typeof onBluesky): Partial<Mention> {
  return { source, subreddit, author, post_url: permalink, ...('score' in figures && { post_score: 0, comment_count: 0 }) };
}
