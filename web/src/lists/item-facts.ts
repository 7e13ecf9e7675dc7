import { isKnownSource, type SourceName } from '../lib/source';

/** What every row of a list says about the page it comes from. */
export type ItemFacts = {
  title: string;
  source: SourceName;
  subreddit: string;
  author: string;
  createdAt: string;
  score: number;
  comments: number;
};

/** Whether a row says all of it; one from an older server, or of a source that is not known yet, may not. */
export function areWhole({ title, source, subreddit, author, createdAt, score, comments }: ItemFacts): boolean {
  const areTexts = [title, subreddit, author, createdAt].every((text) => typeof text === 'string');
  return areTexts && isKnownSource(source) && [score, comments].every(Number.isFinite);
}

export type FactsOf<Item> = (item: Item) => ItemFacts;
