import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../api/query';
import { areMissing, type MissingSettings, type Settings } from '../lib/settings';
import { Toaster } from '../ui/toast';
import { ErrorBoundary } from './error-boundary';
import { createRouter } from './router';
import { MissingSettingsPage } from './routes/missing-settings';

/** The whole web app, or what keeps it from starting. */
export function App({ settings }: { settings: Settings | MissingSettings }) {
  return <ErrorBoundary>{areMissing(settings) ? <MissingSettingsPage missing={settings.missing} /> : <Started settings={settings} />}</ErrorBoundary>;
}

function Started({ settings }: { settings: Settings }) {
  const [router] = useState(() => createRouter(settings));
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
