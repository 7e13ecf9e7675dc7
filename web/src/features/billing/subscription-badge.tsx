import { Ban, CalendarX2, CircleAlert, CircleCheck, Hourglass, Timer } from 'lucide-react';
import { Badge } from '../../ui/badge';
import type { CardState } from './card-state';
import { shortDate } from './dates';
import { messages } from './messages';

const words = messages.badges;

/** The state of the subscription in one word, at the right of the card's title. */
export function SubscriptionBadge({ state }: { state: CardState | { kind: 'unknown' } }) {
  switch (state.kind) {
    case 'trial':
      return (
        <Badge tone="accent" icon={Timer}>
          {words.trial}
        </Badge>
      );
    case 'cancelled-trial':
      return (
        <Badge tone="neutral" icon={Ban}>
          {words.trialCancelled}
        </Badge>
      );
    case 'active':
      return (
        <Badge tone="positive" icon={CircleCheck}>
          {words.active}
        </Badge>
      );
    case 'overdue':
      return (
        <Badge tone="value" icon={CircleAlert}>
          {words.overdue}
        </Badge>
      );
    case 'ending':
      return (
        <Badge tone="value" icon={CalendarX2}>
          {state.endsAt === null ? words.cancelled : words.ends(shortDate(state.endsAt))}
        </Badge>
      );
    case 'payment-failed':
      return (
        <Badge tone="negative" icon={CircleAlert}>
          {words.paymentFailed}
        </Badge>
      );
    case 'pending':
      return (
        <Badge tone="value" icon={Hourglass}>
          {words.pending}
        </Badge>
      );
    case 'cancelled':
      return (
        <Badge tone="neutral" icon={Ban}>
          {words.cancelled}
        </Badge>
      );
    case 'none':
      return <Badge tone="neutral">{words.none}</Badge>;
    case 'unknown':
      return (
        <Badge tone="negative" icon={CircleAlert}>
          {words.unknown}
        </Badge>
      );
  }
}
