import { Sparkles } from 'lucide-react';
import { memo } from 'react';
import { ageLabel } from '../../lib/age';
import { ListRow, RowMeta } from '../../ui/list-row';
import { RowAction } from '../../ui/row-action';
import { RowCounts } from '../../ui/row-counts';
import { isSameRow, type RowPlace } from '../../lists/virtual-list';
import type { Mention } from './api';
import { MentionBadges } from './mention-badges';
import { messages } from './messages';

type MentionRowProps = {
  mention: Mention;
  place: RowPlace;
  now: number;
  isSelected: boolean;
  isLeaving: boolean;
  onOpen: (mention: Mention, isByKey: boolean) => void;
  onReject: (mention: Mention) => void;
  onRestore: (mention: Mention) => void;
};

/** One mention of the list (spec §2, Mentions tab). */
export const MentionRow = memo(function MentionRow({ mention, place, now, isSelected, isLeaving, onOpen, onReject, onRestore }: MentionRowProps) {
  const { post_title: title, rejected } = mention;
  return (
    <ListRow
      {...place}
      title={title}
      onOpen={(isByKey) => onOpen(mention, isByKey)}
      meta={<RowMeta place={`r/${mention.subreddit}`} author={`u/${mention.author}`} age={ageLabel(mention.reddit_created_at, now)} />}
      stats={<RowCounts score={mention.post_score} comments={mention.comment_count} />}
      {...(mention.ai_summary !== null && mention.ai_summary !== undefined && mention.ai_summary !== '' && { summary: <Summary text={mention.ai_summary} /> })}
      tags={<MentionBadges mention={mention} />}
      action={<RowAction rejectLabel={messages.reject} title={title} isRejected={rejected} onReject={() => onReject(mention)} onRestore={() => onRestore(mention)} tabIndex={place.tabIndex} />}
      isSelected={isSelected}
      isUnread={!mention.is_read && !rejected}
      isRejected={rejected}
      isLeaving={isLeaving}
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
