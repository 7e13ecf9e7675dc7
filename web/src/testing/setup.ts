import './quick-react';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import product from './product-facts.json';
import { lookUpStylesByKind } from './quick-styles';

afterEach(cleanup);

// As /settings.js does it on a server that sells the built-in plans.
globalThis.__EARSHOT__ = { product };

// Nothing waits this long on an idle machine; this is for one that is busy with something else.
configure({ asyncUtilTimeout: 10_000 });

// Test files share a page (see `isolate` in vite.config.ts), so each one starts as in a browser that was just opened.
if (typeof window !== 'undefined') {
  lookUpStylesByKind();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.innerWidth = 1024;
  window.history.replaceState(null, '', '/');
  document.title = '';
}

// A toast fades in, which jsdom takes for invisible until the first frame: on a busy machine a toast
// that is there would not count as seen. Sonner keeps toasts outside of React: those that a test has
// left behind, or a request that came back late, must not be seen by the next one.
if (typeof document !== 'undefined') {
  const { toast } = await import('sonner');
  document.head.querySelectorAll('style').forEach((sheet) => sheet.remove());
  beforeEach(() => {
    toast.dismiss();
  });
}

// What browsers have and jsdom does not; layers that open, place and drag themselves ask for it.
// Tests that need no page at all run without jsdom.
if (typeof Element !== 'undefined') {
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.releasePointerCapture = () => {};
  // Knows the widths at which the layout changes, and says no to everything else.
  globalThis.matchMedia = (query) => {
    const fromRem = Number(/^\(width >= ([\d.]+)rem\)$/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const matches = window.innerWidth >= fromRem * 16;
    return Object.assign(new EventTarget(), { media: query, matches, onchange: null, addListener() {}, removeListener() {} });
  };
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
