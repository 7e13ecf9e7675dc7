import { Sparkles } from 'lucide-react';
import { memo } from 'react';
import { ItemRow, type ItemRowState } from '../../lists/item-row';
import { isSameRow } from '../../lists/virtual-list';
import type { Mention } from './api';
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
      {...(summary !== null && summary !== undefined && summary !== '' && { summary: <Summary text={summary} /> })}
      tags={<MentionBadges mention={mention} />}
      isUnread={!mention.is_read && !mention.rejected}
    />
  );
}, isSameRow);

function Summary({ text }: { text: string }) {
  return (
    <span className="flex gap-1.5">
      <Sparkles size={13} aria-hidden="true" className="mt-0.5 flex-none" />
      <span className="sr-only">{messages.detail.summary}:</span>
      <span className="line-clamp-2 wrap-anywhere">{text}</span>
    </span>
  );
}
