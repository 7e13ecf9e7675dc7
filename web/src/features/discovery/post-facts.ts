import { areWhole, type ItemFacts } from '../../lists/item-facts';
import type { Post } from './api';

export function postFacts({ title, source, subreddit, author, created_at: createdAt, score, comments }: Post): ItemFacts {
  return { title, source, subreddit, author, createdAt, score, comments };
}

export function isShowablePost(post: Post): boolean {
  return areWhole(postFacts(post)) && Array.isArray(post.keywords_matched) && Number.isFinite(post.relevance_score);
}
