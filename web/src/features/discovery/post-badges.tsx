import { AtSign, Ban, Gem } from 'lucide-react';
import { FreshBadge, RankBadge } from '../../lists/post-marks';
import { rankLook } from '../../lists/rank';
import { Badge } from '../../ui/badge';
import type { Post } from './api';
import { isFresh, isHighValue } from './badges';
import { messages } from './messages';

/** Rank, Fresh, High Value, Names you, in this order. */
export function PostBadges({ post, now, rankNote }: { post: Post; now: number; rankNote?: string }) {
  const isRankTold = rankLook(post.google_ranking) !== undefined;
  return (
    <>
      <RankBadge rank={post.google_ranking} />
      {isRankTold && rankNote !== undefined && <span className="text-sm text-foreground-soft max-md:hidden">{rankNote}</span>}
      {isFresh(post, now) && <FreshBadge />}
      {isHighValue(post) && (
        <Badge tone="value" icon={Gem}>
          High Value
        </Badge>
      )}
      {post.names_brand === true && (
        <Badge tone="outline" icon={AtSign}>
          {messages.namesYou}
        </Badge>
      )}
      {post.rejected && (
        <Badge tone="outline" icon={Ban}>
          Rejected
        </Badge>
      )}
    </>
  );
}
