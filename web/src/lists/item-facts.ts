/** What every row of a list says about its page on Reddit. */
export type ItemFacts = {
  title: string;
  subreddit: string;
  author: string;
  createdAt: string;
  score: number;
  comments: number;
};

/** Whether a row says all of it; one from an older server may not. */
export function areWhole({ title, subreddit, author, createdAt, score, comments }: ItemFacts): boolean {
  return [title, subreddit, author, createdAt].every((text) => typeof text === 'string') && [score, comments].every(Number.isFinite);
}

export type FactsOf<Item> = (item: Item) => ItemFacts;
