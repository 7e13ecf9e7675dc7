import { areWhole, type ItemFacts } from '../../lists/item-facts';
import type { Mention } from './api';

export function mentionFacts({
  post_title: title,
  source,
  subreddit,
  author,
  reddit_created_at: createdAt,
  post_score: score,
  comment_count: comments,
}: Mention): ItemFacts {
  return { title, source, subreddit, author, createdAt, score, comments };
}

export function isShowableMention(mention: Mention): boolean {
  const term: unknown = (mention.brand_terms as Mention['brand_terms'] | null | undefined)?.term_value;
  return areWhole(mentionFacts(mention)) && typeof term === 'string';
}
