import { memo } from 'react';
import { ageLabel } from '../../lib/age';
import { ItemRow, type ItemRowState } from '../../lists/item-row';
import { MoreOf, ViaChips } from '../../lists/post-marks';
import { isUnread } from '../../lists/read-state';
import { isSameRow } from '../../lists/virtual-list';
import { Chip } from '../../ui/chip';
import { MatchScore } from '../../ui/match-score';
import type { Post } from './api';
import { keywordsOfRow, phrasesOf } from './badges';
import { messages } from './messages';
import { PostBadges } from './post-badges';
import { postFacts } from './post-facts';

/** One post of the list (spec §2, Search tab). */
export const PostRow = memo(OnePost, isSameRow);

/** The same in a list by when posts were found: that moment, not the post's own. */
export const FoundPostRow = memo(function FoundPostRow(row: ItemRowState<Post>) {
  const { found_at: foundAt } = row.item;
  return <OnePost {...row} {...(foundAt !== undefined && { age: messages.foundAgo(ageLabel(foundAt, row.now)) })} />;
}, isSameRow);

function OnePost(row: ItemRowState<Post> & { age?: string }) {
  const { item: post, now } = row;
  return (
    <ItemRow
      {...row}
      facts={postFacts(post)}
      lead={<MatchScore value={post.relevance_score} />}
      isComment={post.kind === 'comment'}
      rejectLabel={messages.reject}
      isUnread={isUnread(post) && !post.rejected}
      tags={
        <>
          <PostBadges post={post} now={now} />
          <RowSources post={post} />
        </>
      }
    />
  );
}

/** The first search that found it; a row from an older server has its keywords instead. */
function RowSources({ post }: { post: Post }) {
  const phrases = phrasesOf(post);
  return phrases.length === 0 ? <RowKeywords keywords={post.keywords_matched} /> : <ViaChips phrases={phrases} />;
}

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
      <MoreOf names={more} />
    </>
  );
}
