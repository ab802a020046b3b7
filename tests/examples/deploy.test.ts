import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingTable } from '../../server/src/config.ts';
import { root } from '../support/build-server.ts';

const folder = join(root, 'examples/deploy');
const files = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('examples/deploy', () => {
  test.each(files)('%s says in its first lines what of it was run, and names only settings that there are', (name) => {
    expect(textOf(name).split('\n').slice(0, 4).join('\n')).toMatch(/not (?:built|run)/i);
    const named = textOf(name).match(/\bSWATH_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
    const known = new Set(Object.keys(settingTable).flatMap((setting) => [setting, `${setting}_FILE`]));
    expect(named.filter((setting) => !known.has(setting) && setting !== 'SWATH_S3')).toEqual([]);
  });

  test.skipIf(!hasSystemd)('systemd finds nothing wrong with the units', () => {
    const copies = mkdtempSync(join(tmpdir(), 'swath-units-'));
    onTestFinished(() => rmSync(copies, { recursive: true, force: true }));
    const units = files.filter((name) => name.endsWith('.service'));
    expect(units).toHaveLength(2);
    for (const name of units)
      writeFileSync(
        join(copies, name.replace('@', '@1')),
        // A user and a program that are on this machine.
        textOf(name).replaceAll('/usr/bin/node', process.execPath).replaceAll('=swath\n', '=daemon\n'),
      );
    for (const name of units) {
      const seen = spawnSync('systemd-analyze', ['verify', '--man=no', join(copies, name.replace('@', '@1'))]);
      expect([seen.status, String(seen.stderr)]).toEqual([0, '']);
    }
  });
});
