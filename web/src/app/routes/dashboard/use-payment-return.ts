import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { parsePlanId } from '../../../api/product';
import { askProvider, trialStatus, trialStatusKey } from '../../../features/billing/api';
import { settlePayment, tellUnreached } from '../../../features/billing/payment-return';
import { saveProfileStatus } from '../../../features/billing/profile-status';
import { readStatus, statusChange, subscriptionStatusKey } from '../../../features/billing/subscription';
import { identityClient } from '../../../features/identity/client';
import { currentSession, useSession } from '../../../features/identity/session';
import type { Settings } from '../../../lib/settings';
import { isReturningFromPayment, isUnreachedCheckout, withoutPaymentReturn } from '../../guards';
import { paths } from '../../paths';
import { MountedPage } from './mounted-page';

/** Deals with what a payment left in the address of the dashboard, once, and takes it out. */
export function usePaymentReturn({ sandbox }: Pick<Settings, 'sandbox'>): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const session = useSession();
  const userId = session.state === 'signed-in' ? session.user.id : undefined;
  const isReturning = isReturningFromPayment(search.toString());
  const isUnreached = isUnreachedCheckout(search.toString());
  const isPaymentSandbox = sandbox.includes('payments');
  const [presence] = useState(() => new MountedPage());
  useEffect(() => presence.arrive(search), [presence, search]);

  useEffect(() => {
    if (userId === undefined || !isReturning) return;
    if (isUnreached) {
      tellUnreached();
      void navigate(`${paths.payment}?error=check_failed`, { replace: true });
      return;
    }
    const { tables } = identityClient();
    const planId = parsePlanId(presence.search?.get('plan'));
    // Nothing is taken out of an address that was left meanwhile.
    const cleanUp = async () => {
      if (presence.search !== undefined) await navigate(withoutPaymentReturn(presence.search), { replace: true });
    };
    const leave = async (to: string) => {
      await navigate(to, { replace: true });
      // The router is there before the screen is. In between the guard would still judge the old place.
      await presence.end();
    };
    const settled = settlePayment(userId, {
      readStatus: () => readStatus(tables, userId),
      askProvider,
      wait: (ms) => statusChange(queries, userId, ms),
      know: (status) => learn(queries, userId, status),
      leave: (to) => (to === null ? cleanUp() : leave(to)),
      onPaid: () => isPaymentSandbox && void saveProfileStatus(tables, userId, 'active', planId),
      isTrialRefused: async () => (await queries.fetchQuery({ ...trialStatus(userId), staleTime: 0 })).noTrial === 'card',
      isHere: () => isSignedInAs(userId),
    });
    // A dashboard that was mounted again meanwhile has joined the check of the first one.
    void settled.then(() => (isReturningFromPayment(presence.search?.toString() ?? '') ? cleanUp() : undefined));
  }, [userId, isReturning, isUnreached, isPaymentSandbox, navigate, queries, presence]);
}

function learn(queries: QueryClient, userId: string, status: unknown): void {
  queries.setQueryData(subscriptionStatusKey(userId), status);
  void queries.invalidateQueries({ queryKey: trialStatusKey(userId) });
}

function isSignedInAs(userId: string): boolean {
  const session = currentSession();
  return session.state === 'signed-in' && session.user.id === userId;
}
