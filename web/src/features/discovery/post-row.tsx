import { memo } from 'react';
import { ageLabel } from '../../lib/age';
import { Chip } from '../../ui/chip';
import { ListRow, RowMeta } from '../../ui/list-row';
import { RowAction } from '../../ui/row-action';
import { RowCounts } from '../../ui/row-counts';
import { Tooltip } from '../../ui/tooltip';
import { isSameRow, type RowPlace } from '../../lists/virtual-list';
import type { Post } from './api';
import { keywordsOfRow } from './badges';
import { messages } from './messages';
import { PostBadges } from './post-badges';

type PostRowProps = {
  post: Post;
  place: RowPlace;
  now: number;
  isSelected: boolean;
  isLeaving: boolean;
  onOpen: (post: Post, isByKey: boolean) => void;
  onReject: (post: Post) => void;
  onRestore: (post: Post) => void;
};

/** One post of the list (spec §2, Search tab). */
export const PostRow = memo(
  function PostRow({ post, place, now, isSelected, isLeaving, onOpen, onReject, onRestore }: PostRowProps) {
    return (
      <ListRow
        {...place}
        title={post.title}
        onOpen={(isByKey) => onOpen(post, isByKey)}
        meta={<RowMeta place={`r/${post.subreddit}`} author={`u/${post.author}`} age={ageLabel(post.created_at, now)} />}
        stats={<RowCounts score={post.score} comments={post.comments} />}
        tags={
          <>
            <PostBadges post={post} now={now} />
            <RowKeywords keywords={post.keywords_matched} />
          </>
        }
        action={
          <RowAction rejectLabel={messages.reject} title={post.title} isRejected={post.rejected} onReject={() => onReject(post)} onRestore={() => onRestore(post)} tabIndex={place.tabIndex} />
        }
        isSelected={isSelected}
        isRejected={post.rejected}
        isLeaving={isLeaving}
      />
    );
  },
  isSameRow,
);

/** Two chips at most. '+N more' never shrinks; the second chip gives way first. */
function RowKeywords({ keywords }: { keywords: readonly string[] }) {
  const { shown, more } = keywordsOfRow(keywords);
  return (
    <>
      {shown.map((keyword, index) => (
        <Chip key={keyword} canShrink={index > 0 ? 'first' : true}>
          {keyword}
        </Chip>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.join(', ')}>
          <span className="relative z-1 flex-none text-2xs text-muted-foreground">{messages.more(more.length)}</span>
        </Tooltip>
      )}
    </>
  );
}
