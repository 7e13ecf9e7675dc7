import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Tables } from '../../api/tables';
import { nora as person, noraIsSignedIn, theServerSays } from '../../testing/identity';
import { profile } from './profile';

const row = { id: 'user-1', full_name: 'Nora Feld', onboarding_completed: true, onboarding_step: 2 };
const nora = { id: 'user-1', fullName: 'Nora Feld', isOnboardingCompleted: true, onboardingStep: 2 };
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeEach(() => void warn.mockClear());

it('is read by the id of the user', async () => {
  const { asked, tables } = server([found(row)]);

  expect(await load(tables)).toEqual(nora);

  expect(asked).toEqual(['profiles: id, full_name, onboarding_completed, onboarding_step where id is user-1']);
});

it('is made on the first load, and read again', async () => {
  const { asked, tables } = server([found(null), found({ ...row, onboarding_completed: null, onboarding_step: null })]);

  expect(await load(tables)).toEqual({ ...nora, isOnboardingCompleted: false, onboardingStep: 1 });

  expect(asked[1]).toBe('create_profile_for_confirmed_user(user-1)');
  expect(warn).not.toHaveBeenCalled();
});

it('that is made on a load brings the notification that waited for it', async () => {
  const calls = theServerSays({ 'POST /api/auth/signup-notification': () => Response.json({ success: true }) });
  await noraIsSignedIn();
  const { tables } = server([found(null), found({ ...row, id: person.id })]);

  await new QueryClient().fetchQuery({ ...profile(tables, person.id), retry: false });

  const body = { email: person.email, name: person.fullName, userId: person.id };
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === 'POST').map((call) => call.body)).toEqual([body]));
});

it('a missing row may also come as PGRST116', async () => {
  const { tables } = server([failing(406, 'PGRST116'), found(row)]);

  expect(await load(tables)).toEqual(nora);
  expect(warn).not.toHaveBeenCalled();
});

it('that cannot be made is null, and the console knows why', async () => {
  const { tables } = server([found(null), found(null)], failing(403, '42501'));

  expect(await load(tables)).toBeNull();
  expect(warn).toHaveBeenCalledExactlyOnceWith('Earshot: the profile was not created', expect.anything());
});

it('that cannot be read fails with the status, so that an ended session is noticed', async () => {
  const { tables } = server([failing(401, 'PGRST301')]);

  await expect(load(tables)).rejects.toMatchObject({ name: 'ApiFailure', status: 401 });
  expect(warn).toHaveBeenCalledOnce();
});

it('that cannot be reached fails in the words for that', async () => {
  const { tables } = server([failing(0, '')]);

  await expect(load(tables)).rejects.toMatchObject({ kind: 'unreachable' });
});

const found = (data: unknown) => ({ data, error: null, status: 200, statusText: 'OK' });
const failing = (status: number, code: string) => ({ data: null, error: { message: 'no', code }, status, statusText: '' });

function load(tables: Tables) {
  return new QueryClient().fetchQuery({ ...profile(tables, 'user-1'), retry: false });
}

/** Answers one question about the profile after the other, and every call to make one alike. */
function server(answers: unknown[], making: unknown = found(true)) {
  const asked: string[] = [];
  const tables = (async () => ({
    rpc: async (name: string, { user_id: userId }: { user_id: string }) => {
      asked.push(`${name}(${userId})`);
      return making;
    },
    from: (table: string) => ({
      select: (columns: string) => ({
        eq: (column: string, value: string) => ({
          maybeSingle: async () => {
            asked.push(`${table}: ${columns} where ${column} is ${value}`);
            return answers.shift();
          },
        }),
      }),
    }),
  })) as unknown as Tables;
  return { asked, tables };
}
