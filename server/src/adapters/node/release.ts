import { readFileSync } from 'node:fs';

/** The version of this release. */
export function releaseVersion(): string {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
