import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { saySkipped } from '../../support/say-skipped.ts';

/** Whether this user may mount; says so where not. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    saySkipped('mount', 'no right to mount a small disk');
    return false;
  }
}

export type SmallDisk = { resize(size: string): void; setReadOnly(isSo: boolean): void; fill(): void; empty(): void };

/** A disk of that size in the place of the folder, until the test is finished. */
export function mountSmallDisk(folder: string, size: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  const remount = (options: string) =>
    void execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'ignore' });
  const ballast = join(folder, 'ballast');
  return {
    resize: (to) => remount(`size=${to}`),
    setReadOnly: (isSo) => remount(isSo ? 'ro' : 'rw'),
    fill: () => fillDisk(ballast),
    empty: () => rmSync(ballast, { force: true }),
  };
}

function fillDisk(file: string): void {
  const block = Buffer.alloc(4_096, 1);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch {
    return;
  }
}
