import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../api/query-client';
import { Analytics } from '../features/analytics/analytics';
import { recheckSession, useSession } from '../features/identity/session';
import { areMissing, type MissingSettings, type Settings } from '../lib/settings';
import { Toaster } from '../ui/toast';
import { ErrorBoundary } from './error-boundary';
import { startIdentity } from './identity-start';
import { createRouter } from './router';
import { MissingSettingsPage } from './routes/missing-settings';

/** The whole web app, or what keeps it from starting. */
export function App({ settings }: { settings: Settings | MissingSettings }) {
  return (
    <ErrorBoundary>
      {areMissing(settings) ? <MissingSettingsPage missing={settings.missing} /> : <Started settings={settings} />}
    </ErrorBoundary>
  );
}

function Started({ settings }: { settings: Settings }) {
  const { router, queries } = startApp(settings);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} flushSync={drawAtOnce} />
      <Toaster />
      <Analytics settings={settings} session={useSession()} />
    </QueryClientProvider>
  );
}

/** For the few moves that must be seen before the next thing happens. */
function drawAtOnce(change: () => unknown): undefined {
  flushSync(change);
}

type StartedApp = { router: ReturnType<typeof createRouter>; queries: QueryClient };

/** Starts what goes on beside the screens. Once for the same settings, however often React asks: a link is opened once. */
function startApp(settings: Settings): StartedApp {
  const known = startedApps.get(settings);
  if (known !== undefined) return known;
  const started = { router: createRouter(settings), queries: createQueryClient({ onSignedOut: () => void recheckSession() }) };
  startedApps.set(settings, started);
  void startIdentity(settings, started.router, started.queries);
  return started;
}

const startedApps = new WeakMap<Settings, StartedApp>();
