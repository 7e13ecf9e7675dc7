import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { useIsPaymentSettling } from '../features/billing/payment-return';
import { subscriptionStatus } from '../features/billing/subscription';
import { identityClient } from '../features/identity/client';
import { usePendingPassword } from '../features/identity/pending-password';
import { profile } from '../features/identity/profile';
import { useSession } from '../features/identity/session';
import { LoaderScreen } from '../ui/loader';
import {
  isReturningFromPayment,
  isUnreachedCheckout,
  guardVisit,
  type OnboardingState,
  type SubscriptionState,
  type Verdict,
  type Visit,
} from './guards';
import { paths } from './paths';

/** The pages for which it matters who is looking. */
export function Guarded() {
  const visit = useVisit();
  const isSettingsLeftOpen = useSettingsLeftOpen(visit);
  const verdict: Verdict = isSettingsLeftOpen ? { kind: 'stay' } : guardVisit(visit);
  switch (verdict.kind) {
    case 'stay':
      return <Outlet />;
    case 'wait':
      return <LoaderScreen>{verdict.text}</LoaderScreen>;
    case 'go':
      return <Navigate to={verdict.to} replace />;
  }
}

/** The session ended while Settings was open: the tab itself asks to sign in, and nobody is taken away from it (decisions, Small print). */
function useSettingsLeftOpen({ path, session }: Visit): boolean {
  const [search] = useSearchParams();
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = path === paths.dashboard && search.get('tab') === 'settings';
  if (isOpen && session === 'signed-in' && !wasOpen) setWasOpen(true);
  if (!isOpen && wasOpen) setWasOpen(false);
  return isOpen && wasOpen && session === 'signed-out';
}

/** What is known of the visitor at this moment; for the guard and for the logo. */
export function useVisit(): Visit {
  const { pathname, search } = useLocation();
  const session = useSession();
  const userId = session.state === 'signed-in' ? session.user.id : undefined;
  const isPaymentSettling = useIsPaymentSettling(userId);
  return {
    path: pathname,
    session: session.state,
    mustChoosePassword: usePendingPassword(userId) !== undefined,
    onboarding: useOnboarding(userId),
    subscription: useSubscription(userId),
    isReturningFromPayment: isReturningFromPayment(search),
    isPaymentSettling: isPaymentSettling || isUnreachedCheckout(search),
  };
}

function useOnboarding(userId: string | undefined): OnboardingState {
  const { data, isError } = useQuery({ ...profile(identityClient().tables, userId ?? ''), enabled: userId !== undefined });
  if (data === undefined) return isError ? 'incomplete' : 'loading';
  return data?.isOnboardingCompleted === true ? 'completed' : 'incomplete';
}

function useSubscription(userId: string | undefined): SubscriptionState {
  const { data, isError } = useQuery({ ...subscriptionStatus(identityClient().tables, userId ?? ''), enabled: userId !== undefined });
  return data ?? (isError ? 'unknown' : 'loading');
}
