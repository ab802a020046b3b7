import { spawnSync } from 'node:child_process';
import { lazily } from '../../server/src/shared/lazily.ts';
import { saySkipped } from './say-skipped.ts';

/** The Python that has max_ard; says why its tests are skipped where there is none. */
export function findMaxArd(): string | null {
  const python = process.env['SWATH_TEST_MAX_ARD_PYTHON'] ?? '';
  if (python === '') saySkipped('max-ard', 'no max_ard: name a Python that has it in SWATH_TEST_MAX_ARD_PYTHON');
  return python === '' ? null : python;
}

/** The same, with what max_ard opens rasters and masks with. */
export const findFullMaxArd = lazily((): string | null => {
  const python = findMaxArd();
  if (python === null || spawnSync(python, ['-c', 'import max_ard, rasterio, fiona']).status === 0) return python;
  saySkipped('max-ard', `${python} has no rasterio or no fiona, which max_ard opens files with`);
  return null;
});
