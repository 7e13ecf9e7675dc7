import type { SubscriptionStatus } from './subscription';

/** What a status means to a user who is waiting for it. */
type PaymentOutcome = {
  kind: 'success' | 'pending' | 'failure' | 'notice';
  message: string;
  /** Where the person has to go. */
  redirect: string | null;
};

/** The outcome by status (spec §4, Status check after payment). */
export function paymentOutcomeOf(status: SubscriptionStatus, isFromPayment: boolean): PaymentOutcome {
  switch (status) {
    case 'active':
      return { kind: 'success', message: 'Your subscription is active!', redirect: null };
    case 'trialing':
      return { kind: 'success', message: 'Your trial is active!', redirect: null };
    case 'pending':
    // Decisions, Small print: as pending.
    case 'pending_activation':
      return isFromPayment
        ? { kind: 'pending', message: 'Your payment is being processed. Please wait...', redirect: null }
        : failure('Your payment is still pending. Please retry payment or contact support.', retryPayment);
    case 'payment_failed':
      return failure('Payment failed. Please try again.', retryPayment);
    case 'cancelled':
      return { kind: 'notice', message: cancelledNotice, redirect: null };
    case 'none':
    // Decisions, Small print: as none.
    case 'inactive':
      return isFromPayment
        ? failure('Payment could not be confirmed. Please try again.', retryPayment)
        : failure('No active subscription found.', '/payment');
  }
}

export const cancelledNotice = 'Your subscription has been cancelled. Please reactivate to continue using all features.';

const retryPayment = '/payment?error=payment_failed';

function failure(message: string, redirect: string): PaymentOutcome {
  return { kind: 'failure', message, redirect };
}
