import { spawnSync } from 'node:child_process';
import { saySkipped } from '../support/say-skipped.ts';

const thing = 'platform-clients';

/** The Python that has maxar_platform, MGP_SDK and schemathesis; says why tests are skipped where there is none. */
export function findPlatformPython(): string | null {
  const python = process.env['SWATH_TEST_PLATFORM_PYTHON'] ?? '';
  const wanted = 'maxar_platform, MGP_SDK and schemathesis';
  if (python === '') {
    saySkipped(thing, `no ${wanted}: name a Python that has them in SWATH_TEST_PLATFORM_PYTHON`);
    return null;
  }
  const script = `from importlib.metadata import version; [version(n) for n in ('maxar_platform', 'MGP_SDK', 'schemathesis')]`;
  if (spawnSync(python, ['-c', script]).status === 0) return python;
  saySkipped(thing, `${python} has not ${wanted}`);
  return null;
}
