import { pathToFileURL } from 'node:url';
import { program } from './program.ts';

const sources = new URL('../../server/src/', import.meta.url).href;
const built = program.endsWith('.js') ? new URL('./', pathToFileURL(program)).href : null;

/** Where a file of the sources is in what was bundled: threads and processes start from there in a fraction of the time. */
export function builtFile(importer: string): string {
  if (built === null || !importer.startsWith(sources)) return importer;
  return `${built}${importer.slice(sources.length).replace(/\.ts$/, '.js')}`;
}
