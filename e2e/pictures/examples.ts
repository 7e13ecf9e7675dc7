import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Earshot } from '../earshot';
import { callApi, type Person } from '../people';

const root = resolve(import.meta.dirname, '../..');

type Thresholds = { freshHours: number; highValue: { maxRank: number; scoreAbove: number; commentsAbove: number } };

type ListedPost = {
  title: string;
  subreddit: string;
  created_at: string;
  google_ranking: number | null;
  score: number;
  comments: number;
  relevance_score: number;
};

/** The two posts beside the promise: the best that were found for the sample company, one fresh and one with a place on Google. */
export async function writeExamples(earshot: Earshot, { session }: Person): Promise<void> {
  const path = '/api/reddit-posts?limit=200';
  const thresholds = JSON.parse(await readFile(resolve(root, 'web/src/testing/product-facts.json'), 'utf8')) as Thresholds;
  const { posts: found } = (await callApi(earshot, 'GET', path, { session })) as { posts: ListedPost[] };
  const best = found
    .filter(({ title: { length } }) => length <= longestTitle)
    .toSorted((one, other) => other.relevance_score - one.relevance_score);
  const isFresh = (post: ListedPost) => isYoung(post, thresholds);
  const isHighValue = (post: ListedPost) => isWorthMuch(post, thresholds);
  const chosen = [
    best.find((post) => isFresh(post) && ageMs(post) > 3_600_000),
    best.find(({ google_ranking: rank }) => rank !== null && rank <= lastShownRank),
  ];
  const examples = chosen.map((post) => {
    if (post === undefined) throw new Error('the sample account has no fresh post, or none with a place on Google');
    const hours = Math.floor(ageMs(post) / 3_600_000);
    const age = hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
    return {
      title: post.title,
      subreddit: post.subreddit,
      age,
      rank: post.google_ranking,
      isFresh: isFresh(post),
      isHighValue: isHighValue(post),
    };
  });
  const file = resolve(root, 'crates/earshot/templates/site/examples.json');
  await writeFile(file, `${JSON.stringify(examples, undefined, 2)}\n`);
}

/** Beyond this place a rank is shown quietly, or not at all. */
const lastShownRank = 10;

/** What a card beside the promise has room for. */
const longestTitle = 75;

const ageMs = ({ created_at }: ListedPost) => Date.now() - Date.parse(created_at);

function isYoung(post: ListedPost, { freshHours }: Thresholds): boolean {
  return post.google_ranking === null && ageMs(post) < freshHours * 3_600_000;
}

function isWorthMuch({ google_ranking, score, comments }: ListedPost, { highValue }: Thresholds): boolean {
  const isLively = score > highValue.scoreAbove || comments > highValue.commentsAbove;
  return google_ranking !== null && google_ranking <= highValue.maxRank && isLively;
}
