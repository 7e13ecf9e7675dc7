import { createBrowserRouter, type RouteObject } from 'react-router';
import type { Settings } from '../lib/settings';
import { Guarded } from './guarded';
import { paths, galleryPath } from './paths';
import { AuthPage } from './routes/auth';
import { NotFound } from './routes/not-found';
import { RenderError } from './routes/render-error';

/** Every page of the app, on one page. */
export function createRouter(settings: Settings) {
  return createBrowserRouter(routes(settings));
}

export function routes(settings: Settings): RouteObject[] {
  const authPage = { element: <AuthPage settings={settings} /> };
  const guarded: RouteObject = {
    element: <Guarded />,
    errorElement: <RenderError />,
    children: [
      // The guard lets nobody stay at the root.
      page(paths.home, { element: <></> }),
      page(paths.auth, authPage),
      page(paths.signIn, authPage),
      page(paths.signUp, authPage),
      page(paths.onboarding, { lazy: async () => element((await import('./routes/onboarding')).Onboarding, settings) }),
      page(paths.payment, { lazy: async () => element((await import('./routes/payment')).Payment, settings) }),
      page(paths.dashboard, { lazy: async () => element((await import('./routes/dashboard')).Dashboard, settings) }),
    ],
  };
  const gallery = page(galleryPath, { lazy: () => import('./routes/gallery/gallery') });
  const anyOther = page('*', { element: <NotFound homeUrl={settings.marketingUrl} /> });
  return [guarded, ...(settings.isDevelopment ? [gallery] : []), anyOther];
}

function element(Page: (props: { settings: Settings }) => React.ReactNode, settings: Settings): Pick<RouteObject, 'element'> {
  return { element: <Page settings={settings} /> };
}

function page(path: string, content: Pick<RouteObject, 'element' | 'lazy'>): RouteObject {
  return {
    path,
    // The server tells '/dashboard' from '/Dashboard', so the page does too.
    caseSensitive: true,
    errorElement: <RenderError />,
    // A page's own script arrives in a moment; until then nothing is better than a flash.
    hydrateFallbackElement: <></>,
    ...content,
  };
}
