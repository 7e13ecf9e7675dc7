import { Sprout, TrendingUp } from 'lucide-react';
import { Badge } from '../ui/badge';
import { Chip } from '../ui/chip';
import { Tooltip } from '../ui/tooltip';
import { sharedMessages } from './messages';
import { rankLook } from './rank';

const words = sharedMessages.marks;

/** The place on Google, where it is one worth telling. For the pointer the tooltip says what the number means, for the screen reader the hidden words. */
export function RankBadge({ rank }: { rank: number | null }) {
  const look = rankLook(rank);
  if (rank === null || look === undefined) return null;
  return (
    <Tooltip label={words.rank(rank)}>
      <span className="relative z-1 inline-flex flex-none">
        <Badge {...(look === 'first-page' ? { tone: 'rank', icon: TrendingUp } : { tone: 'outline' })}>
          <span aria-hidden="true">#{rank}</span>
          <span className="sr-only">{words.rank(rank)}</span>
        </Badge>
      </span>
    </Tooltip>
  );
}

export function FreshBadge() {
  return (
    <Badge tone="fresh" icon={Sprout}>
      {words.fresh}
    </Badge>
  );
}

/** The first of the searches that found a post, and how many more did. */
export function ViaChips({ phrases: [first, ...others] }: { phrases: readonly string[] }) {
  if (first === undefined) return null;
  return (
    <>
      <Chip canShrink>
        <span className="font-normal">{words.via}</span> {first}
      </Chip>
      <MoreOf names={others} />
    </>
  );
}

/** '+2 more', with their names for the pointer. */
export function MoreOf({ names }: { names: readonly string[] }) {
  return (
    names.length > 0 && (
      <Tooltip label={names.join(', ')}>
        <span className="relative z-1 flex-none text-2xs text-muted-foreground">{words.more(names.length)}</span>
      </Tooltip>
    )
  );
}
