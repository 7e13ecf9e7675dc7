import { Quote, Sparkles } from 'lucide-react';
import { memo } from 'react';
import { ItemRow, type ItemRowState } from '../../lists/item-row';
import { isSameRow } from '../../lists/virtual-list';
import type { Mention } from './api';
import { type SummaryKind, summaryKindOf } from './badges';
import { MentionBadges } from './mention-badges';
import { mentionFacts } from './mention-facts';
import { messages } from './messages';

/** One mention of the list (spec §2, Mentions tab). */
export const MentionRow = memo(function MentionRow(row: ItemRowState<Mention>) {
  const { item: mention } = row;
  const { ai_summary: summary } = mention;
  return (
    <ItemRow
      {...row}
      facts={mentionFacts(mention)}
      rejectLabel={messages.reject}
      {...(summary !== null &&
        summary !== undefined &&
        summary !== '' && { summary: <Summary text={summary} kind={summaryKindOf(mention)} /> })}
      tags={<MentionBadges mention={mention} />}
      isUnread={!mention.is_read && !mention.rejected}
    />
  );
}, isSameRow);

function Summary({ text, kind }: { text: string; kind: SummaryKind | undefined }) {
  const Icon = kind === undefined ? undefined : summaryIcons[kind];
  return (
    <span className="flex gap-1.5">
      {Icon !== undefined && <Icon size={13} aria-hidden="true" className="mt-0.5 flex-none" />}
      {kind !== undefined && <span className="sr-only">{messages.detail.summaries[kind]}:</span>}
      <span className="line-clamp-2 wrap-anywhere">{text}</span>
    </span>
  );
}

const summaryIcons = { ai: Sparkles, quote: Quote };
