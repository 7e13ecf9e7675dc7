import { useSyncExternalStore } from 'react';
import { seconds } from '../../lib/time';
import { showError, showSuccess, showWaiting, type ToastId, dismissToast } from '../../ui/toast';
import { messages } from './messages';
import { paymentOutcomeOf } from './payment-outcome';
import { checkStatus, type StatusCheckHandlers } from './status-check';
import type { SubscriptionStatus } from './subscription';

type PaymentReturnHandlers = Omit<StatusCheckHandlers, 'onUnsettled'> & {
  /** Passes the result to the guard. */
  know: (status: SubscriptionStatus) => void;
  /** To another page, or to the same one without what the payment left in its address. Done when it is on the screen. */
  leave: (to: string | null) => Promise<void>;
  onPaid: () => void;
  /** Whether a trial was ended because its card has had one before. */
  isTrialRefused: () => Promise<boolean>;
  /** Whether the same person is still signed in. */
  isHere: () => boolean;
};

/**
 * Finds out what became of a payment and says so: 'Payment Successful!', 'Payment Processing' and
 * 'Payment Failed' once each (spec §4, Payment return). One at a time for a person, however often it
 * is asked for, and beside the screens: what it learns may lead to another one.
 */
export function settlePayment(userId: string, handlers: PaymentReturnHandlers): Promise<void> {
  const known = settling.get(userId);
  if (known !== undefined) return known;
  const settled = settle(handlers).finally(() => {
    settling.delete(userId);
    tellListeners();
  });
  settling.set(userId, settled);
  tellListeners();
  return settled;
}

/** Whether the payment of this person is being found out about. Then the guard lets them wait for it. */
export function useIsPaymentSettling(userId: string | undefined): boolean {
  return useSyncExternalStore(listen, () => userId !== undefined && settling.has(userId));
}

/** For the address of a checkout without a provider: says so, and grants nothing. */
export function tellUnreached(): void {
  showError(messages.demo.title, { description: messages.demo.description });
}

async function settle(handlers: PaymentReturnHandlers): Promise<void> {
  let waiting: ToastId | undefined;
  const onUnsettled = () => {
    waiting ??= showWaiting(words.processing, { description: paymentOutcomeOf('pending', true).message });
  };
  const takeBack = () => waiting !== undefined && dismissToast(waiting);
  const { success, status } = await checkStatus({ ...handlers, onUnsettled });
  if (!success) {
    takeBack();
    await handlers.leave(checkFailed);
    return;
  }
  if (paymentOutcomeOf(status, true).kind !== 'pending') {
    await conclude(status, handlers, waiting);
    return;
  }
  onUnsettled();
  await handlers.leave(null);
  const settled = await settledStatus(status, handlers);
  if (settled === undefined) takeBack();
  else await conclude(settled, handlers, waiting);
}

/** Says what a settled status means and goes where it leads. */
async function conclude(status: SubscriptionStatus, handlers: PaymentReturnHandlers, waiting: ToastId | undefined): Promise<void> {
  const { kind, message, redirect } = paymentOutcomeOf(status, true);
  const told = { description: message, ...(waiting !== undefined && { settles: waiting }) };
  switch (kind) {
    case 'success':
      // The guard knows first, or it would send the person away with the last parameter.
      handlers.know(status);
      showSuccess(words.successful, told);
      handlers.onPaid();
      await handlers.leave(null);
      return;
    case 'failure':
      // The page itself explains why there is no trial.
      if (await isRefusedTrial(status, handlers)) {
        showError(messages.secondTrial.title, { ...told, description: messages.secondTrial.description });
        await handlers.leave('/payment');
        handlers.know(status);
        return;
      }
      showError(words.failed, told);
      await handlers.leave(redirect);
      // And here last: by its own table it would lead to the same page without the reason.
      handlers.know(status);
      return;
    default:
      // Cancelled: the page that the guard leads to says it in the same words.
      if (waiting !== undefined) dismissToast(waiting);
      handlers.know(status);
      await handlers.leave(null);
  }
}

async function isRefusedTrial(status: SubscriptionStatus, { isTrialRefused }: PaymentReturnHandlers): Promise<boolean> {
  return status === 'none' && (await isTrialRefused().catch(() => false));
}

/** Waits for a payment that takes its time, unless the person leaves first; the live channel ends each wait early. */
async function settledStatus(seen: SubscriptionStatus, handlers: PaymentReturnHandlers): Promise<SubscriptionStatus | undefined> {
  if (paymentOutcomeOf(seen, true).kind !== 'pending') return seen;
  await handlers.wait(slowRecheckMs);
  if (!handlers.isHere()) return undefined;
  // What cannot be read now is read next time.
  const next = await handlers.readStatus().catch(() => seen);
  return settledStatus(next, handlers);
}

const words = messages.payment;
const checkFailed = '/payment?error=check_failed';
const slowRecheckMs = seconds(30);

const settling = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
