import type * as Library from '@swath/client';

/** Where the sources run as they are, those of the client do too; a build has its package. */
export async function loadClient(): Promise<typeof Library> {
  if (!import.meta.url.endsWith('.ts')) return import('@swath/client');
  const source = new URL('../../../../client/src/index.ts', import.meta.url);
  return (await import(source.href)) as typeof Library;
}
