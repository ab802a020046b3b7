import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { demoScenes } from '../../server/src/demo/scenes.ts';
import { type ChildService, childAdmin, startChild } from '../abuse/support/child-service.ts';
import { call } from '../support/call.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-demo-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = { SWATH_DEMO: '1', SWATH_LOG_FORMAT: 'json' };
const mostMegabytes = 150;
const mostSeconds = 30;

const saidBy = (child: ChildService) => child.stdout() + child.stderr();

async function until(child: ChildService, text: string): Promise<void> {
  while (!saidBy(child).includes(text)) {
    if (child.process.exitCode !== null) throw new Error(`the service has ended: ${saidBy(child)}`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

function files(of: string): readonly { readonly path: string; readonly bytes: number }[] {
  return readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: statSync(path).size }));
}

async function tokenFor(url: string): Promise<string> {
  const body = { grant_type: 'password', username: childAdmin.email, password: childAdmin.password };
  return (await call(url, 'POST', '/authenticate', { json: body })).json<{ access_token: string }>().access_token;
}

type Feature = {
  readonly id: string;
  readonly bbox: readonly [number, number, number, number];
  readonly assets: Readonly<Record<string, { readonly href: string }>>;
};

/** The scene as a map and a list of results show it. */
async function look(url: string, token: string, collection: string, { id, bbox, assets }: Feature): Promise<void> {
  const thumbnail = await call('', 'GET', assets['thumbnail']!.href, { token });
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const zoom = 17;
  const across = Math.floor((((bbox[0] + bbox[2]) / 2 + 180) / 360) * 2 ** zoom);
  const latitude = ((bbox[1] + bbox[3]) / 2) * (Math.PI / 180);
  const down = Math.floor((0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI)) * 2 ** zoom);
  const tile = await call(url, 'GET', `/streaming/v1/tiles/${collection}/${id}/${zoom}/${across}/${down}.jpg`, {
    token,
  });
  expect(tile.status).toBe(200);
  expect(tile.text.length).toBeGreaterThan(5_000);
}

it('a fresh start makes the demo archive within its time and space', async () => {
  const dataFolder = join(folder, 'fresh');
  const before = performance.now();
  const child = await startChild(dataFolder, settings);
  const readyMs = performance.now() - before;
  await until(child, 'the demo archive is complete');
  const seconds = (performance.now() - before) / 1000;
  const megabytes = files(join(dataFolder, 'demo')).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  console.log({
    readyMs: Math.round(readyMs),
    seconds: Math.round(seconds * 10) / 10,
    megabytes: Math.round(megabytes),
  });
  await child.end('SIGTERM');
  expect(megabytes).toBeLessThan(mostMegabytes);
  expect(seconds).toBeLessThan(mostSeconds);
});

it('killed again and again, every start goes on, and no half file is ever shown', async () => {
  const dataFolder = join(folder, 'killed');
  for (const number of [1, 4, 9]) {
    const child = await startChild(dataFolder, settings);
    await until(child, `"number":${number},`);
    await child.end('SIGKILL');
  }
  const child = await startChild(dataFolder, settings);
  await until(child, 'the demo archive is complete');
  const token = await tokenFor(child.url);
  for (const collections of [['demo-visual'], ['demo-multispectral']]) {
    const found = await call(child.url, 'POST', '/search', { token, json: { collections, limit: 50 } });
    const { features } = found.json<{ features: readonly Feature[] }>();
    for (const feature of features) await look(child.url, token, collections[0]!, feature);
    expect(features.map(({ id }) => id).sort()).toEqual(
      demoScenes
        .filter(({ kind }) => collections.includes(`demo-${kind}`))
        .map(({ id }) => id)
        .sort(),
    );
  }
  expect(files(join(dataFolder, 'demo')).filter(({ path }) => path.endsWith('.unfinished'))).toEqual([]);
  await child.end('SIGTERM');
  const again = await startChild(dataFolder, settings);
  await new Promise((resolve) => void setTimeout(resolve, 2_000));
  expect(saidBy(again)).not.toContain('making the demo archive');
  await again.end('SIGTERM');
});
