import {
  Ban,
  CircleDashed,
  FileText,
  Frown,
  Gem,
  Heading,
  Meh,
  MessageSquare,
  Smile,
  Sparkles,
  Sprout,
  Text,
  Timer,
  TrendingUp,
  Undo2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { Badge, CountBadge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Chip, ChoiceChip, RemovableChip } from '../../../ui/chip';
import { IconButton } from '../../../ui/icon-button';
import { ListRow, RowMeta } from '../../../ui/list-row';
import { RowCounts } from '../../../ui/row-counts';
import { RowSkeleton } from '../../../ui/skeleton';
import { Board, BoardLine } from './board';

/** Badges, chips and rows. */
export function Lists() {
  return (
    <>
      <Board title="Badges and chips">
        <Badges />
        <Chips />
      </Board>
      <Board title="Rows: selected, unread, rejected">
        <RowExamples />
      </Board>
    </>
  );
}

function Badges() {
  return (
    <BoardLine>
      <Badge tone="rank" icon={TrendingUp}>
        #3
      </Badge>
      <Badge tone="fresh" icon={Sprout}>
        Fresh
      </Badge>
      <Badge tone="value" icon={Gem}>
        High Value
      </Badge>
      <Badge tone="positive" icon={Smile}>
        Positive
      </Badge>
      <Badge tone="negative" icon={Frown}>
        Negative
      </Badge>
      <Badge tone="neutral" icon={Meh}>
        Neutral
      </Badge>
      <Badge tone="outline" icon={Heading}>
        Title
      </Badge>
      <Badge tone="outline" icon={Text}>
        Content
      </Badge>
      <Badge tone="outline" icon={MessageSquare}>
        Comment
      </Badge>
      <Badge tone="outline" icon={FileText}>
        Post
      </Badge>
      <Badge tone="outline" icon={CircleDashed}>
        Other
      </Badge>
      <Badge tone="accent" icon={Timer}>
        Trial
      </Badge>
      <Chip>late payments</Chip>
      <span className="text-2xs text-muted-foreground">+2 more</span>
      <CountBadge>{7}</CountBadge>
    </BoardLine>
  );
}

function Chips() {
  const [keywords, setKeywords] = useState([
    'late payments',
    'invoicing software',
    'recurring invoices',
    'a keyword so long that it has to give way on a telephone',
  ]);
  const [reason, setReason] = useState('Off topic');
  return (
    <>
      <BoardLine>
        {keywords.map((keyword) => (
          <RemovableChip
            key={keyword}
            label={keyword}
            removeLabel={`Remove ${keyword}`}
            onRemove={() => setKeywords(keywords.filter((other) => other !== keyword))}
          />
        ))}
      </BoardLine>
      <BoardLine>
        {['Not our audience', 'Off topic', 'Too old'].map((text) => (
          <ChoiceChip key={text} isChosen={text === reason} onChoose={() => setReason(text)}>
            {text}
          </ChoiceChip>
        ))}
      </BoardLine>
    </>
  );
}

function RowExamples() {
  return (
    <ul className="overflow-hidden rounded-card border border-border bg-card shadow-xs *:last:border-b-0">
      <ListRow
        title="Clients keep paying 30+ days late. What invoicing setup actually fixed this for you?"
        onOpen={nothing}
        isSelected
        meta={<RowMeta place="r/freelance" author="u/kerning_and_coffee" age="19d ago" />}
        stats={<RowCounts source="reddit" score={184} comments={63} />}
        action={<IconButton icon={X} size="sm" variant="negative" className="-mr-1.75" label="Reject post" onClick={nothing} />}
        tags={
          <>
            <Badge tone="rank" icon={TrendingUp}>
              #3
            </Badge>
            <Badge tone="value" icon={Gem}>
              High Value
            </Badge>
            <Chip>late payments</Chip>
            <Chip canShrink>invoicing software</Chip>
            <span className="flex-none text-2xs text-muted-foreground">+2 more</span>
          </>
        }
      />
      <ListRow
        title="Switched from spreadsheets to Paperlark, three months in"
        onOpen={nothing}
        isUnread
        meta={<RowMeta place="r/freelance" author="u/inkandinvoice" age="3h ago" />}
        stats={<RowCounts source="reddit" score={41} comments={18} />}
        action={<IconButton icon={X} size="sm" variant="negative" className="-mr-1.75" label="Reject mention" onClick={nothing} />}
        summary={
          <span className="flex gap-1.5">
            <Sparkles size={13} aria-hidden="true" className="mt-0.5 flex-none" />
            <span className="line-clamp-2">Praises automatic reminders; average time to payment fell from 34 to 12 days.</span>
          </span>
        }
        tags={
          <>
            <Badge tone="positive" icon={Smile}>
              Positive
            </Badge>
            <Badge tone="outline" icon={Heading}>
              Title
            </Badge>
          </>
        }
      />
      <ListRow
        title="Weekly promo thread: share your invoicing app"
        onOpen={nothing}
        isRejected
        meta={<RowMeta place="r/SideProject" author="u/launchweeklou" age="6d ago" />}
        action={
          <Button size="sm" icon={Undo2}>
            Restore
          </Button>
        }
        tags={
          <>
            <Badge tone="outline" icon={Ban}>
              Rejected
            </Badge>
            <Chip>invoicing software</Chip>
          </>
        }
      />
      <li>
        <RowSkeleton />
      </li>
    </ul>
  );
}

function nothing() {}
