import { productFacts } from '../../api/product';
import type { Mention } from './api';

export type Sentiment = 'positive' | 'negative' | 'neutral';
export type MentionType = 'title' | 'content' | 'comment' | 'post' | 'other';

type SentimentSource = Pick<Mention, 'sentiment_score' | 'is_positive' | 'ai_analysis_reason'>;

/**
 * What the sentiment badge says; nothing where it stays away (spec §4, Mention sentiment badge). The
 * classifier gives the score of `undecided`, or 0 without a reason, when it could not decide: showing that as an
 * opinion would mislead. Near zero it is Neutral (decisions, Small print).
 */
export function sentimentOf({
  sentiment_score: score,
  is_positive: isPositive,
  ai_analysis_reason: reason,
}: SentimentSource): Sentiment | undefined {
  if (score === null || score === undefined || isPositive === null || isPositive === undefined) return undefined;
  const { undecided, neutralBelow } = productFacts().sentiment;
  if (Math.abs(score) === undecided || (score === 0 && isBlank(reason))) return undefined;
  if (Math.abs(score) < neutralBelow) return 'neutral';
  return isPositive ? 'positive' : 'negative';
}

/** Where the brand was found. What this page does not know was found but not placed. */
export function typeOf({ mention_type: type }: Pick<Mention, 'mention_type'>): MentionType {
  return (['title', 'content', 'comment', 'post'] as const).find((known) => known === type) ?? 'other';
}

/** 'mixed_reactions' as people read it; undefined where there is nothing to say (design §9, 06). */
export function insightOf(raw: string | null | undefined): string | undefined {
  if (isBlank(raw) || raw === 'minimal_engagement') return undefined;
  const text = (raw ?? '').replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export type SummaryKind = 'ai' | 'quote';

/** Who wrote the summary: a model, or the author of the post, who is quoted. What this page does not know is said to be neither. */
export function summaryKindOf({ summary_kind: kind }: Pick<Mention, 'summary_kind'>): SummaryKind | undefined {
  return (['ai', 'quote'] as const).find((known) => known === kind);
}

/** The names to mark in the text: as they are written there, and as they are looked for. */
export function wordsToMark({ matched, brand_terms: { term_value: term } }: Pick<Mention, 'matched' | 'brand_terms'>): readonly string[] {
  return [...new Set([...(matched ?? []), term])];
}

function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || text.trim() === '';
}
