import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { followProgress } from '../api/progress';
import type { Tables } from '../api/tables';
import { followSubscription } from '../features/billing/subscription-channel';
import { postsKey } from '../features/discovery/api';
import { unreadPostsKey } from '../features/discovery/read-api';
import { openIdentityClient, storedTokenKey } from '../features/identity/client';
import { noticeText } from '../features/identity/auth-screen/auth-notice';
import { openMailLink, type MailLinkResult } from '../features/identity/mail-link-session';
import { readMailLink, withoutMailLink } from '../features/identity/mail-link';
import { authMessages } from '../features/identity/messages';
import { followRecovery } from '../features/identity/pending-password';
import { currentSession, onSessionChange, startSession } from '../features/identity/session';
import { mentionsKey, mentionStatsKey } from '../features/mentions/api';
import { carryWebsite } from '../lib/carried-website';
import type { Settings } from '../lib/settings';
import { followRows } from '../lists/live-rows';
import { showError } from '../ui/toast';
import type { AuthLocationState } from './auth-address';
import { paths } from './paths';

type IdentityRouter = Pick<ReturnType<typeof createBrowserRouter>, 'navigate'>;

/** Reads the session, opens a link from a mail, and follows changes of both from then on. */
export async function startIdentity(settings: Settings, router: IdentityRouter, queries: QueryClient): Promise<void> {
  const { pathname, search, hash } = window.location;
  // Before any redirect: this is the only moment at which the address is still as the visitor was given it.
  if (isFrontDoor(pathname)) carryWebsite(search, Date.now());
  const landing = readMailLink({ search, hash });
  const client = openIdentityClient(settings);
  followRecovery(client.auth);
  followUser(client.tables, queries);
  await startSession({ auth: client.auth, tokenKey: storedTokenKey(settings.authUrl), marketingUrl: settings.marketingUrl }, async () => {
    if (landing.kind === 'none') return;
    const target = pathname === paths.onboarding ? 'sign-up' : 'other';
    const arrival = await openMailLink(client, landing, target);
    const { data } = await client.auth.getSession();
    const { to, state } = destinationOf(arrival, { path: pathname, search: withoutMailLink(search), isSignedIn: data.session !== null });
    // On the screen before the session is: the guard would send a stranger away from the old place, and lose the notice.
    await router.navigate(to, { replace: true, state, flushSync: true });
  });
}

/** Where the public site leads with the address of a website. On other pages a reload would carry it again. */
function isFrontDoor(pathname: string): boolean {
  return [paths.auth, paths.signIn, paths.signUp].some((path) => path === pathname.replace(/\/+$/, ''));
}

type CurrentPage = { path: string; search: string; isSignedIn: boolean };

function destinationOf(arrival: MailLinkResult, { path, search, isSignedIn }: CurrentPage): { to: string; state?: AuthLocationState } {
  const isReset = path === paths.auth;
  switch (arrival.kind) {
    case 'confirmed':
      // A website to begin with is for the onboarding; the guard would lose it on the way over the dashboard.
      if (new URLSearchParams(search).has('website')) return { to: paths.onboarding + search };
      return { to: arrival.hasName ? paths.dashboard : paths.onboarding };
    case 'password-due':
      return { to: paths.auth };
    case 'elsewhere':
      // Only Google leads to the dashboard.
      if (path === paths.dashboard) return { to: paths.signIn, state: { notice: 'google-failed' } };
      return { to: paths.signIn, state: { notice: isReset ? 'reset-elsewhere' : 'confirmed-elsewhere' } };
    case 'signed-in':
      return { to: path + search };
    case 'google-failed':
      if (isSignedIn) showError(noticeText(arrival.failure));
      if (isSignedIn) return { to: path + search };
      // Back to the form where it began, with the website it may have carried.
      return { to: (path === paths.onboarding ? paths.signUp : paths.signIn) + search, state: { notice: arrival.failure } };
    case 'dead':
      // A signed-in user needs no new link; a notice that says why nothing happened is enough.
      if (isSignedIn) showError(authMessages.linkDead);
      return isSignedIn ? { to: path + search } : { to: paths.signIn, state: { notice: isReset ? 'reset-dead' : 'confirmation-dead' } };
  }
}

/** The live channels and the answers in the cache belong to one user. */
function followUser(tables: Tables, queries: QueryClient): void {
  let followed: { userId: string; stop: () => void } | undefined;
  onSessionChange(() => {
    const session = currentSession();
    const userId = session.state === 'signed-in' ? session.user.id : undefined;
    if (followed?.userId === userId) return;
    followed?.stop();
    if (followed !== undefined) queries.clear();
    followed = userId === undefined ? undefined : { userId, stop: followLive(tables, queries, userId) };
  });
}

function followLive(tables: Tables, queries: QueryClient, userId: string): () => void {
  const channels = [
    followSubscription(tables, queries, userId),
    followProgress(tables, queries, userId),
    followRows(tables, queries, userId, [
      { table: 'reddit_posts', listsKey: postsKey(userId), countsKey: unreadPostsKey(userId) },
      { table: 'brand_mentions', listsKey: mentionsKey(userId), countsKey: mentionStatsKey(userId) },
    ]),
  ];
  return () => {
    for (const stop of channels) stop();
  };
}
