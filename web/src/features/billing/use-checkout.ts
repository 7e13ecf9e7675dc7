import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanId } from '../../api/product';
import { showError } from '../../ui/toast';
import { startCheckout } from './api';
import { afterAnswer, afterFailure, checkoutRequest, type CheckoutStep, type Payer } from './checkout';
import { messages } from './messages';

export type CheckoutHandlers = {
  /** To another page of the app. */
  go: (to: string) => void;
  /** Out of the app, to the payment provider. */
  leaveFor: (link: string) => void;
  /** A checkout of the sandbox begins. */
  onDemo: (planId: PlanId) => Promise<void>;
};

type CheckoutOptions = {
  payer: Payer | undefined;
  isReactivation: boolean;
  /** The page itself says that there is no trial. */
  isBillingSaid: boolean;
  handlers: CheckoutHandlers;
};

export type Checkout = {
  /** Whose checkout is on its way. */
  busyPlan: PlanId | undefined;
  /** Billed today, which has to be said before the browser leaves. */
  billedNow: { planId: PlanId; link: string } | undefined;
  start: (planId: PlanId) => void;
  confirm: () => void;
  decline: () => void;
};

/** One checkout at a time, from the request to the provider's page. */
export function useCheckout({ payer, isReactivation, isBillingSaid, handlers }: CheckoutOptions): Checkout {
  const queries = useQueryClient();
  const [billedNow, setBilledNow] = useState<Checkout['billedNow']>();
  const [isLeaving, setLeaving] = useState(false);
  const checkout = useMutation({
    mutationKey,
    mutationFn: async ({ planId, by }: { planId: PlanId; by: Payer }): Promise<CheckoutStep> => {
      const step = await startCheckout(checkoutRequest(planId, by, isReactivation)).then(afterAnswer, (failure: unknown) =>
        afterFailure(failure, planId),
      );
      if (step.kind === 'pay' && step.isDemo) await handlers.onDemo(planId);
      return step;
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // Back from the provider by the browser's own button, the page may be the very one that was left.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      setLeaving(false);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [reset]);

  const leaveFor = (link: string) => {
    setLeaving(true);
    handlers.leaveFor(link);
  };
  const follow = (planId: PlanId, step: CheckoutStep) => {
    if (step.kind === 'go') handlers.go(step.to);
    else if (step.kind === 'refused') showError(step.title, { ...(step.description !== undefined && { description: step.description }) });
    else if (step.billsAtOnce && !isBillingSaid) setBilledNow({ planId, link: step.link });
    else leaveFor(step.link);
  };
  const start = (planId: PlanId) => {
    if (payer === undefined) {
      showError(messages.checkout.signedOut);
      return;
    }
    // Ask the query client, because a double click can come before the next render.
    if (isLeaving || queries.isMutating({ mutationKey }) > 0) return;
    checkout.mutate(
      { planId, by: payer },
      { onSuccess: (step) => follow(planId, step), onError: () => showError(messages.checkout.notStarted) },
    );
  };
  return {
    busyPlan: checkout.isPending || isLeaving ? checkout.variables?.planId : undefined,
    billedNow,
    start,
    confirm: () => billedNow !== undefined && leaveFor(billedNow.link),
    decline: () => setBilledNow(undefined),
  };
}

const mutationKey = ['checkout'];
