import { expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import { refusal } from '../../testing/onboarding';
import { askProvider } from './api';

const path = 'GET /api/subscription/status';

it('the provider’s word is one of ours', async () => {
  theServerSays({ [path]: () => Response.json({ success: true, status: ' trialing ', plan_id: 'pro', subscription_id: 'sub_1' }) });

  expect(await askProvider()).toBe('trialing');
});

it('a provider that was not heard is told by the status of the answer', async () => {
  theServerSays({ [path]: refusal(500, 'The server is unwell.') });

  await expect(askProvider()).rejects.toThrow('Payment provider check failed: 500');
});
