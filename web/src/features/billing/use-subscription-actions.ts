import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../api/errors';
import { type PlanId, planOf } from '../../api/product';
import { showError, showSuccess } from '../../ui/toast';
import {
  billingPortal,
  cancelSubscription,
  changePlan,
  reactivateExisting,
  type SubscriptionChanged,
  type TrialStatus,
  trialStatusKey,
} from './api';
import type { Payer } from './checkout';
import { messages } from './messages';
import { isUpgrade } from './plans';
import { subscriptionStatusKey } from './subscription';

export type SubscriptionActions = {
  /** What is on its way; one at a time. */
  busy: 'change' | 'cancel' | 'reactivate' | 'portal' | undefined;
  change: (to: PlanId, pausedKeywords: readonly string[]) => void;
  cancel: (reason: string) => void;
  reactivate: () => void;
  openPortal: () => void;
};

type SubscriptionActionsOptions = {
  payer: Payer;
  trial: TrialStatus;
  /** Something was done: the dialog that asked for it may go. */
  onDone: () => void;
  /** The cancelled subscription has ended at the provider and must be bought again. */
  onCheckoutNeeded: () => void;
  leaveFor: (link: string) => void;
};

/**
 * Every way the card can change a subscription. Money waits for the server: nothing is shown as done
 * before it is, and whatever came of it, the status is read again.
 */
export function useSubscriptionActions({
  payer,
  trial,
  onDone,
  onCheckoutNeeded,
  leaveFor,
}: SubscriptionActionsOptions): SubscriptionActions {
  const queries = useQueryClient();
  const { subscriptionId } = trial;
  const onSettled = () => {
    for (const queryKey of [trialStatusKey(payer.id), subscriptionStatusKey(payer.id)]) void queries.invalidateQueries({ queryKey });
  };
  const done = (text: string, { data }: SubscriptionChanged) => {
    queries.setQueryData(trialStatusKey(payer.id), data);
    onDone();
    showSuccess(text);
  };

  const changing = useMutation({ mutationFn: changePlan, onSettled });
  const cancelling = useMutation({ mutationFn: cancelSubscription, onSettled });
  const reactivating = useMutation({ mutationFn: reactivateExisting, onSettled });
  const opening = useMutation({ mutationFn: billingPortal });
  const busy = changing.isPending
    ? 'change'
    : cancelling.isPending
      ? 'cancel'
      : reactivating.isPending
        ? 'reactivate'
        : opening.isPending
          ? 'portal'
          : undefined;

  /** Does it with the subscription's id, unless that is unknown or something else is on its way. */
  const act = (go: (id: string) => void) => {
    if (busy !== undefined) return;
    if (subscriptionId === null) showError(messages.card.unknown);
    else go(subscriptionId);
  };
  return {
    busy,
    change: (to, pausedKeywords) =>
      act((currentSubscriptionId) => {
        const [before, after] = [planOf(trial.currentPlan), planOf(to)];
        const text = isUpgrade(before, after) ? messages.changed.up(after.name) : messages.changed.other(after.name);
        changing.mutate(
          {
            currentSubscriptionId,
            newPlanId: to,
            userEmail: payer.email,
            metadata: { user_id: payer.id, current_plan: before.id },
            ...(pausedKeywords.length > 0 && { pausedKeywords: [...pausedKeywords] }),
          },
          { onSuccess: (changed) => done(text, changed), onError: (failure) => tellFailure(messages.changed.failed, failure) },
        );
      }),
    cancel: (reason) =>
      act((id) =>
        cancelling.mutate(
          { subscriptionId: id, reason: reason.trim(), cancelImmediately: trial.isInTrial, userEmail: payer.email },
          { onSuccess: (changed) => done(changed.message, changed), onError: (failure) => tellFailure(messages.cancel.failed, failure) },
        ),
      ),
    reactivate: () =>
      act((id) =>
        reactivating.mutate(
          { subscriptionId: id, userEmail: payer.email },
          {
            onSuccess: (changed) =>
              typeof changed.payment_link === 'string' ? onCheckoutNeeded() : done(messages.reactivate.done, changed),
            onError: (failure) => tellFailure(messages.reactivate.failed, failure),
          },
        ),
      ),
    openPortal: () => {
      if (busy !== undefined) return;
      opening.mutate(undefined, {
        onSuccess: (link) => leaveFor(link),
        onError: (failure) => tellFailure(messages.card.portalFailed, failure),
      });
    },
  };
}

/** The spec's headline, and below it the server's own reason where it gave one, such as a declined card. */
function tellFailure(title: string, failure: unknown): void {
  const reason = failure instanceof ApiFailure && failure.code !== undefined && failure.message !== title ? failure.message : undefined;
  showError(title, { ...(reason !== undefined && { description: reason }) });
}
