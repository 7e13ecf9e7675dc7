import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../../api/errors';
import { readRows, type Tables } from '../../api/tables';
import { logWarning } from '../../lib/log';
import { minutes } from '../../lib/time';
import { currentSession } from './session';
import { notifyOfSignup } from './signup-notification';

type Profile = { id: string; fullName: string; isOnboardingCompleted: boolean; onboardingStep: number };

export const profileKey = (userId: string) => ['profile', userId] as const;

/** The profile of the signed-in user, made if there is none yet; `null` if that failed too. */
export const profile = (tables: Tables, userId: string) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: () => loadProfile(tables, userId),
    staleTime: minutes(5),
  });

/** Whether there is a profile now. Failure is logged and not shown (spec §8): the next load of the page tries again. */
export async function createProfile(tables: Tables, userId: string): Promise<boolean> {
  try {
    return await readRows<boolean>((await tables()).rpc('create_profile_for_confirmed_user', { user_id: userId }));
  } catch (failure) {
    logWarning('the profile was not created', failure);
    return false;
  }
}

/** Writes down that somebody has finished onboarding (spec §4, Onboarding). Doing it again is safe. */
export async function completeOnboarding(tables: Tables, userId: string): Promise<void> {
  const change = { onboarding_completed: true, onboarding_step: 2, updated_at: new Date().toISOString() };
  await readRows((await tables()).from('profiles').update(change).eq('id', userId));
}

async function loadProfile(tables: Tables, userId: string): Promise<Profile | null> {
  const known = await readProfile(tables, userId);
  if (known !== null) return known;
  const session = currentSession();
  const isCreated = await createProfile(tables, userId);
  // The address was confirmed in another browser, or the profile could not be made there.
  if (isCreated && session.state === 'signed-in' && session.user.id === userId) void notifyOfSignup(session.user);
  return readProfile(tables, userId);
}

async function readProfile(tables: Tables, userId: string): Promise<Profile | null> {
  try {
    const row = await readRows<ProfileRow | null>(
      (await tables()).from('profiles').select('id, full_name, onboarding_completed, onboarding_step').eq('id', userId).maybeSingle(),
    );
    return row === null ? null : parse(row);
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === noRow) return null;
    logWarning('the profile could not be read', failure);
    throw failure;
  }
}

const noRow = 'PGRST116';

type ProfileRow = { id: string; full_name: string | null; onboarding_completed: boolean | null; onboarding_step: number | null };

function parse({ id, full_name, onboarding_completed, onboarding_step }: ProfileRow): Profile {
  return { id, fullName: full_name ?? '', isOnboardingCompleted: onboarding_completed === true, onboardingStep: onboarding_step ?? 1 };
}
