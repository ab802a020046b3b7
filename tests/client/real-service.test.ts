import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  type Collection,
  type Item,
  type OrderFile,
  type OrderState,
  SwathError,
  createClient,
} from '@swath/client';
import { type OrderService, acquisitions, plainOrder, startOrderService } from '../http/orders/support-orders.ts';

let swath: OrderService;
let client: Client;
let administrator: Client;

beforeAll(async () => {
  swath = await startOrderService();
  client = createClient({ url: swath.url, apiKey: swath.key });
  administrator = createClient({ url: swath.url, accessToken: swath.adminToken });
});
afterAll(() => swath.stop());

const all = Object.values(acquisitions);

async function gathered<T>(from: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const each of from) found.push(each);
  return found;
}

describe('the catalogue', () => {
  test('every item comes, page behind page, as often as it is there', async () => {
    const found: readonly Item[] = await gathered(client.catalog.items({ limit: 1 }));
    expect(found.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
    const streamed: readonly Item[] = await gathered(client.catalog.itemStream({ limit: 2 }));
    expect(streamed.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
    expect(await client.catalog.count({ filter: 'gsd < 0.45' })).toBe(2);
    const totals = await client.catalog.aggregate({ aggregations: ['total_count', 'datetime_frequency'] });
    expect(totals[0]).toMatchObject({ name: 'total_count', value: found.length });
    expect(totals[1]!.buckets!.reduce((sum, { frequency }) => sum + frequency, 0)).toBe(found.length);
    const page = await client.catalog.search({ ids: [acquisitions.fine], limit: 10 });
    expect(page).toMatchObject({ numberMatched: 1, features: [{ id: acquisitions.fine, collection: 'scenes' }] });
  });

  test('collections, one of them, an item and the queryables', async () => {
    const found: readonly Collection[] = await gathered(client.catalog.collections());
    expect(found.map(({ id }) => id)).toEqual(['scenes']);
    expect(await client.catalog.collection('scenes')).toMatchObject({ type: 'Collection', id: 'scenes' });
    expect(await client.catalog.item('scenes', acquisitions.fit)).toMatchObject({ properties: { gsd: 0.4 } });
    expect((await client.catalog.queryables('scenes')).properties).toHaveProperty('gsd');
    expect((await client.catalog.sortables()).properties).toHaveProperty('datetime');
  });

  test('a name with anything in it asks for that name', async () => {
    await expect(client.catalog.item('a/b?c', '../x#y')).rejects.toMatchObject({ status: 404 });
  });

  test('a bad filter is told with its position', async () => {
    const wrong = client.catalog.search({ filter: 'gsd <' });
    await expect(wrong).rejects.toBeInstanceOf(SwathError);
    await expect(wrong).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/position 5/) });
  });
});

describe('the grid', () => {
  test('the cells of an item, one of them again, and the tiles', async () => {
    const { bbox } = await client.catalog.item('scenes', acquisitions.fit);
    const [tile] = (await client.grid.tiles({ ids: [acquisitions.fit] })).features;
    const cells = await client.grid.cells(bbox ? { bbox } : { intersects: tile!.geometry! });
    const known = cells.map(({ id }) => id);
    expect(known.length).toBeGreaterThan(0);
    expect(await client.grid.cell(known[0]!)).toMatchObject({ properties: { cell_id: known[0] } });
    const pages = await gathered(client.grid.tilePages({ limit: 1 }));
    expect(pages.flatMap(({ features }) => features).length).toBeGreaterThanOrEqual(all.length);
  });
});

