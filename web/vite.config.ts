import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { worldMap } from './world-map.ts';

const service = process.env['SWATH_URL'] ?? 'http://localhost:8080';
const servicePaths = [
  '/auth',
  '/authenticate',
  '/oauth',
  '/api-key',
  '/search',
  '/collections',
  '/queryables',
  '/aggregate',
  '/grid',
  '/services',
  '/streaming',
  '/select',
  '/selects',
  '/order',
  '/buckets',
  '/saved-searches',
  '/usage',
  '/webhooks',
  '/projects',
  '/admin',
  '/openapi.json',
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), worldMap()],
  resolve: {
    // Its sources, so that it need not be built first.
    alias: { '@swath/client': fileURLToPath(new URL('../client/src/index.ts', import.meta.url)) },
  },
  build: {
    target: 'baseline-widely-available',
    // The policy takes files from our own host alone: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The map is a chunk of its own; its budget is a test's.
    chunkSizeWarningLimit: 1_500,
  },
  // Scripts find each other wherever the page is served; the page itself is told by the service.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  server: { proxy: Object.fromEntries(servicePaths.map((path) => [path, { target: service, changeOrigin: true }])) },
});
