import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/src/config.ts';
import { root } from '../support/build-server.ts';
import { freePort } from '../support/free-port.ts';
import { findS3Server } from '../support/s3-server.ts';
import { swath } from '../cli/swath-in-process.ts';

type Served = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Served>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const text = readFileSync(join(root, 'examples/deploy/compose.yaml'), 'utf8');
const { services, secrets, volumes } = parse(text, { merge: true }) as Compose;
const own = Object.values(services).filter(({ image }) => image === 'swath');

describe('compose.yaml', () => {
  let folder: string;
  // The lines of its head but the last, in a folder of our own.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'swath-compose-'));
    cpSync(join(root, 'examples/deploy'), folder, { recursive: true });
    for (const name of ['secrets', 'objects']) rmSync(join(folder, name), { recursive: true, force: true });
    const commands = [...text.matchAll(/^# {3}(?!docker)(.*)$/gm)].map((line) => line[1]!);
    execFileSync('sh', ['-ec', commands.join('\n')], { cwd: folder });
    return () => rmSync(folder, { recursive: true, force: true });
  });

  test('every secret and file that is named is there once the lines of its head were run', () => {
    const files = [
      ...Object.values(secrets).map(({ file }) => file),
      ...Object.values(services).flatMap(({ env_file: file }) => file ?? []),
    ];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    const mounts = Object.values(services).flatMap((each) => each.volumes ?? []);
    for (const [from] of mounts.map((mount) => mount.split(':')))
      expect(from!.startsWith('.') ? existsSync(join(folder, from!)) : Object.hasOwn(volumes, from!)).toBe(true);
    for (const each of Object.values(services)) {
      expect((each.secrets ?? []).filter((name) => !(name in secrets))).toEqual([]);
      const needed = Array.isArray(each.depends_on) ? each.depends_on : Object.keys(each.depends_on ?? {});
      expect(needed.filter((name) => !(name in services))).toEqual([]);
    }
  });

  test('its settings are taken by the service, with what the secrets hold', () => {
    expect(own).toHaveLength(3);
    for (const { environment } of own) {
      const inside = Object.entries(environment!).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:-(.*)\}/, '$1').replace('/run/secrets', join(folder, 'secrets')),
      ]);
      const config = readConfig(Object.fromEntries(inside) as Record<string, string>);
      expect(config.SWATH_DATABASE_URL).toMatch(/^postgres:\/\/swath:[0-9a-f]{48}@database\/swath$/);
      expect([config.SWATH_MANAGED_BUCKET, config.SWATH_S3_SECRET_ACCESS_KEY]).toEqual([
        's3://managed/swath/',
        expect.stringMatching(/^[0-9a-f]{48}$/),
      ]);
    }
  });

  test('its proxy asks for names again, and its database takes what its nodes may open', () => {
    expect(readFileSync(join(root, 'examples/deploy/nginx.conf'), 'utf8')).toMatch(/^ {2}server api:8080 resolve /m);
    expect(Number(/^nginx:1\.(\d+)$/.exec(services['proxy']!.image)?.[1])).toBeGreaterThanOrEqual(28);
    const nodes = [...text.matchAll(/--scale \w+=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    const most = /^max_connections=(\d+)$/.exec(services['database']!.command!.at(-1)!)?.[1];
    expect(Number(most)).toBeGreaterThanOrEqual(60 * nodes);
  });

  test('its commands are commands of swath', async () => {
    for (const { command } of own) {
      const { code, stdout } = await swath(
        [...command!.filter((word) => !word.startsWith('-')).slice(0, 1), '--help'],
        {},
      );
      expect(code).toBe(0);
      for (const flag of command!.filter((word) => word.startsWith('--'))) expect(stdout).toContain(flag);
    }
  });

  const program = findS3Server();
  test.skipIf(program === null)('its S3 server starts by these words, and has the buckets', async () => {
    const port = await freePort();
    const { command, environment, env_file: file, volumes: mounts } = services['s3']!;
    const [name, secret] = readFileSync(join(folder, file!), 'utf8').split('=') as [string, string];
    const words = command!.map((word) =>
      word === ':9000' ? `127.0.0.1:${port}` : word === '/data' ? join(folder, mounts![0]!.split(':')[0]!) : word,
    );
    const server = spawn(program!, words, { env: { ...environment, [name]: secret }, stdio: 'ignore' });
    onTestFinished(() => void server.kill());
    const credentials = { accessKeyId: own[0]!.environment!['SWATH_S3_ACCESS_KEY_ID']!, secretAccessKey: secret };
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials,
      maxAttempts: 1,
    });
    const has = (Bucket: string) =>
      client.send(new HeadBucketCommand({ Bucket })).then(
        () => true,
        () => false,
      );
    for (let tries = 0; tries < 600 && !(await has('managed')); tries++) await setTimeout(50);
    expect([await has('managed'), await has('archive'), await has('other')]).toEqual([true, true, false]);
    await client.send(new PutObjectCommand({ Bucket: 'managed', Key: 'swath/a', Body: 'b' }));
    client.destroy();
  });
});
