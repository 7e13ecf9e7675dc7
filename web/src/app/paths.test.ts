import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { sandboxSettings } from '../testing/settings';
import { galleryPath } from './paths';
import { routes } from './router';

const anyOther = '*';

it.each(['/', '/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard', '/dashboard/'])('%s is a page of the app', (path) => {
  expect(pageAt(path)).not.toBe(anyOther);
});

it.each(['/nowhere', '/Dashboard', '/dashboard/posts', '/index.html', '/dev', '/dev/gallery/more'])('%s is no page of the app', (path) => {
  expect(pageAt(path)).toBe(anyOther);
});

it('shows the gallery in development only', () => {
  expect(pageAt(galleryPath)).toBe(galleryPath);
  expect(pageAt(galleryPath, false)).toBe(anyOther);
});

function pageAt(path: string, isDevelopment = true) {
  return matchRoutes(routes({ ...sandboxSettings, isDevelopment }), path)?.at(-1)?.route.path;
}
