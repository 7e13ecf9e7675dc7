/** Where a text was written. */
export type SourceName = 'reddit' | 'hacker_news' | 'bluesky';

const titles = { reddit: 'Reddit', hacker_news: 'Hacker News', bluesky: 'Bluesky' } satisfies Record<SourceName, string>;

/** Whether this page knows the source; a newer server may name others. */
export function isKnownSource(source: unknown): source is SourceName {
  return typeof source === 'string' && Object.hasOwn(titles, source);
}

/** As people write it: 'Hacker News'. */
export function sourceTitle(source: SourceName): string {
  return titles[source];
}

/** 'r/freelance'. Elsewhere there are no communities, so the source itself is the place. */
export function placeLabel(source: SourceName, subreddit: string): string {
  return source === 'reddit' ? `r/${subreddit}` : titles[source];
}

/** 'Comment in r/freelance', 'Comment on Hacker News' */
export function commentPrefix(source: SourceName): string {
  return source === 'reddit' ? 'Comment in' : 'Comment on';
}

/** 'u/name', 'name'. Nothing on Bluesky, where an author is an identifier that nobody can read. */
export function authorLabel(source: SourceName, author: string): string | undefined {
  switch (source) {
    case 'reddit':
      return `u/${author}`;
    case 'hacker_news':
      return author;
    case 'bluesky':
      return undefined;
  }
}

/** What a vote is called there. Nothing on Bluesky, whose posts come without votes and comments. */
export function voteLabel(source: SourceName, count: number): string | undefined {
  const word = votes[source];
  return word === undefined || count === 1 ? word : `${word}s`;
}

const votes: Record<SourceName, string | undefined> = { reddit: 'upvote', hacker_news: 'point', bluesky: undefined };

/** Where a place of this name is, for an answer that has nothing but the name. */
export function sourceOfPlace(name: string): SourceName {
  if (name === titles.hacker_news) return 'hacker_news';
  return name === titles.bluesky ? 'bluesky' : 'reddit';
}
