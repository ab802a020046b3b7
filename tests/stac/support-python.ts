import { execFileSync } from 'node:child_process';
import { lazily } from '../../server/src/shared/lazily.ts';
import { runPython } from '../support/run-python.ts';
import { saySkipped } from '../support/say-skipped.ts';

const wanted = 'pystac-client and stac-api-validator';

/** The Python that has the public clients, named by `SWATH_TEST_PYTHON`; null where there is none, and it says so. */
export const pythonWithClients = lazily((): string | null => {
  const python = process.env['SWATH_TEST_PYTHON'];
  if (!python) {
    saySkipped('python-clients', `no ${wanted}: name a Python that has them in SWATH_TEST_PYTHON`);
    return null;
  }
  try {
    execFileSync(python, ['-c', 'import pystac_client, stac_api_validator'], { stdio: 'pipe' });
    return python;
  } catch {
    saySkipped('python-clients', `${python} has no ${wanted}`);
    return null;
  }
});

/** Runs a script of this folder with the plan on its standard input; gives what it prints. */
export const runScript = <T>(python: string, script: string, plan: unknown): Promise<T> =>
  runPython<T>(python, new URL(script, import.meta.url), plan);
