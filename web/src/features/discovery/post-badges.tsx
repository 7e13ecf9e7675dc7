import { AtSign, Ban, Gem, Sprout, TrendingUp } from 'lucide-react';
import { Badge } from '../../ui/badge';
import { Tooltip } from '../../ui/tooltip';
import type { Post } from './api';
import { isFresh, isHighValue, rankLook } from './badges';
import { messages } from './messages';

/** Rank, Fresh, High Value, Names you, in this order. */
export function PostBadges({ post, now, rankNote }: { post: Post; now: number; rankNote?: string }) {
  const look = rankLook(post.google_ranking);
  return (
    <>
      {post.google_ranking !== null && look !== undefined && <RankBadge rank={post.google_ranking} look={look} />}
      {look !== undefined && rankNote !== undefined && <span className="text-sm text-foreground-soft max-md:hidden">{rankNote}</span>}
      {isFresh(post, now) && (
        <Badge tone="fresh" icon={Sprout}>
          Fresh
        </Badge>
      )}
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

/** For the pointer the tooltip says what the number means, for the screen reader the hidden words. */
function RankBadge({ rank, look }: { rank: number; look: 'first-page' | 'second-page' }) {
  return (
    <Tooltip label={messages.rank(rank)}>
      <span className="relative z-1 inline-flex flex-none">
        <Badge {...(look === 'first-page' ? { tone: 'rank', icon: TrendingUp } : { tone: 'outline' })}>
          <span aria-hidden="true">#{rank}</span>
          <span className="sr-only">{messages.rank(rank)}</span>
        </Badge>
      </span>
    </Tooltip>
  );
}
