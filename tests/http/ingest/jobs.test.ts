import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Job, type Jobs, isOver, jobsAt } from '../../ingest/job-support.ts';
import {
  type FakeServer,
  fakeServer,
  item,
  manyItems,
  ndjson,
  slowServer,
  temporaryFolder,
} from '../../ingest/support.ts';
import { adminToken } from '../../support/accounts.ts';
import { call } from '../../support/call.ts';
import { type TestService, startService } from '../../support/start-service.ts';

const root = temporaryFolder();
const outside = temporaryFolder();
let swath: TestService;
let jobs: Jobs;
let token: string;
const servers: FakeServer[] = [];

beforeAll(async () => {
  const settings = { SWATH_INGEST_ROOTS: root, SWATH_SEARCH_THREADS: '1', SWATH_INGEST_JOBS: '2' };
  swath = await startService({ ...settings, SWATH_INGEST_UPLOAD_LIMIT: '2000000', SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' });
  token = await adminToken(swath);
  jobs = jobsAt(swath.url, token);
});
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()));
  await swath.stop();
});

const file = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};

async function serve(...answer: Parameters<typeof fakeServer>): Promise<FakeServer> {
  const server = await fakeServer(...answer);
  servers.push(server);
  return server;
}

describe('POST /admin/ingest', () => {
  test('202 with a job that brings a file in and tells what became of it', async () => {
    const source = file('one.ndjson', ndjson([...manyItems(40), { id: 7 }]));
    const answer = await jobs.ask('POST', '', { json: { source, collection: 'one', create: true } });
    const job = answer.json<Job>();
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/admin/ingest/${job.id}`]);
    expect(job).toMatchObject({ source, collection: 'one', tally: { read: 0 } });
    expect(['queued', 'running']).toContain(job.state);
    expect(await jobs.until(job.id, isOver)).toMatchObject({
      state: 'succeeded',
      error: null,
      resumed: false,
      tally: { read: 41, created: 40, rejected: 1, collections: 1 },
      progress: { entries: 41, unit: 'bytes', seconds_left: 0 },
    });
    expect(await jobs.itemsIn('one')).toBe(40);
    expect(await jobs.rejects(job.id)).toMatchObject([{ position: 'line 41' }]);
    const audit = await call(swath.url, 'GET', `/admin/audit?target=${job.id}`, { token });
    expect(audit.json()).toMatchObject({ data: [{ action: 'ingest.start', detail: { source, collection: 'one' } }] });
  });

  test.each([
    ['nothing', {}, 'source'],
    ['a member that nobody knows', { source: '/x', sauce: 1 }, 'sauce'],
    ['a source that is no text', { source: 7 }, 'source'],
    ['an address of another kind', { source: 'ftp://example.com/x' }, 'source'],
    ['a file URL', { source: 'file:///etc/passwd' }, 'source'],
    ['a kind that nobody knows', { source: 'https://example.com', as: 'magic' }, 'as'],
    ['two homes', { source: 'https://example.com', collection: 'a', fallback: 'b' }, 'fallback'],
    ['a pattern without a year', { source: 'https://example.com', datetime_pattern: 'x' }, 'datetime_pattern'],
    ['an interval without a watch', { source: 'https://example.com', interval: 5 }, 'interval'],
    ['an interval of nothing', { source: 'https://example.com', watch: true, interval: 0 }, 'interval'],
    ['a watch of an address', { source: 'https://u:p@example.com/a', watch: true, collection: 'a' }, "'watch'"],
    ['a rule that nobody knows', { source: 'https://example.com', validate: 'very' }, 'validate'],
  ])('400 for %s names the member', async (_, json, member) => {
    const answer = await jobs.ask('POST', '', { json });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(member)]);
  });

  test('400 for a path outside of the folders that may be read, whether it is there or not', async () => {
    writeFileSync(join(outside, 'x.ndjson'), ndjson([item('x')]));
    symlinkSync(outside, join(root, 'link'));
    const paths = [join(outside, 'x.ndjson'), join(root, 'link', 'x.ndjson'), '/etc/passwd', '/nothing', 'x.ndjson'];
    const answers = await Promise.all(
      [...paths, `${root}/../x`].map((source) => jobs.ask('POST', '', { json: { source } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('400 for a path below such a folder where nothing is says so', async () => {
    for (const source of [join(root, 'no.ndjson'), join(root, 'no', 'such', 'folder')]) {
      const answer = await jobs.ask('POST', '', { json: { source } });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`there is no ${source}`)]);
    }
  });

  test('400 for GeoTIFFs without a collection; a watched folder may do without one', async () => {
    const source = join(root, 'imagery');
    mkdirSync(source);
    const wishes = [{ source }, { source, as: 'geotiffs', watch: true }, { source: 's3://archive/2026' }];
    for (const json of wishes) {
      const answer = await jobs.ask('POST', '', { json });
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining("'collection' is missing: a GeoTIFF names none"),
      ]);
    }
    const { id } = await jobs.start({ source, watch: true });
    await jobs.ask('POST', `/${id}/cancel`);
  });

  test('what a job lacks is told by the members of the body, not by flags of a command', async () => {
    const lines = await jobs.start({ source: file('homeless.ndjson', ndjson(manyItems(1))), collection: 'nowhere' });
    await jobs.until(lines.id, isOver);
    expect(await jobs.rejects(lines.id)).toMatchObject([
      { reason: "there is no collection 'nowhere': 'create' makes it" },
    ]);
  });

  test('a catalogue that leads out of its folder reads nothing there', async () => {
    writeFileSync(
      join(outside, 'secret.json'),
      JSON.stringify({ ...item('secret'), collection: 'c', private: 'sesame' }),
    );
    mkdirSync(join(root, 'cat'));
    const elsewhere = `../../${outside.split('/').at(-1)}`;
    const hrefs = [`${elsewhere}/secret.json`, `${elsewhere}/no.json`, 'no.json'];
    const links = hrefs.map((href) => ({ rel: 'item', href }));
    const source = join(root, 'cat', 'catalog.json');
    writeFileSync(source, JSON.stringify({ type: 'Catalog', id: 'c', stac_version: '1.0.0', description: 'd', links }));
    const { id } = await jobs.start({ source, collection: 'led', create: true });
    expect(await jobs.until(id, isOver)).toMatchObject({ tally: { created: 0, rejected: 3 } });
    const reasons = (await jobs.rejects(id)).map(({ reason }) => reason.replace(/file:\S+\/(?=\w)/, ''));
    // Whether it is there is told of what may be read alone.
    expect(reasons).toEqual([
      'secret.json is not below a folder that is read from',
      'no.json is not below a folder that is read from',
      'there is no file no.json',
    ]);
  });

  test('a source that is not there fails with its reason; secrets of its address are seen nowhere', async () => {
    const server = await serve(() => null);
    const { host } = new URL(server.url);
    const source = `http://reader:sesame-1@${host}/catalog.json?token=sesame-2&collections=a`;
    const { id } = await jobs.start({ source });
    const job = await jobs.until(id, isOver);
    expect(job).toMatchObject({ state: 'failed', source: `http://***@${host}/catalog.json?token=***&collections=a` });
    expect(job.error).toContain('answered 404');
    const list = await jobs.ask('GET', '');
    const audit = await call(swath.url, 'GET', `/admin/audit?target=${id}`, { token });
    for (const seen of [JSON.stringify(job), list.text, audit.text]) expect(seen).not.toContain('sesame');
    expect(server.asked.length).toBeGreaterThan(0);
  });

  test('addresses of what was rejected are masked too', async () => {
    const links = [{ rel: 'item', href: '/a.json?token=sesame' }];
    const server = await serve(({ url }) =>
      url === '/catalog.json'
        ? { type: 'Catalog', id: 'c', stac_version: '1.0.0', description: 'd', links }
        : { id: 7 },
    );
    const { id } = await jobs.start({ source: `${server.url}/catalog.json`, collection: 'masked', create: true });
    expect(await jobs.until(id, isOver)).toMatchObject({ tally: { rejected: 1 } });
    expect(await jobs.rejects(id)).toMatchObject([{ position: `${server.url}/a.json?token=***` }]);
    expect(server.asked).toContain('GET /a.json?token=sesame');
  });

  test('a file of items at an address is fetched and brought in', async () => {
    const server = await serve((_request, _body, response) => void response.end(ndjson(manyItems(7))));
    const { id } = await jobs.start({ source: `${server.url}/items.ndjson`, collection: 'fetched', create: true });
    expect(await jobs.until(id, isOver)).toMatchObject({ state: 'succeeded', tally: { created: 7 } });
  });

  test('an address that goes on for ever is given up at the limit', async () => {
    const server = await slowServer((_, response) => {
      const line = Buffer.from(ndjson([item('x', { pad: 'x'.repeat(60_000) })]));
      const more = () => void (response.destroyed || response.write(line, () => setImmediate(more)));
      more();
    });
    servers.push(server);
    const { id } = await jobs.start({ source: `${server.url}/items.ndjson`, collection: 'endless', create: true });
    const job = await jobs.until(id, isOver);
    expect(job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('SWATH_INGEST_UPLOAD_LIMIT') as string,
    });
  });

  test('a dry run stores nothing and says what would become of it', async () => {
    const source = file('dry.ndjson', ndjson(manyItems(3)));
    const { id } = await jobs.start({ source, collection: 'dry', create: true, dry_run: true });
    expect(await jobs.until(id, isOver)).toMatchObject({ state: 'succeeded', tally: { created: 3 } });
    expect((await call(swath.url, 'GET', '/collections/dry', { token })).status).toBe(404);
  });
});

