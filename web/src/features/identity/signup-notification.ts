import { api } from '../../api/client';
import { call } from '../../api/errors';
import { logWarning } from '../../lib/log';

type NewUser = { id: string; email: string; fullName: string };

/**
 * Asks for the welcome mail, once the profile exists (spec §7). Nothing depends on it, so a failure is
 * only logged; the server welcomes everybody once, however often it is asked.
 */
export async function notifyOfSignup({ id: userId, email, fullName }: NewUser): Promise<void> {
  try {
    await call(api.POST('/api/auth/signup-notification', { body: { email, name: fullName || email, userId } }));
  } catch (failure) {
    logWarning('the signup notification was not sent', failure);
  }
}
