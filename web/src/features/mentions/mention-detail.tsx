import { Quote, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { ageLabel } from '../../lib/age';
import { pageAddress } from '../../lib/page-address';
import { voteLabel } from '../../lib/source';
import { type GeneratorPlace, ItemDetail, type ItemDetailState } from '../../lists/item-detail';
import { useFeedback } from '../../lists/feedback';
import { RowNote } from '../../lists/row-note';
import { Content } from '../../ui/content';
import { DetailsHead } from '../../ui/details-head';
import { PaneBody } from '../../ui/pane';
import { WrongToggle } from '../../ui/wrong-toggle';
import { judgeSentiment, type Mention } from './api';
import { insightOf, sentimentOf, summaryKindOf, wordsToMark } from './badges';
import { MentionBadges } from './mention-badges';
import { messages } from './messages';

const words = messages.detail;

/** What another feature adds to a mention, to answer it. */
export type MentionGenerator = (mention: Mention, place: GeneratorPlace, onAnswer: () => void) => ReactNode;

type MentionDetailProps = { mention: Mention; state: ItemDetailState; generator?: MentionGenerator | undefined };

/** A mention to read, and what can be done about it. */
export function MentionDetail({ mention, state, generator }: MentionDetailProps) {
  const { source, subreddit, author } = mention;
  const { now, titleRef } = state;
  return (
    <ItemDetail
      state={state}
      messages={words}
      source={source}
      href={pageAddress(source, mention.post_url)}
      author={author}
      isRejected={mention.rejected}
      generator={generator && ((place) => generator(mention, place, () => state.onMove('answered')))}
    >
      <PaneBody isReached>
        <article className="max-w-180 px-8 pt-6 pb-14 max-md:px-5 max-md:pt-5">
          <DetailsHead
            {...{ source, subreddit, author, titleRef }}
            age={ageLabel(mention.reddit_created_at, now)}
            title={mention.post_title}
            score={mention.post_score}
            scoreLabel={source === 'reddit' ? words.score : voteLabel(source, mention.post_score)}
            comments={mention.comment_count}
          >
            <span className="flex min-w-0 flex-wrap items-center gap-1.5">
              <MentionBadges mention={mention} />
              {sentimentOf(mention) !== undefined && <SentimentFeedback mention={mention} />}
            </span>
            <span className="flex min-w-0 items-center gap-2">
              {words.matched} <MatchedTerm>{mention.brand_terms.term_value}</MatchedTerm>
            </span>
          </DetailsHead>
          <RowNote state={state} answerUrl={mention.answer_url} />
          <Analysis mention={mention} />
          <div className="mt-5 border-t border-border pt-5">
            <Content key={mention.id} raw={mention.post_content} marked={wordsToMark(mention)} />
          </div>
        </article>
      </PaneBody>
    </ItemDetail>
  );
}

function SentimentFeedback({ mention }: { mention: Mention }) {
  const { isWrong, toggle } = useFeedback({ item: mention, listsKey: ['mentions'], send: judgeSentiment });
  return <WrongToggle about={words.wrongAbout} isOn={isWrong} onToggle={toggle} />;
}

function MatchedTerm({ children }: { children: string }) {
  return (
    <span className="inline-flex h-5 min-w-0 items-center rounded-full bg-primary-soft px-2 text-2xs font-medium text-primary-text forced:border">
      <span className="truncate">{children}</span>
    </span>
  );
}

/** What was made of it: in a line, why, and how its comments see it. */
function Analysis({ mention }: { mention: Mention }) {
  const { ai_summary: summary, ai_analysis_reason: reason, rejected_reason: rejectedReason } = mention;
  const sentiment = sentimentOf(mention);
  const possible: readonly { label: string; text: string | null | undefined }[] = [
    { label: sentiment === undefined ? words.whyOther : words.why[sentiment], text: reason },
    { label: words.inComments, text: insightOf(mention.comment_insights) },
    { label: words.rejectedBecause, text: mention.rejected ? rejectedReason : undefined },
  ];
  const facts = possible.filter(({ text }) => hasText(text));
  if (!hasText(summary) && facts.length === 0) return null;
  return (
    <section
      aria-label={words.analysis}
      className="mt-5 divide-y divide-border rounded-card border border-border bg-card px-4 text-sm shadow-xs"
    >
      {hasText(summary) && (
        <div className="py-3.5">
          <SummaryHeading mention={mention} />
          <p className="text-base wrap-anywhere">{summary}</p>
        </div>
      )}
      {facts.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 py-3">
          {facts.map(({ label, text }) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted-foreground">{label}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Says who wrote the line: a model, or the author of the post. */
function SummaryHeading({ mention }: { mention: Mention }) {
  const kind = summaryKindOf(mention);
  if (kind === undefined) return null;
  const Icon = kind === 'ai' ? Sparkles : Quote;
  return (
    <h3 className="mb-1.5 flex items-center gap-2 font-sans text-xs font-semibold text-primary-text">
      <Icon size={14} aria-hidden="true" className="flex-none" />
      {words.summaries[kind]}
    </h3>
  );
}

function hasText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== '';
}
