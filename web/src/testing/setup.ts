import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import product from './product-facts.json';

afterEach(cleanup);

// As /settings.js does it on a server that sells the built-in plans.
globalThis.__EARSHOT__ = { product };

// A toast fades in, which jsdom takes for invisible until the first frame: on a busy machine a toast
// that is there would not count as seen.
if (typeof document !== 'undefined') {
  await import('sonner');
  document.head.querySelectorAll('style').forEach((sheet) => sheet.remove());
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
    const fromRem = Number(/^\(width >= (\d+)rem\)$/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const matches = window.innerWidth >= fromRem * 16;
    return Object.assign(new EventTarget(), { media: query, matches, onchange: null, addListener() {}, removeListener() {} });
  };
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
