import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ProgressBar } from '../../ui/progress-bar';
import { Skeleton } from '../../ui/skeleton';
import { allKeywords, keywordsKey } from './api';
import { type KeywordPlan, activeKeywords } from './keyword-rules';
import { KeywordsForm } from './keywords-form';
import { messages } from './messages';

type KeywordsCardProps = {
  userId: string;
  /** Not there until it is known. */
  plan: KeywordPlan | undefined;
  onUpgrade: (() => void) | undefined;
  /** A keyword was added. */
  onTracked?: (keyword: string) => void;
  /** Keywords that found nothing in a month. */
  silent?: readonly string[];
};

/** What Earshot listens for: how much of the plan is used, more, and fewer. */
export function KeywordsCard({ userId, plan, onUpgrade, onTracked, silent = none }: KeywordsCardProps) {
  const { data: all, isPending, isError, isFetching, refetch } = useQuery(allKeywords(userId));
  usePausesOfPlan(userId, plan?.name);
  const shows = useSkeleton(isPending || plan === undefined);
  const used = activeKeywords(all ?? []).length;
  return (
    <Card
      icon={Hash}
      title={messages.title}
      about={messages.about}
      status={shows === 'content' && all !== undefined && plan !== undefined && <Usage used={used} limit={plan.limit} />}
    >
      {shows === 'skeleton' && <KeywordsSkeleton />}
      {shows === 'nothing' && <div className="h-47" />}
      {shows === 'content' && all === undefined && isError && <KeywordsNotLoaded isBusy={isFetching} onAgain={() => void refetch()} />}
      {shows === 'content' && all !== undefined && plan !== undefined && (
        <>
          {plan.limit !== -1 && (
            <ProgressBar
              label={messages.usage}
              value={Math.min(used, plan.limit)}
              max={plan.limit}
              valueText={messages.used(used, plan.limit)}
            />
          )}
          <KeywordsForm {...{ userId, all, plan, onUpgrade, onTracked, silent }} />
        </>
      )}
    </Card>
  );
}

const none: readonly string[] = [];

/** Another plan has room for more or fewer, so the paused ones are read again. */
function usePausesOfPlan(userId: string, plan: string | undefined): void {
  const queries = useQueryClient();
  const known = useRef(plan);
  useEffect(() => {
    if (known.current !== undefined && plan !== undefined && known.current !== plan)
      void queries.invalidateQueries({ queryKey: keywordsKey(userId) });
    known.current = plan ?? known.current;
  }, [queries, userId, plan]);
}

/** Announced when it changes: that is how a screen reader learns that a keyword was added. */
function Usage({ used, limit }: { used: number; limit: number }) {
  return (
    <p role="status" className="flex-none text-sm text-muted-foreground tabular-nums">
      <strong className="font-semibold text-foreground">{used}</strong> {limit === -1 ? messages.unlimited : messages.of(limit)}
    </p>
  );
}

function KeywordsNotLoaded({ isBusy, onAgain }: { isBusy: boolean; onAgain: () => void }) {
  return (
    <Alert
      kind="error"
      action={
        <Button size="sm" isBusy={isBusy} onClick={onAgain}>
          {messages.tryAgain}
        </Button>
      }
    >
      {messages.notLoaded}
    </Alert>
  );
}

function KeywordsSkeleton() {
  return (
    <div role="status" aria-label={messages.loading} className="grid h-47 content-start gap-4">
      <Skeleton className="h-1.5" />
      <Skeleton className="h-8.5" />
      <div className="flex flex-wrap gap-2">
        {['w-32', 'w-40', 'w-36', 'w-28', 'w-38', 'w-44'].map((width) => (
          <Skeleton key={width} className={`h-7.5 rounded-full ${width}`} />
        ))}
      </div>
    </div>
  );
}
