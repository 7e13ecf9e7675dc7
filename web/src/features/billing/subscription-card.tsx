import { useQuery } from '@tanstack/react-query';
import { CreditCard, RefreshCw } from 'lucide-react';
import { useSkeleton } from '../../lib/skeleton';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Skeleton } from '../../ui/skeleton';
import { type TrialStatus, trialStatus } from './api';
import { cardState } from './card-state';
import type { TrackedKeywords } from './change-plan-dialog';
import type { Payer } from './checkout';
import { messages } from './messages';
import { SubscriptionBadge } from './subscription-badge';
import { SubscriptionBody } from './subscription-body';
import type { CheckoutHandlers } from './use-checkout';

const words = messages.card;

export type SubscriptionCardProps = {
  payer: Payer;
  keywords: TrackedKeywords;
  supportEmail: string;
  handlers: CheckoutHandlers;
};

/** The plan, its trial, and every way to change them. */
export function SubscriptionCard(props: SubscriptionCardProps) {
  const { data: trial, isPending, isError, isFetching, refetch } = useQuery(trialStatus(props.payer.id));
  const shows = useSkeleton(isPending);
  const isKnown = shows !== 'skeleton' && trial !== undefined;
  return (
    <Card
      icon={CreditCard}
      title={words.title}
      about={words.about}
      status={<SubscriptionHeading trial={isKnown ? trial : undefined} isUnknown={isError && trial === undefined} />}
    >
      {shows === 'skeleton' && <CardSkeleton />}
      {shows === 'nothing' && <div className="h-47" />}
      {shows === 'content' && isError && trial === undefined && <NotRead isBusy={isFetching} onAgain={() => void refetch()} />}
      {isKnown && <SubscriptionBody {...props} trial={trial} />}
    </Card>
  );
}

function SubscriptionHeading({ trial, isUnknown }: { trial: TrialStatus | undefined; isUnknown: boolean }) {
  if (trial !== undefined) return <SubscriptionBadge state={cardState(trial)} />;
  return isUnknown && <SubscriptionBadge state={{ kind: 'unknown' }} />;
}

function NotRead({ isBusy, onAgain }: { isBusy: boolean; onAgain: () => void }) {
  return (
    <>
      <div role="alert" className="text-sm text-foreground-soft">
        <p>{words.unknown}</p>
        <p className="text-xs text-muted-foreground">{words.notFetched}</p>
      </div>
      <div className="flex justify-end border-t border-border pt-4">
        <Button icon={RefreshCw} isBusy={isBusy} onClick={onAgain}>
          {words.tryAgain}
        </Button>
      </div>
    </>
  );
}

function CardSkeleton() {
  return (
    <div role="status" aria-label={words.loading} className="grid h-47 content-start gap-3">
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-4.5" />
      <div className="mt-1 flex justify-end border-t border-border pt-4">
        <Skeleton className="h-8.5 w-28 rounded-md" />
      </div>
    </div>
  );
}
