import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` sends everything that the server, not the web app, answers. */
const server = 'http://127.0.0.1:8080';
const servedByTheServer = [
  '/api',
  '/auth/v1',
  '/rest/v1',
  '/realtime',
  '/sandbox',
  '/settings.js',
  '/healthz',
  '/readyz',
  '/metrics',
  '/site',
  '/robots.txt',
  '/sitemap.xml',
];

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadLatinFonts(), themeBySystem()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(servedByTheServer.map((path) => [path, { target: server, ws: true }])),
  },
  build: {
    // The content security policy allows scripts and fonts from files of our own origin only,
    // so nothing may be inlined into the page or turned into a data: address.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The app, and the style sheet of the public site that the server renders.
    rolldownOptions: { input: ['index.html', 'src/site/site.css'] },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Two thirds of the time went into loading the same modules and pages for every file again.
    pool: 'threads',
    isolate: false,
    unstubGlobals: true,
    // Nothing sleeps; this is for a machine that is busy with something else.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Once more before it counts as broken, as the server's tests are; the report names what needed it.
    retry: 1,
  },
});

/**
 * Asks for the two faces that every page needs at once, not only when the style sheet has been read
 * and a letter is to be drawn. Their names carry a hash, so the built page is where they are known.
 */
function preloadLatinFonts(): Plugin {
  const everyPageNeeds = /(inter|bricolage-grotesque)-latin-wght-normal.*\.woff2$/;
  return {
    name: 'preload-latin-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => everyPageNeeds.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head-prepend',
          })),
    },
  };
}

/**
 * The public site has no script that could set the class of the dark theme, so in its style sheet the
 * same tokens follow the system; those that it does not use are left out.
 */
function themeBySystem(): Plugin {
  const dark = /\.dark\s*\{([^{}]*)\}/g;
  // The site is in English and has smaller files of the Latin letters (src/site/fonts.css).
  const otherFaces = /@font-face\s*\{[^{}]*-(?:cyrillic|greek|vietnamese|latin-wght)[^{}]*\}/g;
  return {
    name: 'theme-by-system',
    generateBundle: (_options, bundle) => {
      const sheet = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('site.css'));
      if (sheet?.type !== 'asset') throw new Error('the style sheet of the public site was not built');
      const text = sheet.source.toString();
      if (text.match(dark)?.length !== 1) throw new Error('the style sheet of the public site must hold the dark tokens once');
      const bySystem = text.replace(dark, '@media (prefers-color-scheme:dark){:root{$1}}');
      sheet.source = withoutUnusedTokens(bySystem.replace(otherFaces, ''));
    },
  };
}

/** The site uses half of the app's tokens. A token may use others, so what is left is looked at again. */
function withoutUnusedTokens(sheet: string): string {
  const used = new Set([...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const left = sheet.replace(/(--(?!lightningcss)[\w-]+)\s*:[^;{}]*(;|(?=\}))/g, (token, name) => (used.has(name) ? token : ''));
  return left === sheet ? left : withoutUnusedTokens(left);
}
