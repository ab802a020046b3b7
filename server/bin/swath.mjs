#!/usr/bin/env node
// In a checkout the sources run as they are; the published package carries dist/ alone.
import { existsSync } from 'node:fs';

const source = new URL('../src/main.ts', import.meta.url);

if (existsSync(source)) {
  // Node strips types by itself from 22.18 on; before that tsx does.
  if (!process.features.typescript) (await import('tsx/esm/api')).register();
  await import(source.href);
} else {
  await import(new URL('../dist/main.js', import.meta.url).href);
}
