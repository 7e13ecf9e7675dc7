import { memo } from 'react';
import { ItemRow, type ItemRowState } from '../../lists/item-row';
import { isSameRow } from '../../lists/virtual-list';
import { Chip } from '../../ui/chip';
import { Tooltip } from '../../ui/tooltip';
import type { Post } from './api';
import { keywordsOfRow } from './badges';
import { messages } from './messages';
import { PostBadges } from './post-badges';
import { postFacts } from './post-facts';

/** One post of the list (spec §2, Search tab). */
export const PostRow = memo(function PostRow(row: ItemRowState<Post>) {
  const { item: post, now } = row;
  return (
    <ItemRow
      {...row}
      facts={postFacts(post)}
      rejectLabel={messages.reject}
      tags={
        <>
          <PostBadges post={post} now={now} />
          <RowKeywords keywords={post.keywords_matched} />
        </>
      }
    />
  );
}, isSameRow);

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