describe('GET /admin/ingest', () => {
  test('a list, newest first, page by page', async () => {
    const all = (await jobs.ask('GET', '')).json<{ data: Job[] }>().data.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(3);
    const first = (await jobs.ask('GET', '?limit=2')).json<{ data: Job[]; has_more: boolean; next: string }>();
    const second = (await jobs.ask('GET', `?limit=2&after=${first.next}`)).json<{ data: Job[] }>();
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 4));
  });

  test('404 for a job that is not there, whatever its id looks like', async () => {
    for (const id of ['unknown', '..%2F..%2Fapp.db', '00000000-0000-4000-8000-000000000000'])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/rejects'],
        ['GET', '/events'],
        ['POST', '/cancel'],
        ['POST', '/retry'],
      ] as const)
        expect([id, path, (await jobs.ask(method, `/${id}${path}`)).status]).toEqual([id, path, 404]);
  });

  test('rejects by ranges of bytes; a range beyond them is 416', async () => {
    const source = file('bad.ndjson', 'no json\n'.repeat(3));
    const { id } = await jobs.start({ source, collection: 'bad' });
    await jobs.until(id, isOver);
    const whole = await jobs.ask('GET', `/${id}/rejects`);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const part = await jobs.ask('GET', `/${id}/rejects`, { headers: { range: 'bytes=10-29' } });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(10, 30)]);
    const beyond = await jobs.ask('GET', `/${id}/rejects`, { headers: { range: 'bytes=100000-' } });
    expect(beyond.status).toBe(416);
  });
});
