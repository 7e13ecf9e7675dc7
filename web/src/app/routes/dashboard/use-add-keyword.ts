import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { planOf } from '../../../api/product';
import { trialStatus } from '../../../features/billing/api';
import { nextPlanUp } from '../../../features/billing/plans';
import { subscriptionStatus } from '../../../features/billing/subscription';
import { useDiscovery } from '../../../features/discovery/use-discovery';
import { identityClient } from '../../../features/identity/client';
import { allKeywords } from '../../../features/keywords/api';
import { useKeywordActions } from '../../../features/keywords/use-keyword-actions';
import { tabAddress } from '../../frame/tabs';

/** Adds a keyword within the plan and searches for it at once; says itself why it could not. */
export function useAddKeyword(userId: string) {
  const { data: all = [] } = useQuery(allKeywords(userId));
  const { plan, onUpgrade } = useKeywordPlan(userId);
  const onTracked = useSearchAtOnce(userId);
  return useKeywordActions({ userId, all, plan: plan ?? smallestPlan(), onUpgrade, onTracked }).add;
}

/** The plan says how many there may be. Where it cannot be read, the smallest one counts (spec §9). */
export function useKeywordPlan(userId: string) {
  const { data: trial, isError } = useQuery(trialStatus(userId));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const plan = trial === undefined && !isError ? undefined : planOf(trial?.currentPlan);
  const canUpgrade = plan !== undefined && nextPlanUp(plan) !== undefined;
  return {
    plan: plan && keywordPlan(plan),
    onUpgrade: canUpgrade ? () => void navigate(`${tabAddress('settings', search)}#subscription`) : undefined,
  };
}

/** Searches for a keyword that was just added, where the subscription pays for it. */
export function useSearchAtOnce(userId: string) {
  const queries = useQueryClient();
  const { searchKeyword } = useDiscovery();
  const searchIfPaid = async (keyword: string) => {
    const status = await queries.fetchQuery(subscriptionStatus(identityClient().tables, userId));
    if (status === 'active' || status === 'trialing') searchKeyword(keyword);
  };
  // Without knowing the status it is left to the next scan.
  return (keyword: string) => void searchIfPaid(keyword).catch(() => undefined);
}

const keywordPlan = ({ name, limits }: ReturnType<typeof planOf>) => ({ name, limit: limits.keywordsTracking });
const smallestPlan = () => keywordPlan(planOf(undefined));