describe('selects and orders', () => {
  test('a select is made, found again, listed, and has files', async () => {
    const made = await client.selects.create({ ids: all, name: 'by the client' });
    expect(made).toMatchObject({ status: 'SUCCEEDED', name: 'by the client' });
    expect([...made.acquisitions].toSorted()).toEqual(all.toSorted());
    expect((await client.selects.wait(made.id)).id).toBe(made.id);
    expect((await client.selects.list({ limit: 1 })).data).toMatchObject([{ id: made.id }]);
    const link = await client.selects.fileLink(made.id, 'geojson');
    expect((await fetch(link)).status).toBe(200);
    const { data, has_more: hasMore } = await client.selects.acquisitions(made.id, { limit: 2 });
    expect([data.length, hasMore, data[0]?.hd.reason]).toEqual([2, true, expect.any(String)]);
    const cells = await gathered(client.selects.cells(made.id));
    expect(cells.map(({ properties }) => properties.best_matches.length)).toEqual([all.length]);
  });

  test('an order is tried dry, placed, followed to its end, and its files can be had', async () => {
    expect(await client.buckets.test({ bucket: 'demo' })).toMatchObject({ bucket: 'demo', ok: true });
    const dry = await client.orders.dryRun(plainOrder);
    expect(dry.tiles).toBeGreaterThan(0);
    const { id } = await client.orders.place({ ...plainOrder, metadata: { po: 1 } });
    const seen: OrderState[] = [];
    const ended = client.orders.wait(id, { onProgress: (state) => seen.push(state) });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await swath.deliver(await swath.claim(id));
    await swath.finish(id);
    expect(await ended).toMatchObject({ id, state: 'SUCCEEDED', order: { metadata: { po: 1 } } });
    expect(seen.at(-1)).toMatchObject({ state: 'SUCCEEDED', progress: { percent: 100 } });
    const tiles = await client.orders.tiles(id);
    expect(tiles.data.map(({ state }) => state)).toEqual(tiles.data.map(() => 'delivered'));
    const every: readonly OrderFile[] = await gathered(client.orders.everyFile(id));
    const [first] = every;
    const bytes = Buffer.concat(await gathered(client.orders.download(id, first!)));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(first!.sha256);
    expect(every.map(({ key }) => key)).toContain(`${id}/${id}-manifest.json`);
    const files = await client.orders.files(id);
    expect((await fetch(files.data[0]!.link!)).status).toBe(200);
    expect(await client.orders.manifest(id)).toHaveProperty('files');
    expect((await client.orders.list({ filter: 'metadata.po:1' })).data.map((listed) => listed.id)).toContain(id);
  });

  test('one is cancelled, one that failed is tried again', async () => {
    const cancelled = await client.orders.place(plainOrder);
    expect(await client.orders.cancel(cancelled.id)).toMatchObject({ state: 'CANCELLED' });
    const { id } = await client.orders.place({ ...plainOrder, output_config: { bucket: 'managed', prefix: 'again' } });
    await swath.fail(await swath.claim(id), 'the imagery is gone');
    await swath.finish(id);
    expect(await client.orders.read(id)).toMatchObject({ state: 'FAILED' });
    expect(await client.orders.retry(id)).toMatchObject({ state: 'RUNNING' });
  });

  test('the same key is the same order', async () => {
    const options = { idempotencyKey: 'mine' };
    const [one, other] = [
      await client.orders.place(plainOrder, options),
      await client.orders.place(plainOrder, options),
    ];
    expect(other.id).toBe(one.id);
  });

  test('whoever stops following is let go', async () => {
    const { id } = await client.orders.place(plainOrder);
    const stop = new AbortController();
    const following = gathered(client.orders.follow(id, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 100);
    await expect(following).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('an order of another is not there', async () => {
    const { id } = await client.orders.place(plainOrder);
    await expect(gathered(administrator.orders.follow(id))).rejects.toMatchObject({ status: 404 });
  });
});

describe('usage, webhooks and administration', () => {
  test('usage of the organization and of the login', async () => {
    const { account_id: account, user_id: user } = await client.self();
    expect((await client.usage.ofAccount(account)).usage.area.total_imagery_sqkm).toBeGreaterThan(0);
    expect(
      (await client.usage.ofUser(user, { start_date: '2020-01-01', end_date: '2020-12-31' })).usage.area,
    ).toMatchObject({ total_imagery_sqkm: 0 });
  });

  test('the secret is for a sign-in, the log of messages for a key too', async () => {
    const member = createClient({ url: swath.url, accessToken: swath.token });
    expect(await member.webhooks.secret()).toMatch(/^whsec_/);
    await expect(client.webhooks.secret()).rejects.toMatchObject({ status: 401 });
    expect(await client.webhooks.deliveries()).toMatchObject({ has_more: false });
  });

  test('an account is made, changed, deactivated; the audit knows; the settings hide their secrets', async () => {
    const { admin } = administrator;
    const made = await admin.createAccount({ email: 'grace@example.com', name: 'Grace' });
    expect(made.one_time_password).toBeTypeOf('string');
    await admin.changeAccount(made.id, { limits: { annual_subscription_fee_limit: 10 } });
    expect(await admin.account(made.id)).toMatchObject({
      organization: { limits: { annual_subscription_fee_limit: 10 } },
    });
    expect(await admin.changeAccount(made.id, { active: false })).toMatchObject({ active: false, ended: { keys: 0 } });
    expect((await admin.accounts({ limit: 1 })).data).toMatchObject([{ id: made.id }]);
    expect((await admin.audit({ target: made.id })).data.length).toBeGreaterThanOrEqual(2);
    expect(await admin.settings()).toMatchObject({ PORT: 0 });
    await expect(client.admin.settings()).rejects.toMatchObject({ status: 401 });
  });
});

describe('what operators do', () => {
  const collection = {
    type: 'Collection',
    stac_version: '1.0.0',
    id: 'made/here',
    description: 'Made by the client.',
    license: 'other',
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
    links: [],
  };

  test('usage in parts, organizations, holdings and health', async () => {
    const { account_id: account, user_id: user } = await client.self();
    expect(await client.usage.partsOfAccount(account, 'day')).toMatchObject({ by: 'day', data: [{ kind: 'day' }] });
    const parts = await client.usage.partsOfUser(user, 'key', { start_date: '2020-01-01', end_date: '2020-12-31' });
    expect(parts.data).toEqual([]);
    const { admin } = administrator;
    const { data } = await admin.organizations({ limit: 1_000 });
    expect(await admin.organization(account)).toEqual(data.find(({ id }) => id === account));
    expect((await admin.accounts({ organization_id: account })).data.map(({ id }) => id)).toEqual([user]);
    expect((await admin.holdings(user)).keys).toBe(1);
    expect(await admin.health()).toMatchObject({ store: { kind: 'sqlite' }, catalogue: { arrivals: 3 } });
  });

  test('a collection is made, changed, and deleted', async () => {
    const { collectionWrites, catalog } = administrator;
    expect(await collectionWrites.create(collection)).toMatchObject({ id: 'made/here' });
    await expect(collectionWrites.create(collection)).rejects.toMatchObject({ status: 409 });
    expect(await collectionWrites.change('made/here', { title: 'Made' })).toMatchObject({ title: 'Made' });
    await collectionWrites.remove('made/here');
    await expect(catalog.collection('made/here')).rejects.toMatchObject({ status: 404 });
    await expect(client.collectionWrites.create(collection)).rejects.toMatchObject({ status: 403 });
  });

  test('a search is saved, tried, changed, and deleted', async () => {
    const { savedSearches } = client;
    const saved = await savedSearches.create({
      name: 'Fine',
      search: { filter: 'gsd < 0.45' },
      notify: { email: true },
    });
    expect(await savedSearches.test(saved.id)).toMatchObject({ looked_at: 3, matched: 2, order: null });
    expect((await savedSearches.matches(saved.id)).data).toEqual([]);
    expect(await savedSearches.change(saved.id, { paused: true })).toMatchObject({ paused: true, name: 'Fine' });
    expect((await savedSearches.list()).data).toMatchObject([{ id: saved.id }]);
    await savedSearches.remove(saved.id);
    await expect(savedSearches.read(saved.id)).rejects.toMatchObject({ status: 404 });
  });

  test('items are sent along, followed to their end, and what was rejected is told', async () => {
    const { ingest } = administrator;
    const sent = new Blob(['{"id": "no item"}\n', '{"id": "nor this"}\n']);
    const { id } = await ingest.upload(sent, 'application/x-ndjson', { collection: 'sent', create: true });
    const states: string[] = [];
    for await (const { state } of ingest.follow(id)) states.push(state);
    expect(states.at(-1)).toBe('succeeded');
    const told = await ingest.rejects(id);
    expect([told.hasMore, told.rejects.map((each) => each.id)]).toEqual([false, ['no item', 'nor this']]);
    const [first] = told.rejects;
    const part = await ingest.rejects(id, JSON.stringify(first).length + 20);
    expect([part.hasMore, part.rejects.length]).toEqual([true, 1]);
    await expect(ingest.retry(id)).rejects.toMatchObject({ status: 409 });
    await expect(ingest.cancel(id)).rejects.toMatchObject({ status: 409 });
    expect((await ingest.list({ limit: 1 })).data).toMatchObject([{ id, source: 'upload' }]);
    await expect(ingest.start({ source: '/etc' })).rejects.toMatchObject({ status: 400 });
    await expect(client.ingest.read(id)).rejects.toMatchObject({ status: 401 });
  });
});
