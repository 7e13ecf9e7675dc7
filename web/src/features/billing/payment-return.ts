import { useSyncExternalStore } from 'react';
import { seconds } from '../../lib/time';
import { showError, showSuccess, showWaiting, type ToastId, dismissToast } from '../../ui/toast';
import { messages } from './messages';
import { paymentOutcomeOf } from './payment-outcome';
import { checkStatus, type StatusCheckHandlers } from './status-check';
import type { SubscriptionStatus } from './subscription';

export type PaymentReturnHandlers = Omit<StatusCheckHandlers, 'onUnsettled'> & {
  /** Tells the guard what was found out. */
  know: (status: SubscriptionStatus) => void;
  /** To another page, or to the same one without what the payment left in its address. Done when it is on the screen. */
  leave: (to: string | null) => Promise<void>;
  onPaid: () => void;
  /** Whether the same person is still signed in. */
  isHere: () => boolean;
};

/**
 * Finds out what became of a payment and says so: 'Payment Successful!', 'Payment Processing' and
 * 'Payment Failed' once each (spec §4, Payment return). One at a time for a person, however often it
 * is asked for, and beside the screens: what it learns may lead to another one.
 */
export function settlePayment(userId: string, doors: PaymentReturnHandlers): Promise<void> {
  const known = settling.get(userId);
  if (known !== undefined) return known;
  const settled = settle(doors).finally(() => {
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

/** For an address that a checkout made which reached nobody: it says so, and grants nothing. */
export function tellUnreached(): void {
  showError(messages.demo.title, { description: messages.demo.description });
}

async function settle(doors: PaymentReturnHandlers): Promise<void> {
  let waiting: ToastId | undefined;
  const onUnsettled = () => {
    waiting ??= showWaiting(words.processing, { description: paymentOutcomeOf('pending', true).message });
  };
  const takeBack = () => waiting !== undefined && dismissToast(waiting);
  const { success, status } = await checkStatus({ ...doors, onUnsettled });
  if (!success) {
    takeBack();
    await doors.leave(checkFailed);
    return;
  }
  if (paymentOutcomeOf(status, true).kind !== 'pending') {
    await conclude(status, doors, waiting);
    return;
  }
  onUnsettled();
  await doors.leave(null);
  const settled = await settledStatus(status, doors);
  if (settled === undefined) takeBack();
  else await conclude(settled, doors, waiting);
}

/** Says what a settled status means and goes where it leads. */
async function conclude(status: SubscriptionStatus, doors: PaymentReturnHandlers, waiting: ToastId | undefined): Promise<void> {
  const { kind, message, redirect } = paymentOutcomeOf(status, true);
  const told = { description: message, ...(waiting !== undefined && { settles: waiting }) };
  switch (kind) {
    case 'success':
      // The guard knows first, or it would send the person away with the last parameter.
      doors.know(status);
      showSuccess(words.successful, told);
      doors.onPaid();
      await doors.leave(null);
      return;
    case 'failure':
      showError(words.failed, told);
      await doors.leave(redirect);
      // And here last: by its own table it would lead to the same page without the reason.
      doors.know(status);
      return;
    default:
      // Cancelled: the page that the guard leads to says it in the same words.
      if (waiting !== undefined) dismissToast(waiting);
      doors.know(status);
      await doors.leave(null);
  }
}

/** Waits for a payment that takes its time, unless the person leaves first; the live channel ends each wait early. */
async function settledStatus(seen: SubscriptionStatus, doors: PaymentReturnHandlers): Promise<SubscriptionStatus | undefined> {
  if (paymentOutcomeOf(seen, true).kind !== 'pending') return seen;
  await doors.wait(slowRecheckMs);
  if (!doors.isHere()) return undefined;
  // What cannot be read now is read next time.
  const next = await doors.readStatus().catch(() => seen);
  return settledStatus(next, doors);
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
