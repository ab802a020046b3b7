import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingTable } from '../../server/src/config.ts';
import { root } from '../support/build-server.ts';
import { nodeEnvironment, nodeOptions } from '../support/node-options.ts';
import { readCopying, readStages } from './support/container-file.ts';

const folder = join(root, 'examples/deploy');
const files = readdirSync(folder).filter((name) => /[.]|^Dockerfile$/.test(name));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const hasNginx = knowsResolve(String(spawnSync('nginx', ['-v']).stderr));

/** Names that are asked for again: since 1.27.3. */
function knowsResolve(said: string): boolean {
  const [, major, minor, patch] = (/nginx\/(\d+)\.(\d+)\.(\d+)/.exec(said) ?? []).map(Number);
  return major !== undefined && major * 1e6 + minor! * 1e3 + patch! >= 1_027_003;
}

describe('examples/deploy', () => {
  test.each(files)('%s says in its first lines what of it was run, and names only settings that there are', (name) => {
    expect(textOf(name).split('\n').slice(0, 4).join('\n')).toMatch(/not (?:built|run)/i);
    const named = textOf(name).match(/\bSWATH_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
    const known = new Set(Object.keys(settingTable).flatMap((setting) => [setting, `${setting}_FILE`]));
    expect(named.filter((setting) => !known.has(setting) && setting !== 'SWATH_S3')).toEqual([]);
  });

  test.skipIf(!hasSystemd)('systemd finds nothing wrong with the units', () => {
    const copies = temporary('swath-units-');
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

  test.skipIf(!hasNginx)('nginx finds nothing wrong with the configuration', () => {
    const place = temporary('swath-nginx-');
    // A name that this machine knows, and a folder that it has.
    const site = textOf('nginx.conf').replace('server api:8080', 'server localhost:8080');
    writeFileSync(join(place, 'site.conf'), site.replaceAll('/var/log/nginx/', `${place}/`));
    writeFileSync(join(place, 'main.conf'), `events {}\nhttp { include ${place}/site.conf; }\n`);
    const seen = spawnSync('nginx', ['-t', '-p', place, '-c', join(place, 'main.conf'), '-e', join(place, 'log')]);
    expect([seen.status, String(seen.stderr)]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});

describe('Dockerfile', () => {
  const stages = readStages(textOf('Dockerfile'));
  const copied = stages.map(({ instructions }) =>
    instructions.filter(({ name }) => name === 'COPY').map(({ rest }) => readCopying(rest)),
  );
  const [inBuild, inImage] = copied as [(typeof copied)[0], (typeof copied)[0]];

  test('copies what is there, and into the image what it copied or made in the stage before', () => {
    const sources = inBuild.flatMap((copying) => copying.sources);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(inImage.map(({ from }) => from)).toEqual(inImage.map(() => stages[0]!.name));
    const made = ['node_modules', 'web/dist'];
    const taken = inImage.flatMap((copying) => copying.sources.map((source) => source.replace('/swath/', '')));
    expect(taken.filter((source) => !sources.includes(source) && !made.includes(source))).toEqual([]);
  });

  test('neither data nor secrets of a checkout reach the image', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const path of ['data', 'examples/deploy/secrets', '.git', '**/node_modules']) expect(ignored).toContain(path);
    expect(inBuild.flatMap(({ sources }) => sources)).not.toContain('.');
  });

  test('starts the file that the build makes', () => {
    const file = (JSON.parse(/^ENTRYPOINT (.*)$/m.exec(textOf('Dockerfile'))![1]!) as string[]).at(-1)!;
    expect(existsSync(join(root, file.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(true);
  });
});

test('node is told the same wherever we say how the service is started', () => {
  const container = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(textOf('Dockerfile'))![1]!) as string[];
  expect(container).toEqual(['node', ...nodeOptions, 'server/dist/main.js']);
  for (const [name, value] of Object.entries(nodeEnvironment))
    expect(textOf('Dockerfile')).toMatch(new RegExp(`^ENV ${name}=${value}$`, 'm'));
  for (const unit of ['swath-api@.service', 'swath-worker@.service']) {
    for (const [name, value] of Object.entries(nodeEnvironment))
      expect(textOf(unit)).toMatch(new RegExp(`^Environment=${name}=${value}$`, 'm'));
    expect(textOf(unit)).toContain(
      `ExecStart=/usr/bin/node ${nodeOptions.join(' ')} /opt/swath/server/dist/main.js serve`,
    );
  }
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const environment = Object.entries(nodeEnvironment).map(([name, value]) => `${name}=\${${name}:-${value}}`);
  expect(scripts.start).toBe(`${environment.join(' ')} exec node ${nodeOptions.join(' ')} tools/start.mjs`);
});

test('secrets and objects of the compose file are not kept by git', () => {
  for (const path of ['secrets/master-key', 'objects/managed/a'])
    expect(() => execFileSync('git', ['check-ignore', '-q', `examples/deploy/${path}`], { cwd: root })).not.toThrow();
});

function temporary(prefix: string): string {
  const made = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
