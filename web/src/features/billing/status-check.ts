import { subscriptionRecheck } from '../../api/query-times';
import { logWarning } from '../../lib/log';
import { paymentOutcomeOf } from './payment-outcome';
import type { SubscriptionStatus } from './subscription';

/** The result of a check. Without success the state of the payment is unknown. */
type StatusCheck = {
  success: boolean;
  status: SubscriptionStatus;
  retries_used: number;
  message: string;
};

export type StatusCheckHandlers = {
  /** What is stored. */
  readStatus: () => Promise<SubscriptionStatus>;
  /** What the payment provider says, asked by the server. */
  askProvider: () => Promise<SubscriptionStatus>;
  /** Lets time pass; may end early when there is news. */
  wait: (ms: number) => Promise<void>;
  /** The payment is on its way, and nothing is decided. */
  onUnsettled: () => void;
};

/** Looks at the status until it settles; after the last retry the payment provider is asked (spec §4). */
export function checkStatus(handlers: StatusCheckHandlers): Promise<StatusCheck> {
  return look(0);

  async function look(retries: number): Promise<StatusCheck> {
    const seen = await handlers.readStatus().catch(unread);
    if (seen !== 'unread' && !settlesSoon.has(seen)) return confirmed(seen, retries);
    handlers.onUnsettled();
    if (retries < subscriptionRecheck.atMost) {
      await handlers.wait(subscriptionRecheck.everyMs);
      return look(retries + 1);
    }
    if (seen === 'unread') return { success: false, status: 'none', retries_used: retries, message: 'Failed to check subscription status' };
    return handlers.askProvider().then(
      (status) => confirmed(status, retries),
      (reason: unknown) => {
        logWarning('the payment provider was not asked', reason);
        return { success: false, status: seen, retries_used: retries, message: 'Payment status could not be confirmed' };
      },
    );
  }
}

const settlesSoon: ReadonlySet<SubscriptionStatus> = new Set<SubscriptionStatus>(['pending', 'pending_activation', 'none']);

function confirmed(status: SubscriptionStatus, retries: number): StatusCheck {
  return { success: true, status, retries_used: retries, message: paymentOutcomeOf(status, true).message };
}

function unread(reason: unknown): 'unread' {
  logWarning('the subscription was not read', reason);
  return 'unread';
}
