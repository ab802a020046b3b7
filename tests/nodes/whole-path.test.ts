import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { childAdmin } from '../abuse/support/child-service.ts';
import { freshDatabase, postgresForTests } from '../abuse/support/postgres-database.ts';
import { footprint, quarters, tiff } from '../http/imagery/picture-archive.ts';
import { isOver, jobsAt } from '../ingest/job-support.ts';
import { createAccount, createKey, keysPath, selfStatus, signIn } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { mails } from '../support/mail-folder.ts';
import { findS3Server } from '../support/s3-server.ts';
import { type Site, openEmbedded, openScaled } from './support/site.ts';

const postgres = postgresForTests();
const databaseUrl = 'url' in postgres ? postgres.url : null;
const s3Program = findS3Server();
const missing = [...(databaseUrl === null ? ['PostgreSQL'] : []), ...(s3Program === null ? ['an S3 server'] : [])];

const acquisition = '104001005D31F400';

async function ok<T>(answer: Promise<Answer>, status = 200): Promise<T> {
  const { status: given, text, json } = await answer;
  if (given !== status) throw new Error(`answered ${given}: ${text}`);
  return json<T>();
}

async function untilSo<T>(read: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + 40_000; ; await setTimeout(50)) {
    const seen = await read();
    if (isSo(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`it stays ${JSON.stringify(seen)}`);
  }
}

/** Each step asks the next node, so that none can live on what it remembers. */
async function takeWholePath(site: Site): Promise<string> {
  let at = 0;
  const next = () => site.urls[at++ % site.urls.length]!;
  const { access_token: admin } = await signIn(next(), childAdmin);
  const member = await createAccount(next(), admin);
  const { access_token: token } = await signIn(next(), member);
  const { id: keyId, api_key: key } = await createKey(next(), token, { name: 'whole path' });
  expect(await selfStatus(next(), { key })).toBe(200);

  const item = {
    type: 'Feature',
    stac_version: '1.1.0',
    id: acquisition,
    collection: 'scenes',
    geometry: footprint(quarters.epsg, quarters.bounds),
    properties: { datetime: '2026-05-01T10:00:00Z', gsd: 0.4, platform: 'worldview-02' },
    links: [],
    assets: { visual: tiff(await site.keep('scene.tif', quarters.bytes())) },
  };
  const broken = { ...item, id: 'broken', geometry: { type: 'Nonsense' } };
  const uploaded = await jobsAt(next(), admin).ask('POST', '/upload?collection=scenes&create=true', {
    raw: [item, broken].map((each) => `${JSON.stringify(each)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const { id: jobId } = uploaded.json<{ id: string }>();
  const job = await jobsAt(next(), admin).until(jobId, isOver);
  expect(job).toMatchObject({ state: 'succeeded', tally: { created: 1, rejected: 1 } });
  expect((await jobsAt(next(), admin).rejects(jobId)).map(({ id }) => id)).toEqual(['broken']);

  const bbox = [14.99, 48.74, 15.02, 48.76];
  const found = await ok<{ features: { id: string }[] }>(call(next(), 'POST', '/search', { key, json: { bbox } }));
  expect(found.features.map(({ id }) => id)).toEqual([acquisition]);
  expect((await call(next(), 'GET', '/search?f=ndjson', { key })).text).toContain(acquisition);

  const select = await ok<{ id: string; status: string }>(call(next(), 'POST', '/select', { key, json: { bbox } }));
  const chosen = await untilSo(
    () => ok<{ status: string }>(call(next(), 'GET', `/select/request/${select.id}`, { key })),
    ({ status }) => status !== 'RUNNING',
  );
  expect(chosen.status).toBe('SUCCEEDED');

  const body = {
    select_id: select.id,
    output_config: { bucket: 'managed', prefix: '' },
    notifications: [{ type: 'email', address: 'customer@example.com' }],
  };
  // The same order at two nodes at once is one order.
  const placed = await Promise.all(
    [next(), next()].map((url) =>
      ok<{ id: string }>(call(url, 'POST', '/order', { key, json: body, headers: { 'idempotency-key': 'once' } })),
    ),
  );
  const [{ id: orderId }] = placed as [{ id: string }];
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1);
  const order = await untilSo(
    () => ok<{ state: string }>(call(next(), 'GET', `/order/${orderId}`, { key })),
    ({ state }) => state !== 'RUNNING',
  );
  expect(order.state).toBe('SUCCEEDED');

  const { data: files } = await ok<{ data: { key: string; sha256: string | null; link: string }[] }>(
    call(next(), 'GET', `/order/${orderId}/files`, { key }),
  );
  expect(files.some((file) => file.key.endsWith('-visual.tif'))).toBe(true);
  for (const { link, sha256 } of files) {
    const { pathname, search } = new URL(link);
    const answer = await fetch(next() + pathname + search);
    expect(answer.status).toBe(200);
    const found = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    // Documents of the order itself are in no list of hashes.
    expect(found).toBe(sha256 ?? found);
  }
  await untilSo(
    async () => site.mailFolders.flatMap(mails).filter((mail) => mail.includes('customer@example.com')).length,
    (count) => count === 1,
  );

  expect((await call(next(), 'DELETE', `${keysPath}/id/${keyId}`, { token })).status).toBe(204);
  for (const url of site.urls) expect(await selfStatus(url, { key })).toBe(401);
  return order.state;
}

describe('sign in, key, ingest, search, select, order, delivered, mail', () => {
  test('on the embedded default, one process', { timeout: 90_000 }, async () => {
    expect(await takeWholePath(await openEmbedded())).toBe('SUCCEEDED');
  });

  const skipped = missing.length === 0 ? '' : ` (skipped: no ${missing.join(' and no ')})`;
  test.skipIf(missing.length > 0)(
    `on PostgreSQL and S3, two API nodes and two workers${skipped}`,
    { timeout: 120_000 },
    async () => {
      const site = await openScaled(await freshDatabase(databaseUrl!), s3Program!);
      expect(await takeWholePath(site)).toBe('SUCCEEDED');
    },
  );
});
