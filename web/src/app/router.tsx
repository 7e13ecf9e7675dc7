import { createBrowserRouter, type RouteObject } from 'react-router';
import type { Settings } from '../lib/settings';
import { paths, galleryPath } from './paths';
import { FrontDoor } from './routes/front-door';
import { NotFound } from './routes/not-found';
import { RenderError } from './routes/render-error';

/** Every page of the app, on one page. */
export function createRouter(settings: Settings) {
  return createBrowserRouter(routes(settings));
}

export function routes(settings: Settings): RouteObject[] {
  const app = Object.values(paths).map((path) => page(path, { element: <FrontDoor settings={settings} /> }));
  const gallery = page(galleryPath, { lazy: () => import('./routes/gallery/gallery') });
  const anyOther = page('*', { element: <NotFound homeUrl={settings.marketingUrl} /> });
  return [...app, ...(settings.isDevelopment ? [gallery] : []), anyOther];
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
