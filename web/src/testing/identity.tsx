import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../api/query-client';
import { openIdentityClient, storedTokenKey } from '../features/identity/client';
import { startSession } from '../features/identity/session';
import { Toaster } from '../ui/toast';
import { sandboxSettings } from './settings';

/** The person of the mockups. */
export const nora = {
  id: '6f0f9a52-1c1e-4a6e-9a3f-0d6f6f0f9a52',
  email: 'nora@paperlark.example',
  fullName: 'Nora Feld',
  createdAt: '2026-11-15T08:00:00Z',
};

/** Nora is signed in, in this browser; what the server says is up to `theServerSays`. */
export async function noraIsSignedIn(): Promise<void> {
  const tokenKey = storedTokenKey(sandboxSettings.authUrl);
  localStorage.setItem(tokenKey, JSON.stringify(storedSession));
  const { auth } = openIdentityClient(sandboxSettings);
  await startSession({ auth, tokenKey, marketingUrl: '/site/' });
}

/** A user as the auth provider answers with. */
export function providersUser(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...storedSession.user, ...changes };
}

type RecordedCall = { method: string; path: string; query: URLSearchParams; body: unknown };
type ServerAnswer = () => Response | Promise<Response>;

/** Answers by 'METHOD /path' without the query; what is not foreseen fails like a lost network. Gives the calls that were made. */
export function theServerSays(answers: Record<string, ServerAnswer>): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const known: Record<string, ServerAnswer> = { ...everyDay, ...answers };
  vi.stubGlobal('fetch', async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.clone().text();
    calls.push({ method: request.method, path, query, body: text === '' ? undefined : JSON.parse(text) });
    const answer = known[`${request.method} ${path}`];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  });
  return calls;
}

/** Renders a page as the router does, at an address; gives what reads the address afterwards, and the cache that live channels write to. */
export function openPage(element: ReactNode, path: string) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  const queries = createQueryClient();
  // A question that failed would be asked again, of the server of the next test.
  onTestFinished(() => queries.clear());
  const view = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...view, router, queries, address: () => router.state.location.pathname + router.state.location.search };
}

const everyDay: Record<string, ServerAnswer> = {
  'GET /rest/v1/profiles': () => Response.json({ id: nora.id, full_name: nora.fullName, onboarding_completed: true, onboarding_step: 2 }),
  'GET /rest/v1/subscriptions': () => Response.json({ status: 'active' }),
  'GET /auth/v1/user': () => Response.json(providersUser()),
  'GET /api/account/sessions': () => Response.json({ success: true, sessions: [] }),
  'GET /api/jobs/current': () => Response.json({ success: true, jobs: [] }),
  'GET /api/reddit-posts': () => Response.json({ success: true, posts: [], total: 0, hasMore: false, offset: 0, limit: 50, waiting: 0 }),
  'GET /api/reddit-posts/unread': () => Response.json({ success: true, unread: 0, newSince: null, error: null }),
  'POST /api/reddit-posts/visit': () => Response.json({ success: true, unread: 0, newSince: null, error: null }),
  'POST /api/reddit-posts/mark-read': () => Response.json({ success: true, marked: 1, error: null }),
  'GET /api/notification-preferences/matches': () =>
    Response.json({ success: true, matches: { counts: Array.from({ length: 61 }, () => 0), total: 0, days: 0 }, error: null }),
  'GET /api/sources': () => Response.json({ success: true, sources: [] }),
  'GET /api/searches': () => Response.json({ success: true, searches: [], lastScanAt: null }),
  'GET /api/searches/suggestions': () => Response.json({ success: true, suggestions: [] }),
  'GET /api/communities': () => Response.json({ success: true, communities: [] }),
  'GET /api/left-out': () => Response.json({ success: true, posts: [], total: 0 }),
  'GET /api/mentions': () =>
    Response.json({ success: true, mentions: [], total: 0, unread: 0, hasMore: false, offset: 0, limit: 50, asOf: '2026-11-15T12:00:00Z' }),
  'GET /api/mentions/stats': () =>
    Response.json({ success: true, stats: { total: 0, unread: 0, rejected: 0, positive: 0, negative: 0, neutral: 0, days: [] } }),
  'GET /api/mentions/brand-terms': () => Response.json({ success: true, terms: [] }),
};

const storedSession = {
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user: {
    id: nora.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: nora.email,
    created_at: nora.createdAt,
    app_metadata: {},
    user_metadata: { full_name: nora.fullName },
  },
};
