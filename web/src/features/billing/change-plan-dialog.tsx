import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plan } from '../../api/product';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loader } from '../../ui/loader';
import { longDate } from './dates';
import { KeywordChoice } from './keyword-choice';
import { messages } from './messages';
import { isUpgrade, keywordsAbove } from './plans';

/** Where the keywords come from that are listened for, oldest first. They belong to another feature. */
export type TrackedKeywords = UseQueryOptions<string[], Error, string[], readonly ['keywords', string]>;

type ChangePlanDialogProps = {
  isOpen: boolean;
  from: Plan;
  to: Plan;
  isInTrial: boolean;
  /** When the trial or the period ends. */
  endsAt: string | null;
  keywords: TrackedKeywords;
  isBusy: boolean;
  onChange: (pausedKeywords: readonly string[]) => void;
  onClose: () => void;
};

/** Says what a change of plans costs and when it holds; for a smaller plan also which keywords rest. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  return isUpgrade(props.from, props.to) ? <Upgrade {...props} /> : <Downgrade {...props} />;
}

function Upgrade({ isOpen, to, isInTrial, isBusy, onChange, onClose }: ChangePlanDialogProps) {
  const price = to.price ?? 0;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={messages.upgrade.title(to.name)}
      description={isInTrial ? messages.upgrade.inTrial(price) : messages.upgrade.outsideTrial(price)}
      confirmLabel={messages.card.upgradeTo(to.name)}
      isBusy={isBusy}
      onConfirm={() => onChange([])}
      onClose={onClose}
    />
  );
}

function Downgrade({ isOpen, to, isInTrial, endsAt, keywords, isBusy, onChange, onClose }: ChangePlanDialogProps) {
  const { data: tracked, isError, isFetching, refetch } = useQuery({ ...keywords, enabled: isOpen });
  const [chosen, setChosen] = useState<readonly string[]>();
  const needed = keywordsAbove(to, tracked?.length ?? 0);
  // The newest ones are paused first, unless the user chooses otherwise.
  const paused = chosen ?? (needed === 0 ? [] : (tracked ?? []).slice(-needed));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={messages.downgrade.title(to.name)}
      description={whenItHolds(to.price ?? 0, isInTrial, endsAt)}
      confirmLabel={messages.card.changeTo(to.name)}
      isBusy={isBusy}
      isReady={tracked !== undefined && paused.length === needed}
      onConfirm={() => onChange(paused)}
      onClose={onClose}
    >
      {tracked === undefined && !isError && <Loading />}
      {tracked === undefined && isError && <KeywordsUnavailable isBusy={isFetching} onAgain={() => void refetch()} />}
      {tracked !== undefined && needed > 0 && (
        <KeywordChoice keywords={tracked} plan={to} needed={needed} paused={paused} onChange={setChosen} />
      )}
    </ConfirmDialog>
  );
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-foreground-soft">
      <Loader /> {messages.downgrade.loading}
    </p>
  );
}

function KeywordsUnavailable({ isBusy, onAgain }: { isBusy: boolean; onAgain: () => void }) {
  return (
    <Alert
      kind="error"
      action={
        <Button size="sm" isBusy={isBusy} onClick={onAgain}>
          {messages.card.tryAgain}
        </Button>
      }
    >
      {messages.downgrade.notLoaded}
    </Alert>
  );
}

function whenItHolds(price: number, isInTrial: boolean, endsAt: string | null): string {
  if (endsAt === null) return messages.downgrade.someday(price);
  return isInTrial ? messages.downgrade.inTrial(price, longDate(endsAt)) : messages.downgrade.outsideTrial(price, longDate(endsAt));
}
