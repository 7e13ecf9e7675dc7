import react from '@vitejs/plugin-react';
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
];

export default defineConfig({
  plugins: [react()],
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
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    unstubGlobals: true,
  },
});
