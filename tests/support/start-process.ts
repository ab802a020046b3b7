import type { ChildProcess } from 'node:child_process';
import { startProcess as start } from '../../server/src/adapters/threads/start-process.ts';
import { builtFile } from './built-file.ts';

/** Stands in for the service's own (see `suite-config.ts`): processes of jobs run what was bundled. */
export const startProcess = (...[name, importer, ...rest]: Parameters<typeof start>): ChildProcess =>
  start(name, builtFile(importer), ...rest);
