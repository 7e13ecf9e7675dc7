import { Ban, CircleDashed, FileText, Frown, Heading, type LucideIcon, Meh, MessageSquare, Smile, Text } from 'lucide-react';
import { Badge } from '../../ui/badge';
import { Chip } from '../../ui/chip';
import type { Mention } from './api';
import { type MentionType, type Sentiment, sentimentOf, typeOf } from './badges';
import { messages } from './messages';

/** Sentiment, where it was found, and what the author is after, in this order. */
export function MentionBadges({ mention }: { mention: Mention }) {
  const sentiment = sentimentOf(mention);
  const type = typeOf(mention);
  const intent = intentLabel(mention);
  return (
    <>
      {sentiment !== undefined && (
        <Badge tone={sentiment} icon={faces[sentiment]}>
          {messages.sentiments[sentiment]}
        </Badge>
      )}
      <Badge tone="outline" icon={typeIcons[type]}>
        {messages.types[type]}
      </Badge>
      {mention.rejected && (
        <Badge tone="outline" icon={Ban}>
          Rejected
        </Badge>
      )}
      {intent !== undefined && <Chip canShrink>{intent}</Chip>}
    </>
  );
}

/** That a mention is a mention needs no badge. */
function intentLabel({ intent }: Mention): string | undefined {
  if (intent === undefined || intent === 'mention' || intent === 'all') return undefined;
  return Object.entries(messages.intents).find(([known]) => known === intent)?.[1];
}

const faces: Record<Sentiment, LucideIcon> = { positive: Smile, negative: Frown, neutral: Meh };

const typeIcons: Record<MentionType, LucideIcon> = {
  title: Heading,
  content: Text,
  comment: MessageSquare,
  post: FileText,
  other: CircleDashed,
};
