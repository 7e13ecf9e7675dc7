/** What every row of a list says about its page on Reddit. */
export type ItemFacts = {
  title: string;
  subreddit: string;
  author: string;
  createdAt: string;
  score: number;
  comments: number;
};

export type FactsOf<Item> = (item: Item) => ItemFacts;
