import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const gibibyte = 2 ** 30;

/**
 * A global setup, the first of them: all that a run writes lies in one folder, which goes with the run. Files of a worker
 * share their modules, so that what a module of support promises to remove is removed after the first of its files alone.
 */
export default function provideRunFolder(): () => void {
  const given = process.env['TMPDIR'];
  const folder = (given === undefined ? folderInMemory() : null) ?? mkdtempSync(join(tmpdir(), 'swath-run-'));
  // PostgreSQL runs as another user and has a folder of its own in here.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // What Python has compiled is kept for all its processes of the run: else each compiles every library again.
  process.env['PYTHONPYCACHEPREFIX'] = join(folder, 'python');
  delete process.env['PYTHONDONTWRITEBYTECODE'];
  return () => {
    if (given === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = given;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

/** Where there is plenty: thousands of small databases and files then wait for no disk. Null where there is not. */
function folderInMemory(): string | null {
  let folder: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize < 6 * gibibyte || Math.min(freemem(), process.constrainedMemory()) < 6 * gibibyte) return null;
    folder = mkdtempSync(join(inMemory, 'swath-run-'));
    // Some tests run scripts that they wrote, which many containers allow everywhere but here.
    const script = join(folder, 'runs');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(script);
    return folder;
  } catch {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}
