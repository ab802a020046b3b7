import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acquisitions, fileBytes } from '../../http/orders/support-orders.ts';
import { type Finished, swath } from '../swath-in-process.ts';
import { type Customer, type Printed, linesOf, person, startCustomer } from './support.ts';

let customer: Customer;
beforeAll(async () => void (customer = await startCustomer()));
afterAll(() => customer.stop());

const all = Object.values(acquisitions);
const one = (finished: Finished): Printed => linesOf(finished)[0]!;

async function delivered(...args: readonly string[]): Promise<string> {
  const { id } = one(await customer.run(['order', 'create', '--acquisitions', acquisitions.fit, ...args]));
  await settle(id);
  return id;
}

async function settle(id: string): Promise<void> {
  await customer.service.deliver(await customer.service.claim(id));
  await customer.service.finish(id);
}

describe('swath select', () => {
  test('takes what a search found from a pipe, and prints the select for the next command', async () => {
    const found = await customer.run(['search']);
    const select = one(await customer.run(['select', '-'], found.stdout));
    expect(select.id).toMatch(/^\d{19}$/);
    expect(select.acquisitions.toSorted()).toEqual(all.toSorted());
    const byIds = await customer.run(['select', '-', '--stack-depth', '1'], `${all.join('\n')}\n`);
    expect(one(byIds)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('of an area with a query tells a person id and coverage', async () => {
    const [item] = linesOf(await customer.run(['search', '--limit', '1']));
    const args = [
      '--bbox',
      item!.bbox.join(','),
      '--query',
      '{"gsd": {"lt": 0.45}}',
      '--best-cover',
      '1',
      '--name',
      'field',
    ];
    const { code, stdout, stderr } = await customer.see(['select', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^select +\d{19}$/m);
    expect(stdout).toMatch(/^acquisitions +2$/m);
    expect(stdout).toMatch(/^coverage +[\d.]+ % of the area by \d acquisitions$/m);
    expect(stdout).toMatch(/^cells +\d+ of \d+ have imagery$/m);
  });

  test('takes a whole body, over which flags go', async () => {
    const body = JSON.stringify({ ids: all, stack_depth: 5, name: 'from a body' });
    const made = one(await customer.run(['select', '--request', '-', '--stack-depth', '1'], body));
    expect(made).toMatchObject({ name: 'from a body', stack_depth_summary: { requested: 1 } });
  });

  test('wrong use ends with 2, what the service refuses with 4', async () => {
    expect(await customer.run(['select', '-'], '')).toMatchObject({ code: 2, stdout: '' });
    expect(await customer.run(['select', '-', '--area', '-'], '{}')).toMatchObject({ code: 2, stdout: '' });
    expect(await customer.run(['select', '--query', 'gsd'])).toMatchObject({ code: 2, stdout: '' });
    expect(await customer.run(['select', '--bbox', '1,2,3'])).toMatchObject({ code: 2, stdout: '' });
    const refused = await customer.run(['select']);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain(`Either 'intersects' or 'bbox' is required`);
  });
});

describe('swath order', () => {
  test('search, select, order and wait are one pipe', async () => {
    const found = await customer.run(['search', '--ids', acquisitions.fit]);
    const selected = await customer.run(['select', '-'], found.stdout);
    const placed = await customer.run(['order', 'create', '-', '--metadata', '{"po": 7}'], selected.stdout);
    expect(one(placed)).toMatchObject({
      state: 'RUNNING',
      metadata: { po: 7 },
      order: { output_config: { bucket: 'managed' } },
    });
    const waiting = customer.run(['order', 'wait', '-', '--progress'], placed.stdout);
    await settle(one(placed).id);
    const ended = await waiting;
    expect(one(ended)).toMatchObject({ id: one(placed).id, state: 'SUCCEEDED' });
    expect(ended.stderr).toMatch(/^\d{19} \w+: \d of 1 tiles \(\d+ %\)/);
    expect(linesOf(await customer.run(['order', 'list', '--filter', 'metadata.po:7']))).toHaveLength(1);
  });

  test('create --wait tells that the operator has paused deliveries, when it is placed and while it waits', async () => {
    await customer.service.send('POST', '/admin/queue/pause');
    const fit = ['--acquisitions', acquisitions.fit, '--prefix', 'paused'];
    const placed = await customer.see(['order', 'create', ...fit]);
    expect(placed.stdout).toContain('The operator has paused deliveries');
    const said = { stdout: '', stderr: '' };
    const words = ['order', 'create', ...fit, '--metadata', '{"po": 8}', '--wait'];
    const waiting = swath(words, customer.env, '', person, said);
    // Whoever waits is told at once; then it is let go on.
    await expect.poll(() => said.stderr.split('\n').length).toBeGreaterThan(2);
    const [{ id }] = linesOf(await customer.run(['order', 'list', '--filter', 'metadata.po:8'])) as [Printed];
    await customer.service.send('POST', '/admin/queue/resume');
    await settle(id);
    const paused = 'deliveries are paused by the operator';
    expect((await waiting).stderr.split('\n').slice(0, 2)).toEqual([
      `order ${id} is placed; ${paused}`,
      `${id} RUNNING: 0 of 1 tiles (0 %), 0 bytes; ${paused}`,
    ]);
  });

  test('create takes a select by id and by latest, tries it dry, and orders once for a key', async () => {
    const { id } = one(await customer.run(['select', '--ids', acquisitions.fit]));
    const dry = await customer.see(['order', 'create', id, '--dry-run']);
    expect(dry.stdout).toMatch(/^tiles +1$/m);
    const args = ['order', 'create', 'latest', '--idempotency-key', 'mine', '--hd', '--products', 'visual,data_mask'];
    const [first, again] = [one(await customer.run(args)), one(await customer.run(args))];
    expect(again.id).toBe(first.id);
    expect(first).toMatchObject({ order: { select_id: id, settings: { hd: true, visual: true, ms_analytic: false } } });
    expect(await customer.run(['order', 'create', '--acquisitions', acquisitions.fine, '--hd'])).toMatchObject({
      code: 4,
    });
    expect(await customer.run(['order', 'create', '1234567890123456789'])).toMatchObject({ code: 3, stdout: '' });
    expect(await customer.run(['order', 'create'])).toMatchObject({ code: 2, stdout: '' });
    expect(await customer.run(['order', 'create', '-'], `${id}\n${id}\n`)).toMatchObject({ code: 2, stdout: '' });
  });

  test('show, cancel and list; what is not there ends with 3, what cannot be done any more with 4', async () => {
    const { id } = one(await customer.run(['order', 'create', '--acquisitions', acquisitions.fit]));
    expect((await customer.see(['order', 'show', 'latest'])).stdout).toMatch(new RegExp(`^order +${id}$`, 'm'));
    expect(one(await customer.run(['order', 'cancel', id]))).toMatchObject({ state: 'CANCELLED' });
    expect((await customer.run(['order', 'cancel', id])).code).toBe(4);
    expect((await customer.run(['order', 'wait', id])).code).toBe(6);
    expect((await customer.run(['order', 'show', '1234567890123456789'])).code).toBe(3);
    const table = await customer.see(['order', 'list', '--limit', '1']);
    expect(table.stdout).toMatch(new RegExp(`^ORDER +STATE +TILES .*\\n${id} +CANCELLED +0/1 `));
    const two = JSON.parse((await customer.run(['order', 'list', '--limit', '2', '--json'])).stdout) as Printed[];
    expect(two.map((each) => each.id)[0]).toBe(id);
    expect(two).toHaveLength(2);
  });

  test('retry delivers what failed; waiting for it ended with 6', async () => {
    const { id } = one(
      await customer.run(['order', 'create', '--acquisitions', acquisitions.fit, '--prefix', 'again']),
    );
    await customer.service.fail(await customer.service.claim(id), 'the imagery is gone');
    await customer.service.finish(id);
    const ended = await customer.run(['order', 'wait', id]);
    expect(ended.code).toBe(6);
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'FAILED' });
    expect(one(await customer.run(['order', 'retry', id]))).toMatchObject({ state: 'RUNNING' });
  });
});

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const visual = (folder: string) =>
  join(
    folder,
    filesIn(folder).find((name) => name.endsWith('-visual.tif'))!,
  );

describe('swath order download and verify', () => {
  test('fetches what was delivered, checks it, and fetches nothing twice', async () => {
    const id = await delivered('--prefix', 'whole');
    const folder = join(customer.folder, 'whole');
    const first = JSON.parse((await customer.run(['order', 'download', id, '--to', folder])).stdout) as Record<
      string,
      number
    >;
    expect(first).toMatchObject({ id, folder, resumed: 0, there: 0 });
    expect(readFileSync(visual(folder))).toEqual(fileBytes(0));
    expect(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.unfinished')),
    ).toEqual([]);
    expect(statSync(visual(folder)).mode & 0o777).toBe(0o666 & ~process.umask());
    const again = JSON.parse((await customer.run(['order', 'download', id, '--to', folder])).stdout) as Record<
      string,
      number
    >;
    expect(again['there']).toBe(1);
    const verified = await customer.run(['order', 'verify', id, '--in', folder]);
    expect(one(verified)).toMatchObject({ right: first['fetched'], wrong: [] });
  });

  test('goes on with what an earlier run left, and throws away what is wrong at its end', async () => {
    const id = await delivered('--prefix', 'resumed');
    const folder = join(customer.folder, 'resumed');
    await customer.run(['order', 'download', id, '--to', folder, '--only', 'visual.tif']);
    const path = visual(folder);
    rmSync(path);
    writeFileSync(`${path}.unfinished`, fileBytes(0).subarray(0, 100));
    const resumed = await customer.run(['order', 'download', id, '--to', folder, '--only', 'visual.tif']);
    expect(one(resumed)).toMatchObject({ resumed: 1, bytes: fileBytes(0).length - 100 });
    expect(readFileSync(path)).toEqual(fileBytes(0));
    rmSync(path);
    writeFileSync(`${path}.unfinished`, Buffer.alloc(100, 7));
    const wrong = await customer.run(['order', 'download', id, '--to', folder, '--only', 'visual.tif']);
    expect(wrong).toMatchObject({ code: 7, stdout: '' });
    expect(wrong.stderr).toContain('another checksum');
    expect([existsSync(path), existsSync(`${path}.unfinished`)]).toEqual([false, false]);
    expect((await customer.run(['order', 'download', id, '--to', folder, '--only', 'visual.tif'])).code).toBe(0);
  });

  test('verify ends with 7 and names what is missing, cut or changed', async () => {
    const id = await delivered('--prefix', 'changed');
    const folder = join(customer.folder, 'changed');
    await customer.run(['order', 'download', id, '--to', folder]);
    const path = visual(folder);
    const bytes = readFileSync(path);
    for (const [content, told] of [
      [Buffer.from(bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte))), 'another checksum'],
      [bytes.subarray(1), `has ${bytes.length - 1} bytes where ${bytes.length} were delivered`],
      [null, 'is missing'],
    ] as const) {
      if (content === null) rmSync(path);
      else writeFileSync(path, content);
      const { code, stderr } = await customer.run(['order', 'verify', id, '--in', folder]);
      expect(code).toBe(7);
      expect(stderr).toContain(told);
    }
  });

  test('of two orders with the same tile into one folder ends with 4, and the first stays as it was', async () => {
    const ids = [await delivered('--prefix', 'same'), await delivered('--prefix', 'same')];
    const folder = join(customer.folder, 'same');
    const refused = await customer.run(['order', 'download', '-', '--to', folder], ids.join('\n'));
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain(`order ${ids[0]} has a file`);
    expect((await customer.run(['order', 'verify', ids[0]!, '--in', folder])).code).toBe(0);
  });

  test('of a bucket of the customer ends with 4 and says where the files are', async () => {
    const id = await delivered('--bucket', 'demo', '--prefix', 'mine');
    const refused = await customer.run(['order', 'download', id, '--to', join(customer.folder, 'none')]);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain('in a bucket of yours');
    const root = join(customer.service.dataFolder, 'buckets', 'demo');
    expect((await customer.run(['order', 'verify', id, '--in', root])).code).toBe(0);
  });
});
