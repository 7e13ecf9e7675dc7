import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { subscriptionStatusKey } from '../../features/billing/subscription';
import { nora, noraIsSignedIn, theServerSays } from '../../testing/identity';
import { toastsAreGone } from '../../testing/onboarding';
import { sandboxSettings } from '../../testing/settings';
import { Toaster } from '../../ui/toast';
import { routes } from '../router';

const everything =
  'plan=pro&session=cs_1&subscription_id=s&status=active&payment_intent=p&payment_intent_client_secret=c&redirect_status=succeeded&trial=true&payment_success=true&reason=x';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

// The whole app with its guard, drawn twice as React does in development.
describe('the way back from payment', () => {
  it('is successful once, and leaves the rest of the address alone', async () => {
    statusIs('trialing');
    const { address } = arrive(`/dashboard?tab=mentions&${everything}&mentions_q=invoice`);

    expect(await screen.findByText('Payment Successful!')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/dashboard?tab=mentions&mentions_q=invoice'));
    expect(screen.getAllByText('Your trial is active!')).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Brand Mentions' })).toBeVisible();
  });

  it('waits for a payment that is processed, and hears of it live', async () => {
    statusIs('pending');
    const { address, queries } = arrive('/dashboard?session=cs_1&plan=pro&trial=true');
    expect(await screen.findByText('Payment Processing')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Relevant Posts' })).toBeVisible();

    statusIs('active');
    act(() => void queries.setQueryData(subscriptionStatusKey(nora.id), 'active'));

    expect(await screen.findByText('Payment Successful!')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(screen.queryByText('Payment Processing')).not.toBeInTheDocument();
  });

  it('that failed meanwhile leads to the payment with the reason, although the guard hears of it too', async () => {
    statusIs('pending');
    const { address, queries } = arrive('/dashboard?session=cs_1&plan=pro&trial=true');
    await screen.findByText('Payment Processing');

    statusIs('payment_failed');
    act(() => void queries.setQueryData(subscriptionStatusKey(nora.id), 'payment_failed'));

    expect(await screen.findByText('Payment Failed')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/payment?error=payment_failed'));
    expect(await screen.findByText('Your payment was not successful. Please try again.')).toBeVisible();
    expect(screen.getAllByText('Payment Failed')).toHaveLength(1);
  });

  it('that has failed at the first look says so and leads to the payment with the reason', async () => {
    statusIs('payment_failed');
    const { address } = arrive('/dashboard?session=cs_1&plan=pro&trial=true');

    expect(await screen.findByText('Payment Failed')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/payment?error=payment_failed'));
    expect(await screen.findByText('Your payment was not successful. Please try again.')).toBeVisible();
    expect(screen.getAllByText('Payment Failed')).toHaveLength(1);
    expect(screen.queryByText('Payment Processing')).not.toBeInTheDocument();
  });

  it.each(['none', 'cancelled', 'active'])('of a checkout that reached nobody says so and grants nothing (%s)', async (status) => {
    statusIs(status);
    const { address } = arrive('/dashboard?payment_success=true&plan=pro&demo=true&reason=backend_offline');

    await waitFor(() => expect(screen.getByText('The payment service could not be reached')).toBeVisible());
    await waitFor(() => expect(address()).toBe('/payment?error=check_failed'));
    expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('does not exist without its parameters', async () => {
    statusIs('pending');
    const { address } = arrive('/dashboard');

    await waitFor(() => expect(address()).toBe('/payment'));
    expect(screen.queryByText('Payment Processing')).not.toBeInTheDocument();
  });
});

function statusIs(status: string) {
  return theServerSays({ 'GET /rest/v1/subscriptions': () => Response.json(status === 'none' ? null : { status }) });
}

function arrive(path: string) {
  const router = createMemoryRouter(routes(sandboxSettings), { initialEntries: [path] });
  const queries = createQueryClient();
  render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { queries, address: () => router.state.location.pathname + router.state.location.search };
}
