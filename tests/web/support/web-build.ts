import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run, for the one build that all browser tests look at. */
    webBuild: string;
  }
}

/** A global setup: the first test that needs the web application builds it (`build-web.ts`), the others take it. */
export default function provideWebBuild(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'swath-web-'));
  project.provide('webBuild', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
