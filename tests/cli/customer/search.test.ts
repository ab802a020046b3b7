import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acquisitions } from '../../http/orders/support-orders.ts';
import { type Customer, linesOf, startCustomer } from './support.ts';

let customer: Customer;
beforeAll(async () => void (customer = await startCustomer()));
afterAll(() => customer.stop());

const all = Object.values(acquisitions).toSorted();
const ids = async (...args: readonly string[]) => linesOf(await customer.run(['search', ...args])).map(({ id }) => id);

describe('swath search', () => {
  test('prints an item a line into a pipe, and nothing else', async () => {
    const found = await customer.run(['search', '--collections', 'scenes']);
    expect(
      linesOf(found)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(all);
    expect(found.stderr).toBe('');
    expect(await ids('--ids', 'none')).toEqual([]);
  });

  test('prints a table for a person, with how many there are on standard error', async () => {
    const { code, stdout, stderr } = await customer.see(['search', '--limit', '2']);
    expect(code).toBe(0);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^COLLECTION +ID +DATETIME +CLOUD % +GSD M +PLATFORM$/);
    expect(rows).toHaveLength(2);
    expect(stderr).toBe('2 items; there are more: --limit or --all\n');
  });

  test('takes filter, order, fields and ids', async () => {
    expect(await ids('--filter', 'gsd < 0.45', '--sortby', '-gsd')).toEqual([acquisitions.fit, acquisitions.fine]);
    expect(await ids('--ids', `${acquisitions.fit},${acquisitions.fine}`, '--sortby', 'gsd')).toEqual([
      acquisitions.fine,
      acquisitions.fit,
    ]);
    expect(await ids('--datetime', '2020-01-01T00:00:00Z/2021-01-01T00:00:00Z')).toEqual([]);
    const [item] = linesOf(await customer.run(['search', '--limit', '1', '--fields', 'id,properties.gsd,-assets']));
    expect(item).toMatchObject({ properties: { gsd: expect.any(Number) as number } });
    expect(item).not.toHaveProperty('assets');
  });

  test('finds by an area in every form that has one', async () => {
    const [one] = linesOf(await customer.run(['search', '--ids', acquisitions.fit]));
    const file = join(customer.folder, 'area.geojson');
    writeFileSync(file, JSON.stringify({ type: 'Feature', properties: {}, geometry: one!.geometry }));
    const [west, south, east, north] = one!.bbox as [number, number, number, number];
    const wkt = `POLYGON((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;
    const collection = JSON.stringify({ type: 'FeatureCollection', features: [{ geometry: one!.geometry }] });
    expect((await ids('--area', file)).toSorted()).toEqual(all);
    expect((await ids('--area', wkt, '--filter', 'gsd > 0')).toSorted()).toEqual(all);
    expect((await ids('--bbox', one!.bbox.join(','))).toSorted()).toEqual(all);
    expect(linesOf(await customer.run(['search', '--area', '-'], collection))).toHaveLength(all.length);
    expect(await ids('--area', 'POLYGON((-20 -20,-19 -20,-19 -19,-20 -20))')).toEqual([]);
    expect(await ids('--bbox', '-20,-20,-19,-19')).toEqual([]);
  });

  test('takes a whole body, over which flags go', async () => {
    const body = JSON.stringify({ filter: 'gsd < 0.45', sortby: [{ field: 'gsd', direction: 'asc' }] });
    const found = linesOf(await customer.run(['search', '--request', '-', '--sortby', '-gsd'], body));
    expect(found.map(({ id }) => id)).toEqual([acquisitions.fit, acquisitions.fine]);
    expect((await customer.run(['search', '--request', '-', '--area', '-'], body)).code).toBe(2);
  });

  test('says of a filter what is wrong where it was typed', async () => {
    const { code, stderr } = await customer.run(['search', '--filter', 'gsd <']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('found the end at position 5')]);
  });

  test('refuses an area that would take the place of the filter of a whole body', async () => {
    const body = JSON.stringify({ filter: 'gsd < 0.45' });
    const { code, stderr } = await customer.run(['search', '--request', '-', '--area', 'POINT(0 0)'], body);
    expect([code, stderr]).toEqual([2, expect.stringContaining('give it as GeoJSON')]);
  });

  test('makes one FeatureCollection by --geojson and --json, also of nothing', async () => {
    const whole = JSON.parse((await customer.run(['search', '--geojson'])).stdout) as { features: { id: string }[] };
    expect(whole.features.map(({ id }) => id).toSorted()).toEqual(all);
    const empty = await customer.run(['search', '--json', '--ids', 'none']);
    expect(JSON.parse(empty.stdout)).toEqual({ type: 'FeatureCollection', features: [] });
  });

  test('ends with 4 and the position when the filter is wrong, with 5 when the key is, with 1 when nobody answers', async () => {
    const wrong = await customer.run(['search', '--filter', 'gsd <']);
    expect(wrong).toMatchObject({ code: 4, stdout: '' });
    expect(wrong.stderr).toContain('position');
    const { swath } = await import('../swath-in-process.ts');
    const env = { ...customer.env, SWATH_API_KEY: 'swath_nobody' };
    expect(await swath(['search'], env)).toMatchObject({ code: 5, stdout: '' });
    const away = { ...customer.env, SWATH_URL: 'http://127.0.0.1:9' };
    expect(await swath(['search', '--ids', 'a'], away)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('swath grid', () => {
  test('tells the cells of an area, and cells by their ids', async () => {
    const [one] = linesOf(await customer.run(['search', '--ids', acquisitions.fit]));
    const cells = linesOf(await customer.run(['grid', '--bbox', one!.bbox.join(',')]));
    expect(cells.length).toBeGreaterThan(0);
    const again = await customer.see(['grid', cells[0]!.id]);
    expect(again.stdout).toMatch(new RegExp(`^CELL +CODE +BBOX\\n${cells[0]!.id} +EPSG:32\\d{3} `));
    const coarse = JSON.parse(
      (await customer.run(['grid', '--bbox', one!.bbox.join(','), '--level', '6', '--geojson'])).stdout,
    ) as {
      features: { properties: { 'tile:quadkey': string } }[];
    };
    expect(coarse.features[0]!.properties['tile:quadkey']).toHaveLength(6);
    expect(await customer.run(['grid', 'Z99-1'])).toMatchObject({ code: expect.toBeOneOf([3, 4]) as number });
  });
});
