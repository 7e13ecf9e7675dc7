import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { subscriptionStatusKey } from '../../../features/billing/subscription';
import { paths } from '../../paths';

/** Where people go when the server does no paid work for them. */
export function usePaymentRedirect(): (userId: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (userId) => {
    // What this page knew of the subscription is not true any more.
    void queries.invalidateQueries({ queryKey: subscriptionStatusKey(userId) });
    void navigate(paths.payment);
  };
}
