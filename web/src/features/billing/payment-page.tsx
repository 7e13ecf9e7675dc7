import type { ReactNode } from 'react';
import { type PlanId, planOf, productFacts, soldPlans } from '../../api/product';
import { Alert } from '../../ui/alert';
import { cx } from '../../ui/classes';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import type { TrialStatus } from './api';
import { messages } from './messages';
import { PlanCard } from './plan-card';
import { BillingFaq } from './billing-faq';
import { TrialTerms } from './trial-terms';
import { TrustRow } from './trust-row';
import type { Checkout } from './use-checkout';

/** The values that `error` has in the address (spec §2, Route table). */
type PaymentError = keyof typeof messages.banners;

type PaymentPageProps = {
  checkout: Checkout;
  /** After a cancellation: the wording is that of coming back. */
  isReactivation: boolean;
  /** Why there is no free trial, if there is none. */
  noTrial: TrialStatus['noTrial'];
  error: PaymentError | undefined;
  onDismissError: () => void;
  /** For who needs no plan any more. */
  notice?: ReactNode;
  supportEmail: string;
};

export function PaymentPage({ checkout, isReactivation, noTrial, error, onDismissError, notice, supportEmail }: PaymentPageProps) {
  const words = wordsFor(isReactivation, noTrial);
  const plans = soldPlans();
  return (
    <main className={cx('mx-auto w-full px-4 pt-6 pb-12 md:pt-10 md:pb-16', plans.length > 2 ? 'max-w-283' : 'max-w-203 md:px-0')}>
      <div className={cx('grid gap-3 not-empty:mb-8', textWidth)}>
        {error !== undefined && <Banner error={error} onDismiss={onDismissError} />}
        {notice}
      </div>
      <h1 className="text-title md:text-center md:text-page">{words.title}</h1>
      <p className="mt-2 text-base text-foreground-soft md:text-center md:text-lg">{words.about}</p>
      {isReactivation && <p className="mt-1 text-sm text-muted-foreground md:text-center">{messages.page.reactivateNote}</p>}
      {!isReactivation && noTrial === null && <TrialTerms />}
      <div className={cx('mt-9 grid gap-6 md:gap-5', columnsFor(plans.length))}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            terms={words.terms}
            action={words.action}
            state={stateOf(plan.id, checkout.busyPlan)}
            onChoose={() => checkout.start(plan.id)}
          />
        ))}
      </div>
      <div className={textWidth}>
        <TrustRow />
        <BillingFaq supportEmail={supportEmail} />
      </div>
      <BilledNow checkout={checkout} />
    </main>
  );
}

function wordsFor(isReactivation: boolean, noTrial: TrialStatus['noTrial']) {
  if (isReactivation) return messages.page.reactivate;
  if (noTrial === null) return messages.page.choose(productFacts());
  const { title, action, terms } = messages.page.noTrial;
  return { title, action, terms, about: messages.page.noTrial[noTrial] };
}

export function parsePaymentError(raw: string | null): PaymentError | undefined {
  return raw !== null && Object.hasOwn(messages.banners, raw) ? (raw as PaymentError) : undefined;
}

function Banner({ error, onDismiss }: { error: PaymentError; onDismiss: () => void }) {
  const { kind, text } = messages.banners[error];
  return (
    <Alert kind={kind} onDismiss={onDismiss} className="min-h-12.5 font-label">
      {text}
    </Alert>
  );
}

/** Shown before anything is billed to a user who may expect a trial. Also shown by the Subscription card. */
export function BilledNow({ checkout: { billedNow, busyPlan, confirm, decline } }: { checkout: Checkout }) {
  const words = messages.checkout.billedNow;
  const plan = planOf(billedNow?.planId);
  return (
    <ConfirmDialog
      isOpen={billedNow !== undefined}
      title={words.title}
      description={words.about(plan.name, plan.price ?? 0)}
      confirmLabel={words.confirm}
      cancelLabel={words.decline}
      isBusy={busyPlan !== undefined}
      onConfirm={confirm}
      onClose={decline}
    />
  );
}

/** As wide as two cards, however many there are. */
const textWidth = 'mx-auto w-full max-w-203';

function columnsFor(planCount: number): string {
  if (planCount === 1) return 'mx-auto w-full max-w-100';
  return planCount === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 lg:grid-cols-3';
}

function stateOf(planId: PlanId, busyPlan: PlanId | undefined): 'ready' | 'busy' | 'waiting' {
  if (busyPlan === undefined) return 'ready';
  return busyPlan === planId ? 'busy' : 'waiting';
}
