import { dirname, join } from 'node:path';
import { root } from './build-server.ts';
import type { childScripts } from './child-scripts.ts';
import { program } from './program.ts';

/** What node is given to run a script: bundled where the server is, else through tsx. */
export function scriptArguments(script: (typeof childScripts)[number]): readonly string[] {
  if (!program.includes('swath-bundled-')) return ['--import', 'tsx', join(root, script)];
  return [join(dirname(program), script.replace(/\.ts$/, '.js'))];
}
